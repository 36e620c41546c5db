import CLinux
import Glibc

extension Files {
  /// Tells how a copy was made.
  package enum CopyMethod: Sendable {
    /// The two files share their blocks (FICLONE).
    case clone
    /// The kernel moved the bytes (`copy_file_range(2)`).
    case kernel
    /// The bytes went through this process.
    case readWrite
  }

  /// Makes one file share the blocks of another (`ioctl_ficlone(2)`).
  ///
  /// - Throws: `unsupported`, `crossDevice` or `invalidArgument` where that cannot be.
  package static func clone(
    from source: borrowing Descriptor, to target: borrowing Descriptor
  ) throws(PlatformError) {
    let (from, to) = (source.raw, target.raw)
    try SystemCall.retrying("ioctl_ficlone") { linux_clone_file(to, from) }
  }

  /// Copies a whole file into an empty one, in the cheapest way that works; does not fsync.
  ///
  /// Both descriptors must be at the file's start. Blocks for as long as the copy takes.
  @discardableResult
  package static func copyContents(
    from source: borrowing Descriptor, to target: borrowing Descriptor, path: Path? = nil
  ) throws(PlatformError) -> CopyMethod {
    do throws(PlatformError) {
      try clone(from: source, to: target)
      return .clone
    } catch {
      // Every refusal of a clone means that bytes have to be copied; a real fault shows there again.
    }
    if try copyInKernel(from: source, to: target, path: path) { return .kernel }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try source.read(into: buffer, path: path)
      if count == 0 { return .readWrite }
      try target.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]), path: path)
    }
  }

  /// Copies with `copy_file_range(2)`; false, with nothing copied, where that does not work.
  private static func copyInKernel(
    from source: borrowing Descriptor, to target: borrowing Descriptor, path: Path?
  ) throws(PlatformError) -> Bool {
    let (from, to) = (source.raw, target.raw)
    var copied = 0
    while true {
      do throws(PlatformError) {
        let count = try SystemCall.retrying("copy_file_range", path: path) {
          linux_copy_file_range(from, to, 1 << 30)
        }
        // Files of /proc and some network file systems answer 0 although there is something.
        if count == 0 { return copied > 0 }
        copied += count
      } catch {
        switch error.code {
        case .crossDevice where copied == 0, .unsupported where copied == 0,
          .invalidArgument where copied == 0:
          return false
        default: throw error
        }
      }
    }
  }
}
