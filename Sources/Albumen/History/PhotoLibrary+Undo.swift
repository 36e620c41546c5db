public import Operations

extension PhotoLibrary {
  /// Takes a transaction back, by an ordinary transaction with ordinary operations.
  ///
  /// What others have changed since is left, and named in the report; facts stay. An import that is undone
  /// is in the trash, its files where they are; what a purge has moved away comes back with its asset.
  ///
  /// - Parameters:
  ///   - transaction: what to take back; nil for the newest command of this machine that stands.
  ///   - isDryRun: whether only to try it.
  /// - Throws: `.notFound` where there is none; `.invalid` for an undo, for what is undone already, and for
  ///   what was replayed; what a change throws.
  public func undo(
    _ transaction: Dot? = nil, isDryRun: Bool = false
  ) async throws(AlbumenError) -> UndoReport {
    try store.checkRoot()
    var report = try store.undo(transaction, isDryRun: isDryRun)
    follow(report)
    report.filesInTrash = store.filesLeftInTrash(by: report.operations)
    return report
  }

  /// Brings again what an undo took back.
  ///
  /// - Parameters:
  ///   - transaction: the undo, or what it took back; nil for what this machine undid last, if no command
  ///     came after it.
  ///   - isDryRun: whether only to try it.
  /// - Throws: `.notFound` where there is none; `.invalid` for what is not undone; what a change throws.
  public func redo(
    _ transaction: Dot? = nil, isDryRun: Bool = false
  ) async throws(AlbumenError) -> UndoReport {
    try store.checkRoot()
    let report = try store.redo(transaction, isDryRun: isDryRun)
    follow(report)
    return report
  }

  /// Brings the library, or one album, back to what it was at a point in time, by one transaction.
  ///
  /// Facts stay; what was not known then is trashed or deleted.
  ///
  /// - Parameters:
  ///   - point: the point.
  ///   - album: the album; nil for everything.
  ///   - label: what the transaction is called.
  ///   - isDryRun: whether only to try it.
  /// - Throws: `.notFound` for a point that is not there, and an album that was not there then; what a
  ///   change throws.
  public func revert(
    to point: PointInTime, album: AlbumID? = nil, label: String = "Return", isDryRun: Bool = false
  ) async throws(AlbumenError) -> UndoReport {
    try store.checkRoot()
    let report = try store.revert(to: point, album: album, label: label, isDryRun: isDryRun)
    follow(report)
    return report
  }

  /// Lets files and the album view follow what was just written.
  private func follow(_ report: UndoReport) {
    if report.transaction == nil { return }
    store.bringBackFiles(of: report.operations)
    store.moveFilesOfPurged(by: report.operations)
    store.followView()
  }
}
