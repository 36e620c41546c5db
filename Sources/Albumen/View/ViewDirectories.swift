import Platform

/// Opens directories of the view, and keeps the last one open: most steps are in the one of the step before.
///
/// To go down to a directory name by name takes eight calls of the system. One that is open is made sure of
/// by one: as long as the kernel calls it by the path that it was found by, nothing else is in its place, and
/// no link has come into that path.
final class ViewDirectories {
  /// A directory that is open.
  final class Directory {
    let names: [[UInt8]]
    /// A path by which it can be worked in, wherever it is.
    let alias: Path
    private let descriptor: Descriptor
    /// What the kernel calls it; nil where that is too long to be told.
    private let place: Path?

    init(_ names: [[UInt8]], _ descriptor: consuming Descriptor) {
      self.names = names
      alias = Path("/proc/self/fd/\(descriptor.raw)") ?? Path()
      place = try? Files.readLink(alias)
      self.descriptor = descriptor
    }

    /// Whether it still is where it was found.
    var isThere: Bool { place != nil && (try? Files.readLink(alias)) == place }
  }

  private var last: Directory?

  /// Opens a directory of the view, following no link.
  ///
  /// - Parameter names: those of the directories that lead to it from the view's own.
  func directory(
    of names: [[UInt8]], in view: Path, of root: Path
  ) throws(PlatformError) -> Directory {
    if let last, last.names == names, last.isThere { return last }
    last = nil
    let path = names.reduce(view) { $0 / (Path(bytes: $1) ?? Path()) }
    let top = try Descriptor.open(root, [.read, .directory])
    do throws(PlatformError) {
      let directory = Directory(names, try Descriptor.openDirectory(path, below: top))
      last = directory
      return directory
    } catch {
      throw PlatformError(
        code: error.code, message: error.message, operation: "openat", path: path)
    }
  }
}
