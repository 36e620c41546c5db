public import Platform

/// Tells folders of which no library is made, whatever is in them: the whole system, and what only shows
/// what the kernel knows.
enum UnfitRoots {
  /// What a person does instead.
  static let hint = "name the folder that holds the photos, such as ~/Pictures"

  /// Why no library is made of a folder; nil where one can be.
  ///
  /// - Parameters:
  ///   - root: absolute and without links.
  ///   - magic: the number of the type of file system that it is on (`statfs(2)`, `f_type`).
  ///   - mounted: what the mount table calls this type; nil where that is not known.
  static func reason(against root: Path, magic: UInt32, mounted: String?) -> String? {
    if root == "/" {
      return "the root of the whole system cannot be a library"
    }
    // The kernel gives devtmpfs the number of tmpfs: only the mount table tells that one.
    if isKernels(magic) || mounted == "devtmpfs" || root == "/dev" {
      return "this shows what the system knows, and no photos are kept in it"
    }
    return nil
  }

  /// Whether a type of file system only shows what the kernel knows: nothing is kept in it.
  static func isKernels(_ magic: UInt32) -> Bool { kernels.contains(magic) }

  // linux/magic.h; configfs, nfsd, fusectl and rpc_pipefs have theirs in the kernel's own sources.
  private static let kernels: Set<UInt32> = [
    /* proc */ 0x9FA0, /* sysfs */ 0x6265_6572, /* devpts */ 0x1CD1, /* cgroup */ 0x27_E0EB,
    /* cgroup2 */ 0x6367_7270, /* debugfs */ 0x6462_6720, /* tracefs */ 0x7472_6163,
    /* securityfs */ 0x7363_6673, /* selinuxfs */ 0xF97C_FF8C, /* smackfs */ 0x4341_5D53,
    /* pstore */ 0x6165_676C, /* bpf */ 0xCAFE_4A11, /* efivarfs */ 0xDE5E_81E4,
    /* mqueue */ 0x1980_0202, /* binfmt_misc */ 0x4249_4E4D, /* nsfs */ 0x6E73_6673,
    /* resctrl */ 0x765_5821, /* configfs */ 0x6265_6570, /* nfsd */ 0x6E66_7364,
    /* fusectl */ 0x6573_5543, /* rpc_pipefs */ 0x6759_6969,
  ]

  /// The same for a folder that is there; nil for one that cannot be examined, which other checks refuse.
  static func reason(against root: Path) -> String? {
    guard let resolved = try? Files.resolve(root),
      let fileSystem = try? FileSystem(at: resolved),
      let status = try? FileStatus.ofTarget(at: resolved)
    else { return nil }
    return reason(
      against: resolved, magic: fileSystem.magic,
      mounted: MountTable.typeName(ofDevice: status.device))
  }
}

extension PhotoLibrary {
  /// Says why no library is made of a folder whatever is in it, with what to do instead; nil where one can
  /// be, and for what is not there.
  ///
  /// Of no use is the root of the system, and what only shows what the kernel knows, as `/proc` does.
  /// `create` and `restore` throw `.invalid` for these. Changes nothing.
  public static func whyUnfit(_ root: Path) -> (reason: String, hint: String)? {
    UnfitRoots.reason(against: root).map { ($0, UnfitRoots.hint) }
  }
}
