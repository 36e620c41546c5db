import Hashing
import Operations
package import Platform

/// Tells one library root from another one that has the same content: a copy, a restored backup.
///
/// Device numbers may change with every boot (NVMe and USB disks, btrfs, NFS), so where the file
/// system tells when the directory was made, that is compared instead.
package struct RootIdentity: Hashable, Sendable {
  /// The device; 0 where the time of birth stands for it, or the file system has no lasting numbers.
  package let device: UInt64
  /// The inode number; 0 where the file system has no lasting ones.
  package let inode: UInt64
  /// When the directory was made, in nanoseconds since 1970 UTC; 0 where that is not told.
  package let birth: Int64
  /// The path, absolute and without links.
  package let path: Path

  /// Creates an identity from its parts.
  package init(device: UInt64, inode: UInt64, birth: Int64, path: Path) {
    self.device = device
    self.inode = inode
    self.birth = birth
    self.path = path
  }

  /// Creates the identity of a root.
  ///
  /// - Parameters:
  ///   - path: absolute and without links (`Files.resolve`).
  ///   - hasStableInodes: what `FileSystem` says of the root.
  package init(_ status: FileStatus, path: Path, hasStableInodes: Bool) {
    let birth = hasStableInodes ? status.birthTimeNanoseconds ?? 0 : 0
    self.init(
      device: hasStableInodes && birth == 0 ? status.device : 0,
      inode: hasStableInodes ? status.inode : 0, birth: birth, path: path)
  }
}

/// Names the directory in which a machine keeps what concerns one root.
package enum StateDirectory {
  /// Returns `<base>/<machine>/<root>`, both as 32 hexadecimal digits.
  ///
  /// - Parameter base: `$XDG_STATE_HOME/albumen`.
  package static func path(base: Path, machine: MachineID, root: RootIdentity) -> Path {
    base / name(machine.description) / name(rootName(root))
  }

  /// The name that stands for a root: 16 bytes of a SHA-256 over all that tells it from others.
  static func rootName(_ root: RootIdentity) -> String {
    var out = ByteWriter()
    out.raw("albumen/root/1\n".utf8)
    out.littleEndian(root.device)
    out.littleEndian(root.inode)
    out.littleEndian(root.birth)
    out.raw(root.path.bytes)
    let digest = SHA256.hash(out.bytes)
    return Hex.encode(digest.words.0) + Hex.encode(digest.words.1)
  }

  private static func name(_ text: String) -> Path { Path(text) ?? Path() }
}
