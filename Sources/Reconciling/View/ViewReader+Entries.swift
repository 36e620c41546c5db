import Operations

extension ViewReader {
  /// What stands in an album's directory for its references.
  private struct Reading {
    let album: AlbumID
    let path: [[UInt8]]
    let rows: [AssetID: ViewBase.Entry]
    /// The assets of the recorded names.
    let assetsByName: [[UInt8]: AssetID]
    /// What was found of each asset; several where there are several links to it.
    var found: [AssetID: [ViewSnapshot.Entry]] = [:]
    /// Assets whose link was saved over, or whose copy is being put into the roll.
    var replaced: Set<AssetID> = []
    /// Links that lead to no asset.
    var dangling: Set<[UInt8]> = []
  }

  /// Compares what is in a directory with what the base has of it.
  mutating func readEntries(_ path: [[UInt8]]) throws(Knowledge.Failure) {
    guard let placed = placed[path], let album = placed.album, !findings.held.contains(album)
    else { return }
    if placed.isFolder { return try leaveEntries(of: placed.directory, .inFolder) }
    let rows = before.entries[album] ?? [:]
    if isAsRecorded(placed.directory, rows) { return }
    var names: [[UInt8]: AssetID] = [:]
    for (asset, row) in rows {
      names[row.name] = asset
      if let next = row.nextName { names[next] = asset }
    }
    var reading = Reading(album: album, path: path, rows: rows, assetsByName: names)
    for entry in placed.directory.entries { try read(entry, &reading) }
    try takeFound(&reading)
    try noteMissing(reading, placed.directory)
    noteOrder(reading, placed.directory)
    noteLeft(reading, placed.directory)
    noteUntaken(reading, placed.directory)
  }

  /// Remembers the links that lead to no photo or video, in the order of their names.
  private mutating func noteUntaken(_ reading: Reading, _ directory: ViewSnapshot.Directory) {
    if reading.dangling.isEmpty { return }
    var untaken: [(name: [UInt8], text: [UInt8])] = []
    for entry in directory.entries where reading.dangling.contains(entry.name) {
      if case .link(let text) = entry.kind { untaken.append((entry.name, text)) }
    }
    untaken.sort { LinkName.precedes($0.name, $1.name) }
    findings.left += untaken.map { (reading.path + [$0.name], .untaken($0.text)) }
  }

  /// Remembers the names that were left here without a reference: they are no news later.
  private mutating func noteLeft(_ reading: Reading, _ directory: ViewSnapshot.Directory) {
    let path = ViewBase.join(reading.path)
    var left = (strays[path] ?? []).intersection(directory.entries.map(\.name))
    if !before.isEstablished { left.formUnion(reading.dangling) }
    for row in (findings.base.entries[reading.album] ?? [:]).values { left.remove(row.name) }
    findings.base.setStray(left.isEmpty ? nil : left, at: path)
  }

  /// Finds out which asset an entry stands for.
  private mutating func read(
    _ entry: ViewSnapshot.Entry, _ reading: inout Reading
  ) throws(Knowledge.Failure) {
    switch entry.kind {
    case .other: break
    case .link(let text):
      if let asset = reading.assetsByName[entry.name], reading.rows[asset]?.text == text {
        reading.found[asset, default: []].append(entry)
      } else if let asset = try asset(ofLink: text, in: reading.path) {
        reading.found[asset, default: []].append(entry)
      } else {
        reading.dangling.insert(entry.name)
      }
    case .media(let content):
      let known = try knowledge.asset(ofContent: content)
      let recorded = reading.assetsByName[entry.name]
      let (album, path) = (reading.album, reading.path + [entry.name])
      func file(_ asset: AssetID?, _ isEdit: Bool) -> ViewFindings.File {
        ViewFindings.File(album: album, path: path, content: content, asset: asset, isEdit: isEdit)
      }
      let own = try knowledge.asset(at: ViewBase.join([links.view] + path))
      if let recorded, known == nil, let row = reading.rows[recorded],
        row.text != nil || own == recorded, try isEditable(recorded)
      {
        // Saved over a link, or the asset's own file was changed.
        findings.files.append(file(recorded, true))
        reading.replaced.insert(recorded)
      } else if let known, try knowledge.isHere(content, of: known) {
        reading.found[known, default: []].append(entry)
      } else if try known.map({ (asset) throws(Knowledge.Failure) in
        try knowledge.isAlive(asset)
      }) != false {
        findings.files.append(file(known, false))
        if let known { reading.replaced.insert(known) }
      } else {
        findings.left.append((path, .trashed))
      }
    }
  }

  /// Takes notice of what is there: what is new becomes a reference, unless it is one.
  private mutating func takeFound(_ reading: inout Reading) throws(Knowledge.Failure) {
    let album = reading.album
    // A deleted album has no members, unless it has just come back.
    let what = state.albums[album] ?? (restored.contains(album) ? state.deleted[album] : nil)
    let members = Set(what?.members.map(\.asset) ?? [])
    let left = strays[ViewBase.join(reading.path)] ?? []
    var added: [(name: LinkName, asset: AssetID)] = []
    for asset in reading.found.keys.sorted() {
      guard let entry = choose(asset, reading) else { continue }
      let row = reading.rows[asset]
      var next = ViewBase.Entry(name: entry.name, text: nil, isOurs: false)
      if case .link(let text) = entry.kind {
        next.text = text
        if let row, row.text == text {
          next.isOurs = row.isOurs
        } else {
          next.isOurs = hasOurText(text, reading.path) || before.hasOurLink(to: asset, text)
        }
        next.mark = entry.mark
      }
      let isMember = members.contains(asset)
      let isNews = row == nil || (row?.standing == .stray && row?.name != entry.name)
      let isElsewhere = row.map { $0.name != entry.name && $0.nextName != entry.name } ?? false
      if row?.standing == .stray || (row == nil && left.contains(entry.name)), !isMember,
        !isNews || row == nil
      {
        next.standing = .stray
      } else if row?.standing == .leaving, !isMember, isElsewhere {
        // Ours is gone; this is another one, which nobody meant to be a reference.
        next.standing = .stray
        next.isOurs = false
      } else if isNews, !isMember {
        if !before.isEstablished, case .link(let text) = entry.kind,
          hasOurForm(entry.name, text, reading.path)
        {
          // An earlier view had it; whether anybody meant it to be there nobody can tell.
          next.standing = .stray
        } else if try !knowledge.isAlive(asset) {
          findings.left.append((reading.path + [entry.name], .trashed))
          continue
        } else {
          added.append((LinkName(entry.name), asset))
        }
      }
      if isNews { arrived.insert(asset) }
      if next.standing == .stray {
        let isAlive = try knowledge.isAlive(asset)
        let path = reading.path + [entry.name]
        findings.left.append((path, isAlive ? .withoutReference : .trashed))
      }
      findings.base.set(next, of: album, asset)
    }
    if added.isEmpty { return }
    // What comes to the directory of an album that was deleted elsewhere brings it back.
    if state.albums[album] == nil, state.deleted[album] != nil { restore(album) }
    added.sort { ($0.name, $0.asset) < ($1.name, $1.asset) }
    findings.acts.append(.add(album, added.map(\.asset)))
  }

  /// Of several entries for one asset, the recorded one, else the first.
  private func choose(_ asset: AssetID, _ reading: Reading) -> ViewSnapshot.Entry? {
    let found = reading.found[asset] ?? []
    let row = reading.rows[asset]
    return found.first { $0.name == row?.name } ?? found.first { $0.name == row?.nextName }
      ?? found.min { LinkName($0.name) < LinkName($1.name) }
  }

  /// Takes notice of what is not there any more.
  private mutating func noteMissing(
    _ reading: Reading, _ directory: ViewSnapshot.Directory
  ) throws(Knowledge.Failure) {
    let album = reading.album
    guard directory.isWhole else {
      findings.held.insert(album)
      return
    }
    let members = Set(state.albums[album]?.members.map(\.asset) ?? [])
    let unclear = unclearNames(reading, directory)
    var gone: [AssetID] = []
    for (asset, row) in reading.rows where reading.found[asset] == nil {
      if reading.replaced.contains(asset) {
        // Its link is made again when the file is in its place.
        findings.base.set(nil, of: album, asset)
      } else if row.isCertain, members.contains(asset), try knowledge.isAlive(asset),
        try knowledge.isHere(asset)
      {
        if unclear.contains(row.name) {
          findings.held.insert(album)
          findings.unclear.append(reading.path + [row.name])
        } else {
          gone.append(asset)
        }
      } else {
        findings.base.set(nil, of: album, asset)
      }
    }
    if gone.isEmpty { return }
    let certain = reading.rows.filter { $0.value.isCertain }
    if certain.count >= 5, certain.keys.allSatisfy({ reading.found[$0] == nil }) {
      emptied.insert(album)
    }
    if let known = before.directories[album]?.inode, known != 0, directory.inode != 0,
      known != directory.inode
    {
      replaced.insert(album)
    }
    // By the next round it is the one that was recorded: that must not wait.
    let isElsewhere = isOther || replaced.contains(album)
    if directory.isQuiet || (isElsewhere && !confirmsMissing) {
      lost[album] = gone
    } else {
      hold(album, directory)
    }
  }

  /// The names of what does not stand for a photo or video, but may again: half of a file, a link that
  /// was rewritten.
  private func unclearNames(
    _ reading: Reading, _ directory: ViewSnapshot.Directory
  ) -> Set<[UInt8]> {
    var names = reading.dangling
    for entry in directory.entries where entry.kind == .other { names.insert(entry.name) }
    for child in children[reading.path] ?? [] { if let name = child.last { names.insert(name) } }
    return names
  }

  private mutating func hold(_ album: AlbumID, _ directory: ViewSnapshot.Directory) {
    findings.held.insert(album)
    if findings.waiting.last != directory.path { findings.waiting.append(directory.path) }
  }

  // MARK: Order

  /// Takes notice where links that were there before are in another order now.
  private mutating func noteOrder(
    _ reading: Reading, _ directory: ViewSnapshot.Directory
  ) {
    let album = reading.album
    let members = Set(state.albums[album]?.members.map(\.asset) ?? [])
    var common: [(asset: AssetID, before: LinkName, now: LinkName)] = []
    for (asset, row) in reading.rows where row.isCertain && row.text != nil {
      guard members.contains(asset), let entry = findings.base.entry(album, asset),
        entry.isCertain, entry.text != nil
      else { continue }
      common.append((asset, LinkName(row.name), LinkName(entry.name)))
    }
    common.sort { ($0.before, $0.asset) < ($1.before, $1.asset) }
    let places = Dictionary(uniqueKeysWithValues: common.enumerated().map { ($1.asset, $0) })
    let now = common.sorted { ($0.now, $0.asset) < ($1.now, $1.asset) }.map(\.asset)
    let order = now.compactMap { places[$0] }
    if zip(order, order.dropFirst()).allSatisfy({ $0 < $1 }) { return }
    guard directory.isQuiet else {
      // The names as they were tell the next look what has changed.
      for (asset, row) in reading.rows where findings.base.entry(album, asset) != nil {
        findings.base.set(row, of: album, asset)
      }
      return hold(album, directory)
    }
    let stays = Set(order.longestAscending().map { order[$0] })
    let moves = order.count(where: { !stays.contains($0) })
    // Beyond some, it costs less to say where all of them are.
    if moves > 200 {
      findings.acts.append(.order(album, now, after: nil))
      return
    }
    var last: AssetID?
    var run: [AssetID] = []
    func end(_ findings: inout ViewFindings) {
      if !run.isEmpty { findings.acts.append(.order(album, run, after: last)) }
      if let end = run.last { last = end }
      run = []
    }
    for (asset, place) in zip(now, order) {
      if stays.contains(place) {
        end(&findings)
        last = asset
      } else {
        run.append(asset)
      }
    }
    end(&findings)
  }
}

extension ViewBase {
  /// Whether a link of ours to an asset says the same, in whatever directory.
  fileprivate func hasOurLink(to asset: AssetID, _ text: [UInt8]) -> Bool {
    entries.values.contains { $0[asset].map { $0.isOurs && $0.text == text } ?? false }
  }
}
