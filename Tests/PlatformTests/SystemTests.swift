import TestSupport
import Testing

@testable import Platform

@Suite struct SystemTests {
  @Test func `reads identifiers`() throws {
    try withTemporaryDirectory { root in
      try writeFile(root / "id", "0123456789abcdef0123456789abcdef\n")
      let bytes: [UInt8] = [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF]
      #expect(SystemIdentity.identifier(in: root / "id") == bytes + bytes)
      try writeFile(root / "id", "uninitialized\n")
      #expect(SystemIdentity.identifier(in: root / "id") == nil)
      #expect(SystemIdentity.identifier(in: root / "none") == nil)
    }
  }

  @Test func `knows the file system`() throws {
    let proc = try FileSystem(at: "/proc")
    #expect(proc.magic == 0x9FA0 && !proc.isNetwork && !proc.isUserSpace)
    #expect(try FileSystem(at: "/").hasStableInodes)
  }

  @Test func `finds the type of a mount by its device`() {
    let table = """
      22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
      40 22 0:52 / /mnt/my\\040nas rw,nosuid shared:9 master:2 - fuse.sshfs me@nas: rw
      41 22 0:53 / /mnt/x rw - tmpfs tmpfs rw
      broken
      """
    #expect(MountTable.typeName(ofDevice: 52, in: table) == "fuse.sshfs")
    #expect(MountTable.typeName(ofDevice: 53, in: table) == "tmpfs")
    #expect(MountTable.typeName(ofDevice: 254 << 32, in: table) == "ext4")
    #expect(MountTable.typeName(ofDevice: 5, in: table) == nil)
    #expect(
      MountTable.typeName(ofDevice: (try? FileStatus.ofTarget(at: "/proc"))?.device ?? 0) == "proc")
  }

  @Test func `deadlines pass, and far ones do not overflow`() {
    #expect(Deadline(after: .zero).hasPassed)
    #expect(Deadline(after: .seconds(-5)).hasPassed)
    #expect(Deadline(after: .zero).pollTimeout == 0)
    #expect(!Deadline(after: .seconds(Int64.max)).hasPassed)
    #expect(Deadline.never.pollTimeout == -1)
    let start = SystemClock.monotonicNanoseconds
    let soon = Deadline(after: .seconds(10))
    let left = Int64(soon.pollTimeout)
    let passed = Int64(SystemClock.monotonicNanoseconds - start) / 1_000_000
    #expect((9_999 - passed...10_000).contains(left))
  }

  @Test func `clocks agree with each other and go on`() {
    let wall = SystemClock.wallMilliseconds
    #expect(abs(wall - SystemClock.wallNanoseconds / 1_000_000) < 10_000)
    #expect(wall > 1_764_000_000_000)
    let before = SystemClock.monotonicNanoseconds
    #expect(SystemClock.monotonicNanoseconds >= before)
  }

  @Test func `wakes a waiting thread`() throws {
    let wakeUp = try WakeUp()
    #expect(try wakeUp.wait(for: nil, until: Deadline(after: .zero)).isSignalled == false)
    let thread = PlatformThread(name: "waker") { wakeUp.signal() }
    #expect(try wakeUp.wait(for: nil, until: Deadline(after: hangLimit)).isSignalled)
    thread.join()
    wakeUp.clear()
    #expect(try wakeUp.wait(for: nil, until: Deadline(after: .zero)).isSignalled == false)
  }

  /// An answer ends with its line: what comes behind it is left for who reads next.
  @Test func `a line is read, and no more`() throws {
    let pipe = try Pipe()
    let input = StandardStream(raw: pipe.readEnd.raw)
    try pipe.writeEnd.writeAll(Array("yes\n\na long answer\nrest".utf8), path: "pipe")
    #expect(try input.line(longest: 64) == Array("yes".utf8))
    #expect(try input.line(longest: 64).isEmpty)
    #expect(try input.line(longest: 6) == Array("a long".utf8))
    let rest = pipe.takeReadEnd()
    // The other end is closed by now.
    let last = StandardStream(raw: rest.raw)
    #expect(try last.line(longest: 64) == Array("rest".utf8))
    #expect(try last.line(longest: 64).isEmpty)
  }
}
