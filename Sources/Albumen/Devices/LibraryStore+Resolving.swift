import OperationLog
import Operations
import Platform
import Replication

extension LibraryStore {
  /// Lists pieces of a log that are settled: what they hold is in the library, under another name.
  private func settledPath(_ log: LogID) -> Path { asideDirectory(of: log) / "settled" }

  /// The pieces of other histories of a log that are kept, ascending.
  ///
  /// - Parameter includingSettled: whether those are among them that are settled.
  func asidePieces(
    of log: LogID, includingSettled: Bool = false
  ) throws(AlbumenError) -> [AsidePiece] {
    let directory = asideDirectory(of: log)
    let settled = includingSettled ? [] : try settledNames(log)
    let names: [Path]
    do throws(PlatformError) { names = try DirectoryWalk.namesIfThere(in: directory) } catch {
      throw AlbumenError(error, "the other histories of a log cannot be listed")
    }
    let pieces = names.compactMap { (name) -> AsidePiece? in
      let bytes = name.bytes
      // The name of a piece, then the beginning of the chain at its end.
      guard bytes.count == 66, bytes[41] == UInt8(ascii: "-"), !settled.contains(name.display),
        let piece = PieceName(log, fileName: bytes[..<41] + Array(".segment".utf8))
      else { return nil }
      return AsidePiece(name: piece, path: directory / name)
    }
    return pieces.sorted { ($0.name, $0.path.display) < ($1.name, $1.path.display) }
  }

  private func settledNames(_ log: LogID) throws(AlbumenError) -> Set<String> {
    let bytes: [UInt8]
    do throws(PlatformError) {
      bytes = try DurableFile.contents(of: settledPath(log), limit: 1 << 24)
    } catch {
      if error.code == .notFound { return [] }
      throw AlbumenError(error, "it cannot be seen which histories are settled")
    }
    return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) })
  }

  /// Notes that what pieces hold is in the library under another name.
  func settle(_ pieces: [AsidePiece], of log: LogID) throws(AlbumenError) {
    if pieces.isEmpty { return }
    let names = try settledNames(log).union(pieces.map(\.path.lastComponent.display))
    do throws(PlatformError) {
      try DurableFile.replace(
        settledPath(log), with: Array(names.sorted().map { $0 + "\n" }.joined().utf8),
        permissions: 0o600, failpoint: "aside.settled")
    } catch { throw AlbumenError(error, "it cannot be noted that a history was adopted") }
  }

  /// Whether a piece is settled; nil where none is kept that ends with the chain, or what is kept cannot be
  /// read and is needed yet.
  func isSettled(_ piece: PieceName, chain: Chain) throws(AlbumenError) -> Bool? {
    let path = asidePath(piece, chain: chain)
    guard try Presence.ofLink(at: path) else { return nil }
    if try settledNames(piece.log).contains(path.lastComponent.display) { return true }
    return holdsAside(piece, chain: chain) ? false : nil
  }

  /// Writes what is kept and not settled of a log behind the place where it ends, because it had two ends,
  /// into the logs that those were adopted as; the caller holds the lock.
  ///
  /// What is settled is read as well: what has come late goes on with it.
  ///
  /// - Returns: whether nothing is left that is not settled.
  func settleLate(_ log: LogID) throws(AlbumenError) -> Bool {
    let pieces = try asidePieces(of: log)
    guard !pieces.isEmpty, let seq = parting(of: log) else { return true }
    let end: LogMark
    do throws(LogError) { end = try logs.reader(log).tip() } catch { throw AlbumenError(error) }
    // Its end has yet to be taken off.
    guard end.seq == seq else { return true }
    let all = try asidePieces(of: log, includingSettled: true)
    let late = try OtherHistory.late(of: log, pieces, among: all, logs)
    for history in late.histories { _ = try adopt(history) }
    let left = Set(late.left.map(\.path))
    try settle(pieces.filter { !left.contains($0.path) }, of: log)
    return left.isEmpty
  }

  /// Says where a log ends that had two ends, both of which were adopted.
  private func partingPath(_ log: LogID) -> Path { asideDirectory(of: log) / "parted" }

  /// The last operation of a log that had two ends, and was taken back to it; nil for any other.
  func parting(of log: LogID) -> UInt64? {
    // Where it cannot be read, the end is fetched and taken off once more.
    guard let bytes = try? DurableFile.contents(of: partingPath(log), limit: 64) else { return nil }
    return UInt64(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" })
  }

  /// Notes that a log ends with an operation, whatever a remote has of it behind that.
  func noteParting(of log: LogID, at seq: UInt64) throws(AlbumenError) {
    do throws(PlatformError) {
      try Files.createDirectories(asideDirectory(of: log), permissions: 0o700)
      try DurableFile.replace(
        partingPath(log), with: Array("\(seq)\n".utf8), permissions: 0o600,
        failpoint: "aside.parted")
    } catch { throw AlbumenError(error, "it cannot be noted where a log ends") }
  }

  /// Whether a log is one that an end was adopted as, which nobody goes on with: then nobody but who meets
  /// them can settle what two machines have made of it that had seen more or less of that end.
  func isAdopted(_ log: LogID) throws(AlbumenError) -> Bool {
    do throws(LogError) {
      var cursor = try logs.reader(log).entries()
      let first = try cursor.next()?.transaction.operationList.first { _ in true }
      return first?.isParting ?? false
    } catch { throw AlbumenError(error) }
  }

  /// Whether another history of a log is kept that resolving it would take in.
  func hasOtherHistory(_ log: LogID) throws(AlbumenError) -> Bool {
    let pieces = try asidePieces(of: log)
    if pieces.isEmpty { return false }
    // What cannot be read is told of by who tries.
    return (try? OtherHistory.isAny(among: pieces, logs)) ?? true
  }

  /// Writes histories into logs of their own, as far as they are not there yet.
  ///
  /// - Returns: how many transactions were written.
  func adopt(_ histories: [OtherHistory]) throws(AlbumenError) -> Int {
    var count = 0
    try withLock { () throws(AlbumenError) in
      for history in histories { count += try adopt(history) }
    }
    try catchUp()
    return count
  }

  /// Writes a history into a log of its own, as far as it is not there yet, with the lock held.
  ///
  /// - Returns: how many transactions were written.
  func adopt(_ history: OtherHistory) throws(AlbumenError) -> Int {
    try withCopiesLock { () throws(AlbumenError) in try write(history).written }
  }
}

extension PhotoLibrary {
  /// Says what resolving the histories of a log came to.
  public struct Resolution: Sendable {
    /// The last operation that all histories have.
    public let at: UInt64
    /// The logs that their ends were adopted as.
    public let adopted: [LogID]
    /// How many transactions were written to those.
    public let transactions: Int
    /// How many pieces are kept here that could not be joined to a history, as what comes before them is
    /// missing; nothing is settled as long as there are any.
    public let left: Int
    /// What gives the adopted logs the old one's name; nil where it was only tried.
    public let change: ChangeResult<Void>?
  }

  /// Adopts the ends of two histories of a log as logs of their own, where the device whose log it is is gone
  /// and cannot settle it.
  ///
  /// The end that is here is written again as well, so that those who have the other one get it.
  ///
  /// - Throws: `.notFound` where no other history is kept here; `.invalid` for this machine's own log, which it
  ///   settles when it syncs; `.damaged` and others where a piece of one cannot be read, and then nothing was
  ///   written.
  public func resolve(_ log: LogID, isDryRun: Bool = false) async throws -> Resolution {
    try store.catchUp()
    guard try store.recordedLog() != log else {
      throw AlbumenError(
        .invalid, "this machine settles the histories of its own log itself",
        subject: log.description, hint: "albumen sync does it")
    }
    let pieces = try store.asidePieces(of: log)
    let reading = try OtherHistory.all(of: log, pieces, store.logs)
    let histories = reading.histories
    guard let at = histories.map(\.parting.seq).min() else {
      throw AlbumenError(
        .notFound, "no other history of this log is kept here", subject: log.description,
        hint: "where a remote has one, albumen sync tells of it")
    }
    let adopted = histories.map(\.adopted)
    if isDryRun {
      var count = 0
      for history in histories { count += try history.transactionCount() }
      return Resolution(
        at: at, adopted: adopted, transactions: count, left: reading.left.count, change: nil)
    }
    let count = try store.adopt(histories)
    let name = try store.devices().first { $0.log == log }?.name
    let change = try await performChanges("Resolve \(name ?? String(log.description.prefix(8)))") {
      changes in
      for log in adopted { if let name { try changes.renameDevice(log, to: name) } }
    }
    // What is left can be adopted only as long as the pieces are known that it goes on with.
    if reading.left.isEmpty { try store.settle(pieces, of: log) }
    return Resolution(
      at: at, adopted: adopted, transactions: count, left: reading.left.count, change: change)
  }
}
