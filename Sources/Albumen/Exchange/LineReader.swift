import Platform

/// Reads a file, or a pipe, line by line.
struct LineReader: ~Copyable {
  private let file: Descriptor
  private let path: Path
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(_ path: Path) throws(PlatformError) {
    self.path = path
    file = try Descriptor.open(path, .read)
  }

  /// The next line without its end; nil behind the last one.
  ///
  /// Blocks.
  mutating func next() throws(PlatformError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return buffer[start..<end]
      }
      searched = buffer.count - start
      buffer.removeSubrange(..<start)
      start = 0
      if isAtEnd {
        if buffer.isEmpty { return nil }
        defer { buffer = [] }
        return buffer[...]
      }
      try fill()
    }
  }

  private mutating func fill() throws(PlatformError) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    let count = try file.read(into: chunk, path: path)
    if count == 0 { isAtEnd = true }
    buffer.append(contentsOf: chunk[..<count])
  }
}
