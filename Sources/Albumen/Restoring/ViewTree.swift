import Operations
import Platform
import Reconciling

/// Is what the links of an album view say of the albums, where nothing else is left of them.
struct ViewTree {
  /// What a directory stands for.
  struct Node {
    /// The names that lead to it from the view's own directory.
    let path: [[UInt8]]
    let title: String
    /// Whether it has directories in it, and so is a folder of albums.
    var isFolder = false
    /// The links in it, by the order of their names; none of a folder.
    var links: [Link] = []
  }

  /// A link, relative to the root, and what it leads to there; nil where that is not in the root.
  struct Link {
    let path: Path
    let target: Path?
  }

  /// The directories, each before those in it.
  private(set) var nodes: [Node] = []
  /// What stands for nothing, relative to the root, and why.
  private(set) var left: [(path: Path, reason: String)] = []

  /// Reads the view's directory of a root; follows no link.
  ///
  /// - Throws: `.notFound` where there are no albums in it.
  init(root: Path, name: Path) throws(AlbumenError) {
    let look = ViewLook(root: root, name: name, known: [:], quiet: PhotoLibrary.ViewDelays())
    look.look()
    guard look.isThere else {
      throw AlbumenError(
        .notFound, "there is no album view to restore from", subject: (root / name).display,
        hint: "name the folder that it is in; albumen init makes a library without albums")
    }
    left = look.unreadable.map { ($0.path, $0.error.message) }
    let links = ViewLinks(view: name.bytes, root: root.bytes)
    let directories = look.snapshot.directories
    let inner = Set(directories.filter { $0.path.count > 1 }.map { Array($0.path.dropLast()) })
    for directory in directories {
      let isFolder = directory.path.isEmpty || inner.contains(directory.path)
      var node = Node(
        path: directory.path, title: Self.title(of: directory.path, among: directories))
      node.isFolder = isFolder
      for entry in directory.entries.sorted(by: { LinkName($0.name) < LinkName($1.name) }) {
        guard case .link(let text) = entry.kind else { continue }
        let path = (directory.path + [entry.name]).reduce(name) { $0 / (Path(bytes: $1) ?? Path()) }
        if isFolder {
          left.append((path, "it is in no album: a folder of albums holds no photos"))
        } else {
          node.links.append(
            Link(
              path: path,
              target: links.target(of: text, in: directory.path).flatMap { Path(bytes: $0) }))
        }
      }
      if !directory.path.isEmpty { nodes.append(node) }
    }
    guard !nodes.isEmpty else {
      throw AlbumenError(
        .notFound, "there are no albums to restore", subject: (root / name).display,
        hint: "albumen init makes a library without albums")
    }
  }

  /// Whether albums are those that the directories stand for, and no others: titles, and what is in what.
  func fits(_ albums: [Album]) -> Bool {
    let byID = Dictionary(uniqueKeysWithValues: albums.map { ($0.id, $0) })
    func titles(_ album: Album) -> [String] {
      var titles = [album.title]
      var above = album.parent
      while let id = above, let folder = byID[id], titles.count <= albums.count {
        titles.insert(folder.title, at: 0)
        above = folder.parent
      }
      return titles
    }
    struct Place: Hashable {
      let titles: [String]
      let isFolder: Bool
    }
    let there = albums.map { Place(titles: titles($0), isFolder: $0.isFolder) }
    var paths: [[[UInt8]]: [String]] = [:]
    // Each directory stands before those in it.
    let here = nodes.map { node in
      let titles = paths[Array(node.path.dropLast()), default: []] + [node.title]
      paths[node.path] = titles
      return Place(titles: titles, isFolder: node.isFolder)
    }
    return albums.allSatisfy { !$0.isDeleted } && Set(there) == Set(here)
      && there.count == here.count
  }

  /// The title that a directory stands for: without the mark that tells albums of one title apart, where
  /// there is another one of that title beside it.
  private static func title(of path: [[UInt8]], among directories: [ViewSnapshot.Directory])
    -> String
  {
    guard let name = path.last else { return "" }
    let marked = name.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    if let mark = marked.last, marked.count > 1, (9...33).contains(mark.count),
      mark.first == UInt8(ascii: "~"),
      mark.dropFirst().allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    {
      let bare = Array(name.dropLast(mark.count + 1))
      let isShared = directories.contains { other in
        guard other.path.count == path.count, other.path.dropLast() == path.dropLast(),
          let beside = other.path.last, beside != name
        else { return false }
        return ViewNames.fold(beside) == ViewNames.fold(bare)
          || beside.starts(with: bare + [UInt8(ascii: " "), UInt8(ascii: "~")])
      }
      if isShared { return ViewNames.title(of: bare) }
    }
    return ViewNames.title(of: name)
  }
}
