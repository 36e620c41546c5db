import Albumen
import TextForms

/// Is the albums in their folders.
struct AlbumTree {
  private let albums: [AlbumID: Album]
  private let children: [AlbumID?: [Album]]

  /// Puts the albums of each folder in the order of their titles.
  init(_ albums: [Album]) {
    let known = Dictionary(albums.map { ($0.id, $0) }) { first, _ in first }
    self.albums = known
    children = Dictionary(grouping: albums) { album in
      album.parent.flatMap { known[$0] == nil ? nil : $0 }
    }.mapValues { $0.sorted { Self.precedes($0, [$0.title], $1, [$1.title]) } }
  }

  /// Albums in the order of their paths: a folder's follow it, and capitals stand among the others.
  func inOrder(_ albums: [Album]) -> [Album] {
    albums.map { ($0, titles(of: $0)) }.sorted { Self.precedes($0.0, $0.1, $1.0, $1.1) }.map(\.0)
  }

  /// Whether an album stands before another; equal titles by case, then by id, so that each has one
  /// place.
  private static func precedes(
    _ left: Album, _ leftTitles: [String], _ right: Album, _ rightTitles: [String]
  ) -> Bool {
    let (leftFolded, rightFolded) = (
      leftTitles.map { $0.lowercased() }, rightTitles.map { $0.lowercased() }
    )
    if leftFolded != rightFolded { return leftFolded.lexicographicallyPrecedes(rightFolded) }
    if leftTitles != rightTitles { return leftTitles.lexicographicallyPrecedes(rightTitles) }
    return left.id < right.id
  }

  /// The titles from the top to an album, with slashes between.
  func path(of album: Album) -> String { titles(of: album).joined(separator: "/") }

  /// The titles from the top to an album.
  private func titles(of album: Album) -> [String] {
    var titles = [album.title]
    var seen: Set<AlbumID> = [album.id]
    var above = album.parent
    while let id = above, let folder = albums[id], seen.insert(id).inserted {
      titles.append(folder.title)
      above = folder.parent
    }
    return titles.reversed()
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
