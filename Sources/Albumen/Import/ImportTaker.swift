import Catalogue
import Operations
import Platform

/// Makes the operations of an import, and says which copy goes where.
struct ImportTaker {
  private let session: ChangeSession
  private let root: Path
  private let template: ImportTemplate
  private var assets: [AssetID] = []
  private var taken: Set<Path> = []
  private(set) var items: [ImportStep.Item] = []
  /// For each of `items`, its index in `imported`.
  private(set) var placed: [Int] = []
  private(set) var imported: [ImportReport.Item] = []
  private(set) var known: [ImportReport.Item] = []
  private var references = 0

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
      let path = destination(of: file)
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
    if existing.status != .alive { try session.emit(.restoreAsset(existing.id)) }
    if try hasFile(existing.id) {
      known.append(ImportReport.Item(source: staged.source, asset: existing.id, path: nil))
      return
    }
    // The library knows it, but this folder has no file of it.
    let path = destination(of: file)
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
      let album = try changes.findOrCreateAlbum(title).id
      references += try changes.add(assets, to: album)
    }
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
    if imported.contains(where: { $0.asset == asset }) { return true }
    let files = try session.reading { () throws(CatalogueError) in
      try session.catalogue.files(of: asset)
    }
    return files.contains { row in
      (try? FileStatus.ofLink(at: root / row.path))?.size == row.size
    }
  }

  private mutating func place(_ staged: StagedFile, at path: Path, _ asset: AssetID) {
    taken.insert(path)
    placed.append(imported.count)
    items.append(ImportStep.Item(staged: staged.path, destination: path))
    imported.append(ImportReport.Item(source: staged.source, asset: asset, path: path))
  }

  /// A free name in the directory that the template gives.
  private func destination(of file: ImportFile) -> Path {
    let captured = file.facts.fields.first { $0.name == .captured }?.value.text ?? ""
    let directory = template.directory(captured: captured)
    let wanted = directory / file.staged.source.lastComponent
    var path = wanted
    var number = 1
    while taken.contains(path) || (try? FileStatus.ofLink(at: root / path)) != nil {
      number += 1
      path = ImportStep.numbered(wanted, number)
    }
    return path
  }
}
