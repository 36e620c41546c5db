import Platform

extension PhotoLibrary {
  /// Checks the logs, the catalogue against what the logs say, and the files against the index.
  ///
  /// Nothing is repaired, and nothing is concluded from what cannot be read. The catalogue is brought up to
  /// the logs first, as by every fetch. Takes memory in proportion to the library. Blocks the library's
  /// thread, but for the reading of files.
  ///
  /// - Parameter readsFiles: whether every file is read to its end, from the disk and not from memory, and
  ///   compared with what it held when it was taken in. Otherwise one `statx(2)` a file.
  /// - Throws: `.rootUnavailable`; `.failed` where nothing can be read at all.
  public func check(
    readingFiles readsFiles: Bool,
    progress: @escaping @Sendable (TaskProgress) -> Void = { _ in }
  ) async throws(AlbumenError) -> LibraryCheck {
    try store.checkRoot()
    var check = LibraryCheck()
    progress(TaskProgress(activity: "checking logs", done: 0, total: nil))
    check.logs = try await verify()
    check.findings = check.logs.problems.map { LibraryCheck.Finding(.log, nil, $0) }
    try store.compareCatalogue(&check)
    progress(TaskProgress(activity: "looking at files", done: 0, total: nil))
    let rows = try store.compareIndex(&check, readsFiles: readsFiles)
    // What the view should be is known as long as the catalogue is right.
    if check.isSound { try store.compareView(&check) }
    if readsFiles {
      let counter = ProgressCounter("reading files", total: rows.count, progress)
      let inodesCount = (try? FileSystem(at: root).hasStableInodes) ?? false
      await RotSearch(root: root, inodesCount: inodesCount).run(rows, &check, counter)
    }
    return check
  }
}
