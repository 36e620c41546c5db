import Catalogue
import Operations
import Platform
import Reconciling

/// Makes the operations of an import, and says which copy goes where.
struct ImportTaker {
  private let session: ChangeSession
  private let root: Path
  private let template: ImportTemplate
  private var assets: [AssetID] = []
  private var taken: Set<Path> = []
  private var placedAssets: Set<AssetID> = []
  /// The number that was last tried for a name, by the path that was wanted: all below it are taken.
  private var numbers: [Path: Int] = [:]
  /// Where the template's directories really are.
  private var directories: [Path: Path] = [:]
  /// What goes where, in the order of `imported`.
  private(set) var placements: [Placement] = []
  private(set) var imported: [ImportReport.Item] = []
  private(set) var known: [ImportReport.Item] = []
  private(set) var references = 0
  /// Titles that several albums have, of which the first made was taken.
  private(set) var ambiguous: [String] = []

  /// A copy, where it goes and what it is.
  struct Placement {
    let item: ImportStep.Item
    let asset: AssetID
    let content: ContentID

    /// What the index of files says of it.
    func row(at path: Path, _ key: FileKey) -> FileRow {
      FileRow(path, key, holding: content, of: asset)
    }
  }

  init(_ session: ChangeSession, root: Path, template: ImportTemplate) {
    self.session = session
    self.root = root
    self.template = template
  }

  /// Takes one copy in: a new asset, one that comes back, or one that is here already.
  mutating func take(_ file: ImportFile) throws(AlbumenError) {
    let staged = file.staged
    let existing = try session.reading { () throws(CatalogueError) -> AssetRow? in
      guard let id = try session.catalogue.asset(ofContent: staged.content) else { return nil }
      return try session.catalogue.asset(id)
    }
    guard let existing else {
      let asset: AssetID = staged.content.cast()
      let path = try destination(of: file)
      var initial = file.facts.fields
      if let text = String(validating: path.bytes, as: UTF8.self) {
        initial.append(Field(.path, .text(text)))
      }
      try session.emit(.addAsset(asset, initial: initial.sorted { $0.name < $1.name }))
      for note in file.facts.notes(for: asset) { try session.emit(note) }
      assets.append(asset)
      place(staged, at: path, asset)
      return
    }
    assets.append(existing.id)
    try LibraryChanges(session).restore([existing.id])
    if try hasFile(existing.id) {
      known.append(ImportReport.Item(source: staged.source, asset: existing.id, path: nil))
      return
    }
    // The library knows it, but this folder has no file of it.
    let path = try destination(of: file)
    if let text = String(validating: path.bytes, as: UTF8.self),
      text != existing.fields[.path]?.text
    {
      try session.emit(.setAsset(existing.id, .path, .text(text)))
    }
    place(staged, at: path, existing.id)
  }

  /// References all that was taken in, known or new, in albums.
  mutating func reference(in titles: [String]) throws(AlbumenError) {
    if assets.isEmpty { return }
    let changes = LibraryChanges(session)
    for title in titles {
      let (album, others) = try changes.findOrCreateAlbum(named: title)
      if !others.isEmpty { ambiguous.append(title) }
      references += try changes.add(assets, to: album)
    }
  }

  /// References what was put into directories that are albums' in those.
  mutating func reference(by sources: [FolderSource]) throws(AlbumenError) {
    if sources.isEmpty { return }
    var taker = SourceTaker(session, sources)
    try taker.take(placements.map { ($0.item.destination, $0.asset) })
    references += taker.count
  }

  /// What the transaction is called.
  var label: String {
    let count = imported.count
    if count > 0 { return "Import \(count) \(count == 1 ? "item" : "items")" }
    return references > 0 ? "Add \(references) to albums" : "Import"
  }

  /// Whether the folder has a file of the asset: one of the index that is there, or one that has just
  /// been taken in.
  private func hasFile(_ asset: AssetID) throws(AlbumenError) -> Bool {
    if placedAssets.contains(asset) { return true }
    let files = try session.reading { () throws(CatalogueError) in
      try session.catalogue.filesHere(of: asset, in: LibraryLayout(root: root))
    }
    return files.contains { row in
      (try? FileStatus.ofLink(at: root / row.path))?.size == row.size
    }
  }

  private mutating func place(_ staged: StagedFile, at path: Path, _ asset: AssetID) {
    taken.insert(path)
    placedAssets.insert(asset)
    placements.append(
      Placement(
        item: ImportStep.Item(
          staged: staged.path, destination: path, content: staged.content),
        asset: asset,
        content: staged.content))
    imported.append(ImportReport.Item(source: staged.source, asset: asset, path: path))
  }

  /// A free name in the directory that the template gives.
  private mutating func destination(of file: ImportFile) throws(AlbumenError) -> Path {
    let captured = file.facts.fields.first { $0.name == .captured }?.value.text ?? ""
    let directory = try resolve(template.directory(captured: captured))
    let wanted = directory / file.staged.source.lastComponent
    var number = numbers[wanted] ?? 1
    var path = number == 1 ? wanted : ImportStep.numbered(wanted, number)
    while try isTaken(path) {
      number += 1
      path = ImportStep.numbered(wanted, number)
    }
    numbers[wanted] = number
    return path
  }

  /// The directory without links: a file is known by where it really is, and none leaves the library.
  private mutating func resolve(_ directory: Path) throws(AlbumenError) -> Path {
    if let known = directories[directory] { return known }
    let resolved: Path?
    do throws(PlatformError) { resolved = try ImportStep.resolve(directory, in: root) } catch {
      throw AlbumenError(error, "the copies have no place to go to")
    }
    guard let resolved else {
      throw AlbumenError(
        .invalid, "a link leads the copies out of the library, or to where files are left alone",
        subject: directory.display, hint: "remove the link, or have them put somewhere else")
    }
    directories[directory] = resolved
    return resolved
  }

  /// Whether a path has a file, will have one, or had one of which it is not yet known where it went.
  private func isTaken(_ path: Path) throws(AlbumenError) -> Bool {
    if taken.contains(path) || (try? FileStatus.ofLink(at: root / path)) != nil { return true }
    return try session.reading { () throws(CatalogueError) in
      try session.catalogue.file(at: path) != nil
    }
  }

  /// Notes the copies as files at their places: they have been here, also if they are trashed before
  /// the next scan.
  func indexPlacements() throws(AlbumenError) {
    for placement in placements {
      let key: FileKey
      do throws(PlatformError) {
        key = FileKey(try FileStatus.ofLink(at: placement.item.staged))
      } catch { throw AlbumenError(error, "a copy is not there any more") }
      try session.reading { () throws(CatalogueError) in
        try session.catalogue.put(placement.row(at: placement.item.destination, key))
      }
    }
  }

  /// Takes notice of where a copy has come to be.
  mutating func notePlace(_ path: Path, of index: Int) {
    let old = imported[index]
    imported[index] = ImportReport.Item(source: old.source, asset: old.asset, path: path)
  }
}

extension FileRow {
  /// Makes the row of a file whose bytes are known.
  init(_ path: Path, _ key: FileKey, holding content: ContentID, of asset: AssetID) {
    self.init(
      path: path, inode: key.inode, size: key.size, modified: key.mtime, changed: key.ctime,
      born: key.birth, content: content, asset: asset, hashed: SystemClock.wallNanoseconds)
  }
}
