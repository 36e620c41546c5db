import Operations
import Platform

/// Is the open file of one segment, read through a window of its bytes; or one that is in memory.
///
/// What `bytes(_:at:)` lends is valid until the next call.
final class SegmentFile {
  /// The file; of one in memory where it came from, for messages.
  let path: Path
  /// Nil where the window holds all that there is.
  private let descriptor: Descriptor?
  private var window: UnsafeMutableRawBufferPointer
  private var filled: Range<Int64> = 0..<0

  /// Opens a file for reading.
  ///
  /// - Parameter size: how many bytes are read at a time.
  init(_ path: Path, window size: Int = 1 << 18) throws(LogError) {
    self.path = path
    descriptor = try LogError.wrapping { () throws(PlatformError) in
      try Descriptor.open(path, [.read, .noFollow])
    }
    window = .allocate(byteCount: size, alignment: 16)
  }

  /// Takes the bytes of a segment that is in memory.
  init(_ path: Path, holding bytes: [UInt8]) {
    self.path = path
    descriptor = nil
    window = .allocate(byteCount: max(1, bytes.count), alignment: 16)
    window.copyBytes(from: bytes)
    filled = 0..<Int64(bytes.count)
  }

  deinit {
    window.deallocate()
  }

  /// The size of the file now, in bytes.
  func size() throws(LogError) -> Int64 {
    guard descriptor != nil else { return filled.upperBound }
    return try LogError.wrapping { () throws(PlatformError) in
      try descriptor?.status(path: path).size ?? 0
    }
  }

  /// Lends up to `count` bytes; fewer where the file ends.
  func bytes(_ count: Int, at offset: Int64) throws(LogError) -> UnsafeRawBufferPointer {
    if offset < filled.lowerBound || offset + Int64(count) > filled.upperBound {
      try fill(atLeast: count, at: offset)
    }
    let start = min(Int(offset - filled.lowerBound), window.count)
    let end = min(start + count, Int(filled.upperBound - filled.lowerBound))
    return UnsafeRawBufferPointer(rebasing: window[start..<max(start, end)])
  }

  /// Forgets what was read, so that the next look is at the file.
  func forget() { if descriptor != nil { filled = 0..<0 } }

  private func fill(atLeast count: Int, at offset: Int64) throws(LogError) {
    guard descriptor != nil else { return }
    if count > window.count {
      // The caller has compared `count` with the size of the file.
      window.deallocate()
      window = .allocate(byteCount: count, alignment: 16)
    }
    let buffer = window
    filled = 0..<0
    let read = try LogError.wrapping { () throws(PlatformError) in
      try descriptor?.read(into: buffer, at: offset, path: path) ?? 0
    }
    filled = offset..<offset + Int64(read)
  }
}
