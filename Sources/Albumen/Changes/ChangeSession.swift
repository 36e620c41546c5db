import Catalogue
import Hashing
import LibraryState
import Operations
import Platform
import TextForms

/// Collects the operations of one transaction, applying each to the catalogue as it comes, so that what
/// is read next has it.
///
/// Lives within one change of the catalogue and under the machine's lock.
final class ChangeSession {
  let catalogue: Catalogue
  /// The log that the transaction is for.
  let log: LogID
  private let firstSeq: UInt64
  private let hlc: UInt64
  private let wall: Int64
  private let context: Context
  private let introduction: [Operation.Change]
  /// What the transaction is called, where only making it tells; empty for what was given.
  var label = ""
  /// The first operation of the transaction that this one undoes or, of an undo, brings again.
  var undoes: Dot?
  /// What has been made so far.
  private(set) var operations: [Operation] = []

  /// Begins the transaction that follows `seq` in a log.
  init(
    _ catalogue: Catalogue, log: LogID, after seq: UInt64,
    _ configuration: PhotoLibrary.Configuration
  ) throws(AlbumenError) {
    self.catalogue = catalogue
    self.log = log
    firstSeq = seq + 1
    wall = SystemClock.wallMilliseconds
    var clock: HybridClock
    do throws(CatalogueError) {
      clock = HybridClock(highest: try catalogue.highestTime)
      context = Context(
        try catalogue.logs().filter { $0.log != log }
          .map { Context.Entry(log: $0.log, seq: $0.seq, chain: $0.chain.prefix) })
    } catch { throw AlbumenError(error) }
    do throws(OperationsError) { hlc = try clock.next(wall: wall) } catch {
      throw AlbumenError(error, subject: log.description)
    }
    introduction =
      seq == 0 && !configuration.deviceName.isEmpty
      ? [
        .setLog(log, .name, .text(configuration.deviceName)),
        .setLog(log, .application, .text(configuration.application)),
      ] : []
  }

  /// What the transaction will be known by.
  var identity: (dot: Dot, hlc: UInt64) { (Dot(log: log, seq: firstSeq), hlc) }

  /// Makes one operation.
  func emit(_ change: Operation.Change) throws(AlbumenError) {
    // A device says who it is with the first that it writes.
    if operations.isEmpty { for change in introduction { try apply(change) } }
    try apply(change)
  }

  private func apply(_ change: Operation.Change) throws(AlbumenError) {
    let operation = Operation(change)
    let dot = Dot(log: log, seq: firstSeq + UInt64(operations.count))
    try reading { () throws(CatalogueError) in
      try catalogue.apply(operation, as: dot, hlc: hlc)
    }
    operations.append(operation)
  }

  /// The transaction of what has been made.
  func transaction(label: String, origin: String) throws(AlbumenError) -> Transaction {
    do throws(OperationsError) {
      return try Transaction(
        log: log, seq: firstSeq, hlc: hlc, context: context, wall: wall, origin: origin,
        label: self.label.isEmpty ? label : self.label, undoes: undoes, operations: operations)
    } catch { throw AlbumenError(error, subject: label) }
  }

  /// Runs what reads or writes the catalogue.
  func reading<Result>(
    _ body: () throws(CatalogueError) -> Result
  ) throws(AlbumenError) -> Result {
    do throws(CatalogueError) { return try body() } catch { throw AlbumenError(error) }
  }

  // MARK: What is there

  func asset(_ id: AssetID) throws(AlbumenError) -> Asset? {
    try reading { () throws(CatalogueError) in try catalogue.asset(id).map { Asset($0) } }
  }

  func album(_ id: AlbumID) throws(AlbumenError) -> Album? {
    try reading { () throws(CatalogueError) in try catalogue.album(id).map { Album($0) } }
  }

  func device(_ log: LogID) throws(AlbumenError) -> DeviceRow? {
    try reading { () throws(CatalogueError) in try catalogue.deviceRow(of: log) }
  }

  func albums(includingDeleted: Bool = false) throws(AlbumenError) -> [Album] {
    try reading { () throws(CatalogueError) in
      try catalogue.albums(includingDeleted: includingDeleted).map { Album($0) }
    }
  }

  func parts(of asset: AssetID) throws(AlbumenError) -> [AssetID] {
    try reading { () throws(CatalogueError) in try catalogue.parts(of: asset) }
  }

  /// Whether any asset is said to be part of another.
  var hasParts: Bool {
    get throws(AlbumenError) {
      try reading { () throws(CatalogueError) in try catalogue.hasParts }
    }
  }

  /// The whole that an asset shows as part of, or itself.
  func whole(of asset: AssetID) throws(AlbumenError) -> AssetID {
    try reading { () throws(CatalogueError) in try catalogue.whole(of: asset) } ?? asset
  }

  func observed(_ entity: Entity) throws(AlbumenError) -> [Dot] {
    try reading { () throws(CatalogueError) in try catalogue.observedDots(of: entity) }
  }

  func hasPosition(_ album: AlbumID, _ asset: AssetID) throws(AlbumenError) -> Bool {
    try reading { () throws(CatalogueError) in try catalogue.position(of: asset, in: album) != nil }
  }

  /// The references of an album in order, those that do not show now among them, or one end of it; and
  /// what shows in the place of each.
  func references(
    of album: AlbumID, _ part: Catalogue.ReferencePart = .all
  ) throws(AlbumenError) -> [(member: ReferenceOrder.Member, shown: AssetID?)] {
    try reading { () throws(CatalogueError) in
      try catalogue.references(of: album, part).map { reference in
        let member = reference.member
        return (
          ReferenceOrder.Member(asset: member.asset, position: member.position), reference.shown
        )
      }
    }
  }

  // MARK: Albums by title

  /// The living albums of a title, type and parent, the first made first.
  func albums(
    titled title: String, type: AlbumType, parent: AlbumID?
  ) throws(AlbumenError) -> [AlbumID] {
    try reading { () throws(CatalogueError) in
      try catalogue.albums(titled: title, isFolder: type == .folder, in: parent).map(\.id)
    }
  }

  /// The first id that title, type and parent give and that was never created here.
  ///
  /// Two devices that make an album apart thus make the same one.
  func unusedAlbumID(
    title: String, type: AlbumType, parent: AlbumID?
  ) throws(AlbumenError) -> AlbumID {
    var number = 0
    while true {
      let id = Self.albumID(title: title, type: type, parent: parent, number: number)
      let isUsed = try reading { () throws(CatalogueError) in try catalogue.everCreated(id) }
      if !isUsed { return id }
      number += 1
    }
  }

  /// The id of an album that is found by title: the first 16 bytes of the SHA-256 of "albumen/album/1",
  /// type, the parent's id or nothing, title (NFC) and the number in decimal, each behind its length in
  /// bytes as four bytes, the highest first (docs/design/0001-operations.md).
  static func albumID(
    title: String, type: AlbumType, parent: AlbumID?, number: Int
  ) -> AlbumID {
    var hasher = SHA256()
    let parts = [
      "albumen/album/1", type.rawValue, parent?.description ?? "", title, String(number),
    ]
    for part in parts {
      let count = UInt32(part.utf8.count)
      hasher.update((0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) })
      hasher.update(Array(part.utf8))
    }
    let digest = hasher.finalize()
    return AlbumID(high: digest.words.0, low: digest.words.1)
  }

  /// A title or tag as it is stored: NFC; nil for an empty one.
  static func normalized(_ title: String) -> String? {
    let title = TextForm.nfc(title)
    return title.isEmpty ? nil : title
  }
}
