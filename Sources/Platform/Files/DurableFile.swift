import CLinux
import Glibc

/// Replaces files so that after a power cut there is the old or the new content, never a mixture.
package enum DurableFile {
  /// Writes a file's whole content durably: temporary file beside it, fsync, rename, fsync directory.
  ///
  /// Blocks until the disk has it. A link at `path` is replaced, not followed. Passes the failpoints
  /// `<failpoint>.write`, `.fsync`, `.rename` and `.fsyncDirectory`.
  ///
  /// - Throws: any error of those calls. The old content is then still there, except after a failure
  ///   of the last step, where the new one is there but may not survive a power cut.
  package static func replace(
    _ path: Path, with bytes: UnsafeRawBufferPointer, permissions: UInt32 = 0o666,
    failpoint: StaticString = "durable"
  ) throws(PlatformError) {
    let directory = path.parent
    let temporary = TemporaryName.make(in: directory)
    let file = try Descriptor.open(
      temporary, [.write, .create, .exclusive, .noFollow], permissions: permissions)
    do throws(PlatformError) {
      try Failpoint.hit(failpoint, "write")
      try file.writeAll(bytes, path: path)
      try Failpoint.hit(failpoint, "fsync")
      try file.synchronize(path: path)
      try file.close()
      try Failpoint.hit(failpoint, "rename")
      try Files.rename(temporary, to: path)
    } catch {
      try? Files.unlink(temporary)
      throw error
    }
    try Files.synchronizeDirectory(directory, failpoint: failpoint)
  }

  /// Writes a file's whole content durably.
  package static func replace(
    _ path: Path, with bytes: [UInt8], permissions: UInt32 = 0o666,
    failpoint: StaticString = "durable"
  ) throws(PlatformError) {
    try bytes.span.withUnsafeBytes { buffer throws(PlatformError) in
      try replace(path, with: buffer, permissions: permissions, failpoint: failpoint)
    }
  }

  /// Reads a whole file; `invalidArgument` if it is larger than `limit` bytes.
  package static func contents(
    of path: Path, limit: Int = 1 << 30
  ) throws(PlatformError) -> [UInt8] {
    try Descriptor.open(path, .read).readToEnd(limit: limit, path: path)
  }
}
