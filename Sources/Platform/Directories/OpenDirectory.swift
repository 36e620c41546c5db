import CLinux
import Glibc

/// Holds one open directory of a walk.
final class OpenDirectory {
  /// The path relative to the root of the walk.
  let path: Path
  /// Its identity, for finding it again.
  let status: FileStatus
  /// The open directory.
  let descriptor: Descriptor

  /// The descriptor's number.
  var raw: Int32 { descriptor.raw }

  /// Opens the root of a walk, following a link.
  init(path root: Path) throws(PlatformError) {
    let descriptor = try Descriptor.open(root, [.read, .directory])
    self.status = try descriptor.status(path: root)
    self.descriptor = descriptor
    self.path = Path()
  }

  /// Opens a directory below another one, following no link.
  init(name: Path, in directory: Int32, path: Path) throws(PlatformError) {
    let mode: Descriptor.Mode = [.read, .directory, .noFollow]
    let raw = try name.withCString { name throws(PlatformError) in
      try SystemCall.retrying("openat", path: path) {
        openat(directory, name, mode.rawValue | O_CLOEXEC)
      }
    }
    let descriptor = Descriptor(owning: raw)
    self.status = try descriptor.status(path: path)
    self.descriptor = descriptor
    self.path = path
  }

  /// Reads all entries (`readdir(3)`); false if the visitor ended the walk.
  ///
  /// Adds the names of the directories that are to be entered to `subdirectories`, which is complete
  /// only if nothing is thrown.
  func read<Failure: Error>(
    visit: (borrowing DirectoryEntry) throws(Failure) -> DirectoryWalk.Decision,
    subdirectories: inout [Path]
  ) throws(WalkInterruption<Failure>) -> Bool {
    let stream = try openStream(Failure.self)
    defer { closedir(stream) }
    while true {
      // readdir reports an error only by errno, which it leaves alone at the end.
      errno = 0
      guard let item = readdir(stream) else {
        let number = errno
        if number == 0 { return true }
        throw .system(PlatformError(errno: number, operation: "readdir", path: path))
      }
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let name = UnsafeRawPointer(item).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      if Self.isSelfOrParent(name) { continue }
      guard
        let kind = FileKind(directoryEntryType: item.pointee.d_type) ?? kind(of: name)
      else { continue }
      let entry = DirectoryEntry(
        descriptor: raw, name: name, directory: path, kind: kind,
        inode: UInt64(item.pointee.d_ino))
      let decision: DirectoryWalk.Decision
      do throws(Failure) {
        decision = try visit(entry)
      } catch {
        throw .caller(error)
      }
      switch decision {
      case .stop: return false
      case .descend where kind == .directory: subdirectories.append(Path(cString: name))
      case .descend, .skip: break
      }
    }
  }

  private func openStream<Failure: Error>(
    _: Failure.Type
  ) throws(WalkInterruption<Failure>) -> OpaquePointer {
    let copy: Int32
    do throws(PlatformError) {
      copy = try descriptor.duplicate().take()
    } catch {
      throw .system(error)
    }
    guard let stream = fdopendir(copy) else {
      let number = errno
      _ = Glibc.close(copy)
      throw .system(PlatformError(errno: number, operation: "fdopendir", path: path))
    }
    return stream
  }

  /// Asks for the kind where the directory does not tell; nil if the entry is gone.
  private func kind(of name: UnsafePointer<CChar>) -> FileKind? {
    do throws(PlatformError) {
      return try FileStatus.read(raw, name, AT_SYMLINK_NOFOLLOW, path: nil).kind
    } catch {
      // What cannot be examined is still there: report it, and let the visitor's own call fail.
      return error.code == .notFound ? nil : .other
    }
  }

  private static func isSelfOrParent(_ name: UnsafePointer<CChar>) -> Bool {
    let dot = CChar(bitPattern: Path.dot)
    guard name[0] == dot else { return false }
    return name[1] == 0 || (name[1] == dot && name[2] == 0)
  }
}
