import TestSupport
import Testing

@testable import Platform

@Suite struct FileRightsTests {
  @Test func `permissions are set on the open file`() throws {
    try withTemporaryDirectory { place in
      try writeFile(place / "file", "x")
      try Descriptor.open(place / "file", .read).setPermissions(0o640)
      #expect(try FileStatus.ofLink(at: place / "file").permissions == 0o640)
    }
  }

  @Test func `a directory that can be written is told from what is none`() throws {
    try withTemporaryDirectory { place in
      try Files.requireWritable(directory: place)
      let missing = try #require(throws: PlatformError.self) {
        try Files.requireWritable(directory: place / "none")
      }
      #expect(missing.code == .notFound)
      // Not even root can write here.
      let kernel = try #require(throws: PlatformError.self) {
        try Files.requireWritable(directory: "/proc/self/none")
      }
      #expect(kernel.code == .notFound)
    }
  }

  @Test func `what is let go of in memory is still on the disk`() throws {
    try withTemporaryDirectory { place in
      try writeFile(place / "file", "bytes")
      let file = try Descriptor.open(place / "file", .readWrite)
      file.forgetCached()
      #expect(try readFile(place / "file") == Array("bytes".utf8))
    }
  }

  @Test func `a directory is locked once, without leaving anything in it`() throws {
    try withTemporaryDirectory { place in
      let directory = place / "d"
      try Files.createDirectory(directory)
      guard let lock = try FileLock.tryAcquire(directory: directory) else {
        throw TestFailure("nobody has it")
      }
      guard try FileLock.tryAcquire(directory: directory) == nil else {
        throw TestFailure("it was locked twice")
      }
      #expect(try FileLock.isHeld(directory) && listTree(directory) == [])
      lock.release()
      #expect(try !FileLock.isHeld(directory))
      try Files.symlink("d", as: place / "link")
      let link = try #require(throws: PlatformError.self) {
        _ = try FileLock.tryAcquire(directory: place / "link")
      }
      #expect(link.code == .symbolicLink || link.code == .notDirectory)
    }
  }
}
