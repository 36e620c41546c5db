import Catalogue
import Operations
import Platform
import Reconciling

/// Files of assets that lie in the view themselves: those that were there before it, and those that are
/// left where they were put. They are in the index of files, which the scan of the roll leaves to the
/// view as far as they are concerned.
extension ViewSync {
  /// Takes notice of where such files are now, as far as the look tells for certain.
  mutating func followLeftFiles(
    _ look: ViewLook, _ session: ChangeSession
  ) throws(AlbumenError) {
    let rows = try session.reading { () throws(CatalogueError) in
      try session.catalogue.files(inside: name)
    }
    if rows.isEmpty || !look.isThere { return }
    // In another directory, what is not there is not gone.
    let top = try session.reading { () throws(CatalogueError) in try session.catalogue.viewTop }
    if let top, top != topIdentity(look), !options.confirmsMissing { return }
    let unread = Set(look.toRead + look.unsettled)
    let closed = Set(look.snapshot.directories.filter { !$0.isWhole }.map { path($0.path) })
    var gone: [FileRow] = []
    var isHere: Set<Path> = []
    for row in rows {
      if unread.contains(row.path) || closed.contains(where: { row.path.isInside($0) }) { continue }
      guard let there = look.files[row.path], let content = there.content else {
        gone.append(row)
        continue
      }
      isHere.insert(row.path)
      if content == row.content {
        if !there.isOf(row) { try index(row.path, there, content, row.asset, session) }
      } else if let other = try session.reading({ () throws(CatalogueError) in
        try session.catalogue.asset(ofContent: content)
      }) {
        // Two that have changed places; what is new there is an edit, which is found later.
        try index(row.path, there, content, other, session)
      }
    }
    let found = Dictionary(
      look.files.compactMap { path, row in
        row.content.flatMap { isHere.contains(path) ? nil : ($0, (path, row)) }
      }, uniquingKeysWith: { $0.0 < $1.0 ? $0 : $1 })
    let lost = gone.filter { found[$0.content] == nil }
    let isTooMuch = lost.count > store.configuration.absences.files(of: rows.count)
    for row in gone {
      if let (path, there) = found[row.content] {
        try index(path, there, row.content, row.asset, session)
      } else if isTooMuch, !options.confirmsMissing {
        continue
      }
      try session.reading { () throws(CatalogueError) in
        _ = try session.catalogue.removeFile(at: row.path)
      }
    }
  }

  /// Notes that a file stays where it is, as its asset's; false where it is not the one that was read.
  mutating func keep(
    _ item: Collection, in file: ViewFindings.File, _ session: ChangeSession
  ) throws(AlbumenError) -> Bool {
    guard let status = try? FileStatus.ofLink(at: layout.root / item.from), item.key.isOf(status)
    else {
      report.failed.append((item.from, "it has changed since it was read"))
      return false
    }
    try index(item.from, item.key, item.content, item.asset, session)
    let entry = ViewBase.Entry(name: item.from.lastComponent.bytes, text: nil, isOurs: false)
    base.set(entry, of: file.album, item.asset)
    return true
  }

  private func index(
    _ path: Path, _ there: ViewFileRow, _ content: ContentID, _ asset: AssetID,
    _ session: ChangeSession
  ) throws(AlbumenError) {
    let birth = (try? FileStatus.ofLink(at: layout.root / path))?.birthTimeNanoseconds
    let key = FileKey(
      inode: there.inode, size: there.size, mtime: there.modified, ctime: there.changed,
      birth: birth)
    try session.reading { () throws(CatalogueError) in
      try session.catalogue.put(FileRow(path, key, holding: content, of: asset))
    }
  }
}

extension ViewFileRow {
  /// Whether it is of a file that looked like this when it was put into the index.
  fileprivate func isOf(_ row: FileRow) -> Bool {
    inode == row.inode && size == row.size && modified == row.modified && changed == row.changed
  }
}
