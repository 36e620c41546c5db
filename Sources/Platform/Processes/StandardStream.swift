import Glibc

/// Names one of the streams that a process is born with (stdin(3)); it is never closed.
package struct StandardStream: Sendable {
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
}
