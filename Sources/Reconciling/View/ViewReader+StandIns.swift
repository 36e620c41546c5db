import Operations

/// Which files in the view are no person's, but stand in the place of links.
extension ViewReader {
  /// Makes links of the files that stand in the place of links, for all that follows: by the names that
  /// are recorded, then by what tells the files apart wherever they are, then, without a record, by
  /// their form.
  mutating func recognizeStandIns() throws(Knowledge.Failure) {
    var recorded: [ViewBase.Reference: RecordedStandIn] = [:]
    var byInode: [UInt64: [ViewBase.Reference]] = [:]
    for (album, rows) in before.entries {
      for (asset, row) in rows {
        guard let standIn = row.standIn else { continue }
        let reference = ViewBase.Reference(album, asset)
        recorded[reference] = RecordedStandIn(
          album: album, asset: asset, row: row, standIn: standIn)
        if let inode = row.mark?.inode { byInode[inode, default: []].append(reference) }
      }
    }
    let guesses = !before.isEstablished && links.form != .sym
    if recorded.isEmpty, !guesses { return }
    var used: Set<ViewBase.Reference> = []
    let paths = placed.keys.sorted { $0.precedes($1) }
    for path in paths {
      guard let album = placed[path]?.album else { continue }
      var names: [[UInt8]: RecordedStandIn] = [:]
      for asset in (before.entries[album] ?? [:]).keys {
        guard let found = recorded[ViewBase.Reference(album, asset)] else { continue }
        names[found.row.name] = found
        if let next = found.row.nextName { names[next] = found }
      }
      replaceEntries(path) { entry, content, mark in
        guard let found = names[entry.name], found.isLike(entry, content) else { return nil }
        used.insert(ViewBase.Reference(album, found.asset))
        return (found.standIn, (found.row.mark?.isMade ?? true) && found.isSame(as: mark))
      }
    }
    // What was renamed, or moved to another directory.
    for path in paths {
      replaceEntries(path) { entry, content, mark in
        let found = (byInode[mark.inode] ?? []).compactMap { recorded[$0] }.sorted {
          ($0.album, $0.asset) < ($1.album, $1.asset)
        }.first {
          !used.contains(ViewBase.Reference($0.album, $0.asset)) && $0.isSame(as: mark)
            && $0.isLike(entry, content)
        }
        guard let found else { return nil }
        used.insert(ViewBase.Reference(found.album, found.asset))
        return (found.standIn, found.row.mark?.isMade ?? false)
      }
    }
    if guesses { try recognizeByForm(paths) }
  }

  /// What an earlier view had, as it seems: numbered, and with the bytes of an asset that is here.
  private mutating func recognizeByForm(_ paths: [[[UInt8]]]) throws(Knowledge.Failure) {
    for path in paths {
      for (index, entry) in (placed[path]?.directory.entries ?? []).enumerated() {
        guard case .media(let content) = entry.kind, let mark = entry.mark,
          LinkName(entry.name).isNumbered,
          try knowledge.asset(at: ViewBase.join([links.view] + path + [entry.name])) == nil,
          let asset = try knowledge.asset(ofContent: content),
          try knowledge.isHere(content, of: asset)
        else { continue }
        let standIn = StandIn(links.form, content: content, inode: mark.inode)
        replace(index, in: path, standIn, mark, isMade: false)
      }
    }
  }

  /// Makes links of those files in a directory of which a function says what they stand for, and whether
  /// they were made here for certain.
  private mutating func replaceEntries(
    _ path: [[UInt8]],
    _ standIn: (ViewSnapshot.Entry, ContentID, ViewBase.Mark) -> (StandIn, isMade: Bool)?
  ) {
    for (index, entry) in (placed[path]?.directory.entries ?? []).enumerated() {
      guard case .media(let content) = entry.kind, let mark = entry.mark,
        let (standIn, isMade) = standIn(entry, content, mark)
      else { continue }
      replace(index, in: path, standIn, mark, isMade: isMade)
    }
  }

  private mutating func replace(
    _ index: Int, in path: [[UInt8]], _ standIn: StandIn, _ mark: ViewBase.Mark, isMade: Bool
  ) {
    placed[path]?.directory.entries[index].kind = .link(standIn.text)
    placed[path]?.directory.entries[index].mark = mark.recorded(standIn.form, isMade: isMade)
  }
}

/// An entry of the record that is a file itself.
private struct RecordedStandIn {
  let album: AlbumID
  let asset: AssetID
  let row: ViewBase.Entry
  let standIn: StandIn

  /// Whether a file can be it, whoever has put it there: a hard link of the asset's file, whatever that
  /// holds by now, or the bytes that it was made with.
  func isLike(_ entry: ViewSnapshot.Entry, _ content: ContentID) -> Bool {
    content == standIn.content || (standIn.form == .hard && entry.shared == asset)
  }

  /// Whether a file is it for certain, as far as that can be told from outside.
  func isSame(as mark: ViewBase.Mark) -> Bool {
    if let own = row.mark { return own.isSame(as: mark, standIn.form) }
    // A round that was cut short wrote down which inode was to be named.
    return standIn.form == .hard && mark.inode == standIn.inode
  }
}
