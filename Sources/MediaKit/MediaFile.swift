package import Platform

/// Holds a plain file open for reading, and reads parts of it.
///
/// What isn't a plain file (a pipe, a device, a directory) is refused, and opening never waits for
/// another process. Every call blocks for the disk.
package struct MediaFile: ~Copyable {
  /// The size in bytes when the file was opened.
  package let size: UInt64
  private let descriptor: Descriptor
  private let path: Path
  /// The first bytes, in which most of what is asked for stands: they are read once.
  private let head: [UInt8]
  private static let headLength = 1 << 14

  /// Opens the file that a path leads to, following links (`open(2)`, O_RDONLY and O_NONBLOCK).
  package init(_ path: Path) throws(MediaError) {
    do {
      let descriptor = try Descriptor.open(path, [.read, .nonBlocking])
      let status = try descriptor.status(path: path)
      guard status.kind == .regular else {
        throw MediaError(.unreadable, "it is not a plain file", path: path)
      }
      head = try descriptor.bytes(count: Self.headLength, at: 0, path: path)
      self.descriptor = descriptor
      self.path = path
      size = UInt64(clamping: status.size)
    } catch let error as PlatformError {
      throw MediaError(.unreadable, error.message, path: path, cause: error)
    } catch let error as MediaError {
      throw error
    } catch {
      throw MediaError(.unreadable, "it cannot be opened", path: path)
    }
  }

  /// A path that names this open file, whatever its own name is; valid while it is open.
  ///
  /// It is plain ASCII and never looks like a URL, which some libraries would open as one.
  package var alias: String { "/proc/self/fd/\(descriptor.raw)" }

  /// Reads at most `count` bytes from an offset; fewer, down to none, where the file ends.
  package func bytes(at offset: UInt64, count: Int) throws(MediaError) -> [UInt8] {
    guard offset < size, count > 0 else { return [] }
    let wanted = Int(min(UInt64(count), size - offset))
    if offset + UInt64(wanted) <= UInt64(head.count) {
      return Array(head[Int(offset)..<Int(offset) + wanted])
    }
    do {
      return try descriptor.bytes(count: wanted, at: Int64(offset), path: path)
    } catch {
      throw MediaError(.unreadable, error.message, path: path, cause: error)
    }
  }
}
