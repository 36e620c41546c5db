import GitKit
import Operations

/// Is the tree of a commit: a whole log (docs/formats/remote-git.md, "The tree").
struct GitLogTree {
  /// Is a directory of pieces, as it stands in the tree.
  struct Directory {
    let id: GitObjectID
    let pieces: [PieceName: GitObjectID]
  }

  /// How many pieces a directory has.
  static let directorySize = 64
  /// The name of the text about the log.
  static let headName = Array("head".utf8)

  private static let largestTree = 4 << 20
  private static let largestHead = 1 << 20
  private static let mostPieces = 100_000
  private static let mostDirectories = 4_096

  /// The pieces and their contents, wherever they stand.
  var pieces: [PieceName: GitObjectID] = [:]
  /// The directories, by their names.
  var directories: [[UInt8]: Directory] = [:]
  /// The library that `head` names; nil where it names none.
  var library: LibraryID?
  /// Whether `head` is of a later format.
  var isNewer = false

  /// Makes the tree of a log that is nowhere yet.
  init() {}

  /// Reads the tree of a commit; what is of no expected name is passed over.
  ///
  /// It is empty only where everything was read: where the commit is something else, or has no piece.
  ///
  /// - Throws: `notFound`, `damaged`, `tooLarge` where something could not be read: then nothing is
  ///   known of the log, and nothing may take the commit's place. `otherKind` where an entry of the tree
  ///   is not what the tree says.
  init(
    of commit: GitObjectID, _ log: LogID, in repository: borrowing GitRepository
  ) throws(GitError) {
    let root: GitObjectID
    do throws(GitError) { root = try repository.tree(ofCommit: commit) } catch {
      // Somebody has put something else there; what is published makes it a log again.
      if error.code == .otherKind { return }
      throw error
    }
    for entry in try repository.tree(root, limit: Self.largestTree) {
      if entry.isFile, entry.name == Self.headName {
        readHead(try repository.blob(entry.id, limit: Self.largestHead))
      } else if entry.isFile, let name = PieceName(log, fileName: entry.name) {
        pieces[name] = entry.id
      } else if entry.isDirectory, Self.isDirectoryName(entry.name) {
        // None is passed over: the next publication would drop what it holds.
        guard directories.count < Self.mostDirectories else {
          throw GitError(.tooLarge, "the log \(log) has more directories than any can have")
        }
        var found: [PieceName: GitObjectID] = [:]
        for inner in try repository.tree(entry.id, limit: Self.largestTree) where inner.isFile {
          if let name = PieceName(log, fileName: inner.name) { found[name] = inner.id }
        }
        directories[entry.name] = Directory(id: entry.id, pieces: found)
        pieces.merge(found) { first, _ in first }
      }
      guard pieces.count <= Self.mostPieces else {
        throw GitError(.tooLarge, "the log \(log) has more pieces than any can have")
      }
    }
  }

  private mutating func readHead(_ bytes: [UInt8]) {
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2 else { continue }
      if words[0] == "format", let format = Int(words[1]), format > 1 { isNewer = true }
      if words[0] == "library" { library = LibraryID(words[1]) }
    }
  }

  /// Takes out the pieces whose contents are not in the repository, and returns them.
  ///
  /// Looks into the indices of packs only. Directories keep them: with the same contents they are the same.
  mutating func removeLost(from repository: borrowing GitRepository) -> [PieceName] {
    var lost: [PieceName] = []
    for (piece, id) in pieces where !repository.contains(id) { lost.append(piece) }
    for piece in lost { pieces[piece] = nil }
    return lost
  }

  /// Returns the names of the pieces that stay when others come: those that no new one covers.
  func remaining(beside new: [PieceName]) -> [PieceName] {
    pieces.keys.filter { old in
      !new.contains { $0.firstSeq <= old.firstSeq && $0.lastSeq >= old.lastSeq }
    }
  }

  /// Returns the tree after pieces were added, and writes those of its trees that are not there yet.
  ///
  /// Once there are two directories' worth of pieces, the oldest go into directories of 64, and at least
  /// 64 stay outside: what is sealed stays where it is, and a commit rewrites a short tree only.
  func adding(
    _ new: [PieceName: GitObjectID], head: GitObjectID, library: LibraryID,
    to writer: GitPackWriter
  ) throws(GitError) -> (tree: GitLogTree, id: GitObjectID) {
    var result = GitLogTree()
    result.library = library
    for name in remaining(beside: Array(new.keys)) { result.pieces[name] = pieces[name] }
    result.pieces.merge(new) { $1 }
    var rest = result.pieces.sorted { $0.key < $1.key }[...]
    var entries = [GitTreeEntry(name: Self.headName, id: head, mode: 0o100644)]
    while rest.count >= 2 * Self.directorySize, let first = rest.first {
      let group = Dictionary(
        rest.prefix(Self.directorySize).map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
      rest = rest.dropFirst(Self.directorySize)
      // Its first operation: unique, since of two pieces that begin alike one covers the other.
      let name = Array(first.key.fileName.utf8.prefix(20))
      let directory: Directory
      if let there = directories[name], there.pieces == group {
        directory = there
      } else {
        directory = Directory(
          id: try writer.tree(group.map { Self.entry($0.key, $0.value) }), pieces: group)
      }
      result.directories[name] = directory
      entries.append(GitTreeEntry(name: name, id: directory.id, mode: 0o040000))
    }
    entries += rest.map { Self.entry($0.key, $0.value) }
    return (result, try writer.tree(entries))
  }

  private static func entry(_ name: PieceName, _ id: GitObjectID) -> GitTreeEntry {
    GitTreeEntry(name: Array(name.fileName.utf8), id: id, mode: 0o100644)
  }

  private static func isDirectoryName(_ name: [UInt8]) -> Bool {
    name.count == 20 && name.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }
}
