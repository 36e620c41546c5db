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
  /// A file that only has another name now.
  typealias Renamed = (path: Path, key: FileKey, from: Path)

  private let root: Path
  private let rules: FolderRules
  private var index: FileIndex
  private let inodesCount: Bool
  private var look = FolderLook()
  /// What new paths look like now.
  private var new: [Path: FileKey] = [:]
  /// The new ones and those that have changed.
  private var found: Set<Path> = []
  /// Where the walk is, relative to the root, with a slash behind it.
  private var directory: [UInt8] = []
  /// Files that are known by another path, at which they are no more.
  private(set) var renamed: [Renamed] = []

  /// - Parameter index: the files that are known: all of them, or all at and below the paths that are
  ///   looked at.
  init(root: Path, index: FileIndex, inodesCount: Bool, rules: FolderRules) {
    self.root = root
    self.rules = rules
    self.index = index
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
      do throws(PlatformError) {
        let status = try FileStatus.ofLink(at: root / path)
        let isDirectory = status.kind == .directory
        if let verdict = rules.verdict(for: path, isDirectory: isDirectory) {
          note(verdict)
          continue
        }
        if isDirectory { walk(path) } else { see(path, status) }
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
    var place: Path?
    var level = rules.level(of: top)
    DirectoryWalk().run(
      root: root / top,
      visit: { entry in
        if place != entry.directory {
          place = entry.directory
          let path = top / entry.directory
          level = rules.level(of: path)
          if let closed = level.closed { note(closed) }
          directory = path.isEmpty ? [] : path.bytes + [UInt8(ascii: "/")]
        }
        switch entry.kind {
        case .directory:
          return entry.withName { level.verdict(forDirectory: $0) } == nil ? .descend : .skip
        case .regular: if !Self.isIgnored(entry, level) { see(entry, below: top) }
        case .symbolicLink: if !Self.isIgnored(entry, level) { seeLink(top / entry.path) }
        case .other: break
        }
        return .skip
      },
      failed: { path, error in look.unreadable.append((top / path, error)) })
  }

  private static func isIgnored(
    _ entry: borrowing DirectoryEntry, _ level: FolderRules.Level
  ) -> Bool {
    entry.withName { level.verdict(forFile: $0) } != nil
  }

  /// Takes notice of what is left alone because its rules cannot be read: nothing is concluded about it.
  private mutating func note(_ verdict: FolderRules.Verdict) {
    guard case .unreadable(let path, let error) = verdict,
      !look.unreadable.contains(where: { $0.path == path.parent })
    else { return }
    look.unreadable.append((path.parent, error))
  }

  /// Looks at a plain file: one that is as it was costs no more than that.
  private mutating func see(_ entry: borrowing DirectoryEntry, below top: Path) {
    do throws(PlatformError) {
      let status = try entry.status()
      let known = entry.withName { index.find(inode: status.inode, directory, $0) }
      if let known, status.kind == .regular, status.size > 0,
        index.isUnchanged(known, FileKey(status))
      {
        if index.see(known) { look.seen += 1 }
        return
      }
      see(top / entry.path, status)
    } catch {
      if error.code != .notFound { look.unreadable.append((top / entry.path, error)) }
    }
  }

  private mutating func see(_ path: Path, _ status: FileStatus) {
    guard status.kind == .regular else {
      if status.kind == .symbolicLink { seeLink(path) }
      return
    }
    let known = index.find(path)
    // An empty file is nothing yet; one that stays empty is no photo any more.
    guard status.size > 0 else {
      if known != nil, LibraryStore.isAtWork(status) { look.emptied.append(path) }
      return
    }
    let key = FileKey(status)
    if let known {
      guard index.see(known) else { return }
      look.seen += 1
      if index.isUnchanged(known, key) { return }
      look.changed.insert(path)
      if index.key(known) == key { look.doubtful.insert(path) }
    } else {
      guard found.insert(path).inserted else { return }
      look.seen += 1
      new[path] = key
    }
    look.toRead.append(path)
  }

  /// A link inside the folder names a file that is looked at where it is; any other is only told of.
  private mutating func seeLink(_ path: Path) {
    if let target = try? Files.resolve(root / path), target.isInside(root) { return }
    look.links.append(path)
  }

  /// Finds what is gone: not what could not be read, and not what is left alone by now, unless a rule
  /// leaves it alone and it is not there either.
  private mutating func conclude() {
    let closed = Set(look.unreadable.map(\.path))
    let emptied = Set(look.emptied)
    let unseen = index.unseen.map { (path: index.path($0), index: $0) }
    let gone = unseen.filter { path, _ in
      !emptied.contains(path) && !Self.isInside(path, closed)
        && isGone(path)
    }.sorted { $0.path < $1.path }
    look.gone = gone.map(\.path)
    findRenamed(gone)
  }

  /// Whether a file that was not seen is gone.
  private mutating func isGone(_ path: Path) -> Bool {
    guard let verdict = rules.verdict(for: path, isDirectory: false) else { return true }
    note(verdict)
    guard case .rule = verdict else { return false }
    do throws(PlatformError) {
      _ = try FileStatus.ofLink(at: root / path)
      return false
    } catch { return error.code == .notFound || error.code == .notDirectory }
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
  private mutating func findRenamed(_ gone: [(path: Path, index: Int)]) {
    if gone.isEmpty || new.isEmpty || !inodesCount { return }
    let ofInode = Dictionary(
      gone.map { (index.key($0.index).inode, $0) }, uniquingKeysWith: { first, _ in first })
    look.toRead.removeAll { path in
      guard let key = new[path], let known = ofInode[key.inode],
        key.isRenamed(
          from: index.key(known.index), hashedAt: index.hashed(known.index),
          inodesCount: inodesCount)
      else { return false }
      renamed.append((path, key, known.path))
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
