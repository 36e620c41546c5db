import Catalogue
import LibraryState
import OperationLog
import Operations
import Platform
import TestSupport

@testable import Albumen

/// Makes changes that a person could make on some device, given what is there, straight to its log.
struct SyncActs {
  var generator: SeededGenerator
  private let assets = (1...6 as ClosedRange<UInt64>).map { AssetID(words: ($0, 0, 0, $0)) }
  private let albums = (1...4 as ClosedRange<UInt64>).map { AlbumID(high: $0, low: $0) }

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  mutating func pick<Element>(_ elements: some Collection<Element>) -> Element? {
    elements.randomElement(using: &generator)
  }

  mutating func bool(oneIn count: Int) -> Bool { number(1...count) == 1 }

  /// What a change can be, with what it takes away to be looked up where it is made.
  mutating func wish() -> SyncWish {
    guard let asset = pick(assets), let album = pick(albums) else { return .nothing }
    let text = "t\(number(1...9))"
    return switch number(0...13) {
    case 0, 1:
      .make(
        .addAsset(
          asset, initial: [Field(.type, .text("image/jpeg")), Field(.filename, .text(text))]))
    case 2, 3:
      .make(
        .createAlbum(
          album,
          initial: [
            Field(.title, .text(text)), Field(.type, .text(bool(oneIn: 3) ? "folder" : "album")),
          ]))
    case 4, 5: .make(.addReference(album, asset, Position(bytes: [UInt8(number(1...200))])))
    case 6: .remove(.reference(album, asset))
    case 7:
      Position(bytes: [UInt8(number(1...200))]).map { .make(.moveReference(album, asset, $0)) }
        ?? .nothing
    case 8: .make(.setAlbum(album, .title, .text(text)))
    case 9: .remove(.album(album))
    case 10: .remove(.asset(asset))
    case 11: .make(bool(oneIn: 2) ? .restoreAsset(asset) : .restoreAlbum(album))
    case 12: .make(.setAsset(asset, .title, .text(text)))
    default:
      bool(oneIn: 2) ? .make(.addTag(asset, text)) : .remove(.tag(asset, ExactText("t1")))
    }
  }
}

/// Is a change before it is known what it takes away.
enum SyncWish: Sendable {
  case nothing
  case make(Operation.Change)
  case remove(Entity)
}

extension PhotoLibrary {
  /// Writes a transaction of changes as this device, whose clock is off by some milliseconds.
  func write(_ wishes: [SyncWish], clockOff: Int64) throws {
    try store.withLock { () throws(AlbumenError) in
      let writer = try store.prepareToWrite()
      do {
        var changes: [Operation.Change] = []
        for wish in wishes {
          switch wish {
          case .nothing: break
          case .make(let change): changes.append(change)
          case .remove(let entity):
            let observed = try store.catalogue.observedDots(of: entity)
            switch entity {
            case .asset(let asset):
              changes.append(
                .trashAsset(
                  asset, observed: observed,
                  purges: try store.catalogue.observedDots(of: .purge(asset))))
            case .album(let album): changes.append(.deleteAlbum(album, observed: observed))
            case .reference(let album, let asset):
              changes.append(.removeReference(album, asset, observed: observed))
            case .tag(let asset, let tag):
              changes.append(.removeTag(asset, tag.text, observed: observed))
            default: break
            }
          }
        }
        guard !changes.isEmpty else { return }
        var clock = HybridClock(highest: try store.catalogue.highestTime)
        let wall = SystemClock.wallMilliseconds + clockOff
        let context = Context(
          try store.catalogue.logs().filter { $0.log != writer.log }
            .map { Context.Entry(log: $0.log, seq: $0.seq, chain: $0.chain.prefix) })
        _ = try writer.append(
          Transaction(
            log: writer.log, seq: writer.mark.seq + 1, hlc: try clock.next(wall: wall),
            context: context, wall: wall, origin: "command", label: "Random",
            operations: changes.map { Operation($0) }))
      } catch { throw AlbumenError(.failed, "\(error)") }
    }
    try store.catchUp()
  }

  /// What is delivered of each log, by the last operation and the chain behind it, which tells histories
  /// apart.
  func extents() throws -> [LogID: Context.Entry] {
    try store.catchUp()
    return try store.heights().reduce(into: [:]) { extents, height in
      let mark = height.value.mark
      extents[height.key] = Context.Entry(
        log: height.key, seq: mark.seq, chain: mark.chain.prefix)
    }
  }
}
