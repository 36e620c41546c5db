import Catalogue
import Operations
import Platform
import Reconciling

extension ViewBase {
  /// What the catalogue has recorded of the view, or of a part of it.
  init(_ catalogue: Catalogue, _ scope: ViewScope? = nil) throws(CatalogueError) {
    self.init()
    for row in try catalogue.viewDirectories() where scope?.includes(row.album) != false {
      var directory = Directory(parent: row.parent, name: row.name, title: row.title)
      directory.inode = row.inode
      directory.birth = row.birth
      directory.standing = Standing(rawValue: UInt8(clamping: row.standing)) ?? .arriving
      directory.next = row.nextName.map { Place(parent: row.nextParent, name: $0) }
      directory.nextTitle = row.nextTitle
      set(directory, of: row.album)
    }
    for row in try catalogue.viewEntries(in: scope) {
      var entry = Entry(name: row.name, text: row.text, isOurs: row.isOurs)
      entry.standing = Standing(rawValue: UInt8(clamping: row.standing)) ?? .arriving
      entry.nextName = row.nextName
      entry.mark = row.mark.map { Mark($0) }
      set(entry, of: row.album, row.asset)
    }
    for (path, names) in try catalogue.viewStrays() where scope?.includes(path) != false {
      setStray(Set(names), at: path)
    }
    if let recorded = try catalogue.viewGeneration {
      agree(directories: recorded.directories, entries: recorded.entries)
    }
    isEstablished = true
    noteSaved()
  }

  /// What the view's file tells, where nothing else is known: directories that may be there.
  init(_ file: ViewFile) {
    self.init()
    let slash = UInt8(ascii: "/")
    let byPath = Dictionary(file.albums.map { ($0.value, $0.key) }) { first, _ in first }
    for (path, album) in byPath {
      guard let name = path.split(separator: slash).last.map({ Array($0) }) else { continue }
      let above = Array(path.dropLast(name.count).dropLast())
      let parent = above.isEmpty ? nil : byPath[above]
      if !above.isEmpty, parent == nil { continue }
      var directory = Directory(parent: parent, name: name, title: ViewNames.title(of: name))
      directory.standing = .arriving
      set(directory, of: album)
    }
  }

  /// Writes what is different since it was read or written.
  mutating func save(to catalogue: Catalogue) throws(CatalogueError) {
    for album in changedDirectories {
      try catalogue.putView(directories[album].map { $0.row(album) }, of: album)
    }
    let changed = Dictionary(grouping: changedEntries, by: \.album)
    // Albums and assets in the order of the table's key.
    for (album, references) in changed.sorted(by: { $0.key < $1.key }) {
      let rows = entries[album] ?? [:]
      let assets = references.map(\.asset).sorted()
      try catalogue.forgetViewEntries(of: album, assets.filter { rows[$0] == nil })
      try catalogue.putView(assets.compactMap { asset in rows[asset]?.row(album, asset) })
    }
    for path in changedStrays {
      try catalogue.putViewStray(strays[path].map { Array($0) }, at: path)
    }
    noteSaved()
  }

  /// Where the directories of albums are, as paths below the view's.
  var paths: [AlbumID: [UInt8]] {
    var paths: [AlbumID: [UInt8]] = [:]
    for (album, directory) in directories where directory.standing != .deleted {
      paths[album] = path(of: album).map { Array($0.joined(separator: [UInt8(ascii: "/")])) }
    }
    return paths
  }
}

extension ViewBase.Directory {
  fileprivate func row(_ album: AlbumID) -> ViewDirectoryRow {
    var row = ViewDirectoryRow(
      album: album, name: name, title: title, inode: inode, standing: Int(standing.rawValue))
    row.parent = parent
    row.birth = birth
    row.nextParent = next?.parent
    row.nextName = next?.name
    row.nextTitle = nextTitle
    return row
  }
}

extension ViewBase.Entry {
  fileprivate func row(_ album: AlbumID, _ asset: AssetID) -> ViewEntryRow {
    var row = ViewEntryRow(
      album: album, asset: asset, name: name, text: text, isOurs: isOurs,
      standing: Int(standing.rawValue), nextName: nextName)
    row.mark = mark?.row
    return row
  }
}
