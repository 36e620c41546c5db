import Glibc
import Platform
import TestSupport
import Testing

@Suite struct FileLockTests {
  @Test func `has one holder at a time and names it`() throws {
    try withTemporaryDirectory { root in
      let path = root / "lock"
      do {
        let lock = try FileLock.acquire(path, until: Deadline(after: .zero))
        #expect(FileLock.holder(of: path) == getpid())
        #expect(try isLocked(path))
        let error = #expect(throws: PlatformError.self) {
          _ = try FileLock.acquire(path, until: Deadline(after: .milliseconds(20)))
        }
        #expect(error?.code == .locked)
        #expect(error?.disposition == .retry)
        #expect(error?.message.contains("\(getpid())") == true)
        lock.release()
      }
      #expect(try !isLocked(path))
    }
  }

  @Test func `is given up although somebody else still has the descriptor`() throws {
    try withTemporaryDirectory { root in
      let path = root / "lock"
      let lock = try FileLock.acquire(path, until: Deadline(after: .zero))
      // As a child has it between fork and exec.
      let copies = try listTree("/proc/self/fd").compactMap { name -> Int32? in
        guard (try? Files.readLink("/proc/self/fd" / name)) == path else { return nil }
        return Int32(name.display).map { dup($0) }
      }
      defer { for copy in copies { close(copy) } }
      #expect(!copies.isEmpty)
      lock.release()
      #expect(try !isLocked(path))
    }
  }

  @Test func `is not fooled by a lock file that is replaced while it is being locked`() throws {
    try withTemporaryDirectory { root in
      let path = root / "lock"
      _ = try Failpoint.withScope {
        let replace: @Sendable () -> Void = {
          try? Files.rename(path, to: root / "old")
          try? writeFile(path)
        }
        Failpoint.arm("lock.opened", action: .call(replace))
        let lock = try FileLock.acquire(path, until: Deadline(after: .zero))
        // The lock is on the file that everybody else finds, not on the one that was opened first.
        #expect(try isLocked(path))
        #expect(try !isLocked(root / "old"))
        lock.release()
      }
    }
  }

  @Test func `is released by the death of its holder`() throws {
    try withTemporaryDirectory { root in
      let path = root / "lock"
      try writeFile(path)
      var child = try ChildProcess(
        executable: "/usr/bin/flock", arguments: [path.display, "-c", "echo held; exec cat"])
      var byte: UInt8 = 0
      let count = try withUnsafeMutableBytes(of: &byte) {
        try child.read(into: $0, until: Deadline(after: hangLimit))
      }
      #expect(count == 1)
      #expect(try isLocked(path))
      // flock(1) has a child that holds the descriptor too; both end with the input.
      child.closeInput()
      #expect(try child.wait(until: Deadline(after: hangLimit)) == .exited(0))
      _ = try FileLock.acquire(path, until: Deadline(after: hangLimit))
    }
  }

  private func isLocked(_ path: Path) throws -> Bool {
    if let lock = try FileLock.tryAcquire(path) {
      lock.release()
      return false
    }
    return true
  }

  @Test func `asking whether a lock is held changes nothing`() throws {
    try withTemporaryDirectory { root in
      let path = root / "lock"
      #expect(try !FileLock.isHeld(path))
      #expect(try listTree(root).isEmpty)
      let lock = try FileLock.acquire(path, until: Deadline(after: .seconds(1)))
      let content = try readFile(path)
      #expect(try FileLock.isHeld(path))
      lock.release()
      #expect(try !FileLock.isHeld(path))
      #expect(try readFile(path) == content)
    }
  }
}
