import Catalogue
import LibraryState
import Operations
import Platform
import Reconciling
import TextForms

/// Says which copies an export makes under which names.
struct ExportPlan {
  /// Is one album's directory and what goes into it.
  struct Part {
    let album: AlbumID
    /// Relative to the directory that is exported to.
    let directory: Path
    var places: [Place] = []
  }

  /// Is one copy.
  struct Place {
    let index: Int
    let asset: Asset
    let name: [UInt8]
    /// The asset's file as it was when it was last read; nil where it was not read here yet.
    let known: FileRow?
  }

  private(set) var parts: [Part] = []
  private let catalogue: Catalogue
  private let store: LibraryStore
  private let albums: [AlbumRow]
  /// The living parts of wholes, which go with them.
  private var partsOfWholes: [AssetID: [AssetRow]] = [:]
  private var seen: Set<AlbumID> = []
  /// The names of directories that are given away, as a file system sees them that does not tell letters by
  /// their case.
  private var names: Set<[UInt8]> = []

  /// Plans the export of albums; of a folder all albums in it, in directories below its own.
  init(
    _ wanted: [AlbumID], _ store: LibraryStore, _ catalogue: Catalogue
  ) throws(CatalogueError) {
    self.store = store
    self.catalogue = catalogue
    albums = try catalogue.albums(includingDeleted: false)
    for row in try catalogue.assets(.alive) {
      if let whole = row.whole { partsOfWholes[whole, default: []].append(row) }
    }
    for id in wanted {
      if let album = albums.first(where: { $0.id == id }) { try add(album, below: Path()) }
    }
  }

  private mutating func add(_ album: AlbumRow, below parent: Path) throws(CatalogueError) {
    guard seen.insert(album.id).inserted else { return }
    // The same names as in the album view.
    let title = TextForm.nfc(album.title)
    var name = ViewNames.name(for: title)
    if !claim(parent, name) {
      name = ViewNames.name(for: title, besideOthers: album.id)
      _ = claim(parent, name)
    }
    guard let component = Path(bytes: name) else { return }
    let directory = parent / component
    if album.isFolder {
      let below = albums.filter { $0.parent == album.id }
        .sorted { ($0.title, $0.id) < ($1.title, $1.id) }
      for album in below { try add(album, below: directory) }
    } else {
      parts.append(try part(album, directory))
    }
  }

  private mutating func claim(_ parent: Path, _ name: [UInt8]) -> Bool {
    let folded = TextForm.nfc(String(decoding: name, as: UTF8.self)).lowercased()
    return names.insert(parent.bytes + [UInt8(ascii: "/")] + Array(folded.utf8)).inserted
  }

  private func part(_ album: AlbumRow, _ directory: Path) throws(CatalogueError) -> Part {
    var part = Part(album: album.id, directory: directory)
    let members = try catalogue.shownMembers(of: album.id)
    var names = CopyNames(count: members.count)
    for (offset, member) in members.enumerated() {
      guard let row = try catalogue.asset(member) else { continue }
      let together = [row] + (partsOfWholes[row.id] ?? []).sorted { $0.id < $1.id }
      for asset in try store.located(together, catalogue) {
        let id = asset.id.description
        let filename =
          asset.file?.lastComponent.bytes
          ?? Array((asset.filename ?? String(id.prefix(12))).utf8)
        let name = names.name(offset + 1, Self.oneName(filename), mark: id.prefix(8))
        let known: FileRow? =
          if let file = asset.file { try catalogue.file(at: file) } else { nil }
        part.places.append(Place(index: offset + 1, asset: asset, name: name, known: known))
      }
    }
    return part
  }

  /// A name that another device has recorded may be anything.
  private static func oneName(_ name: [UInt8]) -> [UInt8] {
    name.map { $0 == UInt8(ascii: "/") || $0 == 0 ? UInt8(ascii: "_") : $0 }
  }
}
