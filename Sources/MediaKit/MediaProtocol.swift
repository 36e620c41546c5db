/// Encodes and decodes what a client and the helper say to each other.
///
/// `docs/formats/media-protocol.md` specifies it byte by byte. Both sides treat what they receive
/// as untrusted.
package enum MediaProtocol {
  /// Changes with every change of the format; both sides refuse any other.
  package static let version: UInt16 = 2
  /// The length of a hello in bytes.
  package static let helloLength = 12
  /// The longest path in a request, in bytes; Linux opens no longer one (PATH_MAX less the NUL).
  package static let longestPath = 4095
  /// The longest text in a record, in bytes of UTF-8; captions and keywords have their own limit.
  package static let longestText = 1024
  /// The longest caption in a record, in bytes of UTF-8.
  package static let longestCaption = 4096
  /// The longest keyword in a record, in bytes of UTF-8.
  package static let longestKeyword = 256
  /// The most keywords in a record.
  package static let mostKeywords = 100
  /// The longest frame from a client, in bytes without its length field.
  package static let longestRequest = 4 + 1 + longestPath
  /// The longest frame from a helper, in bytes without its length field.
  package static let longestAnswer = 1 << 16

  /// What a request asks for.
  package enum Subject: UInt8, Sendable {
    /// What is in a photo or video.
    case media = 1
    /// What an XMP sidecar says about the photo or video beside it.
    case sidecar = 2
  }

  private static let magic = Array("albmedia".utf8)

  /// The hello that each side sends first.
  package static func hello(version: UInt16 = version) -> [UInt8] {
    magic + bigEndian(version) + [0, 0]
  }

  /// Reads the version out of a hello; nil if the bytes are none.
  package static func version(inHello bytes: [UInt8]) -> UInt16? {
    let view = ByteView(bytes)
    guard bytes.count == helloLength, view.starts(with: magic), view.u16(10) == 0 else {
      return nil
    }
    return view.u16(8).map { UInt16($0) }
  }

  static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  static func frame(_ number: UInt32, _ body: [UInt8]) -> [UInt8] {
    bigEndian(UInt32(4 + body.count)) + bigEndian(number) + body
  }
}
