import Operations

/// Is the range of ids that begin with some hexadecimal digits.
struct IDPrefix {
  /// The first id of the range.
  let lowest: [UInt8]
  /// The last id of the range.
  let highest: [UInt8]

  /// Makes the range of a prefix among ids of `count` bytes; nil if it is no such prefix.
  init?(_ prefix: String, count: Int) {
    let digits = prefix.utf8.count
    guard digits > 0, digits <= 2 * count,
      let low = Hex.decode(prefix + String(repeating: "0", count: 2 * count - digits)),
      let high = Hex.decode(prefix + String(repeating: "f", count: 2 * count - digits))
    else { return nil }
    lowest = low
    highest = high
  }
}
