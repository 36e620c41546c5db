extension Position {
  /// Returns `count` ascending positions strictly between two neighbours, or nil where there is no room.
  ///
  /// The run shares one random prefix and counts up, so that the runs of two devices never interleave.
  /// An append or prepend takes the next or previous head; between two positions the shortest of the
  /// candidates that fit is taken, so that a place where insertions go on and on keeps short keys.
  /// There is no room between equal neighbours, before a position of nothing but zero bytes, nor
  /// between a position and the same with zero bytes behind it: the caller then moves a neighbour, too.
  ///
  /// - Parameters:
  ///   - count: how many; none for less than 1.
  ///   - before: the neighbour that comes first; nil at the front.
  ///   - after: the neighbour that comes behind; nil at the end.
  package static func run(
    of count: Int, after before: Position?, before after: Position?,
    using generator: inout some RandomNumberGenerator
  ) -> [Position]? {
    guard count >= 1 else { return [] }
    if let before, let after, before >= after { return nil }
    let random = Array(Hex.bigEndianBytes(generator.next()).prefix(4))
    let gap = Gap(before: before?.bytes, after: after?.bytes)
    // The whole run must fit: its first and its last member decide.
    let first = random + OrderedInteger.encode(0)
    let last = random + OrderedInteger.encode(Int64(count) - 1)
    guard let stem = gap.stems.first(where: { gap.admits($0, first: first, last: last) })
    else { return nil }
    let prefix = gap.bytes(of: stem) + random
    return (0..<Int64(count)).map { Position(unchecked: prefix + OrderedInteger.encode($0)) }
  }
}

/// The place between two positions, and what a run there can begin with.
private struct Gap {
  /// What a run's positions begin with, up to and including the head.
  ///
  /// Some first bytes of one of the neighbours, then bytes of its own. It is not built until it is
  /// chosen, so that a position of many bytes, which a hostile log may hold, costs no more than it is
  /// long.
  struct Stem {
    let ofAfter: Bool
    let shared: Int
    let own: [UInt8]
    /// Whether it is made of a byte, not of a step.
    var isLastResort = false
    var count: Int { shared + own.count }
  }

  private let before: [UInt8]?
  private let after: [UInt8]?
  /// How many bytes the neighbours share.
  private let common: Int
  /// The candidates in the order in which they are tried: the shortest first.
  ///
  /// Those that are made of steps come before the others: a byte can be made smaller only so often, and
  /// were such a stem taken for being short, a place where insertions go on would soon be used up.
  let stems: [Stem]

  init(before: [UInt8]?, after: [UInt8]?) {
    self.before = before
    self.after = after
    if let before, let after {
      common = zip(before, after).prefix { $0 == $1 }.count
    } else {
      common = 0
    }
    let candidates = Self.candidates(before, after, isPrefix: common == before?.count)
    stems = candidates.enumerated().sorted { Self.rank($0) < Self.rank($1) }.map(\.element)
  }

  private static func rank(_ stem: (offset: Int, element: Stem)) -> (Int, Int, Int) {
    (stem.element.isLastResort ? 1 : 0, stem.element.count, stem.offset)
  }

  private static func candidates(
    _ before: [UInt8]?, _ after: [UInt8]?, isPrefix: Bool
  ) -> [Stem] {
    var stems: [Stem] = []
    if let before {
      for step in steps(of: before) where step.head < .max {
        stems.append(
          Stem(ofAfter: false, shared: step.start, own: OrderedInteger.encode(step.head + 1)))
      }
    }
    if before != nil || after == nil {
      stems.append(
        Stem(ofAfter: false, shared: before?.count ?? 0, own: OrderedInteger.encode(0)))
    }
    guard let after else { return stems }
    for step in steps(of: after) where step.head > .min {
      stems.append(
        Stem(ofAfter: true, shared: step.start, own: OrderedInteger.encode(step.head - 1)))
    }
    // Whatever form the key has: a smaller byte at its first place that allows one.
    for start in isPrefix ? [0, before?.count ?? 0] : [0] {
      guard let index = after[start...].firstIndex(where: { $0 > 0 }) else { continue }
      stems.append(
        Stem(
          ofAfter: true, shared: index, own: [after[index] - 1] + OrderedInteger.encode(0),
          isLastResort: true))
    }
    return stems
  }

  /// The bytes of a stem.
  func bytes(of stem: Stem) -> [UInt8] {
    Array(((stem.ofAfter ? after : before) ?? []).prefix(stem.shared)) + stem.own
  }

  /// Whether positions that go on behind a stem with `first` to `last` are between the neighbours.
  func admits(_ stem: Stem, first: [UInt8], last: [UInt8]) -> Bool {
    // A stem that shares more with its neighbour than the other one does is on the right side of that.
    if let before, !stem.ofAfter || stem.shared <= common {
      let rest = before[min(stem.shared, before.count)...]
      guard rest.lexicographicallyPrecedes(stem.own + first) else { return false }
    }
    if let after, stem.ofAfter || stem.shared <= common {
      let rest = after[min(stem.shared, after.count)...]
      guard (stem.own + last).lexicographicallyPrecedes(rest) else { return false }
    }
    return true
  }

  /// The steps of a key: where each begins, and its head.
  ///
  /// Bytes that are no step, as those of another program, are passed over one by one: so a place behind
  /// such a key gets steps of its own, and the keys there do not grow with each insertion.
  private static func steps(of key: [UInt8]) -> [(start: Int, head: Int64)] {
    var steps: [(start: Int, head: Int64)] = []
    var rest = key[...]
    while !rest.isEmpty {
      guard let (head, length) = OrderedInteger.decode(rest), rest.count >= length + 4 else {
        rest = rest.dropFirst()
        continue
      }
      steps.append((rest.startIndex, head))
      rest = rest.dropFirst(length + 4)
      if let (_, counter) = OrderedInteger.decode(rest) { rest = rest.dropFirst(counter) }
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
