import Albumen
import TextForms

/// Is the albums in their folders.
struct AlbumTree {
  private let albums: [AlbumID: Album]
  private let children: [AlbumID?: [Album]]

  /// Keeps the order that the albums are given in, within each folder.
  init(_ albums: [Album]) {
    let known = Dictionary(albums.map { ($0.id, $0) }) { first, _ in first }
    self.albums = known
    children = Dictionary(grouping: albums) { album in
      album.parent.flatMap { known[$0] == nil ? nil : $0 }
    }
  }

  /// The titles from the top to an album, with slashes between.
  func path(of album: Album) -> String {
    var titles = [album.title]
    var seen: Set<AlbumID> = [album.id]
    var above = album.parent
    while let id = above, let folder = albums[id], seen.insert(id).inserted {
      titles.append(folder.title)
      above = folder.parent
    }
    return titles.reversed().joined(separator: "/")
  }

  /// Every album behind the folder that it is in, its title indented by two spaces a level.
  var rows: [(album: Album, name: String)] {
    var rows: [(Album, String)] = []
    func visit(_ folder: AlbumID?, _ depth: Int) {
      for album in children[folder] ?? [] {
        let indent = String(repeating: "  ", count: depth)
        rows.append((album, indent + TextForm.printable(album.title)))
        visit(album.id, depth + 1)
      }
    }
    visit(nil, 0)
    return rows
  }
}
