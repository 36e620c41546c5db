import Catalogue
import OperationLog
import Operations
import Replication

/// Lets an exchange write the logs of a library: each transaction under the machine's lock, as any change.
final class StoreHost: ExchangeHost {
  private let store: LibraryStore
  private var marks: [LogID: LogMark]
  /// Whether the library comes back: then this machine's own log is a copy like any other, as it may be
  /// that nothing of it is here, and what the catalogue has of the logs does not count.
  private let restores: Bool
  /// What the library threw, which an exchange knows only as `io`.
  private(set) var failure: AlbumenError?

  init(_ store: LibraryStore, restores: Bool = false) {
    self.store = store
    self.restores = restores
    marks = restores ? [:] : (try? store.heights().mapValues(\.mark)) ?? [:]
  }

  var logs: LogStore { store.logs }
  var deviceName: String { store.configuration.deviceName }
  var application: String { store.configuration.application }

  func ownLog() throws(ReplicationError) -> LogID? {
    if restores { return nil }
    do throws(LogError) { return try store.ownLog.recorded() } catch {
      throw ReplicationError(error)
    }
  }

  func acknowledgeOwnLog() throws(ReplicationError) -> LogMark? {
    try passing { () throws(AlbumenError) in
      guard try recorded() != nil else { return nil }
      return try store.withLock { () throws(AlbumenError) in
        let writer = try store.prepareToWrite()
        do throws(LogError) { try writer.acknowledge() } catch { throw AlbumenError(error) }
        return writer.mark
      }
    }
  }

  func knownEnd(of log: LogID) -> LogMark? {
    guard let mark = marks[log], let extent = try? store.logs.extent(of: log),
      mark.isAtEnd(of: extent)
    else { return nil }
    return mark
  }

  func withWriter(
    of log: LogID, from mark: LogMark?, _ body: (LogWriter) throws(LogError) -> Void
  ) throws(ReplicationError) {
    try passing { () throws(AlbumenError) in
      try store.withLock { () throws(AlbumenError) in
        // The own log that has lost its end is no more than a copy until it has it again: it can go on
        // then, where a new one would have to be begun otherwise.
        if !restores, try recorded() == log, try !isShort() {
          let writer = try store.prepareToWrite()
          // It may have turned out not to be the machine's own any more.
          if writer.log == log {
            do throws(LogError) { return try body(writer) } catch {
              store.ownLog.reset()
              throw AlbumenError(error)
            }
          }
        }
        try store.withCopiesLock { () throws(AlbumenError) in
          do throws(LogError) {
            try body(
              try LogWriter(
                store: store.logs, log: log, acknowledged: mark.flatMap { $0.seq > 0 ? $0 : nil },
                settings: store.ownLog.settings))
          } catch { throw AlbumenError(error) }
        }
      }
    }
  }

  func noteLeaving(_ log: LogID, upTo seq: UInt64) throws(ReplicationError) {
    try passing { () throws(AlbumenError) in
      if try recorded() == log { try store.noteLeaving(log, upTo: seq) }
    }
  }

  func isAlone(with log: LogID, behind seq: UInt64) throws(ReplicationError) -> Bool {
    try passing { () throws(AlbumenError) in try store.isAlone(with: log, behind: seq) }
  }

  /// Brings the catalogue up to the logs; whether something of them cannot be read.
  func findsDamage() throws(ReplicationError) -> Bool {
    try passing { () throws(AlbumenError) in
      try store.catchUp()
      return !store.damage.isEmpty
    }
  }

  func isDamaged(_ log: LogID) -> Bool { store.damage[log] != nil }

  func knownSeq(of log: LogID) throws(ReplicationError) -> UInt64 {
    if restores { return 0 }
    return try passing { () throws(AlbumenError) in
      let delivered = try store.heights()[log]?.seq ?? 0
      do throws(LogError) { return max(delivered, try store.ownLog.acknowledged(of: log)) } catch {
        throw AlbumenError(error)
      }
    }
  }

  func mend(_ log: LogID, _ fault: LogFault, with piece: LogPiece) throws(ReplicationError) {
    try passing { () throws(AlbumenError) in
      marks[log] = nil
      try store.withLock { () throws(AlbumenError) in
        try store.withCopiesLock { () throws(AlbumenError) in
          try store.mend(log, fault, with: piece)
        }
      }
      store.notices.append(
        "operations \(piece.firstSeq) to \(piece.lastSeq) of log \(log) were damaged or missing here, and "
          + "were fetched again")
    }
  }

  func retirement(of log: LogID) throws(ReplicationError) -> UInt64? {
    try passing { () throws(AlbumenError) in
      try store.asking { () throws(CatalogueError) in try store.catalogue.delivery.waivers[log] }
    }
  }

  func parting(of log: LogID) -> UInt64? { store.parting(of: log) }

  func isSettled(_ piece: PieceName, chain: Chain) throws(ReplicationError) -> Bool? {
    try passing { () throws(AlbumenError) in try store.isSettled(piece, chain: chain) }
  }

  func settleLate(_ log: LogID) throws(ReplicationError) -> Bool {
    try passing { () throws(AlbumenError) in
      marks = [:]
      let isDone = try store.withLock { () throws(AlbumenError) in try store.settleLate(log) }
      try store.catchUp()
      return isDone
    }
  }

  func holdAside(
    _ piece: PieceName, chain: Chain, _ bytes: [UInt8]
  ) throws(ReplicationError) {
    try passing { () throws(AlbumenError) in try store.holdAside(piece, chain: chain, bytes) }
  }

  func heldAside(_ piece: PieceName, chain: Chain) -> [UInt8]? {
    store.heldAside(piece, chain: chain)
  }

  func settleAdopted(_ log: LogID, behind mark: LogMark) throws(ReplicationError) {
    try passing { () throws(AlbumenError) in
      if try !store.isAdopted(log), try !store.hasLeft(log) { return }
      marks = [:]
      try store.withLock { () throws(AlbumenError) in
        _ = try store.adoptEnds(of: log, behind: mark.seq)
      }
      try store.catchUp()
    }
  }

  func yieldOwnLog(
    _ log: LogID, behind mark: LogMark, adopting: Bool, foundAt place: String
  ) throws(ReplicationError) {
    try passing { () throws(AlbumenError) in
      marks = [:]
      guard let count = try store.yield(log, behind: mark, adopting: adopting) else { return }
      // From now on the old log counts as retired.
      try store.catchUp()
      store.notices.append(
        "this machine goes on in a new log, "
          + (adopting
            ? "with \(count) of its transactions"
            : "and \(count) of its transactions stand in one of their own")
          + ": \(place) has another history of its log from operation \(mark.seq + 1) on, as from a copy of this disk or a newer "
          + "state of it")
    }
  }

  private func isShort() throws(AlbumenError) -> Bool {
    do throws(LogError) { return try store.ownLog.isShort() } catch { throw AlbumenError(error) }
  }

  private func recorded() throws(AlbumenError) -> LogID? {
    do throws(LogError) { return try store.ownLog.recorded() } catch { throw AlbumenError(error) }
  }

  /// Calls a function and keeps what it throws.
  private func passing<Result>(
    _ body: () throws(AlbumenError) -> Result
  ) throws(ReplicationError) -> Result {
    do throws(AlbumenError) { return try body() } catch {
      if error.code != .damaged { failure = error }
      // One log that is damaged keeps no other from being exchanged.
      throw ReplicationError(
        error.code == .damaged ? .damaged : error.code == .full ? .diskFull : .cancelled,
        error.message, hint: error.hint, subject: error.subject, disposition: error.disposition)
    }
  }
}
