import Catalogue
import Operations
import Platform
import Reconciling

extension ViewSync {
  /// Makes operations for the photos and videos that are in the view themselves, and chooses where in the
  /// roll they go.
  mutating func planFiles(_ session: ChangeSession) throws(AlbumenError) {
    if findings.files.isEmpty { return }
    let changes = LibraryChanges(session)
    var taken: Set<Path> = []
    for file in findings.files {
      let from = path(file.path)
      var facts: AssetFacts?
      if case .found(let content, _, _, let read)? = examined[from], content == file.content {
        facts = read
      }
      if facts == nil, file.asset == nil || file.isEdit {
        // It was read before, but what it shows was not kept.
        report.toRead.append(from)
        continue
      }
      let asset = file.asset ?? file.content.cast()
      let to = try destination(file, asset, from, facts, session.catalogue, &taken)
      if file.asset == nil {
        var initial = facts?.fields ?? []
        if let path = to.text { initial.append(Field(.path, .text(path))) }
        try session.emit(.addAsset(asset, initial: initial.sorted { $0.name < $1.name }))
        for note in facts?.notes(for: asset) ?? [] { try session.emit(note) }
      } else {
        if file.isEdit {
          try session.emit(.setAsset(asset, .content, .digest(file.content.cast())))
          let kept: Set<FieldName> = [.type, .size, .width, .height, .duration]
          for fact in facts?.fields ?? [] where kept.contains(fact.name) {
            try session.emit(.setAsset(asset, fact.name, fact.value))
          }
        }
        if let path = to.text, try session.asset(asset)?.fields[.path] != .text(path) {
          try session.emit(.setAsset(asset, .path, .text(path)))
        }
      }
      // An album that the directory becomes is made by what comes after.
      if try session.album(file.album)?.isDeleted == false {
        try changes.add([asset], to: file.album)
      } else {
        findings.acts.append(.add(file.album, [asset]))
      }
      collections.append(
        Collection(from: from, to: to, asset: asset, content: file.content))
    }
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
    if let original = files.first(where: { $0.path == recorded }) ?? files.first {
      wanted = original.path
    } else if let recorded, !recorded.isAbsolute, !recorded.components.contains(".."),
      IgnoreRules.shouldDescend(recorded.parent)
    {
      wanted = recorded
    } else {
      let captured =
        facts?.fields.first { $0.name == .captured }?.value.text
        ?? row?.fields[.captured]?.text ?? ""
      let template = try ImportTemplate("Camera Roll/{year}/{month}")
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

  /// A name without a number of ours.
  private static func unnumbered(_ name: Path) -> Path {
    let rest = name.bytes.drop { (0x30...0x39).contains($0) }
    guard rest.first == UInt8(ascii: " "), rest.count > 1, name.bytes.count - rest.count >= 4,
      let bare = Path(bytes: Array(rest.dropFirst()))
    else { return name }
    return bare
  }

  /// Puts the files into the roll; their links are made by what comes after.
  mutating func collect() throws(AlbumenError) {
    if collections.isEmpty { return }
    var directories: Set<Path> = []
    var rows: [FileRow] = []
    for item in collections {
      do throws(PlatformError) {
        let (from, to) = (layout.root / item.from, layout.root / item.to)
        try Files.createDirectories(to.parent)
        try Failpoint.hit("view.collect")
        try Files.renameWithoutReplacing(from, to: to)
        let key = FileKey(try FileStatus.ofLink(at: to))
        rows.append(
          FileRow(
            path: item.to, inode: key.inode, size: key.size, modified: key.mtime,
            changed: key.ctime, born: key.birth, content: item.content, asset: item.asset,
            hashed: SystemClock.wallNanoseconds))
        directories.formUnion([from.parent, to.parent])
        report.collected.append((item.from, item.to))
      } catch { report.failed.append((item.from, error.message)) }
    }
    do throws(PlatformError) {
      for directory in directories { try Files.synchronizeDirectory(directory, failpoint: "view") }
    } catch { throw AlbumenError(error) }
    do throws(CatalogueError) {
      try store.catalogue.withChange { () throws(CatalogueError) in
        for row in rows { try store.catalogue.put(row) }
      }
    } catch { throw AlbumenError(error) }
  }
}
