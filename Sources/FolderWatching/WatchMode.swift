import Platform

/// Says how changes of a folder can be found out, which its file system decides.
enum WatchMode: Sendable, Hashable {
  /// The kernel reports every change.
  case watch
  /// The kernel reports what is done on this machine; the rest shows by comparing.
  case watchAndCompare(type: String)
  /// Nothing is reported; the type of the file system, or another reason.
  case compare(type: String)

  /// Asks about the file system of a directory.
  static func ofFileSystem(at path: Path) -> WatchMode {
    guard let system = try? FileSystem(at: path) else { return .watch }
    if system.isNetwork { return .compare(type: system.typeName) }
    guard system.isUserSpace else { return .watch }
    let device = (try? FileStatus.ofTarget(at: path))?.device ?? 0
    let type = MountTable.typeName(ofDevice: device) ?? system.typeName
    return remoteUserSpaceTypes.contains(type)
      ? .compare(type: type) : .watchAndCompare(type: type)
  }

  /// FUSE file systems whose files live on other machines, as the mount table names them.
  private static let remoteUserSpaceTypes: Set<String> = [
    "fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.glusterfs", "fuse.gvfsd-fuse",
    "fuse.davfs", "fuse.curlftpfs", "fuse.gcsfuse",
  ]
}
