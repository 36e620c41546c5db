import Platform
import Reconciling

/// Puts the copies of an import in their places, keeping the directories open that they go to.
///
/// To make sure of a directory by its path takes a dozen calls of the system. One that is open is made sure
/// of by one: as long as the kernel calls it by the path that it was found by, no link has come into that
/// path, and the copy is renamed into this directory and no other.
final class ImportPlaces {
  private final class Directory {
    let descriptor: Descriptor
    /// Where it is, absolute and without links.
    let path: Path

    init(_ path: Path) throws(PlatformError) {
      descriptor = try Descriptor.open(path, [.place, .directory, .noFollow])
      self.path = path
    }

    /// Whether it is still there.
    var isThere: Bool {
      guard let alias = Path("/proc/self/fd/\(descriptor.raw)") else { return false }
      return (try? Files.readLink(alias)) == path
    }
  }

  private let root: Path
  private var directories: [Path: Directory] = [:]
  /// Far fewer than a process may have open.
  private static let limit = 128

  init(in root: Path) { self.root = root }

  /// Puts a copy where it goes; under another name where that one is taken by now, and into the root
  /// where its directory cannot be made.
  ///
  /// Can be done again after it was cut short anywhere. The copy is still in the step afterwards where
  /// it could not be renamed but had to be copied: it must stay there until `synchronize` is done.
  ///
  /// - Returns: where it is, relative to the root.
  func place(_ item: ImportStep.Item) throws(PlatformError) -> Path {
    let name = item.destination.lastComponent
    do throws(PlatformError) {
      if let directory = try directory(item.destination.parent),
        let path = directory.path.relative(to: root)
      {
        return try place(item.staged, at: path / name, in: directory)
      }
    } catch {
      // A file can have taken the name of a directory.
      guard error.code == .alreadyExists || error.code == .notDirectory else { throw error }
    }
    return try place(item.staged, at: name, in: try Directory(root))
  }

  /// The directory of a path relative to the root, made if need be; nil where it leads somewhere else.
  ///
  /// Asked anew for each copy: since the import was made, a link can have taken the place of a directory.
  private func directory(_ wanted: Path) throws(PlatformError) -> Directory? {
    if let known = directories[wanted], known.isThere { return known }
    directories[wanted] = nil
    guard let resolved = try ImportStep.resolve(wanted, in: root) else { return nil }
    try Files.createDirectories(root / resolved)
    if directories.count >= Self.limit { directories = [:] }
    let directory = try Directory(root / resolved)
    directories[wanted] = directory
    return directory
  }

  private func place(
    _ staged: Path, at wanted: Path, in directory: Directory
  ) throws(PlatformError) -> Path {
    var number = 1
    var destination = wanted
    while true {
      do throws(PlatformError) {
        try Failpoint.hit("import.place")
        try move(staged, to: destination, in: directory)
        return destination
      } catch {
        guard error.code == .alreadyExists, number < 100_000 else { throw error }
        // Cut short between the new name and the end of the old one.
        if try ImportStep.hasSameBytes(staged, root / destination) { return destination }
        number += 1
        destination = ImportStep.numbered(wanted, number)
      }
    }
  }

  private func move(
    _ staged: Path, to destination: Path, in directory: Directory
  ) throws(PlatformError) {
    do throws(PlatformError) {
      try Files.renameWithoutReplacing(
        staged, to: destination.lastComponent, in: directory.descriptor,
        path: root / destination)
    } catch {
      // Another mount, or another subvolume, which looks the same to stat(2).
      guard error.code == .crossDevice else { throw error }
      try ImportStep.copyAcross(staged, to: root / destination)
    }
  }
}
