package import Operations

/// Spells titles as names of directories, and back.
///
/// A title is untrusted text: whatever it holds, its name is one name below the album view, which other
/// systems can have as well, and which is not left alone by the rules for ignored names. What cannot be
/// in a name stands as `%` and the two hexadecimal digits of each of its bytes, so that the title can be
/// read from the name again.
package enum ViewNames {
  /// The longest name, in bytes.
  package static let limit = 255

  /// The name that stands for a title; never empty, never with a slash or a NUL.
  package static func name(for title: String) -> [UInt8] {
    var name: [UInt8] = []
    let scalars = Array(title.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isLast = index == scalars.count - 1
      let bytes = Array(String(scalar).utf8)
      if isUnsafe(scalar) || (index == 0 && (scalar == "." || scalar == "@"))
        || (isLast && (scalar == "." || scalar == " ")) || looksEscaped(scalars, index)
      {
        name += bytes.flatMap(escaped)
      } else {
        name += bytes
      }
    }
    if name.isEmpty { name = Array("%".utf8) }
    if IgnoreRules.reason(forDirectory: name) != nil, let first = name.first {
      name = escaped(first) + name.dropFirst()
    }
    return cut(name, to: limit)
  }

  /// The title that a directory's name stands for; what is no UTF-8 in it is replaced.
  package static func title(of name: [UInt8]) -> String {
    var bytes: [UInt8] = []
    var index = 0
    while index < name.count {
      if name[index] == percent, index + 2 < name.count,
        let byte = byte(name[index + 1], name[index + 2])
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(name[index])
        index += 1
      }
    }
    // Only what stands for itself is taken for an escape.
    if let title = String(validating: bytes, as: UTF8.self), !title.isEmpty,
      Self.name(for: title) == name
    {
      return title
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// The name for one of several albums of one title: with ` ~` and the beginning of its id.
  ///
  /// - Parameter digits: how much of the id, of 32 digits: all of it where the beginning is taken, too.
  package static func name(
    for title: String, besideOthers id: AlbumID, digits: Int = 8
  ) -> [UInt8] {
    let mark = Array(" ~\(id.description.prefix(digits))".utf8)
    return cut(name(for: title), to: limit - mark.count) + mark
  }

  /// The names for one of several albums of one title, those with less of the id first.
  static func names(
    for title: String, besideOthers id: AlbumID
  ) -> some Sequence<[UInt8]> {
    (8...32).lazy.map { name(for: title, besideOthers: id, digits: $0) }
  }

  /// What two names have in common that some file systems and people take for one: the same text in
  /// another Unicode form or case.
  package static func fold(_ name: [UInt8]) -> String {
    String(validating: name, as: UTF8.self)?.lowercased()
      ?? "\u{0}" + name.map { String($0, radix: 16) }.joined(separator: ".")
  }

  /// Cuts a name, not within a character.
  static func cut(_ name: [UInt8], to count: Int) -> [UInt8] {
    guard name.count > count else { return name }
    var end = count
    while end > 1, name[end] & 0xC0 == 0x80 { end -= 1 }
    // An escape is not cut in two either.
    for back in 1...2 where end > back && name[end - back] == percent { end -= back }
    var cut = Array(name[..<end])
    // Nothing that a name must not end with.
    while cut.count > 1, cut.last == UInt8(ascii: " ") || cut.last == UInt8(ascii: ".") {
      cut.removeLast()
    }
    return cut
  }

  private static let percent = UInt8(ascii: "%")

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", "\\", ":", "?", "*", "\"", "<", ">", "|": true
    default: scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
  }

  /// Whether a percent sign would be read as the beginning of an escape.
  private static func looksEscaped(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    scalars[index] == "%" && index + 2 < scalars.count
      && byte(UInt8(ascii: scalars[index + 1], else: 0), UInt8(ascii: scalars[index + 2], else: 0))
        != nil
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static func byte(_ high: UInt8, _ low: UInt8) -> UInt8? {
    guard let high = digit(high), let low = digit(low) else { return nil }
    return high << 4 | low
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x41...0x46: character - 0x41 + 10
    case 0x61...0x66: character - 0x61 + 10
    default: nil
    }
  }
}

extension UInt8 {
  fileprivate init(ascii scalar: Unicode.Scalar, else other: UInt8) {
    self = scalar.isASCII ? UInt8(truncatingIfNeeded: scalar.value) : other
  }
}
