/// Is the name of a link in an album's directory: a number, which is only a sort key, and the rest.
///
/// What counts is the order: by number, then by the bytes behind it; names without a number come last.
package struct LinkName: Comparable {
  /// Nil for a name that does not begin with digits.
  let number: Int?
  /// What stands behind the digits.
  let rest: [UInt8]
  /// How many digits there are.
  let width: Int

  /// Reads a name.
  package init(_ name: [UInt8]) {
    let digits = name.prefix { (0x30...0x39).contains($0) }
    // More digits than any number of ours has are a part of a name.
    if digits.isEmpty || digits.count > 15 {
      number = nil
      rest = name
      width = 0
    } else {
      number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      rest = Array(name[digits.count...])
      width = digits.count
    }
  }

  /// Whether it is a number, of however many digits, and a blank before the rest, as names of ours are.
  package var isNumbered: Bool { number != nil && rest.first == UInt8(ascii: " ") }

  /// The name with a number before a file's name.
  static func name(_ number: Int, width: Int, file: [UInt8]) -> [UInt8] {
    let digits = String(number)
    let prefix = String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits + " "
    let room = ViewNames.limit - prefix.utf8.count
    return Array(prefix.utf8) + shortened(file, to: room)
  }

  /// A file's name, cut before its extension.
  static func shortened(_ file: [UInt8], to room: Int) -> [UInt8] {
    guard file.count > room else { return file }
    let dot =
      file.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 && file.count - $0 <= 32 ? $0 : nil }
      ?? file.endIndex
    let end = file[dot...]
    return ViewNames.cut(Array(file[..<dot]), to: room - end.count) + end
  }

  /// Whether one name comes before another one; of two that differ in the zeros of their numbers alone, the
  /// first by its bytes.
  package static func precedes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let (left, right) = (Self(one), Self(other))
    if left < right { return true }
    return right < left ? false : one.lexicographicallyPrecedes(other)
  }

  /// By number, then by the rest; those without a number come last.
  package static func < (left: Self, right: Self) -> Bool {
    switch (left.number, right.number) {
    case (let one?, let other?) where one != other: one < other
    case (nil, _?): false
    case (_?, nil): true
    default: left.rest.lexicographicallyPrecedes(right.rest)
    }
  }
}
