extension ViewReader {
  /// Remembers a directory that stands for no album, until something else comes to it.
  mutating func leave(_ path: [[UInt8]]) throws(Knowledge.Failure) {
    guard let directory = placed[path]?.directory else { return }
    let inside = children[path] ?? []
    let here = Set(directory.entries.map(\.name) + inside.compactMap(\.last))
    let known = strays[ViewBase.join(path)]
    // What nobody has looked at came to it, as far as can be told.
    var names = known?.intersection(here) ?? here.subtracting(directory.unread)
    for entry in directory.entries where !names.contains(entry.name) {
      // A link that only says what one of ours does is nothing that came, should this be an album's again.
      if case .link(let text) = entry.kind, try isKnownByTextAlone(text, in: path) {
        names.insert(entry.name)
      }
    }
    findings.base.setStray(names, at: ViewBase.join(path))
    for child in inside where known.map({ $0.contains(child.last ?? []) }) ?? true {
      try leave(child)
    }
  }

  /// Finds the directories without an album that were moved along with those that they are in.
  mutating func followStrays() {
    strays = before.strays
    var moved: [(from: [[UInt8]], to: [[UInt8]])] = []
    for (path, found) in placed {
      guard let album = found.album, let from = before.path(of: album), from != path else {
        continue
      }
      moved.append((from, path))
    }
    if moved.isEmpty { return }
    for (path, names) in before.strays {
      let old = path.split(separator: UInt8(ascii: "/")).map { Array($0) }
      let nearest = moved.filter { old.starts(with: $0.from) }.max { $0.from.count < $1.from.count }
      guard let nearest else { continue }
      let new = ViewBase.join(nearest.to + old.dropFirst(nearest.from.count))
      strays[path] = nil
      findings.base.setStray(nil, at: path)
      strays[new] = names
      findings.base.setStray(names, at: new)
    }
  }

  /// Forgets the directories without an album that are not there any more.
  mutating func forgetStrays() {
    if placed.values.contains(where: { !$0.directory.isWhole }) { return }
    let here = Set(placed.keys.map { ViewBase.join($0) })
    for path in findings.base.strays.keys where !here.contains(path) {
      findings.base.setStray(nil, at: path)
    }
  }
}
