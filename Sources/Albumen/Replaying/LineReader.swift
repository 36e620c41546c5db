import Platform

/// Reads a file, or a pipe, line by line, each an object of JSON.
struct LineReader: ~Copyable {
  /// The most bytes that a line may have, 512 MiB (docs/formats/jsonl.md, "Errors").
  static let longest = 1 << 29

  private let file: Descriptor
  private let path: Path
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of the line that `next` gave last, from 1.
  private(set) var number = 0

  /// - Throws: `.notFound`; `.failed` where the file cannot be opened.
  init(_ path: Path, limit: Int = longest) throws(AlbumenError) {
    self.path = path
    self.limit = limit
    do throws(PlatformError) { file = try Descriptor.open(path, .read) } catch {
      let isMissing = error.code == .notFound
      throw AlbumenError(
        isMissing ? .notFound : .failed, isMissing ? "no such file" : error.message,
        subject: path.display)
    }
  }

  /// The next line without its end; nil behind the last one.
  ///
  /// Blocks.
  ///
  /// - Throws: `.invalid` for a line that is too long, or that is seen to be no object before all of it
  ///   is read; `.failed`.
  mutating func next() throws(AlbumenError) -> ArraySlice<UInt8>? {
    number += 1
    var searched = start
    while true {
      if let end = lineEnd(from: searched) {
        defer { start = end + 1 }
        return try checked(buffer[start..<end])
      }
      searched = buffer.count - start
      buffer.removeSubrange(..<start)
      start = 0
      if isAtEnd {
        if buffer.isEmpty { return nil }
        defer { buffer = [] }
        return try checked(buffer[...])
      }
      try checkBeginning()
      _ = try checked(buffer[...])
      try fill()
    }
  }

  /// An error that names the line that was read last.
  func invalid(_ message: String) -> AlbumenError {
    AlbumenError(
      .invalid, message, subject: "\(path.display) line \(number)",
      hint: "nothing was taken in; docs/formats/jsonl.md describes the lines",
      disposition: .permanent)
  }

  private func checked(_ line: ArraySlice<UInt8>) throws(AlbumenError) -> ArraySlice<UInt8> {
    guard line.count <= limit else {
      throw invalid("a line is longer than \(limit) bytes")
    }
    return line
  }

  /// Refuses a line that goes on behind what has been read, if it is no object: a device or a video
  /// need not be read to an end that it may not have.
  private func checkBeginning() throws(AlbumenError) {
    let first = buffer.first { byte in
      byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") && byte != UInt8(ascii: "\r")
    }
    guard let first, first != UInt8(ascii: "{") else { return }
    throw invalid("a line does not begin as an object of JSON does")
  }

  /// Where the next newline is; eight bytes are looked at at a time.
  private func lineEnd(from start: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      let ones: UInt64 = 0x0101_0101_0101_0101
      var place = start
      while place + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        // A byte that is a newline is 0 here, and the only one that may borrow.
        let zeros = word ^ ones &* 0x0A
        if (zeros &- ones) & ~zeros & (ones &* 0x80) != 0 { break }
        place += 8
      }
      return bytes[place...].firstIndex(of: UInt8(ascii: "\n"))
    }
  }

  private mutating func fill() throws(AlbumenError) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    let count: Int
    do throws(PlatformError) { count = try file.read(into: chunk, path: path) } catch {
      throw AlbumenError(.failed, error.message, subject: path.display)
    }
    if count == 0 { isAtEnd = true }
    buffer.append(contentsOf: chunk[..<count])
  }
}
