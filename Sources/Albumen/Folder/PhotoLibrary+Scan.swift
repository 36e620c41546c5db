import Platform
import Reconciling

extension PhotoLibrary {
  /// Says how a scan goes about it.
  public struct ScanOptions: Sendable {
    /// Whether only to say what would be done.
    public var isDryRun = false
    /// Whether what is gone, of files and of the album view, is really gone, however much.
    public var confirmsMissing = false
    /// Whether to wait, for a few seconds at the most, until the album view has come to rest.
    public var waitsForView = true
    /// How long the album view must be at rest.
    var viewDelays = ViewDelays()

    /// Creates the default options.
    public init() {}
  }

  /// Brings folder and library into step, once: what is new comes in, what has moved or changed is
  /// noted.
  ///
  /// Imports that were cut short are finished first, unless it is only to be said what would be done.
  /// One `statx(2)` a file that is known; new and changed files are read. What is new is one transaction;
  /// where nothing is, none is written. Blocks the library's thread while it looks, not while it reads.
  ///
  /// - Throws: `.rootUnavailable` where the folder is not there; `.failed` where the helper program is
  ///   missing; what a change throws. A file that cannot be read is told of in the report.
  public func scan(
    _ options: ScanOptions = ScanOptions(),
    progress: @escaping @Sendable (TaskProgress) -> Void = { _ in }
  ) async throws -> ScanReport {
    if !options.isDryRun { try store.finishImports() }
    var report = try await takeIn(try store.look(), options, progress)
    do {
      report.view = try await syncView(options)
    } catch let error as AlbumenError {
      // The files are in; what keeps the view from following is told beside them.
      report.view = try ViewReport(failedBy: error, at: store.viewName)
    }
    return report
  }

  /// Brings the album view into step, after a moment where something in it has just been changed.
  private func syncView(_ options: ScanOptions) async throws -> ViewReport {
    var view = ViewSync.Options(
      isDryRun: options.isDryRun, confirmsMissing: options.confirmsMissing,
      delays: options.viewDelays)
    // Where another round may follow, nothing is done before what is there is at rest.
    let canWait = options.waitsForView && !options.isDryRun
    view.waitsForRest = canWait
    let report = try await syncView(view)
    guard canWait, !report.waiting.isEmpty else { return report }
    try await Task.sleep(for: options.viewDelays.quiet, clock: SuspendingClock())
    view.waitsForRest = false
    var second = try await syncView(view)
    second.acts = report.acts + second.acts
    second.collected = report.collected + second.collected
    second.changes += report.changes
    second.transaction = second.transaction ?? report.transaction
    return second
  }

  /// Reads what a look found to be new, and takes it in.
  func takeIn(
    _ look: FolderLook, _ options: ScanOptions,
    _ progress: @escaping @Sendable (TaskProgress) -> Void = { _ in }
  ) async throws -> ScanReport {
    var look = look
    let unsettled = store.unsettled(among: look.toRead)
    look.toRead.removeAll { unsettled.contains($0) }
    let counter = ProgressCounter("reading files", total: look.toRead.count, progress)
    let examined = try await examiner.examine(look.toRead, in: root) { counter.add($0) }
    var report = try store.take(look, examined, options, unsettled: unsettled)
    report.unsettled += unsettled.sorted() + look.emptied
    return report
  }
}
