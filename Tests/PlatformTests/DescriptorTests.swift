import Glibc
import Platform
import TestSupport
import Testing

@Suite struct DescriptorTests {
  @Test func `closes at the end of its scope, gives away, and is close-on-exec`() throws {
    try withTemporaryDirectory { root in
      var raw: Int32 = -1
      do {
        let file = try Descriptor.open(root / "f", [.readWrite, .create])
        raw = file.raw
        #expect(fcntl(raw, F_GETFD) & FD_CLOEXEC != 0)
        let second = try file.duplicate()
        #expect(fcntl(second.raw, F_GETFD) & FD_CLOEXEC != 0)
        let given = second.take()
        #expect(fcntl(given, F_GETFD) >= 0)
        #expect(close(given) == 0)
      }
      // Another test may have been given the same number by now, but not for this file.
      let link = try? Files.readLink(Path("/proc/self/fd/\(raw)") ?? Path())
      #expect(link != root / "f")
    }
  }

  @Test func `writes and reads at positions and at offsets`() throws {
    try withTemporaryDirectory { root in
      let file = try Descriptor.open(root / "f", [.readWrite, .create])
      try file.writeAll(Array("hello world".utf8))
      try Array("W".utf8).span.withUnsafeBytes { buffer throws(PlatformError) in
        try file.writeAll(buffer, at: 6)
      }
      try file.synchronizeData()
      try file.synchronizeFileSystem()
      #expect(try file.bytes(count: 5, at: 6) == Array("World".utf8))
      #expect(try file.bytes(count: 50, at: 9) == Array("ld".utf8))
      try file.setSize(5)
      #expect(try Descriptor.open(root / "f", .read).readToEnd() == Array("hello".utf8))
      let again = try Descriptor.open(root / "f", .read)
      let error = #expect(throws: PlatformError.self) { try again.readToEnd(limit: 4) }
      #expect(error?.code == .invalidArgument)
      #expect(try file.status().size == 5)
      try file.close()
    }
  }

  @Test func `reports a failed write, and does not follow a link when told so`() throws {
    try withTemporaryDirectory { root in
      let full = try Descriptor.open("/dev/full", .write)
      let error = #expect(throws: PlatformError.self) {
        try full.writeAll([1], path: "/dev/full")
      }
      #expect(error?.code == .noSpace)
      #expect(error?.path == "/dev/full")
      try Files.symlink("/etc/passwd", as: root / "l")
      #expect(code { _ = try Descriptor.open(root / "l", [.read, .noFollow]) } == .symbolicLink)
      let directory = try Descriptor.open(root, [.read, .directory])
      #expect(code { _ = try Descriptor.open("none", in: directory, .read) } == .notFound)
    }
  }

  @Test func `examines files and links`() throws {
    try withTemporaryDirectory { root in
      let before = SystemClock.wallNanoseconds
      try writeFile(root / "f", "123")
      setPermissions(root / "f", 0o640)
      try Files.symlink("f", as: root / "l")
      try Files.link(root / "f", as: root / "g")
      let file = try FileStatus.ofLink(at: root / "f")
      #expect(file.kind == .regular && file.size == 3 && file.permissions == 0o640)
      // File times come from a clock that ticks every few milliseconds.
      #expect(file.mtimeNanoseconds > before - 1_000_000_000)
      #expect(file.ctimeNanoseconds >= file.mtimeNanoseconds)
      #expect(try FileStatus.ofLink(at: root / "l").kind == .symbolicLink)
      #expect(try FileStatus.ofTarget(at: root / "l").isSameFile(as: file))
      #expect(try FileStatus.ofLink(at: root / "g").isSameFile(as: file))
      #expect(try FileStatus.ofTarget(at: root).kind == .directory)
      #expect(try FileStatus.ofTarget(at: "/dev/null").kind == .other)
      #expect(code { _ = try FileStatus.ofLink(at: root / "none") } == .notFound)
    }
  }

  @Test func `goes down to a directory without following links`() throws {
    try withTemporaryDirectory { root in
      try writeFile(root / "a/b/f", "1")
      try Files.symlink("a", as: root / "l")
      let top = try Descriptor.open(root, [.read, .directory])
      let inner = try Descriptor.openDirectory("a/b", below: top)
      #expect(try inner.status().isSameFile(as: FileStatus.ofLink(at: root / "a/b")))
      let same = try Descriptor.openDirectory("", below: top)
      #expect(try same.status().isSameFile(as: top.status()))
      #expect(code { _ = try Descriptor.openDirectory("l/b", below: top) } == .notDirectory)
      #expect(code { _ = try Descriptor.openDirectory("a/none", below: top) } == .notFound)
    }
  }
}
