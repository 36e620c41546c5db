/// One argument as the system handed it over: bytes that are usually, but not surely, UTF-8.
///
/// A Linux path is any sequence of bytes without NUL and `/` in its names, so an argument that
/// names a file must be carried as bytes; only what is shown or stored as text is decoded.
package struct Argument: Sendable, Hashable {
  /// The bytes as given, without the terminating NUL.
  package let bytes: [UInt8]

  /// Wraps the bytes of one argument.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Wraps a text, as its UTF-8 bytes.
  package init(_ text: String) {
    self.bytes = Array(text.utf8)
  }

  /// The argument as text, or nil where its bytes are not valid UTF-8.
  package var text: String? {
    String(validating: bytes, as: UTF8.self)
  }

  /// The argument for a message: control and format characters as `\u{…}`, bytes that are not
  /// UTF-8 as `\xNN`, everything else as it is.
  ///
  /// It is safe to write to a terminal, and made for reading only: it does not lead back to the
  /// bytes.
  package var display: String {
    guard let text else { return displayOfInvalidBytes }
    return Self.escaped(text)
  }

  private var displayOfInvalidBytes: String {
    var result = ""
    var decoder = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var reading = true
    var position = 0
    while reading {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let encoded):
        result += Self.escaped(String(UTF8.decode(encoded)))
        position += encoded.count
      case .error(let length):
        for byte in bytes[position..<(position + length)] {
          result += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        position += length
      case .emptyInput:
        reading = false
      }
    }
    return result
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
