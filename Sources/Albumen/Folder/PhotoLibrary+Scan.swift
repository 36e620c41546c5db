import Platform
import Reconciling

extension PhotoLibrary {
  /// Says how a scan goes about it.
  public struct ScanOptions: Sendable {
    /// Whether only to say what would be done.
    public var isDryRun = false
    /// Whether files that are gone are really gone, however many.
    public var confirmsMissing = false

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
    return try await takeIn(try store.look(), options, progress)
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
    report.unsettled += unsettled.sorted()
    return report
  }
}
