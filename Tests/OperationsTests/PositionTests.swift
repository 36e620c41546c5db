import Testing

@testable import Operations

/// Positions are strictly between their neighbours, unique, short, and those of a run stay together
/// (docs/formats/position.md).
@Suite struct PositionTests {
  private static func position(_ hexadecimal: String) throws -> Position {
    let bytes = try #require(Hex.decode(hexadecimal))
    return try #require(Position(bytes: bytes))
  }

  private static func isStrictlyAscending(_ positions: some Sequence<Position>) -> Bool {
    zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
  }

  @Test(arguments: [
    (-65_536, "7dff0000"), (-256, "7eff00"), (-255, "7f01"), (-1, "7fff"), (0, "80"), (1, "8101"),
    (255, "81ff"), (256, "820100"), (65_535, "82ffff"), (65_536, "83010000"),
    (Int64.max, "887fffffffffffffff"), (Int64.min, "788000000000000000"),
    (Int64.min + 1, "788000000000000001"),
  ])
  func orderedIntegers(number: Int64, hexadecimal: String) throws {
    #expect(Hex.encode(OrderedInteger.encode(number)) == hexadecimal)
    let decoded = try #require(OrderedInteger.decode(OrderedInteger.encode(number)[...]))
    #expect(decoded == (number, hexadecimal.utf8.count / 2))
  }

  @Test func orderedIntegersAreOrdered() {
    let numbers = Set(
      (0..<64).flatMap { bit -> [Int64] in
        let power = Int64(bitPattern: 1 << bit)
        return [power &- 1, power, power &+ 1, 0 &- power, ~power, 1 &- power]
      }
    ).sorted()
    let texts = numbers.map { OrderedInteger.encode($0) }
    #expect(zip(texts, texts.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
  }

  @Test(arguments: propertySeeds.prefix(10))
  func randomInsertsKeepTheOrder(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var positions: [Position] = []
    while positions.count < 400 {
      // Often at the same few places, where keys get long.
      let index =
        Bool.random(using: &generator)
        ? Int.random(in: 0...positions.count, using: &generator) : positions.count / 2
      let count = Int.random(in: 1...3, using: &generator)
      let run = try #require(
        Position.run(
          of: count, after: index > 0 ? positions[index - 1] : nil,
          before: index < positions.count ? positions[index] : nil, using: &generator))
      #expect(run.count == count)
      positions.insert(contentsOf: run, at: index)
    }
    #expect(Self.isStrictlyAscending(positions), "seed \(seed)")
    // The steps of a hostile key are many; so are those of an honest one here: none is too long.
    #expect(positions.allSatisfy { $0.bytes.count < 1000 })
  }

  @Test(arguments: [false, true], [nil, "ff", "f0a1b2c3d4", "000001", "80a1b2c3", "61", "6162"])
  func tenThousandAtAnEndStayShort(atFront: Bool, first: String?) throws {
    var generator = SeededGenerator(seed: 5)
    var last = try first.map { try Self.position($0) }
    let start = last?.bytes.count ?? 0
    for _ in 0..<(first == nil ? 10_000 : 2000) {
      let run = Position.run(
        of: 1, after: atFront ? nil : last, before: atFront ? last : nil, using: &generator)
      let next = try #require(run?.first)
      if let last {
        guard atFront ? next < last : last < next else {
          Issue.record("\(next) is on the wrong side of \(last)")
          return
        }
      }
      guard next.bytes.count <= (first == nil ? 8 : start + 10) else {
        Issue.record("\(next) is too long")
        return
      }
      last = next
    }
  }

  @Test(arguments: [false, true], [1, 2])
  func tenThousandAtOnePlaceInTheMiddleStayShort(behindLast: Bool, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let ends = try #require(Position.run(of: 2, after: nil, before: nil, using: &generator))
    var (before, after) = (ends[0], ends[1])
    for _ in 0..<10_000 {
      let run = Position.run(of: 1, after: before, before: after, using: &generator)
      let next = try #require(run?.first)
      guard before < next, next < after, next.bytes.count <= 16 else {
        Issue.record("\(next) is not between \(before) and \(after), or too long")
        return
      }
      if behindLast { before = next } else { after = next }
    }
  }

  @Test func insertingBetweenTheLastTwoIsTheWorstCase() throws {
    var generator = SeededGenerator(seed: 1)
    var ends = try #require(Position.run(of: 2, after: nil, before: nil, using: &generator))
    for index in 0..<500 {
      let run = Position.run(of: 1, after: ends[0], before: ends[1], using: &generator)
      let next = try #require(run?.first)
      #expect(ends[0] < next && next < ends[1])
      #expect(next.bytes.count <= 6 * (index + 3))
      ends[index % 2] = next
    }
  }

  @Test func aRunSharesItsPrefixAndCounts() throws {
    var generator = SeededGenerator(seed: 1)
    let run = try #require(Position.run(of: 70_000, after: nil, before: nil, using: &generator))
    #expect(run.count == 70_000)
    #expect(Self.isStrictlyAscending(run))
    let prefix = run[0].bytes.dropLast()
    #expect(prefix.count == 5)
    #expect(run.allSatisfy { $0.bytes.starts(with: prefix) })
    #expect(Position.run(of: 0, after: nil, before: nil, using: &generator) == [])
    #expect(Position.run(of: -1, after: nil, before: nil, using: &generator) == [])
  }

  @Test(arguments: propertySeeds.prefix(8))
  func runsOfTwoDevicesNeverInterleave(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var positions = try #require(Position.run(of: 2, after: nil, before: nil, using: &generator))
    for _ in 0..<40 {
      let index = Int.random(in: 0...positions.count, using: &generator)
      let before = index > 0 ? positions[index - 1] : nil
      let after = index < positions.count ? positions[index] : nil
      let mine = try #require(
        Position.run(of: 300, after: before, before: after, using: &generator))
      let theirs = try #require(
        Position.run(of: 7, after: before, before: after, using: &generator))
      let both = (mine + theirs).sorted()
      #expect(
        both == mine + theirs || both == theirs + mine, "seed \(seed): \(mine[0]), \(theirs[0])")
      positions.insert(contentsOf: Set([mine[0], theirs[0]]).sorted(), at: index)
    }
  }

  private static let foreign = [
    "00", "0000", "000000000001", "01", "7f", "80", "8080", "ff", "ffffffffffffffffffffffff", "61",
    "6d",
    "788000000000000000", "887fffffffffffffff", "887fffffffffffffffaabbccdd80",
    "88ffffffffffffffff00000000",
    "788000000000000000aabbccdd80", "780000000000000000aabbccdd80", "7f00aabbccdd80",
    "8100aabbccdd80",
    "80a1b2c3", "80a1b2c3d4", "80a1b2c3d480", "80a1b2c3d48000", "80a1b2c3d4800000", "80ffffffff80",
    "8000000000",
    "8101ffffffff88ffffffffffffffff", "80a1b2c3d478", "78", "88",
  ]

  @Test func foreignKeysAreHandled() throws {
    var generator = SeededGenerator(seed: 3)
    let keys = try Self.foreign.map { try Self.position($0) }.sorted()
    for before in [nil] + keys.map({ $0 }) as [Position?] {
      for after in [nil] + keys.map({ $0 }) as [Position?] {
        let run = Position.run(of: 300, after: before, before: after, using: &generator)
        guard Self.hasRoom(before, after) else {
          #expect(run == nil, "\(before as Any) \(after as Any)")
          continue
        }
        let made = try #require(run, "\(before as Any) \(after as Any)")
        let all = [before].compactMap(\.self) + made + [after].compactMap(\.self)
        #expect(Self.isStrictlyAscending(all), "\(before as Any) \(after as Any)")
      }
    }
  }

  /// What docs/formats/position.md, "No room", says.
  private static func hasRoom(_ before: Position?, _ after: Position?) -> Bool {
    guard let after else { return true }
    guard let before else { return after.bytes.contains { $0 > 0 } }
    guard before < after else { return false }
    return !after.bytes.starts(with: before.bytes)
      || after.bytes[before.bytes.count...].contains { $0 > 0 }
  }

  @Test(arguments: propertySeeds)
  func randomForeignKeysAreHandled(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func key() -> Position {
      let bytes = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        [0, 0, 1, 0x78, 0x7F, 0x80, 0x81, 0x88, 0xFF].randomElement(using: &generator) ?? 0
      }
      return Position(unchecked: bytes.map { UInt8($0) })
    }
    for _ in 0..<50 {
      let (before, after) = (key(), key())
      let run = Position.run(of: 3, after: before, before: after, using: &generator)
      #expect((run != nil) == Self.hasRoom(before, after), "seed \(seed): \(before) \(after)")
      if let run { #expect(Self.isStrictlyAscending([before] + run + [after])) }
    }
  }

  @Test func aHostileKeyCostsNoMoreThanItsLength() throws {
    // Every seventh byte begins a step: a hundred thousand of them, in both neighbours.
    var generator = SeededGenerator(seed: 1)
    let long = (0..<100_000).flatMap { _ in [0x80, 0xFF, 0xFF, 0xFF, 0xFF, 0x80] as [UInt8] }
    let before = Position(unchecked: long)
    let after = Position(unchecked: long + [0x80, 0xFF, 0xFF, 0xFF, 0xFF, 0x80])
    let inside = try #require(
      Position.run(of: 1, after: before, before: after, using: &generator)?.first)
    #expect(before < inside && inside < after)
    let behind = try #require(
      Position.run(of: 1, after: after, before: nil, using: &generator)?.first)
    #expect(after < behind)
    #expect(behind.bytes.count == 7)
  }

  /// Short ones are held in another way than long ones; neither may show.
  @Test(arguments: propertySeeds)
  func orderIsThatOfTheBytes(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let shared = (0..<Int.random(in: 0...16, using: &generator)).map { _ in
        UInt8.random(in: 0...1, using: &generator)
      }
      func ending() -> [UInt8] {
        (0...Int.random(in: 0...2, using: &generator)).map { _ in
          [0, 1, 0xFF].randomElement(using: &generator) ?? 0
        }
      }
      let (left, right) = (shared + ending(), shared + ending())
      let one = try #require(Position(bytes: left))
      let other = try #require(Position(bytes: right))
      #expect(one.bytes == left, "seed \(seed)")
      #expect((one == other) == (left == right), "seed \(seed)")
      #expect((one < other) == left.lexicographicallyPrecedes(right), "seed \(seed)")
    }
  }

  @Test func textForm() throws {
    #expect(Position(bytes: []) == nil)
    #expect(try Self.position("00ff").description == "00ff")
    #expect(try Self.position("80") < Self.position("8000"))
    #expect(try Self.position("7fff") < Self.position("80"))
  }
}
