import Albumen
import Platform
import Synchronization

/// Writes results to standard output; what several tasks write does not mix within a record.
final class Output: Sendable {
  /// Says that nobody reads the results any more, which is no error.
  struct ReaderGone: Error {}

  private let stream = StandardStream.output
  private let terminator: UInt8
  private let buffer = Mutex<[UInt8]>([])
  private static let capacity = 1 << 16

  /// - Parameter endsWithNUL: whether records end with NUL in place of a newline.
  init(endsWithNUL: Bool) {
    terminator = endsWithNUL ? 0 : UInt8(ascii: "\n")
  }

  /// Writes bytes as they are; for formats that end their own lines.
  ///
  /// - Throws: ``ReaderGone``, or what cannot be written.
  func write(_ bytes: [UInt8]) throws {
    try buffer.withLock { buffer in
      buffer.append(contentsOf: bytes)
      if buffer.count >= Self.capacity { try drain(&buffer) }
    }
  }

  /// Writes a line of text as it is, newlines included: for help.
  func write(_ text: String) throws {
    try write(Array(text.utf8))
  }

  /// Writes one record of bytes and ends it.
  func record(_ bytes: [UInt8]) throws {
    try write(bytes + [terminator])
  }

  /// Writes one line of text and ends it; the text must be printable.
  func line(_ text: String) throws {
    try record(Array(text.utf8))
  }

  /// Writes one JSON record: an object whose first member is the schema.
  func record(_ schema: JSONSchema, _ body: (inout JSONWriter) -> Void) throws {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("schema", schema.rawValue)
      body(&writer)
    }
    try record(writer.bytes)
  }

  /// Hands everything to the system.
  func flush() throws {
    try buffer.withLock { try drain(&$0) }
  }

  private func drain(_ buffer: inout [UInt8]) throws {
    if buffer.isEmpty { return }
    let bytes = buffer
    buffer.removeAll(keepingCapacity: true)
    do throws(PlatformError) {
      try stream.writeAll(bytes)
    } catch {
      if error.code == .brokenPipe { throw ReaderGone() }
      throw AlbumenError(
        error.code == .noSpace ? .full : .failed, error.message, subject: "standard output",
        disposition: error.disposition)
    }
  }
}
