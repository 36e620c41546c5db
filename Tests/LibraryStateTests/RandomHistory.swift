import LibraryState
import Operations
import TestSupport

/// Makes transactions that no device would write, but that one might be sent: what they come to must not
/// depend on the order of arrival.
///
/// Few assets, albums and tags, so that nearly everything meets; removals that name dots to come, or those
/// of something else; contexts that are not closed, end inside a transaction or name what never was;
/// equal times, times that run backwards and times out of range; waivers; lost ends.
struct RandomHistory {
  private(set) var transactions: [Transaction] = []
  private var generator: SeededGenerator
  private var devices: [Device]
  private let positions = (1...4 as ClosedRange<UInt8>).compactMap { Position(bytes: [$0]) }
  /// The dots that were added to each thing.
  private var added: [Entity: [Dot]] = [:]

  /// How many operations a transaction has at most.
  private let most: UInt64

  init(seed: UInt64, operations most: UInt64 = 4) throws {
    self.most = most
    generator = SeededGenerator(seed: seed)
    let count = UInt64.random(in: 2...5, using: &generator)
    devices = (1...count).map { Device($0) }
    for _ in 0..<Int.random(in: 5...60, using: &generator) { try step() }
    if chance(4) { loseAnEnd() }
  }

  private mutating func chance(_ one: Int) -> Bool {
    Int.random(in: 0..<one, using: &generator) == 0
  }

  private mutating func number(_ range: ClosedRange<UInt64>) -> UInt64 {
    UInt64.random(in: range, using: &generator)
  }

  private mutating func step() throws {
    let index = Int.random(in: devices.indices, using: &generator)
    var device = devices[index]
    if chance(2), let other = transactions.randomElement(using: &generator) { device.see(other) }
    if chance(12) {
      let other = devices[Int.random(in: devices.indices, using: &generator)]
      if other.log != device.log { device.seen[other.log] = number(1...other.next + 3) }
    }
    var changes: [Operation.Change] = []
    for offset in 0..<number(1...most) {
      changes.append(change(as: Dot(log: device.log, seq: device.next + offset)))
    }
    transactions.append(try device.write(changes, at: time(device)))
    devices[index] = device
  }

  private mutating func time(_ device: Device) -> UInt64 {
    switch number(0...19) {
    case 0: number(HybridClock.end...UInt64.max)
    case 1...4: transactions.randomElement(using: &generator)?.hlc ?? 1
    case 5, 6: number(1...2000)
    default: min(device.clock, HybridClock.end - 100) + number(1...3)
    }
  }

  private mutating func loseAnEnd() {
    let log = devices[Int.random(in: devices.indices, using: &generator)].log
    let last = number(0...20)
    transactions.removeAll { $0.log == log && $0.lastSeq > last }
  }

  private mutating func asset() -> AssetID { AssetID(number(1...5)) }
  private mutating func album() -> AlbumID { AlbumID(number(1...4)) }
  private mutating func position() -> Position { positions[Int(number(0...3))] }
  private mutating func log() -> LogID { LogID(number(1...6)) }
  private mutating func tag() -> String { chance(2) ? "\u{E9}" : "e\u{301}" }

  private mutating func dots(of entity: Entity) -> [Dot] {
    var dots = (added[entity] ?? []).filter { _ in number(0...9) < 6 }
    while chance(3) { dots.append(Dot(log: log(), seq: number(1...40))) }
    if chance(20), let first = dots.first { dots.append(first) }
    return dots
  }

  /// Takes down that an operation adds to a thing.
  private mutating func adding(_ dot: Dot, _ entity: Entity) {
    added[entity, default: []].append(dot)
  }

  private mutating func change(as dot: Dot) -> Operation.Change {
    let asset = asset(), album = album()
    switch number(0...24) {
    case 0, 1:
      adding(dot, .asset(asset))
      return .addAsset(
        asset,
        initial: [.size, .title, .rating, .camera].filter { _ in chance(2) }.map {
          Field($0, $0 == .title ? .text("\(dot.seq)") : .int(Int64(dot.seq)))
        })
    case 2:
      adding(dot, .asset(asset))
      return .restoreAsset(asset)
    case 3, 4:
      return .trashAsset(
        asset, observed: dots(of: .asset(asset)), purges: dots(of: .purge(asset)))
    case 5:
      adding(dot, .purge(asset))
      return .purgeAsset(asset)
    case 6:
      return .setAsset(
        asset, chance(3) ? .camera : .rating, chance(3) ? .null : .int(Int64(dot.seq)))
    case 7, 8: return .setAsset(asset, .partOf, chance(5) ? .null : .asset(self.asset()))
    case 9...16: return albumChange(dot, album, asset)
    default: return otherChange(dot, asset)
    }
  }

  private mutating func albumChange(
    _ dot: Dot, _ album: AlbumID, _ asset: AssetID
  ) -> Operation.Change {
    switch number(0...7) {
    case 0, 1:
      adding(dot, .album(album))
      let type = chance(3) ? "album" : "folder"
      return .createAlbum(album, "t\(dot.seq)", type: type, in: chance(2) ? self.album() : nil)
    case 2: return .deleteAlbum(album, observed: dots(of: .album(album)))
    case 3:
      return chance(3)
        ? .setAlbum(album, .type, .text(chance(2) ? "album" : "folder"))
        : .setAlbum(album, .parent, chance(4) ? .null : .album(self.album()))
    case 4, 5:
      adding(dot, .reference(album, asset))
      return .addReference(album, asset, chance(2) ? position() : nil)
    case 6:
      return .removeReference(album, asset, observed: dots(of: .reference(album, asset)))
    default: return .moveReference(album, asset, position())
    }
  }

  private mutating func otherChange(_ dot: Dot, _ asset: AssetID) -> Operation.Change {
    let content = ContentID(number(1...2)), place = PlaceID(number(1...2)), tag = tag()
    switch number(0...7) {
    case 0, 1:
      adding(dot, .tag(asset, ExactText(tag)))
      return .addTag(asset, tag)
    case 2: return .removeTag(asset, tag, observed: dots(of: .tag(asset, ExactText(tag))))
    case 3:
      adding(dot, .copy(content, place))
      return .addCopy(content, place)
    case 4: return .removeCopy(content, place, observed: dots(of: .copy(content, place)))
    case 5: return .setLog(log(), .name, .int(Int64(dot.seq)))
    case 6: return .opaque(kind: "face.add", fields: [Field(.asset, .asset(asset))])
    default:
      return chance(3)
        ? .retireLog(log(), at: number(0...30)) : .setAsset(asset, .caption, .text(tag))
    }
  }
}
