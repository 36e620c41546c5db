import Catalogue
import LibraryState
public import Operations

extension PhotoLibrary {
  /// Returns what differs between two points in the library's history.
  ///
  /// Reads the history up to both; time and memory are in proportion to it.
  ///
  /// - Throws: as `past(at:)`.
  public func difference(
    from old: PointInTime, to new: PointInTime = .now
  ) async throws(AlbumenError) -> LibraryDifference {
    LibraryDifference(from: try store.state(at: old), to: try store.state(at: new))
  }

  /// Returns what transactions did, summed up.
  ///
  /// Reads them out of the logs, each by itself.
  ///
  /// - Throws: `.notFound` for one that is not here; `.damaged`.
  public func summaries(
    of transactions: [Dot]
  ) async throws(AlbumenError) -> [Dot: ChangeSummary] {
    try store.readWithLogs { catalogue throws(AlbumenError) in
      var rows: [TransactionRow] = []
      for dot in transactions { rows.append(try store.row(of: dot, catalogue)) }
      var summaries: [Dot: ChangeSummary] = [:]
      for transaction in try store.transactions(rows) {
        summaries[transaction.dot] = ChangeSummary(transaction.operationList)
      }
      return summaries
    }
  }
}
