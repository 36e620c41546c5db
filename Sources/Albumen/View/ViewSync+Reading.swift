import Catalogue
import Operations
import Platform
import Reconciling

/// What a person did in the view.
extension ViewSync {
  /// Looks at the view, or the part of it that this round concerns.
  mutating func look() throws(AlbumenError) -> ViewLook {
    var known: [Path: ViewFileRow] = [:]
    do throws(CatalogueError) { known = try store.catalogue.viewFiles() } catch {
      throw AlbumenError(error)
    }
    for (path, examined) in examined {
      switch examined {
      case .found(let content, let key, _, _): known[path] = ViewFileRow(key, content: content)
      case .other:
        if let status = try? FileStatus.ofLink(at: layout.root / path) {
          known[path] = ViewFileRow(FileKey(status), content: nil)
        }
      case .vanished, .changing, .unreadable: break
      }
    }
    let standIns: StandInIndex
    do throws(CatalogueError) {
      let hasHardLinks = form == .hard || file.form == .hard
      standIns = try StandInIndex(
        store.catalogue, root: layout.root, hasHardLinks: hasHardLinks, scope)
    } catch { throw AlbumenError(error) }
    let look = ViewLook(
      root: layout.root, name: name, known: known, quiet: options.delays, standIns: standIns)
    if let scope {
      look.look(at: Array(scope.albums.values))
      // Of the others nothing new is known.
      let seen = Set(scope.albums.values.map { path($0) })
      files = known.filter { !seen.contains($0.key.parent) }
      files.merge(look.files) { $1 }
    } else {
      look.look()
      files = look.files
    }
    madeFiles = look.madeFiles
    if !options.isDryRun { try noteTouched(standIns) }
    return look
  }

  /// Turns what a person did into operations, and records what the view has.
  mutating func takeOver(_ look: ViewLook) throws(AlbumenError) {
    var sync = self
    let change = try store.change(
      "Change albums in \(name.display)", origin: "folder"
    ) { session throws(AlbumenError) in
      sync = self
      if sync.scope == nil { try sync.followLeftFiles(look, session) }
      try sync.read(look, session.catalogue)
      if sync.scope != nil, !sync.isSure {
        sync.isUnsure = true
        return
      }
      try sync.planFiles(session)
      if !sync.report.toRead.isEmpty { return }
      let isNews =
        !sync.findings.acts.isEmpty || !sync.collections.isEmpty || sync.base.isChanged
        || !sync.wasTrusted
      if isNews { try sync.beginGeneration() }
      try sync.apply(session)
      // Counted only when view and albums agree.
      try sync.save(session.catalogue)
    }
    self = sync
    if isUnsure { return }
    report.transaction = change.transaction?.dot ?? report.transaction
    // What files were found for are others' places by then, or have a place that they had not.
    if change.transaction != nil || !findings.files.isEmpty { known = nil }
    // What has reached the log is done, even where the catalogue has not got it: then the record is the
    // one before, and another round begins from there.
    let recorded = try store.read { (catalogue) throws(CatalogueError) in
      try catalogue.viewGeneration?.generation
    }
    guard !hasGeneration || recorded == file.generation else {
      throw AlbumenError(
        .failed, "the record of the album view could not be written", subject: name.display,
        hint: "scan again", disposition: .retry)
    }
  }

  /// Tells what would be taken over.
  mutating func tryOver(_ look: ViewLook) throws(AlbumenError) {
    try store.catchUp()
    let catalogue = store.catalogue
    var sync = self
    try catalogue.withSnapshot(mapError: { AlbumenError($0) }) { () throws(AlbumenError) in
      sync = self
      try sync.read(look, catalogue)
      sync.report.acts = try sync.words(catalogue)
    }
    self = sync
    report.collected = findings.files.map { (path($0.path), nil) }
  }

  /// Compares a look with the record and the albums.
  mutating func read(
    _ look: ViewLook, _ catalogue: Catalogue
  ) throws(AlbumenError) {
    do throws(CatalogueError) {
      let recorded = try catalogue.viewGeneration?.generation
      // A process that died leaves what it had recorded; a power cut may take that.
      let isRecent = !file.boot.isEmpty && file.boot == Self.boot && recorded == file.previous
      wasTrusted = recorded == file.generation || (isRecent && file.previous != 0)
      // A part of a record that is not believed is none.
      if !wasTrusted || recorded != file.generation, scope != nil { return wasTrusted = false }
      base = wasTrusted ? try ViewBase(catalogue, scope) : ViewBase(file)
      if !wasTrusted, !options.isDryRun { try catalogue.forgetView() }
      // What died with its transaction in the log had said which directory is a new album's.
      if wasTrusted, recorded != file.generation {
        for (album, directory) in ViewBase(file).directories where base.directories[album] == nil {
          base.set(directory, of: album)
        }
      }
      let names = Set(look.snapshot.directories.compactMap(\.path.last))
      let state = try ViewState(catalogue, known: Set(base.directories.keys), names: names, scope)
      known = try ViewState.Known(state, catalogue)
      base.forget(where: { state.albums[$0] == nil && state.deleted[$0] == nil })
      before = base
      // Without a record, what stands there is what the view's file says, whatever is set by now.
      let links = ViewLinks(
        view: file.directory, root: layout.root.bytes, form: file.form == .sym ? form : file.form)
      var reader = ViewReader(
        CatalogueViewKnowledge(catalogue: catalogue), state, base, links,
        confirmsMissing: options.confirmsMissing,
        absenceLimit: store.configuration.absences.files(of:), newAlbum: { AlbumID.random() })
      var snapshot = self.snapshot(look)
      let recordedTop = try catalogue.viewTop
      top = topIdentity(look)
      snapshot.top = recordedTop.map { $0 == top ? .same : .other } ?? .unknown
      findings = try reader.read(snapshot)
      base = findings.base
    } catch { throw AlbumenError(error) }
  }

  /// What a look found, with what was not read; a directory is not whole where that has the name of a link:
  /// it may have been saved over, and is not gone.
  private func snapshot(_ look: ViewLook) -> ViewSnapshot {
    var snapshot = look.snapshot
    let unread = Set(look.toRead + look.unsettled)
    if unread.isEmpty { return snapshot }
    var names: Set<[UInt8]> = []
    for row in base.entries.values.joined().map(\.value) {
      names.insert(row.name)
      if let next = row.nextName { names.insert(next) }
    }
    for (index, directory) in snapshot.directories.enumerated() {
      let there = directory.entries.filter {
        $0.kind == .other && unread.contains(path(directory.path + [$0.name]))
      }
      snapshot.directories[index].unread = Set(there.map(\.name))
      if there.contains(where: { names.contains($0.name) }) {
        snapshot.directories[index].isWhole = false
      }
    }
    return snapshot
  }

  /// What tells the view's directory from another one in its place, whatever number the system gives the
  /// device today; nil where it is not there.
  func topIdentity(_ look: ViewLook) -> String? {
    guard let status = look.status, let root = try? FileStatus.ofTarget(at: layout.root) else {
      return nil
    }
    let birth = status.birthTimeNanoseconds.map { String($0) }
    let device =
      status.device == root.device ? "root" : birth == nil ? String(status.device) : "other"
    return "\(device) \(status.inode) \(birth ?? "-")"
  }

  /// The albums as they are now.
  func state(_ catalogue: Catalogue) throws(CatalogueError) -> ViewState {
    try ViewState(catalogue, known: [], names: [], scope)
  }
}
