import Catalogue
import Operations
import Platform
import Reconciling

extension LibraryStore {
  /// Finishes imports that a crash has cut short.
  ///
  /// The lock is held, and the catalogue has all that can be delivered.
  func recoverImports() throws(AlbumenError) {
    ReplayStage.removeAbandoned(in: layout.steps)
    unfinishedImports = try ImportStep.recover(
      in: layout.steps, root: layout.root,
      standing: { dot, hlc throws(AlbumenError) in try standing(of: dot, hlc) },
      placing: { index($0) }, placed: { index($0) })
  }

  /// Tries to finish or remove at once what a failed import has left; the next change does it otherwise.
  func recoverAfterFailure() {
    try? withLock { () throws(AlbumenError) in _ = try prepareToWrite() }
  }

  /// Finishes imports that were cut short, if there are any; else only looks into a directory.
  ///
  /// - Throws: `.rootUnavailable`, `.locked`, `.damaged`. A copy that cannot be put in its place is no
  ///   error; `unfinishedImports` tells of it.
  func finishImports() throws(AlbumenError) {
    if ImportStep.abandoned(in: layout.steps).isEmpty { return }
    try checkRoot()
    try withLock { () throws(AlbumenError) in _ = try prepareToWrite() }
  }

  /// How many imports are recorded and were cut short before all their files were in place, or may be.
  ///
  /// Changes nothing, and takes no lock.
  func countUnfinishedImports() throws(AlbumenError) -> Int {
    let steps = ImportStep.abandoned(in: layout.steps).filter { ImportStep.hasIntent($0) }
    if steps.isEmpty { return 0 }
    try catchUp()
    var count = 0
    for step in steps {
      // One that cannot be read may be needed.
      guard let intent = ImportStep.intent(of: step) else {
        count += 1
        continue
      }
      if try standing(of: intent.dot, intent.hlc) != .missing { count += 1 }
    }
    return count
  }

  private func standing(
    of dot: Dot, _ hlc: UInt64
  ) throws(AlbumenError) -> ImportStep.Standing {
    do throws(CatalogueError) {
      if let row = try catalogue.transaction(containing: dot) {
        return row.hlc == hlc ? .written : .missing
      }
    } catch { throw AlbumenError(error) }
    return damage[dot.log] == nil && waiting[dot.log] == nil ? .missing : .unknown
  }

  /// Notes copies as files at the places that they are about to come to, as the import would have done.
  private func index(_ items: [ImportStep.Item]) {
    // Without it the next scan reads the files, and takes one that was trashed since for one that is back.
    try? catalogue.withChange { () throws(CatalogueError) in
      for item in items {
        guard try catalogue.file(at: item.destination) == nil,
          (try? FileStatus.ofLink(at: layout.root / item.destination)) == nil
        else { continue }
        try index(item, at: item.destination, looking: item.staged)
      }
    }
  }

  /// Notes copies as files where they are now.
  private func index(_ placed: [ImportStep.Placed]) {
    try? catalogue.withChange { () throws(CatalogueError) in
      for (item, path) in placed {
        if path != item.destination, let old = try catalogue.file(at: item.destination),
          old.content == item.content
        {
          _ = try catalogue.removeFile(at: old.path)
        }
        try index(item, at: path, looking: layout.root / path)
      }
    }
  }

  private func index(
    _ item: ImportStep.Item, at path: Path, looking place: Path
  ) throws(CatalogueError) {
    guard let content = item.content, let asset = try catalogue.asset(ofContent: content),
      let status = try? FileStatus.ofLink(at: place)
    else { return }
    try catalogue.put(FileRow(path, FileKey(status), holding: content, of: asset))
  }
}
