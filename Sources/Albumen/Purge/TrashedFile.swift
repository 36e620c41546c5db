import Catalogue
import Operations
import Platform
import Reconciling

/// Is a file of the folder that goes into the library's own trash, or comes back from there.
struct TrashedFile {
  /// Where it is or was in the folder, relative to the root.
  private let relative: Path
  /// Where it lies in the trash, or will if that is free, relative to the root.
  let place: Path
  private let layout: LibraryLayout

  /// - Parameters:
  ///   - path: relative to the root.
  ///   - place: where it lies in the trash; nil for where its path puts it.
  init(_ path: Path, at place: Path? = nil, in layout: LibraryLayout) {
    relative = path
    self.place = place ?? Self.place(of: path)
    self.layout = layout
  }

  /// Where a file of the folder goes, relative to the root: below the trash as it lay below the root.
  static func place(of path: Path) -> Path { ".albumen/trash" / path }

  /// The path in the folder that a place in the trash stands for; nil for what is not in the trash.
  static func path(of place: Path) -> Path? { place.relative(to: ".albumen/trash") }

  private var inFolder: Path { layout.root / relative }
  private var inTrash: Path { layout.root / place }

  /// Whether anything is at its path in the folder.
  var isInFolder: Bool {
    get throws(PlatformError) {
      do throws(PlatformError) { _ = try FileStatus.ofLink(at: inFolder) } catch {
        guard error.code == .notFound || error.code == .notDirectory else { throw error }
        return false
      }
      return true
    }
  }

  /// Whether it is a plain file in the folder, in a directory to which no link leads.
  var isPlainInFolder: Bool {
    (try? FileStatus.ofLink(at: inFolder))?.kind == .regular
      && (try? Files.resolve(inFolder.parent)) == inFolder.parent
  }

  /// Whether it is a plain file in the trash.
  var isPlainInTrash: Bool { (try? FileStatus.ofLink(at: inTrash))?.kind == .regular }

  /// What is at its path in the folder, where that is a photo or video; reads all of it.
  var inFolderNow: (content: ContentID, key: FileKey)? {
    guard case .media(let content, let key, _) = ContentHasher.look(into: inFolder) else {
      return nil
    }
    return (content, key)
  }

  /// Makes sure that what is in the folder is what the index says: only that is to be moved.
  ///
  /// - Throws: `moved`, with the reason in words, where it is something else by now.
  func check(against row: FileRow, inodesCount: Bool) throws(PlatformError) {
    // A link in place of a directory above it would lead to somebody else's file.
    guard try Files.resolve(inFolder.parent) == inFolder.parent else {
      throw failure("a directory above it is a link now")
    }
    let status = try FileStatus.ofLink(at: inFolder)
    guard status.kind == .regular else { throw failure("it is no plain file any more") }
    if FileKey(status).isUnchanged(
      since: row.key, hashedAt: row.hashed, inodesCount: inodesCount)
    {
      return
    }
    switch ContentHasher.look(into: inFolder) {
    case .media(let content, _, _) where content == row.content: return
    case .unreadable(let error): throw error
    default: throw failure("it has changed since the last scan")
    }
  }

  /// Moves it into the trash, under a free name.
  ///
  /// - Returns: where it is now, relative to the root.
  /// - Throws: `crossDevice` where the trash is on another file system: it is never copied and removed.
  func moveToTrash() throws(PlatformError) -> Path {
    try Failpoint.hit("purge.move")
    do throws(PlatformError) {
      return try moveToTrash(as: place)
    } catch {
      // What a directory should be called there is a file's name.
      guard error.code == .alreadyExists || error.code == .notDirectory else { throw error }
      return try moveToTrash(as: Self.place(of: relative.lastComponent))
    }
  }

  private func moveToTrash(as wanted: Path) throws(PlatformError) -> Path {
    let directory = layout.root / wanted.parent
    try Files.createDirectories(directory)
    try requireNoLink(in: directory)
    var number = 1
    var target = wanted
    while true {
      do throws(PlatformError) {
        try Files.renameWithoutReplacing(inFolder, to: layout.root / target)
        return target
      } catch {
        guard error.code == .alreadyExists, number < 100_000 else { throw error }
        number += 1
        target = ImportStep.numbered(wanted, number)
      }
    }
  }

  /// What it holds where it lies in the trash; nil where there is no such photo or video.
  var contentInTrash: ContentID? {
    guard case .media(let content, _, _) = ContentHasher.look(into: inTrash) else { return nil }
    return content
  }

  /// Moves it back to where it was.
  ///
  /// - Returns: what it looks like there.
  /// - Throws: `alreadyExists` where its name is taken by now, `moved` where a link is in the way.
  func moveBack() throws(PlatformError) -> FileKey {
    try requireNoLink(in: inTrash.parent)
    guard let parent = try ImportStep.resolve(relative.parent, in: layout.root),
      parent == relative.parent
    else { throw failure("its directory is a link now, or is left alone") }
    try Files.createDirectories(inFolder.parent)
    do throws(PlatformError) {
      try Files.renameWithoutReplacing(inTrash, to: inFolder)
    } catch {
      guard error.code == .alreadyExists else { throw error }
      throw failure("its place in the folder is taken")
    }
    return FileKey(try FileStatus.ofLink(at: inFolder))
  }

  /// Nothing in `.albumen` is a link: what one leads to is somebody else's.
  private func requireNoLink(in directory: Path) throws(PlatformError) {
    guard try Files.resolve(directory) == directory else {
      throw failure("a link leads out of the trash")
    }
  }

  private func failure(_ reason: String) -> PlatformError {
    PlatformError(code: .moved, message: reason, operation: "rename", path: inFolder)
  }
}
