import OperationLog
import Operations
import Platform

/// Makes up the history of one device: photos come in, and are put into albums, moved and taken out.
///
/// Ten thousand assets and five hundred albums come first, ten of which get a fifth of what follows: of
/// that, 55 % add a reference (seven of ten at the end), 18 % move one, 17 % remove one, 6 % rename an
/// album and 4 % mark an asset.
struct HistoryMaker {
  private struct Member {
    let asset: Int
    var position: Position
    let dot: Dot
  }

  /// The log that it stands in.
  static let log = LogID(high: 0x6265_6E63_6800_0001, low: 0x1234_5678_9ABC_DEF0)
  /// The library that it is of.
  static let library = LibraryID(high: 0x6265_6E63_6800_0002, low: 0x0FED_CBA9_8765_4321)

  private let assets: [AssetID]
  private let albums: [AlbumID]
  private var members: [[Member]]
  private var holds: [Set<Int>]
  private var generator = SplitMix(state: 7)
  private var seq: UInt64 = 1

  init(operations: Int) {
    var generator = SplitMix(state: 11)
    assets = (0..<max(1, min(10_000, operations / 10))).map { _ in
      AssetID(
        words: (generator.next(), generator.next(), generator.next(), generator.next()))
    }
    albums = (0..<max(1, min(500, operations / 100))).map { _ in
      AlbumID(high: generator.next(), low: generator.next())
    }
    members = Array(repeating: [], count: albums.count)
    holds = Array(repeating: [], count: albums.count)
  }

  /// The album that most of the history is about.
  var greatestAlbum: AlbumID { albums[0] }

  /// The ids of all assets, as commands take them.
  var assetNames: [String] { assets.map(\.description) }

  /// Writes a history.
  ///
  /// - Parameters:
  ///   - count: how many operations it has.
  ///   - size: how many of them a transaction has.
  ///   - directory: becomes the library's directory of logs.
  static func write(_ count: Int, by size: Int, to directory: Path) throws {
    try Files.createDirectories(directory)
    let store = LogStore(directory: directory, library: library)
    let writer = try LogWriter(store: store, log: log, settings: .init(application: "bench/1"))
    var maker = HistoryMaker(operations: count)
    var waiting: [Transaction] = []
    var first = 0
    while first < count {
      let end = min(first + size, count)
      let seq = maker.seq
      let operations = try (first..<end).map { try maker.operation($0) }
      waiting.append(
        try Transaction(
          log: log, seq: seq, hlc: (HybridClock.floor << 16) + seq, context: .empty,
          wall: Int64(HybridClock.floor) + Int64(first), origin: "command",
          label: size == 1 ? "Add to album" : "Change \(end - first) items",
          operations: operations))
      first = end
      // One wait for the disk for many transactions.
      if waiting.count * size >= 20_000 || first == count {
        _ = try writer.append(contentsOf: waiting)
        waiting = []
      }
    }
  }

  private func number(below end: Int, _ generator: inout SplitMix) -> Int {
    Int(generator.next() % UInt64(end))
  }

  private mutating func operation(_ index: Int) throws -> Operation {
    defer { seq += 1 }
    if index < assets.count { return Operation(.addAsset(assets[index], initial: facts(index))) }
    let rest = index - assets.count
    if rest < albums.count {
      let fields = [Field(.title, .text("Album \(rest)")), Field(.type, .text("album"))]
      return Operation(.createAlbum(albums[rest], initial: fields))
    }
    let isBig = generator.next() % 5 == 0
    let album = number(below: isBig ? min(10, albums.count) : albums.count, &generator)
    switch generator.next() % 100 {
    case 0..<55: return try add(to: album)
    case 55..<72: return try members[album].isEmpty ? add(to: album) : remove(from: album)
    case 72..<90: return try members[album].isEmpty ? add(to: album) : move(in: album)
    case 90..<96: return Operation(.setAlbum(albums[album], .title, .text("Album v\(index)")))
    default:
      let asset = assets[number(below: assets.count, &generator)]
      return Operation(.setAsset(asset, FieldName("favorite"), .bool(index % 2 == 0)))
    }
  }

  private func facts(_ index: Int) -> [Field] {
    let name = "IMG_\(100_000 + index).JPG"
    let month = 1 + index % 12
    let day = month < 10 ? "2021-0\(month)-17" : "2021-\(month)-17"
    return [
      Field(.filename, .text(name)), Field(.path, .text("2021/\(month)/\(name)")),
      Field(.type, .text("image/jpeg")), Field(.size, .int(Int64(70_000 + index))),
      Field(.captured, .text("\(day)T12:00:\(10 + index % 50)+02:00")),
      Field(.width, .int(800)), Field(.height, .int(608)),
    ]
  }

  private mutating func add(to album: Int) throws -> Operation {
    var asset = number(below: assets.count, &generator)
    var tries = 0
    while holds[album].contains(asset), tries < 20 {
      asset = number(below: assets.count, &generator)
      tries += 1
    }
    // Where nearly all are in it, one of them is moved.
    if holds[album].contains(asset) { return try move(in: album) }
    let count = members[album].count
    let place = generator.next() % 10 < 7 ? count : number(below: count + 1, &generator)
    let position = try position(at: place, in: album)
    let dot = Dot(log: Self.log, seq: seq)
    members[album].insert(Member(asset: asset, position: position, dot: dot), at: place)
    holds[album].insert(asset)
    return Operation(.addReference(albums[album], assets[asset], position))
  }

  private mutating func remove(from album: Int) throws -> Operation {
    let member = members[album].remove(at: number(below: members[album].count, &generator))
    holds[album].remove(member.asset)
    return Operation(
      .removeReference(albums[album], assets[member.asset], observed: [member.dot]))
  }

  private mutating func move(in album: Int) throws -> Operation {
    var member = members[album].remove(at: number(below: members[album].count, &generator))
    let place = number(below: members[album].count + 1, &generator)
    member.position = try position(at: place, in: album)
    members[album].insert(member, at: place)
    return Operation(.moveReference(albums[album], assets[member.asset], member.position))
  }

  private mutating func position(at place: Int, in album: Int) throws -> Position {
    let before = place > 0 ? members[album][place - 1].position : nil
    let after = place < members[album].count ? members[album][place].position : nil
    guard
      let position = Position.run(of: 1, after: before, before: after, using: &generator)?.first
    else { throw BenchError("there is no position between two references") }
    return position
  }
}
