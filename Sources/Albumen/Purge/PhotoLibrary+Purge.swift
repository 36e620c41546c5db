public import Operations

extension PhotoLibrary {
  /// Purges trashed assets: says that their bytes may go, and moves their files into the library's trash.
  ///
  /// That is the directory `.albumen/trash` in the folder; no file is removed.
  ///
  /// First all of it is one transaction on disk, then the files move; one that has changed since the
  /// last look, or cannot be moved, stays and is told of, and the next purge tries it again. Blocks for
  /// the disk.
  ///
  /// - Parameter isDryRun: whether only to say what would be done.
  /// - Throws: `.notFound` where an asset is not known, `.invalid` where one is not in the trash, and
  ///   nothing is done; what a change throws.
  public func purge(
    _ assets: [AssetID], isDryRun: Bool = false
  ) async throws(AlbumenError) -> TrashReport {
    try store.checkRoot()
    let report = try store.purge(assets, isDryRun: isDryRun)
    if report.transaction != nil { store.followView() }
    return report
  }

  /// Takes assets out of the trash, with their parts, and brings back the files that a purge has moved
  /// into the library's own trash.
  ///
  /// All of them come back, each to where it was, if that is free; else it stays and is told of, and comes
  /// with another call once the place is free. Blocks for the disk.
  ///
  /// - Parameter isDryRun: whether only to say what would be done.
  /// - Throws: `.notFound` where an asset is not known; what a change throws.
  public func restore(
    _ assets: [AssetID], isDryRun: Bool = false
  ) async throws(AlbumenError) -> TrashReport {
    try store.checkRoot()
    let report = try store.restore(assets, isDryRun: isDryRun)
    if report.transaction != nil { store.followView() }
    return report
  }
}
