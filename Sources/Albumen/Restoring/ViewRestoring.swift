import Catalogue
import Operations
import Platform
import Reconciling

/// Makes albums anew of what the links of an album view say, as a last resort.
struct ViewRestoring {
  private let tree: ViewTree
  private let library: PhotoLibrary
  /// The assets that the links of each album lead to, in order.
  private var members: [[AssetID]] = []
  private(set) var left: [(path: Path, reason: String)]
  /// Where the album of each directory is, by its path below the view's.
  private(set) var places: [AlbumID: [UInt8]] = [:]

  init(_ tree: ViewTree, in library: PhotoLibrary) {
    self.tree = tree
    self.library = library
    left = tree.left
  }

  /// Finds out which assets the links lead to.
  mutating func resolve() async throws(AlbumenError) {
    let found = try await library.resolve(tree)
    members = found.members
    left += found.left
  }

  /// Makes the albums and references, in one transaction.
  mutating func makeAlbums() async throws {
    let (nodes, members) = (tree.nodes, members)
    let made = try await library.performChanges("Restore albums from their links") { changes in
      var albums: [[[UInt8]]: AlbumID] = [:]
      for (node, members) in zip(nodes, members) {
        let parent = albums[Array(node.path.dropLast())]
        if node.isFolder {
          albums[node.path] = try changes.createFolder(node.title, in: parent)
        } else {
          let album = try changes.createAlbum(node.title, in: parent)
          albums[node.path] = album
          try changes.add(members, to: album)
        }
      }
      return albums
    }.value
    for (path, album) in made {
      places[album] = Array(path.joined(separator: [UInt8(ascii: "/")]))
    }
  }
}

extension PhotoLibrary {
  /// The assets that the links of each directory lead to, and the links that lead to none.
  fileprivate func resolve(
    _ tree: ViewTree
  ) throws(AlbumenError) -> (members: [[AssetID]], left: [(path: Path, reason: String)]) {
    let root = root
    let rules = FolderRules(store.layout)
    return try store.read { catalogue throws(CatalogueError) in
      let knowledge = CatalogueViewKnowledge(catalogue: catalogue)
      var left: [(path: Path, reason: String)] = []
      var members: [[AssetID]] = []
      for node in tree.nodes {
        var assets: [AssetID] = []
        for link in node.links {
          var asset = try link.target.flatMap { (path) throws(CatalogueError) in
            try knowledge.asset(at: path.bytes)
          }
          // A link to a link, and one that a person wrote otherwise.
          if asset == nil, let file = (try? Files.resolve(root / link.path))?.relative(to: root) {
            asset = try knowledge.asset(at: file.bytes)
          }
          if let asset {
            assets.append(asset)
          } else {
            left.append((link.path, Self.reason(link.path, root, rules)))
          }
        }
        members.append(assets)
      }
      return (members, left)
    }
  }

  /// Why a link leads to nothing that the library has.
  private static func reason(_ link: Path, _ root: Path, _ rules: FolderRules) -> String {
    guard let file = try? Files.resolve(root / link) else { return "it leads nowhere" }
    let plain = "it leads to no photo or video of the library"
    guard let path = file.relative(to: root) else { return plain }
    let isDirectory = (try? FileStatus.ofTarget(at: file))?.kind == .directory
    guard let verdict = rules.verdict(for: path, isDirectory: isDirectory) else { return plain }
    return "\(plain), as \(verdict.words)"
  }
}
