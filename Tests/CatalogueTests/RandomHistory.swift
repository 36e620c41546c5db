import LibraryState
import Operations
import TestSupport

@testable import Catalogue

/// Makes histories that no program would write but any may have to read.
///
/// Removals name dots that are yet to come, belong to something else, or never come; registers hold
/// values of every type; wholes and folders form cycles; times are out of range.
struct RandomHistory {
  private var generator: SeededGenerator
  private let logs: [LogID]
  private let assets: [AssetID]
  private let albums: [AlbumID]
  private var next: [LogID: UInt64] = [:]

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    logs = (0..<3).map { _ in LogID.random(using: &generator) }
    assets = (0..<8).map { index in
      // Some begin with the same digits.
      AssetID(words: (index < 3 ? 0xABCD_0000 << 32 | UInt64(index) : generator.next(), 1, 2, 3))
    }
    albums = (0..<5).map { _ in AlbumID.random(using: &generator) }
    self.generator = generator
  }

  /// Makes transactions, each the next one of its log.
  mutating func delivered(_ count: Int) throws -> [DeliveredTransaction] {
    var result: [DeliveredTransaction] = []
    for _ in 0..<count {
      let log = pick(logs)
      let seq = next[log] ?? 1
      let operations = (0..<Int.random(in: 1...5, using: &generator)).map { _ in operation() }
      // Times collide, so that stamps differ by log and number alone.
      let hlc: UInt64 =
        chance(40) ? UInt64.random(in: (1 << 63)...UInt64.max, using: &generator) : number(1...20)
      let transaction = try Transaction(
        log: log, seq: seq, hlc: hlc, context: .empty, wall: Int64(number(0...100)),
        origin: chance(3) ? nil : "command", label: "a label \(seq)",
        undoes: chance(5) ? dot() : nil, operations: operations)
      next[log] = transaction.lastSeq + 1
      result.append(
        DeliveredTransaction(
          transaction, chain: History.chain(log, transaction.lastSeq), segment: 1, offset: seq,
          end: seq + 1, tables: SegmentTables.Sizes()))
    }
    return result
  }

  /// A value of any type, but no NaN, which does not equal itself.
  mutating func value(depth: Int = 0) -> Value {
    switch number(0...(depth < 3 ? 12 : 10)) {
    case 0: .null
    case 1: .bool(chance(2))
    case 2: .int(pick([0, -1, 5, .max, .min]))
    case 3:
      .double(
        pick([
          0, -0.0, 1, 2.5, .infinity, -.infinity, .leastNonzeroMagnitude, 1e300,
        ]))
    case 4, 5: .text(text())
    case 6: .bytes(pick([[], [0], [0x80, 1], Array("J{}".utf8)]))
    case 7: .identifier(pick(albums).cast())
    case 8: .digest(pick(assets).cast())
    case 9: .dots([dot(), dot()])
    case 10: .text("folder")
    case 11: .list((0..<number(0...3)).map { _ in value(depth: depth + 1) })
    default:
      .map(["a", "b"].prefix(Int(number(0...2))).map { .init($0, value(depth: depth + 1)) })
    }
  }

  private mutating func text() -> String {
    pick([
      "", "a", "10", "2.0", "null", "Z\u{fc}rich", "Zu\u{308}rich", "a\u{0}b", "\u{1F5BC}", "Z",
    ])
  }

  private mutating func operation() -> Operation {
    let asset = pick(assets)
    let album = pick(albums)
    let observed = (0..<number(0...3)).map { _ in dot() }
    let change: Operation.Change =
      switch number(0...20) {
      case 0:
        .addAsset(
          asset, initial: initial([.filename, .captured, .size, .title, .rating, .camera]))
      case 1: .addAsset(asset, initial: [])
      case 2, 3: .setAsset(asset, field(), value())
      case 4: .setAsset(asset, .partOf, .asset(pick(assets)))
      case 5: .setAsset(asset, .content, .digest(pick(assets).cast()))
      case 6: .trashAsset(asset, observed: observed, purges: [dot()])
      case 7: .restoreAsset(asset)
      case 8: .purgeAsset(asset)
      case 9: .addTag(asset, text())
      case 10: .removeTag(asset, text(), observed: observed)
      case 11:
        .createAlbum(
          album,
          initial: [Field(.title, .text(text())), Field(.type, .text(pick(["album", "folder"])))]
            + initial([.parent]))
      case 12: .setAlbum(album, pick([.title, .type, .cover, FieldName("later")]), value())
      case 13: .setAlbum(album, .parent, .album(pick(albums)))
      case 14: .deleteAlbum(album, observed: observed)
      case 15: .restoreAlbum(album)
      case 16: .addReference(album, asset, position())
      case 17: .removeReference(album, asset, observed: observed)
      case 18: .moveReference(album, asset, place())
      case 19:
        chance(2)
          ? .addCopy(asset.cast(), album.cast())
          : .removeCopy(asset.cast(), album.cast(), observed: observed)
      default:
        chance(2) ? .setLog(pick(logs), .name, value()) : .retireLog(pick(logs), at: number(0...9))
      }
    return Operation(change)
  }

  private mutating func initial(_ names: [FieldName]) -> [Field] {
    names.filter { _ in chance(2) }.map { name in
      // With a value of another type the whole operation would be without effect.
      Field(name, SlotType(of: name) == .text && !chance(10) ? .text(text()) : value())
    }
  }

  private mutating func field() -> FieldName {
    pick([.captured, .filename, .hidden, .title, FieldName("later"), FieldName("Z\u{fc}")])
  }

  private mutating func position() -> Position? {
    chance(4) ? nil : Position(bytes: [pick([0, 0x7F, 0x80, 0xFF]), pick([0, 1])])
  }

  private mutating func place() -> Position {
    while true { if let position = position() { return position } }
  }

  /// A dot near the end of a log, of what is there or of what is yet to come; or of no log here.
  private mutating func dot() -> Dot {
    if chance(30) { return Dot(log: LogID(high: 1, low: number(0...1)), seq: 1) }
    let log = pick(logs)
    let height = next[log] ?? 1
    return Dot(log: log, seq: number(max(1, height > 60 ? height - 60 : 1)...(height + 8)))
  }

  private mutating func chance(_ oneIn: UInt64) -> Bool { number(1...oneIn) == 1 }

  private mutating func number(_ range: ClosedRange<UInt64>) -> UInt64 {
    UInt64.random(in: range, using: &generator)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }
}
