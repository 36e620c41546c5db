import Catalogue
import Operations
import Platform
import Reconciling

extension ViewSync {
  /// Makes operations for the photos and videos that are in the view themselves, and chooses where in the
  /// roll they go.
  mutating func planFiles(_ session: ChangeSession) throws(AlbumenError) {
    // Before anything is written: part of a burst is none.
    let unread = findings.files.filter {
      facts(of: $0) == nil && ($0.asset == nil || $0.isEdit)
    }
    if !unread.isEmpty, options.readsFiles {
      // They were read before, but what they show was not kept.
      report.toRead = unread.map { path($0.path) }
      return
    }
    for file in unread { leave(file) }
    if findings.files.isEmpty { return }
    let leaves = file.adopts || store.configuration.leavesFilesInView
    let changes = LibraryChanges(session)
    let sources = try store.sources()
    var taken: Set<Path> = []
    var kept = 0
    var targets: [(stays: Bool, to: Path)] = []
    for file in findings.files {
      let from = path(file.path)
      // Its own file that was changed in place, or one that is not to go anywhere.
      let isOwn = try session.reading { () throws(CatalogueError) in
        try file.asset.map { (id) throws(CatalogueError) in
          try session.catalogue.file(at: from)?.asset == id
        } ?? false
      }
      let stays = isOwn || (leaves && !file.isEdit)
      let asset = file.asset ?? file.content.cast()
      targets.append(
        (
          stays,
          stays
            ? from
            : try destination(file, asset, from, facts(of: file), session.catalogue, &taken)
        ))
    }
    let pairs = try pairs(targets.map(\.to), session)
    var new: Set<AssetID> = []
    var references: [AlbumID: [Newcomer]] = [:]
    for (file, (stays, to)) in zip(findings.files, targets) {
      let from = path(file.path)
      // Whatever was looked at has one.
      guard let key = files[from] ?? madeFiles[from] else { continue }
      let facts = facts(of: file)
      let asset = file.asset ?? file.content.cast()
      if file.asset == nil, try session.asset(asset) == nil {
        var initial = (facts?.fields ?? []) + (pairs[asset]?.fields ?? [])
        if let path = to.text { initial.append(Field(.path, .text(path))) }
        try session.emit(.addAsset(asset, initial: initial.sorted { $0.name < $1.name }))
        for note in facts?.notes(for: asset) ?? [] { try session.emit(note) }
        new.insert(asset)
      } else {
        if file.isEdit {
          try session.emit(.setAsset(asset, .content, .digest(file.content.cast())))
          let kept: Set<FieldName> = [.type, .size, .width, .height, .duration]
          for fact in facts?.fields ?? [] where kept.contains(fact.name) {
            try session.emit(.setAsset(asset, fact.name, fact.value))
          }
        }
        // Another file of an asset that is here already says nothing new of where it is.
        let hasFile = try session.reading { () throws(CatalogueError) in
          try !session.catalogue.files(of: asset).isEmpty
        }
        if !stays || !hasFile, let path = to.text,
          try session.asset(asset)?.fields[.path] != .text(path)
        {
          try session.emit(.setAsset(asset, .path, .text(path)))
        }
      }
      references[file.album, default: []].append(
        Newcomer(asset: asset, name: file.path.last ?? [], isEdit: file.isEdit))
      let item = Collection(
        from: from, to: to, album: file.album, asset: asset, content: file.content, key: key)
      guard stays else {
        collections.append(item)
        continue
      }
      if try keep(item, in: file, session) { kept += 1 }
    }
    for pair in pairs.values.sorted(by: { $0.part < $1.part }) where !new.contains(pair.part) {
      for field in pair.fields {
        try session.emit(.setAsset(pair.part, field.name, field.value))
      }
    }
    // Now that all are there: of a whole and its parts the album has the whole.
    for (album, newcomers) in references.sorted(by: { $0.key < $1.key }) {
      let others = joinLinked(newcomers, album)
      if others.isEmpty { continue }
      // An album that the directory becomes is made by what comes after.
      if try session.album(album)?.isDeleted == false {
        try changes.add(others, to: album)
      } else {
        findings.acts.append(.add(album, others))
      }
    }
    if kept > 0 {
      let count = kept == 1 ? "1 photo or video" : "\(kept) photos and videos"
      report.acts.append("Take in \(count) in \(name.display), where they are")
    }
    var taker = SourceTaker(session, sources)
    try taker.take(collections.map { ($0.to, $0.asset) })
  }

  /// What belongs together of the files, and with what is here already.
  private func pairs(
    _ targets: [Path], _ session: ChangeSession
  ) throws(AlbumenError) -> [AssetID: PairRules.Edge] {
    var arrivals: [NewPairs.File] = []
    for (file, to) in zip(findings.files, targets) where !file.isEdit {
      guard let facts = facts(of: file) else { continue }
      let from = path(file.path)
      arrivals.append(
        NewPairs.File(
          asset: file.asset ?? file.content.cast(), isKnown: file.asset != nil, facts: facts,
          places: [from.parent / Self.unnumbered(from.lastComponent), to]))
    }
    return try session.reading { () throws(CatalogueError) in
      try NewPairs(arrivals, session.catalogue).pairs()
    }
  }

  /// What a file shows, where it was read for this.
  private func facts(of file: ViewFindings.File) -> AssetFacts? {
    guard case .found(let content, _, _, let facts)? = examined[path(file.path)],
      content == file.content
    else { return nil }
    return facts
  }

  /// Leaves a file that is not to be read now, and its directory, for another time.
  private mutating func leave(_ file: ViewFindings.File) {
    findings.files.removeAll { $0.path == file.path }
    findings.held.insert(file.album)
    findings.waiting.append(file.path)
    // By its name it is known as an edit of what it was saved over.
    if let asset = file.asset { base.set(before.entry(file.album, asset), of: file.album, asset) }
  }

  /// A free name in the roll: beside the original for an edit, where it was for what is missing here, by
  /// the month for what is new.
  private func destination(
    _ file: ViewFindings.File, _ asset: AssetID, _ from: Path, _ facts: AssetFacts?,
    _ catalogue: Catalogue, _ taken: inout Set<Path>
  ) throws(AlbumenError) -> Path {
    let files: [FileRow]
    let row: AssetRow?
    do throws(CatalogueError) {
      files = try catalogue.files(of: asset)
      row = try catalogue.asset(asset)
    } catch { throw AlbumenError(error) }
    let recorded = row?.fields[.path]?.text.flatMap { Path($0) }
    var wanted: Path
    let inRoll = files.filter { !$0.path.isInside(name) }
    if let original = inRoll.first(where: { $0.path == recorded }) ?? inRoll.first {
      wanted = original.path
    } else if let recorded, !recorded.isAbsolute, !recorded.components.contains(".."),
      IgnoreRules.shouldDescend(recorded.parent, view: name)
    {
      wanted = recorded
    } else {
      let captured =
        facts?.fields.first { $0.name == .captured }?.value.text
        ?? row?.fields[.captured]?.text ?? ""
      let template = try ImportTemplate(store.configuration.importTemplate, view: name)
      wanted = template.directory(captured: captured) / Self.unnumbered(from.lastComponent)
    }
    if let inside = try? ImportStep.resolve(wanted.parent, in: layout.root) {
      wanted = inside / wanted.lastComponent
    } else {
      wanted = wanted.lastComponent
    }
    var place = wanted
    var number = 2
    while taken.contains(place) || (try? FileStatus.ofLink(at: layout.root / place)) != nil {
      place = ImportStep.numbered(wanted, number)
      number += 1
    }
    taken.insert(place)
    return place
  }

  /// A name without a number of ours, which has four digits or more: fewer are a part of a person's name.
  static func unnumbered(_ name: Path) -> Path {
    let rest = name.bytes.drop { (0x30...0x39).contains($0) }
    guard rest.first == UInt8(ascii: " "), rest.count > 1, name.bytes.count - rest.count >= 4,
      let bare = Path(bytes: Array(rest.dropFirst()))
    else { return name }
    return bare
  }

  /// Puts the files into the roll, those that still are what was read; their links are made by what comes
  /// after.
  mutating func collect() throws(AlbumenError) {
    if collections.isEmpty { return }
    var (sources, targets): (Set<Path>, Set<Path>) = ([], [])
    var rows: [FileRow] = []
    for item in collections {
      do throws(PlatformError) {
        let (from, to) = (layout.root / item.from, layout.root / item.to)
        guard let key = try move(item, to) else {
          report.failed.append((item.from, "it has changed since it was read"))
          continue
        }
        rows.append(
          FileRow(
            path: item.to, inode: key.inode, size: key.size, modified: key.mtime,
            changed: key.ctime, born: key.birth, content: item.content, asset: item.asset,
            hashed: SystemClock.wallNanoseconds))
        // Its name is free again: most often for the very link that stands for it.
        findings.occupied[item.album]?.remove(item.from.lastComponent.bytes)
        targets.insert(to.parent)
        sources.insert(from.parent)
        report.collected.append((item.from, item.to))
      } catch { report.failed.append((item.from, error.message)) }
    }
    do throws(PlatformError) {
      for directory in targets { try Files.synchronizeDirectory(directory, failpoint: "view") }
      for directory in sources where (try? FileStatus.ofLink(at: directory))?.kind == .directory {
        try Files.synchronizeDirectory(directory, failpoint: "view")
      }
    } catch { throw AlbumenError(error) }
    do throws(CatalogueError) {
      try store.catalogue.withChange { () throws(CatalogueError) in
        for row in rows { try store.catalogue.put(row) }
      }
    } catch { throw AlbumenError(error) }
  }

  /// Copies a file to its place in the roll on another file system, and removes it when the copy is on disk
  /// and holds what was read; nil, with all as it was, where it is not the one that was read.
  private func moveAcross(
    _ from: Path, _ item: Collection, _ to: Path
  ) throws(PlatformError) -> FileKey? {
    let source = try Descriptor.open(from, [.read, .noFollow, .nonBlocking])
    let before = try source.status(path: item.from)
    guard item.key.isOf(before) else { return nil }
    var copy = try UnnamedFile(in: to.parent, permissions: before.permissions & 0o777)
    try Failpoint.hit("view.across.copy")
    try Files.copyContents(from: source, to: copy.descriptor, path: item.to)
    try copy.descriptor.setModificationTime(nanoseconds: before.mtimeNanoseconds, path: item.to)
    try Failpoint.hit("view.across.fsync")
    try copy.descriptor.synchronize(path: item.to)
    try copy.publish(at: to)
    try Files.synchronizeDirectory(to.parent, failpoint: "view.across")
    guard case .media(item.content, let key, _) = ContentHasher.look(into: to) else {
      throw PlatformError(
        code: .inputOutput, message: "the copy in the roll does not hold what was read",
        operation: "copy", path: item.to)
    }
    // Taken out of the way first: what has taken its place is not removed.
    let aside = from.parent / (Path(".albumen-\(LogID.random()).tmp") ?? Path())
    try Failpoint.hit("view.across.aside")
    try Files.renameWithoutReplacing(from, to: aside)
    guard let there = try? FileStatus.ofLink(at: aside), there.isSameFile(as: before),
      there.size == before.size, there.mtimeNanoseconds == before.mtimeNanoseconds
    else {
      ViewExecutor.putBack(aside, to: from)
      return key
    }
    try Failpoint.hit("view.across.unlink")
    try Files.unlink(aside)
    return key
  }

  /// Moves a file to its place in the roll; nil, with all as it was, where it is not the one that was read.
  private func move(_ item: Collection, _ to: Path) throws(PlatformError) -> FileKey? {
    let names = item.from.components.dropFirst().dropLast().map(\.bytes)
    return try ViewExecutor(layout, view: name).with(names) { directory throws(PlatformError) in
      let from = directory / item.from.lastComponent
      let before = try FileStatus.ofLink(at: from)
      guard before.kind == .regular, item.key.isOf(before) else { return nil }
      try Files.createDirectories(to.parent)
      try Failpoint.hit("view.collect")
      do throws(PlatformError) { try Files.renameWithoutReplacing(from, to: to) } catch {
        guard error.code == .crossDevice else { throw error }
        return try moveAcross(from, item, to)
      }
      let after: FileStatus
      do throws(PlatformError) { after = try FileStatus.ofLink(at: to) } catch {
        ViewExecutor.putBack(to, to: from)
        throw error
      }
      // A rename moves only the time at which the inode changed.
      guard after.kind == .regular, after.inode == before.inode, after.size == before.size,
        after.mtimeNanoseconds == before.mtimeNanoseconds
      else {
        // Something else had taken its place a moment before: it goes back.
        ViewExecutor.putBack(to, to: from)
        return nil
      }
      return FileKey(after)
    }
  }
}
