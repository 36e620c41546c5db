import Catalogue
import MediaKit
import Operations
import Platform
import Reconciling

extension LibraryStore {
  /// Purges assets and moves their files into the library's trash.
  func purge(_ assets: [AssetID], isDryRun: Bool) throws(AlbumenError) -> TrashReport {
    var report = TrashReport()
    var files: [FileRow] = []
    var isMoved = false
    let change = try change(
      "Purge \(Self.items(assets))", origin: "command", isDryRun: isDryRun, usesReserve: true,
      written: {
        isMoved = true
        moveToTrash(files, &report)
      }
    ) { session throws(AlbumenError) in
      report.assets = try LibraryChanges(session).purge(assets)
      files = []
      for asset in report.assets {
        files += try session.reading { () throws(CatalogueError) in
          try session.catalogue.filesHere(of: asset, in: layout)
        }
      }
    }
    report.transaction = change.transaction?.dot
    report.operations = change.operations
    if isDryRun {
      report.moved = files.map { ($0.path, TrashedFile.place(of: $0.path)) }
    } else if !isMoved, !files.isEmpty {
      // Purged before: what was left then is tried again.
      try withLock { () throws(AlbumenError) in moveToTrash(files, &report) }
    }
    return report
  }

  /// Takes assets out of the trash and brings their files back from the library's.
  func restore(_ assets: [AssetID], isDryRun: Bool) throws(AlbumenError) -> TrashReport {
    var report = TrashReport()
    var wanted: [AssetRow] = []
    var isMoved = false
    let change = try change(
      "Take \(Self.items(assets)) out of the trash", origin: "command", isDryRun: isDryRun,
      written: {
        isMoved = true
        bringBack(wanted, isDryRun: false, &report)
      }
    ) { session throws(AlbumenError) in
      let changes = LibraryChanges(session)
      let all = try changes.withGoneParts(assets)
      try changes.restore(assets)
      // Those that are in the roll now, not parts that were trashed beside a whole that never was.
      report.assets = []
      wanted = []
      for asset in all where try changes.requireAsset(asset).status == .alive {
        report.assets.append(asset)
        wanted +=
          try session.reading { () throws(CatalogueError) in
            try session.catalogue.asset(asset)
          }.map { [$0] } ?? []
      }
    }
    report.transaction = change.transaction?.dot
    report.operations = change.operations
    if isDryRun {
      bringBack(wanted, isDryRun: true, &report)
    } else if !isMoved, !wanted.isEmpty {
      try withLock { () throws(AlbumenError) in bringBack(wanted, isDryRun: false, &report) }
    }
    return report
  }

  private static func items(_ assets: [AssetID]) -> String {
    "\(assets.count) \(assets.count == 1 ? "item" : "items")"
  }

  /// Moves files out of the folder, durably, and has the index forget them; with the lock held.
  ///
  /// Cut short before the index has heard of it, files are gone that nobody misses.
  private func moveToTrash(_ files: [FileRow], _ report: inout TrashReport) {
    let inodesCount = (try? FileSystem(at: layout.root).hasStableInodes) ?? false
    var gone: [Path] = []
    for row in files {
      do throws(PlatformError) {
        let file = TrashedFile(row.path, in: layout)
        guard try file.isInFolder else {
          gone.append(row.path)
          continue
        }
        try file.check(against: row, inodesCount: inodesCount)
        report.moved.append((row.path, try file.moveToTrash()))
        gone.append(row.path)
        moveSidecars(of: row.path, leaving: files, &report)
      } catch { report.kept.append((row.path, error.message)) }
    }
    if gone.isEmpty { return }
    synchronizeTrash()
    noteFiles { () throws(CatalogueError) in
      for path in gone { try catalogue.removeFile(at: path) }
    }
  }

  /// Moves the sidecars of a file that has just gone after it, those that say nothing about a file that
  /// stays.
  private func moveSidecars(
    of path: Path, leaving files: [FileRow], _ report: inout TrashReport
  ) {
    for sidecar in MediaSidecar.paths(beside: path) {
      let file = TrashedFile(sidecar, in: layout)
      guard file.isPlainInFolder else { continue }
      do throws(CatalogueError) {
        if try hasOther(than: files, beside: sidecar) { continue }
      } catch {
        report.kept.append((sidecar, "it may be another file's too: \(error.message)"))
        continue
      }
      do throws(PlatformError) {
        report.moved.append((sidecar, try file.moveToTrash()))
      } catch { report.kept.append((sidecar, error.message)) }
    }
  }

  /// Whether the index has a file beside a sidecar that is not about to go.
  private func hasOther(
    than going: [FileRow], beside sidecar: Path
  ) throws(CatalogueError) -> Bool {
    let leaving = Set(going.map(\.path))
    return try catalogue.files(besideSidecar: sidecar).contains { row in
      !leaving.contains(row.path) && (try? Presence.ofLink(at: layout.root / row.path)) ?? true
    }
  }

  /// Brings the sidecars of a file back that has just come back, where their names are free.
  private func bringBackSidecars(of path: Path, _ report: inout TrashReport) {
    for sidecar in MediaSidecar.paths(beside: path) {
      let file = TrashedFile(sidecar, in: layout)
      guard file.isPlainInTrash, (try? file.isInFolder) == false else { continue }
      do throws(PlatformError) {
        _ = try file.moveBack()
        report.moved.append((file.place, sidecar))
      } catch { report.kept.append((file.place, error.message)) }
    }
  }

  /// Moves the files of assets back into the folder, all that a purge has moved, durably, and notes them in
  /// the index; with the lock held.
  private func bringBack(
    _ assets: [AssetRow], isDryRun: Bool, _ report: inout TrashReport
  ) {
    var rows: [FileRow] = []
    var search = TrashSearch(layout)
    for asset in assets {
      for (file, path, content) in filesInTrash(of: asset, &search) {
        do throws(PlatformError) {
          let key = isDryRun ? nil : try file.moveBack()
          report.moved.append((file.place, path))
          if let key {
            rows.append(FileRow(path, key, holding: content, of: asset.id))
            bringBackSidecars(of: path, &report)
          }
        } catch { report.kept.append((file.place, error.message)) }
      }
    }
    if rows.isEmpty { return }
    synchronizeTrash()
    noteFiles { () throws(CatalogueError) in for row in rows { try catalogue.put(row) } }
  }

  /// The file of an asset that a purge has moved into the library's trash, and the path to which it would
  /// come back; nil where there is none.
  ///
  /// Reads all of it: only the asset's bytes count.
  func fileInTrash(
    of asset: AssetRow, _ search: inout TrashSearch
  ) -> (file: TrashedFile, path: Path, content: ContentID)? {
    guard let path = asset.fields[.path]?.text.flatMap({ Path($0) }), !path.isEmpty else {
      return nil
    }
    func isAssets(_ content: ContentID) -> Bool {
      (try? catalogue.assets(ofContent: content))?.contains(asset.id) == true
    }
    let file = TrashedFile(path, in: layout)
    if let content = file.contentInTrash, isAssets(content) { return (file, path, content) }
    guard let found = search.first(ofSize: asset.fields[.size]?.int, where: isAssets) else {
      return nil
    }
    return (TrashedFile(path, at: found.place, in: layout), path, found.content)
  }

  /// The files of an asset that purges have moved into the library's trash, the one first that lay at the
  /// recorded path, and the paths to which they would come back.
  ///
  /// A path at which the asset has a file already is none of these: a copy was put back by hand. Only files
  /// of the size that the asset has now are looked for.
  func filesInTrash(
    of asset: AssetRow, _ search: inout TrashSearch
  ) -> [(file: TrashedFile, path: Path, content: ContentID)] {
    var found: [(file: TrashedFile, path: Path, content: ContentID)] = []
    let here = (try? catalogue.filesHere(of: asset.id, in: layout)) ?? []
    let taken = Set(here.map(\.path))
    // Where the recorded path has its file already, what is left was at other paths.
    if let first = fileInTrash(of: asset, &search), !taken.contains(first.path) {
      found.append(first)
    }
    let (size, known) = (asset.fields[.size]?.int, found.first?.file.place)
    let others = search.all(ofSize: size, besides: known) { content in
      (try? catalogue.assets(ofContent: content))?.contains(asset.id) == true
    }
    for (place, content) in others {
      guard let path = TrashedFile.path(of: place) else { continue }
      found.append((TrashedFile(path, at: place, in: layout), path, content))
    }
    return found.filter { !taken.contains($0.path) }
  }

  /// How many files of assets that operations have taken back from a purge lie in the library's trash still:
  /// the assets are trashed again, and their files come with `restore`.
  func filesLeftInTrash(by operations: [Operation]) -> Int {
    var search = TrashSearch(layout)
    var count = 0
    for case .trashAsset(let id, _, let purges) in operations.map(\.change) where !purges.isEmpty {
      guard let row = try? catalogue.asset(id) else { continue }
      count += filesInTrash(of: row, &search).count
    }
    return count
  }

  /// Brings back the files of assets that operations have just taken out of the trash, as far as a purge
  /// has moved them; what stays is told.
  func bringBackFiles(of operations: [Operation]) {
    var wanted: [AssetRow] = []
    for case .restoreAsset(let id) in operations.map(\.change) {
      if let row = try? catalogue.asset(id) { wanted.append(row) }
    }
    if wanted.isEmpty { return }
    var report = TrashReport()
    do throws(AlbumenError) {
      try withLock { () throws(AlbumenError) in bringBack(wanted, isDryRun: false, &report) }
    } catch { notices.append("files stay in the library's trash: \(error)") }
    for (path, reason) in report.kept { notices.append("\(reason): \(path.display)") }
  }

  /// Moves away the files of assets that operations have just purged again; what stays is told.
  func moveFilesOfPurged(by operations: [Operation]) {
    var rows: [FileRow] = []
    for operation in operations {
      let id: AssetID
      switch operation.change {
      case .purgeAsset(let asset), .trashAsset(let asset, _, _): id = asset
      default: continue
      }
      guard let row = try? catalogue.asset(id), row.status == .purged else { continue }
      rows += (try? catalogue.filesHere(of: id, in: layout)) ?? []
    }
    if rows.isEmpty { return }
    var report = TrashReport()
    do throws(AlbumenError) {
      try withLock { () throws(AlbumenError) in moveToTrash(rows, &report) }
    } catch { notices.append("files stay in the folder: \(error)") }
    for (path, reason) in report.kept { notices.append("\(reason): \(path.display)") }
  }

  private func synchronizeTrash() {
    try? Descriptor.open(layout.trash, [.read, .directory])
      .synchronizeFileSystem(path: layout.trash)
  }

  /// Notes in the index what has become of files; without it the next scan finds it out.
  private func noteFiles(_ body: () throws(CatalogueError) -> Void) {
    try? catalogue.withChange { () throws(CatalogueError) in
      let isAgreed = try catalogue.baseSize == catalogue.fileCount()
      try body()
      if isAgreed { try catalogue.setBase(files: try catalogue.fileCount()) }
    }
  }
}
