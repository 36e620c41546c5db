import Catalogue
import Operations
import Platform
import Reconciling

/// What stands for photos in the view (`view.link`).
extension ViewSync {
  /// What is to stand for them: what is set, else what stands there now.
  var form: ViewLinkForm { store.configuration.viewLink?.form ?? file.form }

  /// Makes what carries out the steps.
  func makeExecutor() -> ViewExecutor {
    let catalogue = store.catalogue
    return ViewExecutor(layout, view: name) { content in
      // What cannot be asked for is no file that one could rely on.
      do throws(CatalogueError) {
        guard let asset = try catalogue.asset(ofContent: content) else { return [] }
        return try catalogue.files(of: asset)
      } catch { return [] }
    }
  }

  /// Makes sure that the file system can do what is set, before anything is changed.
  func checkForm() throws(AlbumenError) {
    if form == .sym { return }
    guard let reason = try store.reason(against: form) else { return }
    throw refusal(reason)
  }

  /// Tells why what is set cannot be, without changing anything; what cannot be found out so is for a
  /// round that does something.
  mutating func tryForm() {
    guard form != .sym, (try? FileStatus.ofLink(at: layout.steps)) != nil,
      let reason = try? store.reason(against: form)
    else { return }
    refuse(refusal(reason))
  }

  mutating func refuse(_ error: AlbumenError) {
    isRefused = true
    report.failed.append((name, ViewReport.words(error, at: name)))
  }

  /// Makes sure that all photos are where they can stand in the view, and notes what stands for them now.
  mutating func adoptForm(_ state: ViewState) throws(AlbumenError) {
    if let refusal = refusal(of: state) { throw refusal }
    if file.form == form { return }
    file.form = form
    try beginGeneration()
    try file.write(to: layout.viewFile)
  }

  /// Why photos cannot stand in the view where they are; nil where they can.
  func refusal(of state: ViewState) -> AlbumenError? {
    if form.needsOneFileSystem, let own = try? FileStatus.ofLink(at: layout.root / name) {
      var seen: Set<Path> = []
      for member in state.albums.values.flatMap(\.members) {
        guard let target = member.target.flatMap({ Path(bytes: $0) }),
          seen.insert(target.parent).inserted,
          let there = try? FileStatus.ofTarget(at: layout.root / target.parent)
        else { continue }
        if there.device != own.device {
          let place = target.parent.isEmpty ? target : target.parent
          return refusal("\(place.display) is on another file system than \(name.display)")
        }
      }
    }
    return nil
  }

  private func refusal(_ reason: String) -> AlbumenError {
    AlbumenError(
      .failed, "view.link is \(form.rawValue), and \(reason)", subject: name.display,
      hint: "albumen config set view.link sym (or \(form == .hard ? "copy" : "hard, copy"))")
  }

  /// Records of files of the roll what making and removing further names has changed of them.
  func record(_ executor: inout ViewExecutor) throws(AlbumenError) {
    if executor.refreshed.isEmpty { return }
    let rows = executor.refreshed.values
    do throws(CatalogueError) {
      try store.catalogue.withChange { () throws(CatalogueError) in
        for row in rows { try store.catalogue.put(row) }
      }
    } catch { throw AlbumenError(error) }
    executor.refreshed = [:]
  }

  /// Reads photos again whose hard links in the view a person has renamed or removed: nobody else looks at
  /// them under a watch, and as long as the index is behind, nothing is made of them.
  func noteTouched(_ standIns: StandInIndex) throws(AlbumenError) {
    let seen = Dictionary(
      madeFiles.values.map { ($0.inode, $0.changed) }, uniquingKeysWith: { first, _ in first })
    var rows: [FileRow] = []
    for row in standIns.touchedFiles(seen) {
      guard
        case .media(row.content, let key, let hashed) = ContentHasher.look(
          into: layout.root / row.path),
        key.inode == row.inode, key.size == row.size, key.mtime == row.modified
      else { continue }
      rows.append(row.with(changed: key.ctime, hashed: hashed))
    }
    if rows.isEmpty { return }
    do throws(CatalogueError) {
      try store.catalogue.withChange { () throws(CatalogueError) in
        for row in rows { try store.catalogue.put(row) }
      }
    } catch { throw AlbumenError(error) }
  }

  /// Tells what was moved to the library's trash, and why.
  mutating func note(_ trashed: [ViewExecutor.Trashed]) {
    report.left += trashed.map {
      ($0.from, "\($0.why.words): it is kept in \($0.to.display)")
    }
    report.kept += trashed.map { ViewReport.Kept(from: $0.from, to: $0.to, reason: $0.why) }
  }
}

extension LibraryStore {
  /// Why something cannot stand for photos in the view; nil where it can.
  ///
  /// - Throws: what keeps that from being found out, such as a full disk.
  func reason(against form: ViewLinkForm) throws(AlbumenError) -> String? {
    if form == .copy { return nil }
    let probe = layout.steps / (Path("probe-\(LogID.random())") ?? Path())
    let other = layout.steps / (Path("probe-\(LogID.random())") ?? Path())
    do throws(PlatformError) {
      try Failpoint.hit("view.probe")
      try Files.createDirectories(layout.steps)
      if form == .sym {
        try Files.symlink("../library", as: probe)
        try Files.unlink(probe)
        return nil
      }
      let source = try UnnamedFile(in: layout.steps)
      try source.descriptor.writeAll([UInt8](repeating: 0, count: 4096))
      if form == .hard {
        // A name for it, and another one.
        var named = source
        try named.publish(at: probe)
        defer { try? Files.unlink(probe) }
        try Files.link(probe, as: other)
        try? Files.unlink(other)
      } else {
        let copy = try UnnamedFile(in: layout.steps)
        try Files.clone(from: source.descriptor, to: copy.descriptor)
      }
      return nil
    } catch {
      guard error.isIncapable else {
        throw AlbumenError(error, "the album view has no place to work in")
      }
      switch form {
      case .sym: return "the file system has no symbolic links"
      case .hard: return "the file system has no hard links"
      case .copy, .reflink: return "the file system cannot share blocks between files"
      }
    }
  }
}
