/// Reads what is mounted where (`/proc/self/mountinfo`, proc_pid_mountinfo(5)).
package enum MountTable {
  /// Returns the type of the file system on a device, such as "fuse.sshfs".
  ///
  /// - Parameter device: as in ``FileStatus/device``.
  /// - Returns: nil if the device is not in the table, as for subvolumes of btrfs.
  package static func typeName(ofDevice device: UInt64) -> String? {
    guard let file = try? Descriptor.open("/proc/self/mountinfo", .read),
      let text = try? file.readToEnd()
    else { return nil }
    return typeName(ofDevice: device, in: String(decoding: text, as: UTF8.self))
  }

  /// Finds a device in the text of a mount table.
  static func typeName(ofDevice device: UInt64, in table: String) -> String? {
    let wanted = "\(device >> 32):\(device & 0xFFFF_FFFF)"
    for line in table.split(separator: "\n") {
      // 36 35 98:0 /sub /mnt rw,noatime master:1 - ext4 /dev/sda1 rw
      let fields = line.split(separator: " ")
      guard fields.count > 3, fields[2] == wanted,
        let dash = fields.dropFirst(6).firstIndex(of: "-"), dash + 1 < fields.count
      else { continue }
      return String(fields[dash + 1])
    }
    return nil
  }
}
