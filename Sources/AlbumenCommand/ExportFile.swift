import Platform
import Synchronization

/// Is a file that takes its place only when it is complete; a pipe or a device is written to as it
/// is.
///
/// Until then it has no name, so that nothing is left of one that was given up, and nobody else's file
/// is touched. A link is followed: what it names is replaced, and it stays.
///
/// Sendable because all that changes is behind a lock.
final class ExportFile: Sendable {
  private struct State: ~Copyable {
    var lines = 0
    var bytes = 0
    var destination: Destination
  }

  /// Says where the bytes go.
  private enum Destination: ~Copyable {
    case stream(Descriptor)
    case file(UnnamedFile)

    func write(_ bytes: [UInt8], path: Path) throws(PlatformError) {
      switch self {
      case .stream(let descriptor): try descriptor.writeAll(bytes, path: path)
      case .file(let file): try file.descriptor.writeAll(bytes, path: path)
      }
    }

    /// Makes what is a file durable and gives it a name, replacing what has it.
    mutating func finish(as target: Path) throws(PlatformError) {
      switch consume self {
      case .stream(let descriptor): self = .stream(descriptor)
      case .file(var file):
        // The rename must not meet another export's: the name on the way is nobody else's.
        let passing = target.parent / ExportFile.passingName()
        do throws(PlatformError) {
          try file.descriptor.synchronize(path: target)
          try file.publish(at: passing)
        } catch {
          self = .file(file)
          throw error
        }
        self = .file(file)
        do throws(PlatformError) { try Files.rename(passing, to: target) } catch {
          try? Files.unlink(passing)
          throw error
        }
        try Files.synchronizeDirectory(target.parent)
      }
    }
  }

  /// The most links that are followed, as in the kernel (path_resolution(7)).
  private static let longestChain = 40

  private let target: Path
  private let state: Mutex<State>

  /// Starts the file.
  ///
  /// - Throws: where the file cannot be written, before anything of it is.
  init(_ path: Path) throws(PlatformError) {
    let (target, existing) = try Self.target(of: path)
    self.target = target
    if let existing, existing.kind != .regular {
      state = Mutex(State(destination: .stream(try Descriptor.open(target, .write))))
    } else {
      if let existing { try Self.refuseOther(target, existing) }
      // What only its owner could read stays so.
      let permissions = existing.map { $0.permissions & 0o666 } ?? 0o666
      let file: UnnamedFile
      do throws(PlatformError) {
        file = try UnnamedFile(in: target.parent, permissions: permissions)
      } catch {
        // That it begins without a name, in the directory, is nothing that the user asked for.
        throw PlatformError(
          errno: error.errno, operation: error.operation, path: target, purpose: "write")
      }
      state = Mutex(State(destination: .file(file)))
    }
  }

  /// Writes bytes.
  func write(_ bytes: [UInt8]) throws(PlatformError) {
    try state.withLock { state throws(PlatformError) in
      try state.destination.write(bytes, path: target)
      state.bytes += bytes.count
      state.lines += bytes.count { $0 == UInt8(ascii: "\n") }
    }
  }

  /// Makes the file durable and gives it its name.
  func finish() throws(PlatformError) -> (lines: Int, bytes: Int) {
    try state.withLock { state throws(PlatformError) in
      try state.destination.finish(as: target)
      return (state.lines, state.bytes)
    }
  }

  /// What a path names in the end, also where that is not there yet, and what is there now.
  private static func target(
    of path: Path
  ) throws(PlatformError) -> (path: Path, existing: FileStatus?) {
    var path = path
    for _ in 0..<longestChain {
      let status: FileStatus
      do throws(PlatformError) { status = try FileStatus.ofLink(at: path) } catch {
        guard error.code == .notFound else { throw error }
        return (path, nil)
      }
      guard status.kind == .symbolicLink else { return (path, status) }
      // A descriptor's link in /proc may name a pipe, which is no path.
      let there = try? FileStatus.ofTarget(at: path)
      if let there, there.kind != .regular { return (path, there) }
      let text = try Files.readLink(path)
      path = text.isAbsolute ? text : path.parent / text
    }
    throw PlatformError(
      code: .invalidArgument, message: "too many links lead on from here", operation: "readlink",
      path: path)
  }

  /// Refuses to replace a file that is not an exported history, and not empty.
  private static func refuseOther(_ path: Path, _ status: FileStatus) throws(PlatformError) {
    if status.size == 0 { return }
    let start = Array("{\"log\":".utf8)
    guard try Descriptor.open(path, .read).bytes(count: start.count, at: 0, path: path) != start
    else {
      return
    }
    throw PlatformError(
      code: .alreadyExists, message: "another file is there, which is no exported history",
      operation: "open", path: path)
  }

  private static func passingName() -> Path {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    return Path(".albumen-\(number).tmp") ?? Path()
  }
}
