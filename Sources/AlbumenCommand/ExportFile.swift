import Platform
import Synchronization

/// Is a file that takes its place only when it is complete; a pipe or a device is written to as it
/// is.
///
/// Sendable because all that changes is behind a lock.
final class ExportFile: Sendable {
  private struct Count {
    var lines = 0
    var bytes = 0
    var isDone = false
  }

  private let target: Path
  private let written: Path
  private let file: Descriptor
  private let count = Mutex(Count())

  /// Starts the file.
  init(_ target: Path) throws(PlatformError) {
    self.target = target
    let existing = try? FileStatus.ofTarget(at: target)
    if let existing, existing.kind != .regular {
      written = target
      file = try Descriptor.open(target, .write)
    } else {
      written = target.appending(suffix: ".part".utf8) ?? target
      file = try Descriptor.open(written, [.write, .create, .truncate, .noFollow])
    }
  }

  deinit {
    if written != target, !count.withLock({ $0.isDone }) { try? Files.unlink(written) }
  }

  /// Writes bytes.
  func write(_ bytes: [UInt8]) throws(PlatformError) {
    try file.writeAll(bytes, path: target)
    count.withLock { count in
      count.bytes += bytes.count
      count.lines += bytes.count { $0 == UInt8(ascii: "\n") }
    }
  }

  /// Makes the file durable and gives it its name.
  func finish() throws(PlatformError) -> (lines: Int, bytes: Int) {
    if written != target {
      try file.synchronize(path: target)
      try Files.rename(written, to: target)
      try Files.synchronizeDirectory(target.parent)
    }
    return count.withLock { count in
      count.isDone = true
      return (count.lines, count.bytes)
    }
  }
}
