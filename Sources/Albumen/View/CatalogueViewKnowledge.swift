import Catalogue
import LibraryState
import Operations
import Platform
import Reconciling

/// Answers from the catalogue what the planner of the view asks about the roll.
struct CatalogueViewKnowledge: ViewKnowledge {
  typealias Failure = CatalogueError

  let catalogue: Catalogue

  func asset(at path: [UInt8]) throws(CatalogueError) -> AssetID? {
    guard let path = Path(bytes: path) else { return nil }
    return try catalogue.file(at: path)?.asset
  }

  func asset(ofContent content: ContentID) throws(CatalogueError) -> AssetID? {
    try catalogue.asset(ofContent: content)
  }

  func isAlive(_ asset: AssetID) throws(CatalogueError) -> Bool {
    try catalogue.asset(asset)?.status == .alive
  }

  func isHere(_ asset: AssetID) throws(CatalogueError) -> Bool {
    try !catalogue.files(of: asset).isEmpty
  }

  func isHere(_ content: ContentID, of asset: AssetID) throws(CatalogueError) -> Bool {
    try catalogue.files(of: asset).contains { $0.content == content }
  }
}

extension ViewState {
  /// The albums as they are now.
  ///
  /// - Parameters:
  ///   - known: albums that had directories, deleted ones among them.
  ///   - names: the names of all directories that are there.
  ///   - scope: the part of the view that is asked for; nil for all.
  init(
    _ catalogue: Catalogue, known: Set<AlbumID>, names: Set<[UInt8]>, _ scope: ViewScope? = nil
  ) throws(CatalogueError) {
    self.init()
    for row in try catalogue.albums(includingDeleted: scope == nil, countsMembers: false)
    where scope?.includes(row.id) != false {
      var album = Album(title: row.title, isFolder: row.isFolder, parent: row.parent)
      if row.isAlive {
        albums[row.id] = album
      } else if known.contains(row.id) || names.contains(ViewNames.name(for: album.title)) {
        album.members = try catalogue.shownMembers(of: row.id).map {
          Member(asset: $0, target: nil)
        }
        deleted[row.id] = album
      }
    }
    for row in try catalogue.viewMembers(in: scope) {
      var target = row.files.first
      // Of several the recorded one.
      if row.files.count > 1, let recorded = try catalogue.asset(row.asset)?.fields[.path]?.text {
        let recorded = Array(recorded.utf8)
        if let file = row.files.first(where: { $0.path == recorded }) { target = file }
      }
      albums[row.album]?.members.append(
        Member(
          asset: row.asset, target: target?.path, content: target?.content,
          inode: target?.inode ?? 0))
    }
    for (id, album) in albums where album.isFolder { albums[id]?.members = [] }
  }
}
