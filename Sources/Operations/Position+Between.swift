extension Position {
  /// Returns `count` ascending positions strictly between two neighbours, or nil where there is no room.
  ///
  /// The run shares one random prefix and counts up, so that the runs of two devices never interleave.
  /// An append or prepend takes the next or previous head; between two positions the shortest of the
  /// candidates that fit is taken, so that a place where insertions go on and on keeps short keys.
  /// There is no room between equal neighbours, nor before a position of nothing but zero bytes: the
  /// caller then moves a neighbour, too.
  ///
  /// - Parameters:
  ///   - count: how many; at least 1.
  ///   - before: the neighbour that comes first; nil at the front.
  ///   - after: the neighbour that comes behind; nil at the end.
  package static func run(
    of count: Int, after before: Position?, before after: Position?,
    using generator: inout some RandomNumberGenerator
  ) -> [Position]? {
    if let before, let after, before >= after { return nil }
    let random = Hex.bigEndianBytes(generator.next()).prefix(4)
    for stem in stems(before?.bytes, after?.bytes) {
      // The whole run must fit: its first and its last member decide.
      let first = stem + random + OrderedInteger.encode(0)
      let last = stem + random + OrderedInteger.encode(Int64(count) - 1)
      if let before, !before.bytes.lexicographicallyPrecedes(first) { continue }
      if let after, !last.lexicographicallyPrecedes(after.bytes) { continue }
      return (0..<Int64(count)).map {
        Position(unchecked: stem + random + OrderedInteger.encode($0))
      }
    }
    return nil
  }

  /// What a run's positions can begin with, up to and including the head, the shortest first.
  private static func stems(_ before: [UInt8]?, _ after: [UInt8]?) -> [[UInt8]] {
    guard let before else {
      guard let after else { return [OrderedInteger.encode(0)] }
      return stems(below: after, from: 0)
    }
    var candidates: [[UInt8]] = []
    for step in steps(of: before) where step.head < .max {
      candidates.append(before[..<step.start] + OrderedInteger.encode(step.head + 1))
    }
    if let after {
      candidates += stems(below: after, from: 0)
      if after.starts(with: before) { candidates += stems(below: after, from: before.count) }
    }
    candidates.append(before + OrderedInteger.encode(0))
    return candidates.sorted { $0.count < $1.count }
  }

  /// Stems below `key` that share its bytes up to some step at or behind `start`.
  private static func stems(below key: [UInt8], from start: Int) -> [[UInt8]] {
    var candidates: [[UInt8]] = []
    for step in steps(of: key) where step.start >= start && step.head > .min {
      candidates.append(key[..<step.start] + OrderedInteger.encode(step.head - 1))
    }
    // A key of another form: a smaller byte at its first place that allows one.
    if let index = key[start...].firstIndex(where: { $0 > 0 }) {
      candidates.append(key[..<index] + [key[index] - 1] + OrderedInteger.encode(0))
    }
    return candidates
  }

  /// The steps at the start of a key: where each begins, and its head.
  private static func steps(of key: [UInt8]) -> [(start: Int, head: Int64)] {
    var steps: [(start: Int, head: Int64)] = []
    var rest = key[...]
    while let (head, length) = OrderedInteger.decode(rest), rest.count >= length + 4 {
      steps.append((rest.startIndex, head))
      rest = rest.dropFirst(length + 4)
      guard let (_, counter) = OrderedInteger.decode(rest) else { break }
      rest = rest.dropFirst(counter)
    }
    return steps
  }
}

/// Spells integers so that the order of the bytes is the order of the numbers.
///
/// One byte 0x80 + n for a number from 0 (n bytes follow, big-endian) or 0x80 - n for a negative one
/// (n bytes of its two's complement follow), n the fewest that hold the magnitude.
enum OrderedInteger {
  static func encode(_ value: Int64) -> [UInt8] {
    let magnitude = value.magnitude
    let length = (64 - magnitude.leadingZeroBitCount + 7) / 8
    let bytes = Hex.bigEndianBytes(UInt64(bitPattern: value)).suffix(length)
    return [value < 0 ? 0x80 - UInt8(length) : 0x80 + UInt8(length)] + bytes
  }

  /// The number at the start of `bytes` and how many bytes spell it; nil where there is none.
  static func decode(_ bytes: ArraySlice<UInt8>) -> (value: Int64, length: Int)? {
    guard let lead = bytes.first, (0x78...0x88).contains(lead) else { return nil }
    let length = Int(lead) - 0x80
    let body = bytes.dropFirst().prefix(length.magnitude > 8 ? 8 : Int(length.magnitude))
    guard body.count == Int(length.magnitude) else { return nil }
    var pattern: UInt64 = length < 0 && length > -8 ? .max : 0
    for byte in body { pattern = pattern << 8 | UInt64(byte) }
    return (Int64(bitPattern: pattern), Int(length.magnitude) + 1)
  }
}
