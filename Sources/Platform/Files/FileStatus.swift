import CLinux
import Glibc

/// Tells what sort of thing a directory entry is.
package enum FileKind: Sendable, Hashable {
  /// A plain file.
  case regular
  /// A directory.
  case directory
  /// A symbolic link.
  case symbolicLink
  /// A device, a pipe or a socket.
  case other
}

/// Holds what `statx(2)` says about a file.
///
/// Times are nanoseconds since 1970, UTC.
package struct FileStatus: Sendable, Hashable {
  /// The device, major number in the upper half; it may change when a disk is plugged in again.
  package let device: UInt64
  /// The inode number; means nothing on vfat, exfat, cifs, 9p and fuse.
  package let inode: UInt64
  /// The size in bytes.
  package let size: Int64
  /// When the contents last changed.
  package let mtimeNanoseconds: Int64
  /// When the inode last changed.
  package let ctimeNanoseconds: Int64
  /// When the file was created; nil where the file system does not tell.
  package let birthTimeNanoseconds: Int64?
  /// What sort of thing it is.
  package let kind: FileKind
  /// The permission bits, the lowest twelve of `st_mode`.
  package let permissions: UInt32

  init(_ raw: statx) {
    device = UInt64(raw.stx_dev_major) << 32 | UInt64(raw.stx_dev_minor)
    inode = raw.stx_ino
    size = Int64(clamping: raw.stx_size)
    mtimeNanoseconds = Self.nanoseconds(raw.stx_mtime)
    ctimeNanoseconds = Self.nanoseconds(raw.stx_ctime)
    birthTimeNanoseconds =
      raw.stx_mask & UInt32(STATX_BTIME) == 0 ? nil : Self.nanoseconds(raw.stx_btime)
    kind = FileKind(mode: UInt32(raw.stx_mode))
    permissions = UInt32(raw.stx_mode) & 0o7777
  }

  /// Examines a path without following a link at its end (`statx` with AT_SYMLINK_NOFOLLOW).
  package static func ofLink(at path: Path) throws(PlatformError) -> FileStatus {
    try path.withCString { name throws(PlatformError) in
      try read(AT_FDCWD, name, AT_SYMLINK_NOFOLLOW, path: path)
    }
  }

  /// Examines what a path leads to, following links (`statx`).
  package static func ofTarget(at path: Path) throws(PlatformError) -> FileStatus {
    try path.withCString { name throws(PlatformError) in
      try read(AT_FDCWD, name, 0, path: path)
    }
  }

  /// Examines an entry of an open directory without following a link.
  package static func ofLink(
    named name: UnsafePointer<CChar>, in directory: borrowing Descriptor,
    path: @autoclosure () -> Path? = nil
  ) throws(PlatformError) -> FileStatus {
    try read(directory.raw, name, AT_SYMLINK_NOFOLLOW, path: path())
  }

  /// Examines the file that a descriptor is open on.
  package static func of(
    _ descriptor: borrowing Descriptor, path: @autoclosure () -> Path? = nil
  ) throws(PlatformError) -> FileStatus {
    try read(descriptor.raw, "", LINUX_AT_EMPTY_PATH, path: path())
  }

  /// Whether two readings are of the same inode.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  static func read(
    _ directory: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32,
    path: @autoclosure () -> Path?
  ) throws(PlatformError) -> FileStatus {
    var raw = statx()
    try SystemCall.retrying("statx", path: path()) {
      linux_statx(directory, name, flags | LINUX_AT_NO_AUTOMOUNT, &raw)
    }
    return FileStatus(raw)
  }

  private static func nanoseconds(_ time: statx_timestamp) -> Int64 {
    nanoseconds(seconds: time.tv_sec, Int64(time.tv_nsec))
  }

  /// A time as nanoseconds; the nearest number there is for one before 1677 or after 2262.
  static func nanoseconds(seconds: Int64, _ rest: Int64) -> Int64 {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, sumOverflow) = product.addingReportingOverflow(rest)
    return sumOverflow ? .max : sum
  }
}

extension FileKind {
  init(mode: UInt32) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .directory
    case S_IFLNK: self = .symbolicLink
    default: self = .other
    }
  }

  /// Reads `d_type` of a directory entry; nil where the file system does not tell.
  init?(directoryEntryType type: UInt8) {
    switch Int(type) {
    case DT_REG: self = .regular
    case DT_DIR: self = .directory
    case DT_LNK: self = .symbolicLink
    case DT_UNKNOWN: return nil
    default: self = .other
    }
  }
}
