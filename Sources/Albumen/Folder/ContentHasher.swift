import Hashing
import MediaKit
import Operations
import Platform
import Reconciling

/// Reads files on a thread of its own: what kind they are, and their SHA-256.
actor ContentHasher {
  /// What a look into a file gave.
  enum Look: Sendable {
    /// A photo or video.
    case media(ContentID, FileKey, hashedAt: Int64)
    /// Something else, or nothing.
    case other
    /// It is not there any more.
    case vanished
    /// It changed while it was read.
    case changing
    /// It could not be read.
    case unreadable(PlatformError)
  }

  private let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(name: String) { executor = ThreadExecutor(name: name) }

  /// Looks into files, in their order.
  func look(into paths: [Path]) -> [Look] {
    let buffer = Self.makeBuffer()
    defer { buffer.deallocate() }
    return paths.map { Self.look(into: $0, buffer, followsLink: false) }
  }

  /// Finds the sidecars of files, in their order.
  func sidecars(of paths: [Path], _ finder: SidecarFinder) -> [Path?] {
    paths.map { finder.sidecar(of: $0) }
  }

  /// Looks into one file; blocks for as long as reading it takes.
  ///
  /// - Parameter followsLink: whether a link is followed to the file that it names.
  static func look(into path: Path, followsLink: Bool = false) -> Look {
    let buffer = makeBuffer()
    defer { buffer.deallocate() }
    return look(into: path, buffer, followsLink: followsLink)
  }

  private static func makeBuffer() -> UnsafeMutableRawBufferPointer {
    .allocate(byteCount: 1 << 18, alignment: 64)
  }

  private static func look(
    into path: Path, _ buffer: UnsafeMutableRawBufferPointer, followsLink: Bool
  ) -> Look {
    do throws(PlatformError) {
      // Not blocking: a pipe that took the file's place must not hold the thread.
      let mode: Descriptor.Mode = followsLink ? [] : .noFollow
      let file = try Descriptor.open(path, mode.union([.read, .nonBlocking]))
      let before = try file.status(path: path)
      guard before.kind == .regular else { return .other }
      let hashedAt = SystemClock.wallNanoseconds
      guard let content = try hash(file, size: before.size, buffer, path) else { return .other }
      let key = FileKey(before)
      guard FileKey(try file.status(path: path)) == key else { return .changing }
      return .media(content, key, hashedAt: hashedAt)
    } catch {
      switch error.code {
      case .notFound: return .vanished
      case .symbolicLink, .notDirectory: return .other
      default: return .unreadable(error)
      }
    }
  }

  /// The SHA-256 of a photo or video; nil for anything else, of which only the start is read.
  ///
  /// - Parameter size: how long it is; whoever has made it longer meanwhile has changed it.
  private static func hash(
    _ file: borrowing Descriptor, size: Int64, _ buffer: UnsafeMutableRawBufferPointer, _ path: Path
  ) throws(PlatformError) -> ContentID? {
    var hasher = SHA256()
    var isFirst = true
    var done: Int64 = 0
    while done < size {
      let count = try file.read(into: buffer, path: path)
      if count == 0 { break }
      done += Int64(count)
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      if isFirst {
        let head = Array(bytes.prefix(MediaType.sniffLength))
        guard MediaType.sniff(head) != nil else { return nil }
        isFirst = false
      }
      hasher.update(bytes)
    }
    return isFirst ? nil : ContentID(words: hasher.finalize().words)
  }
}

extension FileKey {
  /// The key of a file that looks like this.
  init(_ status: FileStatus) {
    self.init(
      inode: status.inode, size: status.size, mtime: status.mtimeNanoseconds,
      ctime: status.ctimeNanoseconds, birth: status.birthTimeNanoseconds)
  }
}
