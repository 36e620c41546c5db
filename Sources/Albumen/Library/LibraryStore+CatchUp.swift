import Catalogue
import LibraryState
import OperationLog
import Operations

extension LibraryStore {
  /// How many transactions one change of the catalogue delivers.
  private static let batch = 2_000

  /// Brings the catalogue up to the logs: what another process or device has written, or a crash left.
  ///
  /// Costs a look at names and sizes where there is nothing new. What cannot be read is noted in
  /// `damage`, what cannot be delivered in `waiting`; the rest is delivered.
  ///
  /// - Parameter isLocked: whether the caller holds the lock for changes.
  func catchUp(isLocked: Bool = false) throws(AlbumenError) {
    try followCatalogue()
    do throws(AlbumenError) { try catchUpOnce(isLocked: isLocked) } catch {
      guard error.isCatalogueDamage else { throw error }
      try renewCatalogue()
      try catchUpOnce(isLocked: isLocked)
    }
  }

  private func catchUpOnce(isLocked: Bool) throws(AlbumenError) {
    let heights = try heights()
    let extents = try extents()
    // What could not be read may have been cut off, or put right, since.
    for (log, extent) in extents where Self.isAtEnd(heights[log], of: extent, log) {
      damage[log] = nil
    }
    let behind = logsBehind(heights, extents)
    if behind.isEmpty { return }
    var cursors = Cursors(logs)
    do throws(AlbumenError) {
      if heights.isEmpty {
        try buildCatalogue(behind, &cursors)
      } else {
        let isBuilt = try Self.isFarBehind(heights, extents) ? buildOver(heights, behind) : false
        if !isBuilt {
          for (log, height) in heights { cursors.start(log, behind: height.mark) }
          try deliver(behind, &cursors)
        }
      }
    } catch {
      guard !cursors.ahead.isEmpty else { throw error }
      try startAnew(cursors.ahead, isLocked: isLocked)
    }
    let delivered = try self.heights()
    looks = [:]
    for (log, extent) in extents {
      looks[log] = LogLook(extent: extent, delivered: delivered[log]?.seq ?? 0)
    }
  }

  /// Builds the catalogue anew: it has what the logs no longer hold, because they were put back to an
  /// earlier time.
  ///
  /// Where the machine's own log is among them it must not be gone on with: others may have the lost
  /// end, and two histories under one id must not come about.
  private func startAnew(_ logs: Set<LogID>, isLocked: Bool) throws(AlbumenError) {
    // A disk that is away must not pass for logs that were lost.
    try checkRoot()
    var logs = logs
    for log in logs where try isCutOnPurpose(log) { logs.remove(log) }
    if logs.isEmpty { return try rebuildFold() }
    // What was given up on purpose is not lost.
    let given = try LogYield.read(in: stateDirectory).map { $0.isAdopting ? $0.old : $0.new }
    noteLosses(
      try heights().values.filter { logs.contains($0.log) && $0.log != given }
        .map { ($0.log, $0.seq) })
    // What the album view had was that of later albums.
    do throws(CatalogueError) { try catalogue.forgetView() } catch { throw AlbumenError(error) }
    let mint = { () throws(AlbumenError) in
      do throws(LogError) {
        // With the lock held: another process may have minted one by now.
        let own = try self.ownLog.recorded()
        for log in logs.sorted() {
          self.notices.append(
            "log \(log) is not what was here before: it was put back to an earlier time"
              + (log == own ? "; this machine goes on in a new one" : ""))
        }
        if let own, logs.contains(own) { try self.ownLog.mint() }
      } catch { throw AlbumenError(error) }
    }
    if isLocked { try mint() } else { try withLock(mint) }
    var cursors = Cursors(self.logs)
    try buildCatalogue(try listLogs(), &cursors)
  }

  /// Whether a log of another machine only lacks what stood behind the place where it was retired for having
  /// two ends: this machine has taken that off and died before it built the fold, or another one has, in
  /// this folder.
  private func isCutOnPurpose(_ log: LogID) throws(AlbumenError) -> Bool {
    guard try recordedLog() != log else { return false }
    var places = partedPlaces(of: log)
    if let noted = parting(of: log) { places.insert(noted) }
    for seq in places {
      // One that says something else up to there is not what was here before.
      guard let here = try? logs.reader(log).entries(behind: seq).mark.chain else { continue }
      let before = try asking { () throws(CatalogueError) in try catalogue.chainAt(log, seq) }
      if before == here.prefix { return true }
    }
    return false
  }

  /// Builds the fold anew from the logs, because one of them was taken back to an earlier place on purpose.
  ///
  /// The caller holds the lock.
  func rebuildFold() throws(AlbumenError) {
    var cursors = Cursors(logs)
    looks = [:]
    try buildCatalogue(try listLogs(), &cursors)
  }

  func heights() throws(AlbumenError) -> [LogID: LogHeight] {
    do throws(CatalogueError) {
      return Dictionary(uniqueKeysWithValues: try catalogue.logs().map { ($0.log, $0) })
    } catch { throw AlbumenError(error) }
  }

  func listLogs() throws(AlbumenError) -> [LogID] {
    do throws(LogError) { return try logs.logs() } catch { throw AlbumenError(error) }
  }

  /// How far the logs reach that are here; nil for one that has nothing.
  private func extents() throws(AlbumenError) -> [(log: LogID, extent: LogExtent?)] {
    try listLogs().map { log in
      do throws(LogError) { return (log, try logs.extent(of: log)) } catch {
        // Reading it will tell what is wrong with it; the others can be read.
        return (log, LogExtent(segment: .max, length: -1))
      }
    }
  }

  /// All logs, where one holds something behind what was delivered, or less than that; else none.
  private func logsBehind(
    _ heights: [LogID: LogHeight], _ extents: [(log: LogID, extent: LogExtent?)]
  ) -> [LogID] {
    let hasNews = extents.contains { log, extent in
      !Self.isAtEnd(heights[log], of: extent, log)
        && looks[log] != LogLook(extent: extent, delivered: heights[log]?.seq ?? 0)
    }
    let here = extents.map(\.log)
    let gone = Set(heights.keys).subtracting(here)
    return hasNews || !gone.isEmpty ? here + gone.sorted() : []
  }

  /// Whether all that a log has was delivered.
  private static func isAtEnd(_ height: LogHeight?, of extent: LogExtent?, _ log: LogID) -> Bool {
    (height?.mark ?? .start(of: log)).isAtEnd(of: extent)
  }

  /// Whether there is so much to deliver that a catalogue that is built anew has it sooner.
  ///
  /// A segment is named by its first operation, so that names alone tell about how much there is.
  private static func isFarBehind(
    _ heights: [LogID: LogHeight], _ extents: [(log: LogID, extent: LogExtent?)]
  ) -> Bool {
    var new: UInt64 = 0
    for (log, extent) in extents {
      guard let extent, extent.length >= 0 else { continue }
      let here = heights[log]?.seq ?? 0
      if extent.segment > here { new += extent.segment - here }
    }
    let known = heights.values.reduce(0) { $0 + $1.seq }
    return new >= 20_000 && new >= known / 4
  }

  /// Builds the catalogue anew with all that it has and what is behind that in the logs; false, and it is
  /// as it was, where these do not have all of it any more.
  private func buildOver(
    _ heights: [LogID: LogHeight], _ logs: [LogID]
  ) throws(AlbumenError) -> Bool {
    var cursors = Cursors(self.logs)
    var hasAll = true
    do throws(AlbumenError) {
      try buildCatalogue(logs, &cursors) { builder throws(AlbumenError) in
        hasAll = heights.allSatisfy {
          builder.chainAt($0.key, $0.value.seq) == $0.value.chain.prefix
        }
        if !hasAll { throw AlbumenError(.damaged, "the catalogue is ahead of the log") }
      }
    } catch { guard !hasAll else { throw error } }
    return hasAll
  }

  private func buildCatalogue(
    _ logs: [LogID], _ cursors: inout Cursors,
    checking check: (CatalogueBuilder) throws(AlbumenError) -> Void = { _ in }
  ) throws(AlbumenError) {
    var merge = CausalMerge<LogEntry> { $0.transaction }
    var delivery = Delivery()
    waiting = try catalogue.build(mapError: { AlbumenError($0) }) {
      builder throws(AlbumenError) in
      let remainder = try merge.run(
        logs, &delivery, next: { log throws(AlbumenError) in cursors.next(log) },
        chainAt: { log, seq throws(AlbumenError) in builder.chainAt(log, seq) },
        deliver: { entry throws(AlbumenError) in
          do throws(CatalogueError) { try builder.deliver(DeliveredTransaction(entry)) } catch {
            throw AlbumenError(error)
          }
        })
      try check(builder)
      return remainder
    }
    damage = cursors.damage
  }

  private func deliver(_ logs: [LogID], _ cursors: inout Cursors) throws(AlbumenError) {
    var merge = CausalMerge<LogEntry> { $0.transaction }
    var count = 0
    repeat {
      count = 0
      waiting = try catalogue.withChange(mapError: { AlbumenError($0) }) {
        () throws(AlbumenError) in
        // Another process may have delivered some of it since: what was is passed over.
        var delivery = try currentDelivery()
        return try merge.run(
          logs, &delivery,
          next: { log throws(AlbumenError) in
            count < Self.batch ? cursors.next(log) : nil
          },
          chainAt: { log, seq throws(AlbumenError) in
            do throws(CatalogueError) { return try catalogue.chainAt(log, seq) } catch {
              throw AlbumenError(error)
            }
          },
          deliver: { entry throws(AlbumenError) in
            count += 1
            do throws(CatalogueError) {
              try catalogue.deliver([DeliveredTransaction(entry)])
            } catch { throw AlbumenError(error) }
          })
      }
      if !cursors.ahead.isEmpty {
        throw AlbumenError(.damaged, "the catalogue is ahead of the log")
      }
    } while count > 0
    damage = cursors.damage
  }

  private func currentDelivery() throws(AlbumenError) -> Delivery {
    do throws(CatalogueError) { return try catalogue.delivery } catch { throw AlbumenError(error) }
  }

}

/// Is how far a log reached at a look, and how far it had been delivered after it.
struct LogLook: Hashable {
  let extent: LogExtent?
  let delivered: UInt64
}

/// Reads several logs, each from where the catalogue has it; what cannot be read ends a log.
private struct Cursors {
  private let logs: LogStore
  private var marks: [LogID: LogMark] = [:]
  private var cursors: [LogID: LogCursor] = [:]
  private(set) var damage: [LogID: LogError] = [:]
  /// The logs that are shorter than, or differ from, what was read of them before.
  private(set) var ahead: Set<LogID> = []

  init(_ logs: LogStore) { self.logs = logs }

  mutating func start(_ log: LogID, behind mark: LogMark) { marks[log] = mark }

  mutating func next(_ log: LogID) -> LogEntry? {
    if damage[log] != nil { return nil }
    do throws(LogError) {
      if cursors[log] == nil {
        cursors[log] = try logs.reader(log).entries(from: marks[log])
      }
      return try cursors[log]?.next()
    } catch {
      if error.code == .shorter || error.code == .diverged { ahead.insert(log) }
      damage[log] = error
      return nil
    }
  }
}

extension LogHeight {
  /// The place in the log behind what was delivered.
  var mark: LogMark {
    LogMark(segment: segment, offset: Int64(clamping: offset), seq: seq, chain: chain)
  }
}

extension DeliveredTransaction {
  init(_ entry: LogEntry) {
    self.init(
      entry.transaction, chain: entry.chain, segment: entry.segment,
      offset: UInt64(clamping: entry.offset), end: UInt64(clamping: entry.mark.offset),
      tables: entry.tables)
  }
}
