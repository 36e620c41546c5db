import Catalogue
import MediaKit
import Operations
import Platform
import Reconciling

/// Looks at the album view's directory: what is in it, following no link.
final class ViewLook {
  /// The view's directory.
  private let top: Path
  /// Its name in the root.
  private let name: Path
  private let quiet: PhotoLibrary.ViewDelays
  /// What was read of the files, by their path relative to the root.
  private let known: [Path: ViewFileRow]
  /// What is known of files that stand in the place of links.
  private let standIns: StandInIndex

  private(set) var snapshot = ViewSnapshot()
  /// Files that have to be read first, relative to the root.
  private(set) var toRead: [Path] = []
  /// Photos and videos that were written a moment ago, relative to the root.
  private(set) var unsettled: [Path] = []
  /// What is known of the files that are there, but for those that may stand in the place of links.
  private(set) var files: [Path: ViewFileRow] = [:]
  /// What is known of those.
  private(set) var madeFiles: [Path: ViewFileRow] = [:]
  /// What could not be read, relative to the root, and why.
  private(set) var unreadable: [(path: Path, error: PlatformError)] = []
  /// Whether the view's directory is there; something else in its place is not.
  private(set) var isThere = false

  /// What the view's directory is like.
  private(set) var status: FileStatus?

  private var index: [Path: Int] = [:]

  init(
    root: Path, name: Path, known: [Path: ViewFileRow], quiet: PhotoLibrary.ViewDelays,
    standIns: StandInIndex = StandInIndex()
  ) {
    self.standIns = standIns
    top = root / name
    self.name = name
    self.known = known
    self.quiet = quiet
  }

  /// Looks.
  func look() {
    guard (try? FileStatus.ofLink(at: top))?.kind == .directory else { return }
    isThere = true
    DirectoryWalk().run(
      root: top,
      entered: { path, descriptor in
        self.enter(path, try? descriptor.status(path: path))
        return .descend
      },
      visit: { entry in visit(entry) },
      failed: { path, error in
        if error.code == .notFound, index[path] == nil { return }
        unreadable.append((name / path, error))
        if index[path] == nil { enter(path, nil) }
        if let index = index[path] { snapshot.directories[index].isWhole = false }
      })
  }

  /// Whether there are directories in those that alone were looked at.
  private(set) var hasDirectories = false

  /// Looks at some directories alone, each by the names that lead to it; those above them are taken to be
  /// there, with nothing known of what is in them.
  func look(at directories: [[[UInt8]]]) {
    guard (try? FileStatus.ofLink(at: top))?.kind == .directory else { return }
    isThere = true
    enter(Path(), nil)
    for names in directories {
      var path = Path()
      for name in names.dropLast() {
        path = path / (Path(bytes: name) ?? Path())
        guard index[path] == nil else { continue }
        enter(path, try? FileStatus.ofLink(at: top / path))
      }
      read(path / (Path(bytes: names.last ?? []) ?? Path()))
    }
    for index in snapshot.directories.indices
    where !directories.contains(snapshot.directories[index].path) {
      snapshot.directories[index].isWhole = false
    }
  }

  /// Reads one directory, and none that is in it.
  private func read(_ directory: Path) {
    do throws(PlatformError) {
      let status = try FileStatus.ofLink(at: top / directory)
      guard status.kind == .directory else { return hasDirectories = true }
      enter(directory, status)
    } catch {
      // What is gone is for a look at all of it.
      unreadable.append((name / directory, error))
      return
    }
    DirectoryWalk().run(
      root: top / directory,
      visit: { entry in
        if entry.kind == .directory {
          hasDirectories =
            hasDirectories || IgnoreRules.reason(forDirectory: entry.name.bytes) == nil
          return .skip
        }
        return visit(entry, in: directory)
      },
      failed: { path, error in unreadable.append((name / directory / path, error)) })
  }

  private func enter(_ path: Path, _ status: FileStatus?) {
    if path.isEmpty { self.status = status ?? (try? FileStatus.ofLink(at: top)) }
    var directory = ViewSnapshot.Directory(
      path: path.components.map(\.bytes), inode: status?.inode ?? 0,
      birth: status?.birthTimeNanoseconds)
    if let status {
      let now = SystemClock.wallNanoseconds
      directory.isQuiet = !Self.isWithin(quiet.quiet, of: status.mtimeNanoseconds, now)
      // A file manager makes a directory and then renames it, which only its inode tells.
      let last = max(status.mtimeNanoseconds, status.ctimeNanoseconds)
      directory.isRipe = !Self.isWithin(quiet.ripe, of: last, now)
    }
    index[path] = snapshot.directories.count
    snapshot.directories.append(directory)
  }

  /// Whether a time is less than so long ago; one that is yet to come (a wrong clock wrote it) is not.
  private static func isWithin(_ delay: Duration, of time: Int64, _ now: Int64) -> Bool {
    let (age, overflow) = now.subtractingReportingOverflow(time)
    return !overflow && age >= 0 && Duration.nanoseconds(age) < delay
  }

  private func visit(_ entry: borrowing DirectoryEntry) -> DirectoryWalk.Decision {
    let bytes = entry.name.bytes
    if entry.kind == .directory {
      return IgnoreRules.reason(forDirectory: bytes) == nil ? .descend : .skip
    }
    return visit(entry, in: entry.path.parent)
  }

  /// Takes notice of what is no directory.
  private func visit(
    _ entry: borrowing DirectoryEntry, in directory: Path
  ) -> DirectoryWalk.Decision {
    let bytes = entry.name.bytes
    let path = directory / entry.name
    guard let index = index[directory] else { return .skip }
    var kind = ViewSnapshot.Entry.Kind.other
    var mark: ViewBase.Mark?
    var shared: AssetID?
    if entry.kind == .symbolicLink {
      do throws(PlatformError) {
        kind = .link(try Files.readLink(top / path).bytes)
      } catch {
        noteUnreadable(path, in: index, error)
        return .skip
      }
    } else if entry.kind == .regular, IgnoreRules.reason(forFile: bytes) == nil {
      let status: FileStatus
      do throws(PlatformError) {
        try Failpoint.hit("view.status")
        status = try entry.status()
      } catch {
        noteUnreadable(path, in: index, error)
        return .skip
      }
      mark = ViewBase.Mark(status, isMade: false)
      if let row = standIns.file(sharedBy: status, at: name / path) {
        shared = row.asset
        kind = .media(row.content)
        madeFiles[name / path] = ViewFileRow(FileKey(status), content: row.content)
      } else {
        kind = file(name / path, status)
      }
    }
    snapshot.directories[index].entries.append(
      ViewSnapshot.Entry(name: bytes, kind: kind, mark: mark, shared: shared))
    return .skip
  }

  /// What cannot be read is not gone; one of a directory is told.
  private func noteUnreadable(_ path: Path, in index: Int, _ error: PlatformError) {
    if error.code == .notFound { return }
    if snapshot.directories[index].isWhole { unreadable.append((name / path, error)) }
    snapshot.directories[index].isWhole = false
  }

  private func file(_ path: Path, _ status: FileStatus) -> ViewSnapshot.Entry.Kind {
    guard status.size > 0 else { return .other }
    if let content = standIns.content(of: status) {
      madeFiles[path] = ViewFileRow(FileKey(status), content: content)
      return .media(content)
    }
    if let row = known[path], row.isOf(status) {
      if let content = row.content, standIns.mayBeMade(status, content) {
        madeFiles[path] = row
        return .media(content)
      }
      files[path] = row
      return row.content.map { .media($0) } ?? .other
    }
    if Self.isWithin(quiet.quiet, of: status.ctimeNanoseconds, SystemClock.wallNanoseconds)
      || (LibraryStore.isAtWork(status)
        && (try? MediaCompleteness.of(top.parent / path)) == .incomplete)
    {
      unsettled.append(path)
      return .other
    }
    toRead.append(path)
    return .other
  }
}

extension ViewFileRow {
  /// Whether it is of a file that looks like this.
  func isOf(_ status: FileStatus) -> Bool {
    inode == status.inode && size == status.size && modified == status.mtimeNanoseconds
      && changed == status.ctimeNanoseconds
  }

  init(_ key: FileKey, content: ContentID?) {
    self.init(
      inode: key.inode, size: key.size, modified: key.mtime, changed: key.ctime, content: content)
  }
}

extension PhotoLibrary {
  /// Says how long the album view must be at rest before something is concluded from what is not there.
  struct ViewDelays: Sendable {
    /// For links and directories that are gone.
    var quiet = Duration.seconds(2)
    /// For a new directory with nothing in it.
    var ripe = Duration.seconds(10)
  }
}
