import Operations
import Platform

/// Makes a folder a library.
struct LibraryMaker {
  let layout: LibraryLayout
  private let configuration: PhotoLibrary.Configuration

  /// - Throws: `.notFound`, `.invalid` or `.rootUnavailable` for a folder that cannot be a root.
  init(_ root: Path, _ configuration: PhotoLibrary.Configuration) throws(AlbumenError) {
    layout = LibraryLayout(root: try Self.resolve(root))
    self.configuration = configuration
  }

  /// The absolute path of a directory that can be read, without links.
  static func resolve(_ root: Path) throws(AlbumenError) -> Path {
    do throws(PlatformError) {
      let path = try Files.resolve(root)
      guard try FileStatus.ofTarget(at: path).kind == .directory else {
        throw PlatformError(
          code: .notDirectory, message: "this is a file, not a folder", operation: "stat",
          path: root)
      }
      _ = try Descriptor.open(path, [.read, .directory])
      return path
    } catch {
      switch error.code {
      case .notFound:
        throw AlbumenError(.notFound, "no such folder", subject: root.display)
      case .notDirectory:
        throw AlbumenError(
          .invalid, "this is a file, not a folder", subject: root.display,
          hint: "name the folder that holds the photos")
      default:
        throw AlbumenError(
          .rootUnavailable, error.message, subject: root.display,
          hint: "a library's folder must be readable")
      }
    }
  }

  /// Makes the library unless it is one; returns its id and whether it was made just now.
  ///
  /// - Parameter id: which library to make; nil for a new one.
  func make(
    evenIfKnown: Bool, id: LibraryID? = nil
  ) throws(AlbumenError) -> (id: LibraryID, isNew: Bool) {
    do throws(AlbumenError) {
      return (try LibraryFile(at: layout.libraryFile).id, false)
    } catch { guard error.code == .noLibrary else { throw error } }
    try Self.refuseUnfit(layout.root)
    if !evenIfKnown { try KnownRoots(configuration).refuse(layout.root) }
    let file = LibraryFile(id: id ?? LibraryID.random())
    do throws(PlatformError) {
      for directory in directories { try Files.createDirectories(directory) }
      try layout.reserveSpace()
      return (file.id, try publish(file))
    } catch {
      if error.code == .alreadyExists { return (try LibraryFile(at: layout.libraryFile).id, false) }
      tidyUp()
      throw AlbumenError(error, "the library cannot be made")
    }
  }

  private var directories: [Path] { [layout.own, layout.logs, layout.trash, layout.steps] }

  /// Removes what was made of a library that did not come to be: nothing but empty directories and the
  /// reserve.
  private func tidyUp() {
    guard (try? FileStatus.ofLink(at: layout.libraryFile)) == nil else { return }
    try? Files.unlink(layout.reserve)
    for directory in directories.reversed() { try? Files.removeDirectory(directory) }
  }

  /// Writes the file that makes the folder a library, last of all and in one step.
  private func publish(_ file: LibraryFile) throws(PlatformError) -> Bool {
    var unnamed = try UnnamedFile(in: layout.own)
    try unnamed.descriptor.writeAll(Array(file.text.utf8), path: layout.libraryFile)
    try Failpoint.hit("library.fsync")
    try unnamed.descriptor.synchronize(path: layout.libraryFile)
    try Failpoint.hit("library.publish")
    try unnamed.publish(at: layout.libraryFile)
    try Files.synchronizeDirectory(layout.own, failpoint: "library")
    try Files.synchronizeDirectory(layout.root, failpoint: "library")
    return true
  }

  /// Throws where a folder can be no library's root, whether it is there or not.
  ///
  /// - Parameter root: its absolute path without links.
  static func refuseUnfit(_ root: Path) throws(AlbumenError) {
    if let reason = UnfitRoots.reason(against: root) {
      throw AlbumenError(.invalid, reason, subject: root.display, hint: UnfitRoots.hint)
    }
    try refuseInsideAnother(root)
  }

  private static func refuseInsideAnother(_ root: Path) throws(AlbumenError) {
    var place = root.parent
    while !place.isEmpty {
      if (try? FileStatus.ofLink(at: LibraryLayout(root: place).libraryFile)) != nil {
        throw AlbumenError(
          .invalid, "the folder lies in another library", subject: place.display,
          hint: "its photos belong to that one already")
      }
      if place.parent == place { break }
      place = place.parent
    }
  }
}
