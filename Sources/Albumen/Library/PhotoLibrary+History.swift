import Catalogue
import LibraryState
import OperationLog
import Operations
import Platform

extension PhotoLibrary {
  /// Returns transactions, the newest first.
  ///
  /// - Parameters:
  ///   - filter: which ones; a long history is taken in parts by its `limit`.
  ///   - last: the transaction behind which to go on, such as the last of the part before; nil for the
  ///     newest.
  public func history(
    _ filter: HistoryFilter = HistoryFilter(), behind last: Dot? = nil
  ) async throws(AlbumenError) -> [TransactionRecord] {
    try store.read { catalogue throws(CatalogueError) in
      let before = try last.flatMap { dot throws(CatalogueError) in
        try catalogue.transaction(containing: dot)?.stamp
      }
      let names = try catalogue.logNames()
      let wanted = TransactionFilter(
        album: filter.album, asset: filter.asset, log: filter.log, since: filter.since,
        until: filter.until)
      return try catalogue.transactions(wanted, before: before, limit: filter.limit).map { row in
        TransactionRecord(
          id: row.dot, lastSeq: row.lastSeq, wall: row.wall, origin: row.origin, label: row.label,
          device: names[row.log], undoes: row.undoes,
          effects: row.effects.map { (kind: $0.kind?.name ?? "unknown", count: $0.count) })
      }
    }
  }

  /// Returns how the library is: what it holds, what a scan would do, what is waited for.
  ///
  /// Looks at the whole folder; nothing is changed.
  public func status() async throws(AlbumenError) -> LibraryStatus {
    var status = LibraryStatus()
    status.watch = store.watchHealth()
    let look = try store.look()
    // A file that is no photo or video is never known, so each must be looked into.
    status.pending = look.toRead.filter { !look.doubtful.contains($0) && store.isMedia($0) }
    let renamed = Set(look.renamed.map(\.known.path))
    status.gone = look.gone.filter { !renamed.contains($0) }
    let base = try store.read { catalogue throws(CatalogueError) in try catalogue.baseSize }
    status.isTooMuchGone =
      status.gone.count > store.configuration.absences.files(of: base ?? look.indexed)
    status.moved = look.renamed.map { ($0.known.path, $0.path) }
    status.pending += look.emptied
    status.unreadable = look.unreadable.map { ($0.path, $0.error.message) }
    status.unreadable += store.damage.values.map { error in
      (error.path ?? store.layout.logs, error.message)
    }
    status.unreadable += store.unfinishedImports.map { path, error in
      (path, "it was imported, but cannot be put there: \(error.message)")
    }
    status.unfinishedImports = try store.countUnfinishedImports()
    let counts = try store.read { catalogue throws(CatalogueError) in try catalogue.counts() }
    status.assets = counts.living
    status.parts = try store.read { catalogue throws(CatalogueError) in
      try catalogue.hasParts ? catalogue.partCount() : 0
    }
    status.trashed = counts.trashed
    status.albums = counts.albums
    status.folders = counts.folders
    status.files = counts.files
    status.isLookedAt = try store.read { catalogue throws(CatalogueError) in
      try catalogue.hasBase
    }
    // Of a folder that nobody has looked at nothing is known to be missing.
    status.missing = status.isLookedAt ? counts.missing : 0
    status.logs = try store.heights().count
    status.transactions = try store.read { catalogue throws(CatalogueError) in
      try catalogue.transactionCount()
    }
    let kept = try store.keptTransactions()
    status.waiting = store.causes(kept: kept)
    status.waiting += try store.losses().map { ($0.log, $0.words) }
    status.remotes = try store.describeRemotes()
    status.missingParts = try store.missingParts(kept: kept)
    do throws(AlbumenError) { status.view = try store.viewStatus() } catch {
      status.view = try ViewReport(failedBy: error, at: store.viewName)
    }
    return status
  }

  /// Returns, in words, what a person should know of what was found so far; nothing if all is well.
  ///
  /// Logs that cannot be read on, that were put back to an earlier time, imports that cannot be finished
  /// now.
  public func notices() async -> [String] {
    store.notices + store.ownLog.notices
      + store.damage.sorted { $0.key < $1.key }.map { log, error in
        "what stands behind a fault in log \(log) is not here: \(AlbumenError(error))"
      }
      + store.unfinishedImports.map { path, error in
        "an imported file is not in its place yet: \(path.display): \(error.message)"
      }
  }
}
