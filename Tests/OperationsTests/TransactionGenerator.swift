@testable import Operations

/// A small generator (SplitMix64) that gives the same numbers for the same seed on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}

/// Makes random transactions of one log, one behind the other: odd texts, unknown kinds and fields,
/// malformed operations, contexts that grow and shrink, whatever a log can hold.
struct TransactionGenerator {
  var random: SeededGenerator
  let log = LogID(high: 7, low: 7)
  private var seq: UInt64 = 1
  private var context: [LogID: Context.Entry] = [:]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func transaction() throws -> Transaction {
    changeContext()
    let operations = (0..<(1 + upTo(4))).map { _ in operation() }
    let start = seq
    seq += UInt64(operations.count)
    return try Transaction(
      log: log, seq: start, hlc: number(), context: Context(context.values),
      wall: Int64(bitPattern: number()),
      origin: one(of: [nil, "command", "folder", "replay", text()]),
      label: text(), undoes: chance(4) ? dot() : nil, operations: operations,
      extra: chance(4) ? fields(taken: Transaction.memberNames) : [])
  }

  private mutating func changeContext() {
    for _ in 0..<upTo(3) {
      let other = LogID(high: 0, low: UInt64(upTo(6)))
      let seq = 1 + number() % Transaction.maximumSeq
      context[other] =
        chance(4) ? nil : Context.Entry(log: other, seq: seq, chain: chance(2) ? number() : nil)
    }
  }

  mutating func operation() -> Operation {
    if chance(5) {
      let kind = one(of: OperationKind.allCases.map(\.name) + ["later", "", text(), text()])
      return Operation(.opaque(kind: kind, fields: fields(taken: ["kind"])))
    }
    return Operation(change(), extra: chance(5) ? extra() : [])
  }

  /// Extra fields that no known kind has.
  private mutating func extra() -> [Field] {
    fields(taken: ["kind"]).filter { $0.name.code == 0 || $0.name.code > 22 }
  }

  private mutating func change() -> Operation.Change {
    let asset = AssetID(words: (0, 0, 0, UInt64(upTo(9))))
    let album = AlbumID(high: 1, low: UInt64(upTo(3)))
    let place = PlaceID(high: 2, low: UInt64(upTo(3)))
    let name = one(of: [
      FieldName("caption"), .title, .content, .partOf, .parent, .cover, FieldName(text()),
    ])
    return one(of: [
      .addAsset(
        asset, initial: [Field(.size, .int(Int64(upTo(999)))), Field(.type, .text(text()))]),
      .setAsset(asset, name, value(2)), .trashAsset(asset, observed: dots(), purges: dots()),
      .restoreAsset(asset), .purgeAsset(asset), .addTag(asset, text()),
      .removeTag(asset, text(), observed: dots()),
      .createAlbum(album, initial: [Field(.title, .text(text())), Field(.type, .text("album"))]),
      .setAlbum(album, name, value(2)), .deleteAlbum(album, observed: dots()),
      .restoreAlbum(album), .addReference(album, asset, chance(2) ? Position(bytes: [1, 2]) : nil),
      .removeReference(album, asset, observed: dots()),
      .moveReference(album, asset, Position(unchecked: [UInt8(upTo(256))])),
      .addCopy(asset.cast(), place), .removeCopy(asset.cast(), place, observed: dots()),
      .setLog(log, name, value(1)), .retireLog(log, at: number() >> 1),
    ])
  }

  private mutating func fields(taken: Set<String>) -> [Field] {
    var byName: [FieldName: Field] = [:]
    for _ in 0..<upTo(5) {
      let code = UInt8(1 + upTo(34))
      let name = chance(2) ? FieldName(text()) : FieldName(code: code) ?? .asset
      if !taken.contains(name.text) { byName[name] = Field(name, value(3)) }
    }
    return byName.values.sorted { $0.name < $1.name }
  }

  mutating func value(_ depth: Int) -> Value {
    switch upTo(depth > 0 ? 11 : 9) {
    case 0: return .null
    case 1: return .bool(chance(2))
    case 2: return .int(Int64(bitPattern: number()))
    case 3: return .double(Double(bitPattern: number()))
    case 4: return .text(text())
    case 5: return .bytes((0..<upTo(4)).map { UInt8($0) })
    case 6: return .identifier(Identifier(high: 0, low: UInt64(upTo(5))))
    case 7: return .digest(Digest(words: (0, 0, 0, UInt64(upTo(5)))))
    case 8: return .dots(dots())
    case 9: return .list((0..<upTo(4)).map { _ in value(depth - 1) })
    default:
      let names = Set((0..<upTo(4)).map { _ in ExactText(text()) }).sorted()
      return .map(names.map { Value.MapEntry($0.text, value(depth - 1)) })
    }
  }

  private mutating func dots() -> [Dot] { (0..<upTo(3)).map { _ in dot() } }

  private mutating func dot() -> Dot {
    Dot(log: LogID(high: 0, low: UInt64(upTo(6))), seq: max(1, number() >> 1))
  }

  /// A number that is often small, or near a power of two.
  mutating func number() -> UInt64 {
    let word = random.next()
    return chance(3) ? word : (1 << (word % 64)) &+ (word >> 62) &- 2
  }

  mutating func text() -> String {
    one(of: [
      "", "a", "Caf\u{e9}", "Cafe\u{301}", "\0\u{7f}\u{9f}\"\\\n", "\u{1F469}\u{200D}\u{1F467}",
      "type",
      "80ff", String(repeating: "0", count: 32), String(repeating: "0", count: 64),
      "\(log):1", "\u{212A}", "text \(upTo(100))",
    ])
  }

  mutating func upTo(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }
  mutating func chance(_ oneIn: Int) -> Bool { upTo(oneIn) == 0 }
  mutating func one<Element>(of choices: [Element]) -> Element { choices[upTo(choices.count)] }
}

/// The seeds of the property tests: to replay a failure, put its printed seed here.
let propertySeeds: [UInt64] = (1...40).map { $0 &* 0x5851_F42D_4C95_7F2D }
