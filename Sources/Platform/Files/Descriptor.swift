import CLinux
import Glibc

/// Owns one file descriptor and closes it when it goes out of scope.
///
/// Every descriptor is opened close-on-exec. Sendable because it is only a number that has one
/// owner: the kernel's calls on it may come from any thread.
package struct Descriptor: ~Copyable, Sendable {
  /// The number, for calls that this type has no method for; it stays owned.
  package let raw: Int32

  /// Takes ownership of a descriptor.
  package init(owning raw: Int32) {
    self.raw = raw
  }

  deinit {
    _ = Glibc.close(raw)
  }

  /// Says how a file is opened; the flags of `open(2)` without those that are always set.
  package struct Mode: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let read = Mode(rawValue: O_RDONLY)
    package static let write = Mode(rawValue: O_WRONLY)
    package static let readWrite = Mode(rawValue: O_RDWR)
    package static let append = Mode(rawValue: O_APPEND)
    package static let create = Mode(rawValue: O_CREAT)
    /// With `create`: fails if the name is taken, even by a link.
    package static let exclusive = Mode(rawValue: O_EXCL)
    package static let truncate = Mode(rawValue: O_TRUNC)
    package static let noFollow = Mode(rawValue: O_NOFOLLOW)
    /// Only to name the place; needs no permission to read (O_PATH).
    package static let place = Mode(rawValue: LINUX_O_PATH)
    package static let directory = Mode(rawValue: O_DIRECTORY)
    package static let nonBlocking = Mode(rawValue: O_NONBLOCK)
  }

  /// Opens a path (`open(2)`, always with O_CLOEXEC).
  ///
  /// - Parameter permissions: of a file that is created, before the process's umask.
  package static func open(
    _ path: Path, _ mode: Mode, permissions: UInt32 = 0o666
  ) throws(PlatformError) -> Descriptor {
    let raw = try path.withCString { name throws(PlatformError) in
      try SystemCall.retrying("open", path: path) {
        Glibc.open(name, mode.rawValue | O_CLOEXEC, permissions)
      }
    }
    return Descriptor(owning: raw)
  }

  /// Opens a path relative to an open directory (`openat(2)`, always with O_CLOEXEC).
  package static func open(
    _ path: Path, in directory: borrowing Descriptor, _ mode: Mode, permissions: UInt32 = 0o666
  ) throws(PlatformError) -> Descriptor {
    let base = directory.raw
    let raw = try path.withCString { name throws(PlatformError) in
      try SystemCall.retrying("openat", path: path) {
        Glibc.openat(base, name, mode.rawValue | O_CLOEXEC, permissions)
      }
    }
    return Descriptor(owning: raw)
  }

  /// Opens a directory below another one by going down name by name, following no link on the way.
  ///
  /// The path may be longer than PATH_MAX; the empty path opens `base` once more, and `..` goes up.
  package static func openDirectory(
    _ path: Path, below base: borrowing Descriptor
  ) throws(PlatformError) -> Descriptor {
    let mode: Mode = [.read, .directory, .noFollow]
    var current = try open(".", in: base, mode)
    for name in path.components {
      current = try open(name, in: current, mode)
    }
    return current
  }

  /// Makes a second descriptor for the same open file (`fcntl(2)`, F_DUPFD_CLOEXEC).
  package func duplicate() throws(PlatformError) -> Descriptor {
    Descriptor(owning: try SystemCall.retrying("fcntl") { fcntl(raw, F_DUPFD_CLOEXEC, 0) })
  }

  /// Closes the descriptor and reports a failure, which for written data can be the only notice.
  package consuming func close() throws(PlatformError) {
    let number = raw
    discard self
    try SystemCall.once("close") { Glibc.close(number) }
  }

  /// Gives the number away; the caller closes it.
  package consuming func take() -> Int32 {
    let number = raw
    discard self
    return number
  }
}
