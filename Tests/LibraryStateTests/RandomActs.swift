import LibraryState
import Operations
import TestSupport

/// Makes changes that a person could make, given what is there.
struct RandomActs {
  var generator: SeededGenerator
  private let assets = (1...6 as ClosedRange<UInt64>).map { AssetID($0) }
  private let albums = (1...4 as ClosedRange<UInt64>).map { AlbumID($0) }
  private let positions = (1...16 as ClosedRange<UInt8>).compactMap { Position(bytes: [$0]) }

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func pick<Element>(_ elements: some Collection<Element>) -> Element? {
    elements.randomElement(using: &generator)
  }

  /// One change or some; never none.
  mutating func act(_ state: LibraryState) -> [Operation.Change] {
    while true {
      var changes: [Operation.Change] = []
      for _ in 0..<number(1...3) { changes += one(state, changes) }
      if !changes.isEmpty { return changes }
    }
  }

  private mutating func position() -> Position { positions[number(0...15)] }

  private mutating func one(
    _ state: LibraryState, _ before: [Operation.Change]
  ) -> [Operation.Change] {
    let living = state.assets.filter { !$0.value.life.isEmpty }.keys.sorted()
    let gone = state.assets.filter { $0.value.isKnown && $0.value.life.isEmpty }.keys.sorted()
    let here = state.albums.filter { !$0.value.life.isEmpty }.keys.sorted()
    let deleted = state.albums.filter { $0.value.isKnown && $0.value.life.isEmpty }.keys.sorted()
    switch number(0...15) {
    case 0, 1:
      guard let asset = pick(assets) else { return [] }
      let captured = number(0...1) == 0 ? [Field(.captured, .text("2024-0\(number(1...9))"))] : []
      return [.addAsset(asset, initial: [Field(.size, .int(Int64(number(1...9))))] + captured)]
    case 2:
      guard let album = pick(albums) else { return [] }
      return [
        .createAlbum(album, "t\(number(1...3))", type: number(0...2) == 0 ? "folder" : "album")
      ]
    case 3...5:
      guard let album = pick(here), let asset = pick(living) else { return [] }
      let there = state.reference(album, asset)
      let isFirst = there?.position.current == nil
      return [.addReference(album, asset, isFirst ? position() : nil)]
    case 6, 7:
      guard let album = pick(here),
        let (asset, reference) = pick(
          state.references(of: album).filter { !$0.reference.life.isEmpty }
            .sorted { $0.asset < $1.asset })
      else { return [] }
      let removal = Operation.Change.removeReference(
        album, asset, observed: reference.life.sorted)
      return number(0...4) == 0 ? [removal, .addReference(album, asset, nil)] : [removal]
    case 8:
      guard let album = pick(here),
        let asset = pick(state.references(of: album).map(\.asset).sorted())
      else { return [] }
      return [.moveReference(album, asset, position())]
    case 9:
      guard let asset = pick(living), let record = state.assets[asset] else { return [] }
      return [
        .trashAsset(asset, observed: record.life.sorted, purges: record.purges.sorted)
      ]
    case 10:
      guard let asset = pick(gone) else { return [] }
      return [number(0...1) == 0 ? .restoreAsset(asset) : .purgeAsset(asset)]
    case 11:
      if let album = pick(deleted), number(0...1) == 0 { return [.restoreAlbum(album)] }
      guard let album = pick(here), let record = state.albums[album] else { return [] }
      return [.deleteAlbum(album, observed: record.life.sorted)]
    case 12:
      guard let album = pick(here) else { return [] }
      return number(0...1) == 0
        ? [.setAlbum(album, .title, .text("t\(number(1...9))"))]
        : [.setAlbum(album, .parent, pick(here).map { .album($0) } ?? .null)]
    case 13:
      guard let asset = pick(living) else { return [] }
      if let record = state.assets[asset],
        let tag = pick(record.tags.filter { !$0.value.isEmpty }.keys.sorted())
      {
        return [.removeTag(asset, tag.text, observed: record.tags[tag]?.sorted ?? [])]
      }
      return [.addTag(asset, "cat")]
    default:
      guard let asset = pick(living) else { return [] }
      switch number(0...3) {
      case 0:
        return [.setAsset(asset, .rating, number(0...2) == 0 ? .null : .int(Int64(number(1...5))))]
      case 1: return [.setAsset(asset, .captured, .text("2020-0\(number(1...9))"))]
      case 2: return [.setAsset(asset, .partOf, pick(living).map { .asset($0) } ?? .null)]
      default: return [.setAsset(asset, .caption, .text("c\(number(1...9))"))]
      }
    }
  }
}
