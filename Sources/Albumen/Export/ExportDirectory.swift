import Platform
import Reconciling

/// Is a directory that copies go to: whole files only, durably, and never over something that is there.
///
/// Everything goes through the open directory, so that nothing is written into what takes its place
/// meanwhile. A copy has no name until it is on disk. Blocks.
struct ExportDirectory: ~Copyable {
  /// How a name in the directory stands to a file that is to be copied to it.
  enum Standing {
    case free
    /// It has the same bytes.
    case same
    /// Something else has it.
    case taken
  }

  /// Is a copy that is written, and has no name yet.
  final class Copy {
    fileprivate var file: UnnamedFile
    fileprivate let name: [UInt8]

    fileprivate init(_ file: consuming UnnamedFile, _ name: [UInt8]) {
      self.file = file
      self.name = name
    }
  }

  /// The directory as the user knows it.
  let shown: Path
  private let descriptor: Descriptor
  private let lock: FileLock
  /// The open directory as a path that nobody can turn elsewhere.
  private var place: Path { Self.place(of: descriptor) }

  /// Opens a directory, or makes it, below another one.
  ///
  /// - Parameters:
  ///   - root: the library's folder, which it must not be in.
  ///   - isDryRun: whether only to look; then it must be there.
  /// - Throws: `.invalid` where something else has its name, a link among them; `.locked` where another
  ///   export writes into it; `.failed`; `.full`.
  init(
    _ path: Path, below base: borrowing Descriptor, shown: Path, outside root: Path,
    isDryRun: Bool
  ) throws(AlbumenError) {
    self.shown = shown
    do throws(PlatformError) {
      var current = try Descriptor.open(".", in: base, [.read, .directory])
      for name in path.components {
        current = try Self.enter(name, in: current)
      }
      guard let there = try? Files.readLink(Self.place(of: current)), !there.isInside(root) else {
        throw PlatformError(
          code: .invalidArgument, message: "it is in the library's folder", operation: "readlink")
      }
      // The dot keeps the link in /proc from being taken for the directory.
      guard let lock = try FileLock.tryAcquire(directory: Self.place(of: current) / ".") else {
        throw PlatformError(
          code: .locked, message: "another process exports into it", operation: "flock")
      }
      self.lock = lock
      descriptor = current
    } catch {
      switch error.code {
      case .symbolicLink, .notDirectory, .invalidArgument:
        let isInside = error.code == .invalidArgument
        throw AlbumenError(
          .invalid,
          isInside
            ? "copies cannot go into the library's folder"
            : "something else has the name of an album's directory", subject: shown.display,
          hint: "export into another directory")
      case .locked: throw AlbumenError(.locked, error.message, subject: shown.display)
      default: throw Self.error(error, shown)
      }
    }
    if !isDryRun { removeRemains() }
  }

  private static func enter(
    _ name: Path, in directory: borrowing Descriptor
  ) throws(PlatformError) -> Descriptor {
    let mode: Descriptor.Mode = [.read, .directory, .noFollow]
    do throws(PlatformError) { return try Descriptor.open(name, in: directory, mode) } catch {
      guard error.code == .notFound else { throw error }
    }
    do throws(PlatformError) { try Files.createDirectory(place(of: directory) / name) } catch {
      guard error.code == .alreadyExists else { throw error }
    }
    try directory.synchronize()
    return try Descriptor.open(name, in: directory, mode)
  }

  private static func place(of directory: borrowing Descriptor) -> Path {
    Path("/proc/self/fd/\(directory.raw)") ?? Path()
  }

  /// Removes what a crash left where copies have temporary names; whoever has the lock may.
  private func removeRemains() {
    let (start, end) = (Array(".albumen-".utf8), Array(".tmp".utf8))
    DirectoryWalk().run(
      in: descriptor,
      visit: { entry in
        let name = entry.name.bytes
        if entry.kind == .regular, name.starts(with: start), name.suffix(end.count) == end[...] {
          try? Files.unlink(place / entry.name)
        }
        return .skip
      }, failed: { _, _ in })
  }

  /// Compares what has a name with a file, byte by byte.
  func standing(of name: [UInt8], against source: Path) throws(AlbumenError) -> Standing {
    guard let target = Path(bytes: name).map({ place / $0 }) else { return .taken }
    do throws(PlatformError) {
      let status = try FileStatus.ofLink(at: target)
      guard status.kind == .regular else { return .taken }
      return try FileComparison.areSame(target, source) ? .same : .taken
    } catch {
      if error.code == .notFound { return .free }
      throw Self.error(error, shown(name))
    }
  }

  /// Copies a file, without a name as yet, sharing blocks where the file system can.
  ///
  /// - Parameter known: what the file looked like when it was last read; nil where that is not known.
  /// - Throws: `.notFound` for a file that is gone; `.failed` for one that has changed since, or changes
  ///   while it is copied, or cannot be read or written; `.full`.
  func copy(
    _ source: Path, as name: [UInt8], known: FileKey?
  ) throws(AlbumenError) -> Copy {
    do throws(PlatformError) {
      let from = try Descriptor.open(source, [.read, .noFollow, .nonBlocking])
      let status = try from.status(path: source)
      guard status.kind == .regular else {
        throw PlatformError(
          code: .invalidArgument, message: "this is no plain file", operation: "open", path: source)
      }
      // Another photo may be there by now.
      if let known, known.size != status.size || known.mtime != status.mtimeNanoseconds {
        throw PlatformError(
          code: .moved, message: "it has changed since it was last read; run: albumen scan",
          operation: "copy", path: source)
      }
      try Failpoint.hit("export.copy")
      let file = try UnnamedFile(in: place)
      try Files.copyContents(from: from, to: file.descriptor, path: shown(name))
      try file.descriptor.setModificationTime(nanoseconds: status.mtimeNanoseconds)
      guard FileKey(try from.status(path: source)) == FileKey(status) else {
        throw PlatformError(
          code: .moved, message: "it is being changed; try again when that is done",
          operation: "copy", path: source)
      }
      return Copy(file, name)
    } catch {
      let isSource = error.path == source
      throw AlbumenError(
        error.code == .noSpace || error.code == .quotaExceeded
          ? .full : isSource && error.code == .notFound ? .notFound : .failed, error.message,
        subject: isSource ? source.display : shown(name).display, disposition: error.disposition,
        cause: error)
    }
  }

  /// Puts on disk what has been copied.
  func synchronize() throws(AlbumenError) {
    do throws(PlatformError) {
      try Failpoint.hit("export.syncfs")
      try descriptor.synchronizeFileSystem()
    } catch { throw Self.error(error, shown) }
  }

  /// Gives a copy its name, which nothing may have by now.
  ///
  /// - Returns: false where something has it.
  func publish(_ copy: Copy) throws(AlbumenError) -> Bool {
    guard let name = Path(bytes: copy.name) else { return false }
    do throws(PlatformError) {
      try Failpoint.hit("export.publish")
      try copy.file.publish(at: place / name)
      return true
    } catch {
      if error.code == .alreadyExists { return false }
      throw Self.error(error, shown(copy.name))
    }
  }

  /// Makes the names durable.
  func synchronizeNames() throws(AlbumenError) {
    do throws(PlatformError) {
      try Failpoint.hit("export.fsyncDirectory")
      try descriptor.synchronize()
    } catch { throw Self.error(error, shown) }
  }

  /// A name as the user knows it.
  func shown(_ name: [UInt8]) -> Path { Path(bytes: name).map { shown / $0 } ?? shown }

  /// An error that names what the user knows, in place of the open directory.
  private static func error(_ error: PlatformError, _ path: Path) -> AlbumenError {
    AlbumenError(
      error.code == .noSpace || error.code == .quotaExceeded ? .full : .failed, error.message,
      subject: path.display, disposition: error.disposition, cause: error)
  }
}
