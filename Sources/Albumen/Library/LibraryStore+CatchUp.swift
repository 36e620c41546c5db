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
    let heights = try heights()
    let behind = try logsBehind(heights)
    if behind.isEmpty { return }
    damage = [:]
    var cursors = Cursors(logs)
    do throws(AlbumenError) {
      if heights.isEmpty {
        try buildCatalogue(behind, &cursors)
      } else {
        for (log, height) in heights { cursors.start(log, behind: height.mark) }
        try deliver(behind, &cursors)
      }
    } catch {
      guard !cursors.ahead.isEmpty else { throw error }
      try startAnew(cursors.ahead, isLocked: isLocked)
    }
  }

  /// Builds the catalogue anew: it has what the logs no longer hold, because they were put back to an
  /// earlier time.
  ///
  /// Where the machine's own log is among them it must not be gone on with: others may have the lost
  /// end, and two histories under one id must not come about.
  private func startAnew(_ logs: Set<LogID>, isLocked: Bool) throws(AlbumenError) {
    let own: LogID?
    do throws(LogError) { own = try ownLog.recorded() } catch { throw AlbumenError(error) }
    if let own, logs.contains(own) {
      let mint = { () throws(AlbumenError) in
        do throws(LogError) { try self.ownLog.mint() } catch { throw AlbumenError(error) }
      }
      if isLocked { try mint() } else { try withLock(mint) }
    }
    var cursors = Cursors(self.logs)
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

  /// The logs that hold something behind what was delivered, or less than that.
  private func logsBehind(_ heights: [LogID: LogHeight]) throws(AlbumenError) -> [LogID] {
    var here = try listLogs()
    var changed = false
    do throws(LogError) {
      for log in here {
        let extent = try logs.extent(of: log)
        let mark = heights[log]?.mark ?? .start(of: log)
        if mark.isAtEnd(of: extent) || (extent != nil && waitingExtents[log] == extent) { continue }
        changed = true
      }
    } catch { throw AlbumenError(error) }
    let gone = heights.keys.filter { !here.contains($0) }
    here += gone
    return changed || !gone.isEmpty ? here : []
  }

  private func buildCatalogue(
    _ logs: [LogID], _ cursors: inout Cursors
  ) throws(AlbumenError) {
    var merge = CausalMerge<LogEntry> { $0.transaction }
    var delivery = Delivery()
    waiting = try catalogue.build(mapError: { AlbumenError($0) }) {
      builder throws(AlbumenError) in
      try merge.run(
        logs, &delivery, next: { log throws(AlbumenError) in cursors.next(log) },
        chainAt: { log, seq throws(AlbumenError) in builder.chainAt(log, seq) },
        deliver: { entry throws(AlbumenError) in
          do throws(CatalogueError) { try builder.deliver(DeliveredTransaction(entry)) } catch {
            throw AlbumenError(error)
          }
        })
    }
    note(cursors, logs)
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
    note(cursors, logs)
  }

  private func currentDelivery() throws(AlbumenError) -> Delivery {
    do throws(CatalogueError) { return try catalogue.delivery } catch { throw AlbumenError(error) }
  }

  private func note(_ cursors: Cursors, _ logs: [LogID]) {
    damage = cursors.damage
    waitingExtents = [:]
    for log in waiting.keys { waitingExtents[log] = (try? self.logs.extent(of: log)) ?? nil }
    for log in damage.keys { waitingExtents[log] = (try? self.logs.extent(of: log)) ?? nil }
  }
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
      offset: UInt64(clamping: entry.offset), end: UInt64(clamping: entry.mark.offset))
  }
}
