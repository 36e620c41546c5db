import CLinux
import Glibc

extension Descriptor {
  /// Reads what is there, up to the size of the buffer (`read(2)`); blocks as the file does.
  ///
  /// - Returns: the number of bytes; 0 at the end of the file.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, path: @autoclosure () -> Path? = nil
  ) throws(PlatformError) -> Int {
    try SystemCall.retrying("read", path: path()) {
      Glibc.read(raw, buffer.baseAddress, buffer.count)
    }
  }

  /// Reads at an offset without moving the file's position (`pread(2)`).
  ///
  /// - Returns: the number of bytes; less than asked for only at the end of the file.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int64,
    path: @autoclosure () -> Path? = nil
  ) throws(PlatformError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = try SystemCall.retrying("pread", path: path()) {
        pread(raw, rest.baseAddress, rest.count, Int(offset) + done)
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Reads up to `count` bytes at an offset; fewer only at the end of the file.
  package func bytes(
    count: Int, at offset: Int64, path: @autoclosure () -> Path? = nil
  ) throws(PlatformError) -> [UInt8] {
    try Self.filled(capacity: count) { buffer throws(PlatformError) in
      try read(into: buffer, at: offset, path: path())
    }
  }

  /// Reads from the file's position to its end.
  ///
  /// - Throws: `invalidArgument` if there is more than `limit`.
  package func readToEnd(
    limit: Int = .max, path: @autoclosure () -> Path? = nil
  ) throws(PlatformError) -> [UInt8] {
    var result: [UInt8] = []
    let known = try? FileStatus.of(self)
    var chunk = max(4096, min(Int(known?.size ?? 0) + 1, 1 << 20))
    while true {
      let size = chunk
      let part = try Self.filled(capacity: size) { buffer throws(PlatformError) in
        try read(into: buffer, path: path())
      }
      if part.isEmpty { return result }
      if result.count + part.count > limit {
        throw PlatformError(
          code: .invalidArgument, message: "the file is larger than \(limit) bytes",
          operation: "read", path: path())
      }
      result.append(contentsOf: part)
      chunk = max(chunk, 1 << 16)
    }
  }

  /// Writes all bytes at the file's position, in as many calls as it takes (`write(2)`).
  ///
  /// After an error some of the bytes may have been written.
  package func writeAll(
    _ bytes: UnsafeRawBufferPointer, path: @autoclosure () -> Path? = nil
  ) throws(PlatformError) {
    var rest = bytes
    while !rest.isEmpty {
      let part = rest
      let count = try SystemCall.retrying("write", path: path()) {
        Glibc.write(raw, part.baseAddress, part.count)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Writes all bytes at the file's position.
  package func writeAll(
    _ bytes: [UInt8], path: @autoclosure () -> Path? = nil
  ) throws(PlatformError) {
    try bytes.span.withUnsafeBytes { buffer throws(PlatformError) in
      try writeAll(buffer, path: path())
    }
  }

  /// Writes all bytes at an offset without moving the file's position (`pwrite(2)`).
  package func writeAll(
    _ bytes: UnsafeRawBufferPointer, at offset: Int64, path: @autoclosure () -> Path? = nil
  ) throws(PlatformError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      done += try SystemCall.retrying("pwrite", path: path()) {
        pwrite(raw, rest.baseAddress, rest.count, Int(offset) + done)
      }
    }
  }

  /// Waits until data and metadata are on disk (`fsync(2)`).
  ///
  /// After a failure the kernel may have dropped the data: a second call that succeeds means nothing.
  package func synchronize(path: @autoclosure () -> Path? = nil) throws(PlatformError) {
    try SystemCall.retrying("fsync", path: path()) { fsync(raw) }
  }

  /// Waits until data, and the metadata needed to read it, are on disk (`fdatasync(2)`).
  package func synchronizeData(path: @autoclosure () -> Path? = nil) throws(PlatformError) {
    try SystemCall.retrying("fdatasync", path: path()) { fdatasync(raw) }
  }

  /// Waits until everything of the file system that the file is on is on disk (`syncfs(2)`).
  package func synchronizeFileSystem(path: @autoclosure () -> Path? = nil) throws(PlatformError) {
    try SystemCall.retrying("syncfs", path: path()) { linux_syncfs(raw) }
  }

  /// Cuts or extends the file to a size in bytes (`ftruncate(2)`).
  package func setSize(
    _ size: Int64, path: @autoclosure () -> Path? = nil
  ) throws(PlatformError) {
    try SystemCall.retrying("ftruncate", path: path()) { ftruncate(raw, Int(size)) }
  }

  /// Examines the open file (`statx(2)`).
  package func status(path: @autoclosure () -> Path? = nil) throws(PlatformError) -> FileStatus {
    try FileStatus.of(self, path: path())
  }

  /// Makes an array without zeroing it first; `fill` returns how many bytes it has written.
  private static func filled(
    capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(PlatformError) -> Int
  ) throws(PlatformError) -> [UInt8] {
    var failure: PlatformError?
    let result = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      do throws(PlatformError) {
        count = try fill(UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return result
  }
}
