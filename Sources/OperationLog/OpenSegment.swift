import Platform

/// Is the segment that a log is growing in.
final class OpenSegment {
  /// The file.
  let path: Path
  /// The bytes that count; after a failed write there may be more in the file for a moment.
  private(set) var length: Int64
  private let descriptor: Descriptor

  /// Opens a segment whose first `length` bytes have been found sound.
  init(existing path: Path, length: Int64) throws(LogError) {
    self.path = path
    self.length = length
    descriptor = try LogError.wrapping { () throws(PlatformError) in
      try Descriptor.open(path, [.readWrite, .noFollow])
    }
  }

  /// Makes the empty file of a new segment.
  init(new path: Path) throws(PlatformError) {
    self.path = path
    length = 0
    try Failpoint.hit("log.segment.create")
    descriptor = try Descriptor.open(path, [.readWrite, .create, .exclusive, .noFollow])
  }

  /// Writes bytes behind those that count; they count when this returns.
  func write(_ bytes: [UInt8], failpoint: StaticString) throws(PlatformError) {
    try Failpoint.hit(failpoint, "write")
    let end = length
    try bytes.span.withUnsafeBytes { buffer throws(PlatformError) in
      try descriptor.writeAll(buffer, at: end, path: path)
    }
    length += Int64(bytes.count)
  }

  /// Waits until the disk has the data and the size (`fdatasync(2)`).
  func synchronize(failpoint: StaticString) throws(PlatformError) {
    try Failpoint.hit(failpoint, "fsync")
    try descriptor.synchronizeData(path: path)
  }

  /// Cuts the file.
  func truncate(to size: Int64, failpoint: StaticString) throws(PlatformError) {
    try Failpoint.hit(failpoint, "truncate")
    try descriptor.setSize(size, path: path)
    length = size
  }

  /// How many bytes the file has.
  func size() throws(PlatformError) -> Int64 { try descriptor.status(path: path).size }
}
