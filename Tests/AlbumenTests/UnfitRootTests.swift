import Platform
import TestSupport
import Testing

@testable import Albumen

/// Folders of which no library is made, whatever is in them.
@Suite struct UnfitRootTests {
  private static let ext4: UInt32 = 0xEF53
  private static let tmpfs: UInt32 = 0x0102_1994

  @Test func theSystemAndWhatTheKernelShowsAreNone() {
    for (root, magic, mounted) in [
      ("/", Self.ext4, "ext4"), ("/", 0x794C_7630, "overlay"), ("/proc", 0x9FA0, "proc"),
      ("/proc/1/task", 0x9FA0, "proc"), ("/sys/class", 0x6265_6572, "sysfs"),
      ("/sys/fs/cgroup", 0x6367_7270, "cgroup2"), ("/sys/fs/bpf", 0xCAFE_4A11, nil),
      ("/dev", Self.tmpfs, "tmpfs"), ("/mnt/chroot/dev", Self.tmpfs, "devtmpfs"),
      ("/dev/pts", 0x1CD1, "devpts"), ("/mnt/elsewhere", 0x9FA0, nil),
    ] as [(Path, UInt32, String?)] {
      #expect(
        UnfitRoots.reason(against: root, magic: magic, mounted: mounted) != nil, "\(root)")
    }
    for (root, magic, mounted) in [
      ("/home/ada/Pictures", Self.ext4, "ext4"), ("/tmp/photos", Self.tmpfs, "tmpfs"),
      ("/dev/shm/photos", Self.tmpfs, "tmpfs"), ("/procession", Self.ext4, nil),
      ("/mnt/phone", 0x6573_5546, "fuse.jmtpfs"), ("/nas", 0x6969, "nfs4"),
      ("/auto", 0x0187, "autofs"),
    ] as [(Path, UInt32, String?)] {
      #expect(
        UnfitRoots.reason(against: root, magic: magic, mounted: mounted) == nil, "\(root)")
    }
  }

  @Test func theRealProcIsRefused() async throws {
    try await Scenario.run { scenario in
      try Files.symlink("/proc/self", as: scenario.top / "link")
      for root in ["/proc/self", scenario.top / "link"] as [Path] {
        let error = await #expect(throws: AlbumenError.self) {
          _ = try await PhotoLibrary.create(at: root, try scenario.configuration())
        }
        #expect(error?.code == .invalid && error?.hint == UnfitRoots.hint)
      }
      #expect(PhotoLibrary.whyUnfit(scenario.root) == nil)
      #expect(PhotoLibrary.whyUnfit(scenario.top / "none") == nil)
    }
  }

  /// The rules of a folder in which proc is mounted, as it is in the root of the system; nothing is walked.
  @Test func whatIsMountedInAFolderIsPassedOver() {
    let rules = FolderRules(root: "/", view: nil)
    guard case .kernel("proc")? = rules.verdict(for: "proc/self/status", isDirectory: false) else {
      Issue.record("proc would be read")
      return
    }
    #expect(!rules.shouldDescend("proc") && !rules.shouldDescend("proc/self"))
    #expect(rules.shouldDescend("usr") && rules.shouldDescend("usr/bin"))
    #expect(rules.verdict(for: "usr/photo.jpg", isDirectory: false) == nil)
  }
}
