import CLinux
import Glibc

/// Describes the file system that a path is on (`statfs(2)`).
package struct FileSystem: Sendable, Hashable {
  /// The kernel's number for the type of file system (`f_type`).
  package let magic: UInt32
  /// Bytes that an ordinary user may still write.
  package let availableBytes: UInt64
  /// Whether it is mounted read-only.
  package let isReadOnly: Bool

  /// Asks about the file system of a path, following links.
  package init(at path: Path) throws(PlatformError) {
    var raw = statfs()
    _ = try path.withCString { name throws(PlatformError) in
      try SystemCall.retrying("statfs", path: path) { statfs(name, &raw) }
    }
    magic = UInt32(truncatingIfNeeded: raw.f_type)
    let block = UInt64(clamping: raw.f_frsize == 0 ? raw.f_bsize : raw.f_frsize)
    availableBytes = block &* UInt64(raw.f_bavail)
    isReadOnly = raw.f_flags & Self.readOnlyFlag != 0
  }

  /// A short name of the type, such as "ext4" or "nfs"; "unknown" for those not listed here.
  package var typeName: String {
    Self.types[magic]?.name ?? "unknown"
  }

  /// Whether other machines can change files here without this kernel noticing.
  package var isNetwork: Bool { Self.types[magic]?.isNetwork ?? false }

  /// Whether it is served by a program (FUSE), which may change files behind the kernel's back.
  package var isUserSpace: Bool { magic == Self.fuse }

  /// Whether inode numbers stay the same over a remount.
  package var hasStableInodes: Bool {
    !(isNetwork && magic != Self.nfs) && !isUserSpace && !Self.unstable.contains(magic)
  }

  /// Whether it can hold symbolic links; nil where that depends on how it is mounted, or is not known.
  package var hasSymbolicLinks: Bool? {
    if Self.unstable.contains(magic) { return false }
    if isNetwork && magic != Self.nfs || isUserSpace { return nil }
    return Self.types[magic] == nil ? nil : true
  }

  /// ST_RDONLY of `statvfs(3)`.
  private static let readOnlyFlag = 1
  private static let nfs: UInt32 = 0x6969
  private static let fuse: UInt32 = 0x6573_5546
  private static let unstable: Set<UInt32> = [0x4D44, 0x2011_BAB0]

  private static let types: [UInt32: (name: String, isNetwork: Bool)] = [
    0xEF53: ("ext4", false), 0x9123_683E: ("btrfs", false), 0x5846_5342: ("xfs", false),
    0xF2F5_2010: ("f2fs", false), 0x2FC1_2FC1: ("zfs", false), 0xCA45_1A4E: ("bcachefs", false),
    0x0102_1994: ("tmpfs", false), 0x794C_7630: ("overlay", false), 0x4D44: ("vfat", false),
    0x2011_BAB0: ("exfat", false), 0x7366_746E: ("ntfs", false), 0x5346_544E: ("ntfs", false),
    fuse: ("fuse", false), nfs: ("nfs", true), 0xFF53_4D42: ("cifs", true),
    0xFE53_4D42: ("smb2", true), 0x517B: ("smb", true), 0x0102_1997: ("9p", true),
    0x6A65_6A63: ("virtiofs", true), 0x00C3_6400: ("ceph", true), 0x5346_414F: ("afs", true),
    0x7375_7245: ("coda", true), 0x564C: ("ncp", true), 0x4750_4653: ("gpfs", true),
    0x0BD0_0BD0: ("lustre", true), 0x786F_4256: ("vboxsf", true), 0xBACB_ACBC: ("vmhgfs", true),
  ]
}
