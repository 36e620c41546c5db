import Platform

/// Names the file of a segment: the sequence number of its first operation in 20 decimal digits.
enum SegmentName {
  private static let suffix = Array(".segment".utf8)
  private static let digitCount = 20

  /// Returns the name of the segment that begins with an operation.
  static func name(of firstSeq: UInt64) -> Path {
    let digits = Array(String(firstSeq).utf8)
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: digitCount - digits.count)
    return Path().appending(name: zeros + digits + suffix) ?? Path()
  }

  /// Returns the sequence number that a name spells; nil for anything that is no segment.
  static func firstSeq(of name: some Collection<UInt8>) -> UInt64? {
    guard name.count == digitCount + suffix.count else { return nil }
    let digits = name.prefix(digitCount)
    guard name.dropFirst(digitCount).elementsEqual(suffix),
      digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }),
      let seq = UInt64(String(decoding: digits, as: UTF8.self)), seq >= 1
    else { return nil }
    return seq
  }
}
