import Glibc

/// Names one of the streams that a process is born with (stdin(3)); it is never closed.
package struct StandardStream: Sendable {
  /// Where answers come from.
  package static let input = StandardStream(raw: STDIN_FILENO)
  /// Where results go.
  package static let output = StandardStream(raw: STDOUT_FILENO)
  /// Where diagnostics go.
  package static let errorOutput = StandardStream(raw: STDERR_FILENO)

  /// The descriptor's number.
  package let raw: Int32

  /// Writes all bytes, in as many calls as it takes (`write(2)`); blocks as long as a pipe is full.
  package func writeAll(_ bytes: [UInt8]) throws(PlatformError) {
    try bytes.span.withUnsafeBytes { buffer throws(PlatformError) in
      var rest = buffer
      while !rest.isEmpty {
        let part = rest
        let count = try SystemCall.retrying("write") {
          Glibc.write(raw, part.baseAddress, part.count)
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  /// Reads to the end of a line (`read(2)`), a byte at a time so that nothing behind it is taken.
  ///
  /// Blocks for as long as nothing comes.
  ///
  /// - Parameter longest: the most bytes that are kept; what is longer is read to its end all the same.
  /// - Returns: the line without its end; what there was where the input ended before.
  package func line(longest: Int) throws(PlatformError) -> [UInt8] {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = try SystemCall.retrying("read") { Glibc.read(raw, &byte, 1) }
      if count == 0 || byte == UInt8(ascii: "\n") { return line }
      if line.count < longest { line.append(byte) }
    }
  }
}
