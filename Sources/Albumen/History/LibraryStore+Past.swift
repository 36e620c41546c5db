import Catalogue
import LibraryState
import OperationLog
import Operations
import Platform

extension LibraryStore {
  /// Returns what belongs to a point in time; nil for now.
  ///
  /// - Throws: `.notFound` for a point before the first transaction, and a transaction that is not here.
  func cut(at point: PointInTime, _ catalogue: Catalogue) throws(AlbumenError) -> CausalCut? {
    let found: CausalCut?
    switch point {
    case .now, .back(0): return nil
    case .moment(let wall):
      found = try asking { () throws(CatalogueError) in try catalogue.cut(upTo: wall) }
    case .back(let count):
      found = try asking { () throws(CatalogueError) in
        try catalogue.cut(withoutNewest: max(count, 0))
      }
    case .transaction(let dot):
      let row = try row(of: dot, catalogue)
      found = CausalCut(VersionVector([(row.log, row.seq)]), followsContexts: true)
    }
    guard let found else {
      throw AlbumenError(
        .notFound, "that is before the first change", subject: Self.words(for: point),
        hint: "albumen log lists them, the newest first")
    }
    return found
  }

  /// Returns the row of the transaction that an operation is in.
  ///
  /// - Throws: `.notFound`.
  func row(of dot: Dot, _ catalogue: Catalogue) throws(AlbumenError) -> TransactionRow {
    let row = try asking { () throws(CatalogueError) in try catalogue.transaction(containing: dot) }
    guard let row else {
      throw AlbumenError(
        .notFound, "no such transaction", subject: dot.description,
        hint: "albumen log lists them")
    }
    return row
  }

  /// Runs what asks the catalogue, within a read.
  func asking<Result>(
    _ body: () throws(CatalogueError) -> Result
  ) throws(AlbumenError) -> Result {
    do throws(CatalogueError) { return try body() } catch { throw AlbumenError(error) }
  }

  private static func words(for point: PointInTime) -> String {
    switch point {
    case .back(let count): "\(count) changes back"
    case .moment(let wall): moment(wall)
    case .now, .transaction: ""
    }
  }

  /// A moment in the machine's zone: `2026-05-03 12:00:05`.
  private static func moment(_ wall: Int64) -> String {
    guard let time = LocalTime(seconds: wall / 1000) else { return "\(wall) ms since 1970" }
    return "\(time.date) \(time.timeOfDay)"
  }

  /// Returns the state at a point in time.
  ///
  /// Reads the logs up to there: time and memory are in proportion to the history.
  func state(at point: PointInTime) throws(AlbumenError) -> LibraryState {
    try readPast(at: point) { cut, catalogue throws(AlbumenError) in
      guard let cut else {
        return try asking { () throws(CatalogueError) in try catalogue.state() }
      }
      return try state(of: cut, catalogue)
    }
  }

  /// Runs `body` with the cut of a point in time, on one state of the catalogue that has all there is.
  func readPast<Result>(
    at point: PointInTime,
    _ body: (CausalCut?, Catalogue) throws(AlbumenError) -> Result
  ) throws(AlbumenError) -> Result {
    try readWithLogs { catalogue throws(AlbumenError) in
      try body(try cut(at: point, catalogue), catalogue)
    }
  }

  /// Runs a body that reads catalogue and logs, on one state of the catalogue.
  func readWithLogs<Result>(
    _ body: (Catalogue) throws(AlbumenError) -> Result
  ) throws(AlbumenError) -> Result {
    try catchUp()
    do throws(AlbumenError) {
      return try catalogue.withSnapshot(mapError: { AlbumenError($0) }) {
        () throws(AlbumenError) in try body(catalogue)
      }
    } catch { guard error.isCatalogueDamage else { throw error } }
    try renewCatalogue()
    try catchUp()
    return try catalogue.withSnapshot(mapError: { AlbumenError($0) }) {
      () throws(AlbumenError) in try body(catalogue)
    }
  }

  /// Returns what had been delivered at a point in time.
  func vector(at point: PointInTime) throws(AlbumenError) -> VersionVector {
    try readPast(at: point) { cut, catalogue throws(AlbumenError) in
      guard let cut else {
        return try asking { () throws(CatalogueError) in try catalogue.vector }
      }
      if let vector = try vector(of: cut, catalogue) { return vector }
      return try deliver(cut, catalogue) { _ in }
    }
  }

  /// Folds what belongs to a cut.
  func state(
    of cut: CausalCut, _ catalogue: Catalogue
  ) throws(AlbumenError) -> LibraryState {
    var state = LibraryState()
    _ = try deliver(cut, catalogue) { state.deliver($0) }
    return state
  }

  /// Calls `body` with each transaction of a cut in a causal order; returns what was delivered.
  func deliver(
    _ cut: CausalCut, _ catalogue: Catalogue, _ body: (Transaction) -> Void
  ) throws(AlbumenError) -> VersionVector {
    let delivered = try asking { () throws(CatalogueError) in try catalogue.vector }
    var cut = cut
    var readers: [LogID: LogSelection] = [:]
    do throws(LogError) {
      return try cut.deliver(
        delivered.entries.map(\.log),
        next: { log throws(LogError) in
          if readers[log] == nil { readers[log] = try LogSelection(logs.reader(log)) }
          // What has been delivered since is of a later time, what waits of none.
          return try readers[log]?.next(upTo: delivered[log])
        }, { transaction throws(LogError) in body(transaction) })
    } catch { throw AlbumenError(error) }
  }

  /// Reads delivered transactions out of the logs, in the order of their stamps.
  func transactions(
    _ rows: some Sequence<TransactionRow>
  ) throws(AlbumenError) -> [Transaction] {
    try transactions(named: rows.lazy.map(\.dot))
  }

  /// Reads delivered transactions out of the logs, by the names of their first operations, in the order of
  /// their stamps.
  func transactions(
    named dots: some Sequence<Dot>
  ) throws(AlbumenError) -> [Transaction] {
    var found: [Transaction] = []
    try forEachTransaction(named: dots) { found.append($0) }
    return found.sorted { $0.stamp < $1.stamp }
  }

  /// Calls `body` with delivered transactions, by the names of their first operations, each log's in its
  /// order; each once.
  func forEachTransaction(
    named dots: some Sequence<Dot>, _ body: (Transaction) -> Void
  ) throws(AlbumenError) {
    var byLog: [LogID: Set<UInt64>] = [:]
    for dot in dots { byLog[dot.log, default: []].insert(dot.seq) }
    do throws(LogError) {
      for (log, seqs) in byLog {
        var selection = try LogSelection(logs.reader(log))
        for seq in seqs.sorted() { body(try selection.transaction(beginningWith: seq)) }
      }
    } catch { throw AlbumenError(error) }
  }
}
