import Catalogue
import Platform
import Reconciling

/// Is what a look at the folder found, before any file was read.
struct FolderLook: Sendable {
  /// Files that are new or look different, relative to the root.
  var toRead: [Path] = []
  /// Those of `toRead` that the index has.
  var changed: Set<Path> = []
  /// Those of `toRead` that look the same, but were read so soon after they had been written that this
  /// proves nothing.
  var doubtful: Set<Path> = []
  /// Files that are known by another path, at which they are no more: they need not be read.
  var renamed: [(path: Path, key: FileKey, known: FileRow)] = []
  /// Files of the index that are empty since a moment: they may be about to be written.
  var emptied: [Path] = []
  /// Paths of the index at which there is no file any more.
  var gone: [Path] = []
  /// Directories and entries that could not be read, and why.
  var unreadable: [(path: Path, error: PlatformError)] = []
  /// Links that lead out of the folder, or nowhere.
  var links: [Path] = []
  /// How many files were seen.
  var seen = 0
  /// How many files the index has.
  var indexed = 0
  /// Whether the whole folder was looked at, and all of it could be read.
  var isWhole = false
}

/// Looks at the folder, or at some paths in it, and compares it with the index of files.
struct FolderScanner {
  private let root: Path
  private let index: [Path: FileRow]
  private let inodesCount: Bool
  private var look = FolderLook()
  /// What new paths look like now.
  private var new: [Path: FileKey] = [:]
  private var found: Set<Path> = []

  /// - Parameter index: the files that are known, by path: all of them, or all at and below the paths
  ///   that are looked at.
  init(root: Path, index: [FileRow], inodesCount: Bool) {
    self.root = root
    self.index = Dictionary(uniqueKeysWithValues: index.map { ($0.path, $0) })
    self.inodesCount = inodesCount
    look.indexed = index.count
  }

  /// Looks at the whole folder; one `statx(2)` a file.
  mutating func lookAtAll() -> FolderLook {
    walk(Path())
    conclude()
    look.isWhole = look.unreadable.isEmpty
    return look
  }

  /// Looks at some files and directories.
  mutating func look(at paths: [Path]) -> FolderLook {
    for path in paths {
      if IgnoreRules.reason(forPath: path.bytes) != nil { continue }
      do throws(PlatformError) {
        let status = try FileStatus.ofLink(at: root / path)
        if status.kind == .directory { walk(path) } else { see(path, status) }
      } catch {
        if error.code != .notFound, error.code != .notDirectory {
          look.unreadable.append((path, error))
        }
      }
    }
    conclude()
    return look
  }

  private mutating func walk(_ top: Path) {
    let depth = top.components.count
    DirectoryWalk().run(
      root: root / top,
      visit: { entry in
        let name = entry.name.bytes
        if entry.kind == .directory {
          let below = depth + entry.path.components.count - 1
          return IgnoreRules.reason(forDirectory: name, depth: below) == nil ? .descend : .skip
        }
        if IgnoreRules.reason(forFile: name) != nil { return .skip }
        let path = top / entry.path
        if entry.kind == .symbolicLink {
          seeLink(path)
        } else if entry.kind == .regular {
          do throws(PlatformError) { see(path, try entry.status()) } catch {
            if error.code != .notFound { look.unreadable.append((path, error)) }
          }
        }
        return .skip
      },
      failed: { path, error in look.unreadable.append((top / path, error)) })
  }

  private mutating func see(_ path: Path, _ status: FileStatus) {
    guard status.kind == .regular else {
      if status.kind == .symbolicLink { seeLink(path) }
      return
    }
    // An empty file is nothing yet; one that stays empty is no photo any more.
    guard status.size > 0 else {
      if index[path] != nil, LibraryStore.isAtWork(status) { look.emptied.append(path) }
      return
    }
    guard found.insert(path).inserted else { return }
    look.seen += 1
    if let known = index[path],
      FileKey(status).isUnchanged(
        since: known.key, hashedAt: known.hashed, inodesCount: inodesCount)
    {
      return
    }
    if let known = index[path] {
      look.changed.insert(path)
      if known.key == FileKey(status) { look.doubtful.insert(path) }
    } else {
      new[path] = FileKey(status)
    }
    look.toRead.append(path)
  }

  /// A link inside the folder names a file that is looked at where it is; any other is only told of.
  private mutating func seeLink(_ path: Path) {
    if let target = try? Files.resolve(root / path), target.isInside(root) { return }
    look.links.append(path)
  }

  /// Finds what is gone: not what could not be read, and not what is left alone by now.
  private mutating func conclude() {
    let closed = Set(look.unreadable.map(\.path))
    let emptied = Set(look.emptied)
    look.gone = index.keys.filter { path in
      !found.contains(path) && !emptied.contains(path) && !Self.isInside(path, closed)
        && IgnoreRules.reason(forPath: path.bytes) == nil
    }.sorted()
    findRenamed()
  }

  /// Whether a path, or a directory above it, is one of some.
  private static func isInside(_ path: Path, _ places: Set<Path>) -> Bool {
    if places.isEmpty { return false }
    var place = path
    while !places.contains(place) {
      if place.isEmpty { return false }
      place = place.parent
    }
    return true
  }

  /// Knows files again that only have another name.
  private mutating func findRenamed() {
    if look.gone.isEmpty || new.isEmpty || !inodesCount { return }
    let gone = Dictionary(
      look.gone.compactMap { path in index[path].map { ($0.inode, $0) } },
      uniquingKeysWith: { first, _ in first })
    look.toRead.removeAll { path in
      guard let key = new[path], let known = gone[key.inode],
        key.isRenamed(from: known.key, hashedAt: known.hashed, inodesCount: inodesCount)
      else { return false }
      look.renamed.append((path, key, known))
      return true
    }
  }
}

extension FileRow {
  /// What the file looked like.
  var key: FileKey {
    FileKey(inode: inode, size: size, mtime: modified, ctime: changed, birth: born)
  }

  init(_ found: FolderSnapshot.Found, _ path: Path, asset: AssetID, hashedAt: Int64) {
    self.init(
      path: path, inode: found.key.inode, size: found.key.size, modified: found.key.mtime,
      changed: found.key.ctime, born: found.key.birth, content: found.content, asset: asset,
      hashed: hashedAt)
  }
}
