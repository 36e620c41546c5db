import Glibc
import TestSupport
import Testing

@testable import Platform

@Suite struct FilesTests {
  @Test func `makes directories and those above, and stops at a file in the way`() throws {
    try withTemporaryDirectory { root in
      try Files.createDirectories(root / "a/b/c")
      try Files.createDirectories(root / "a/b/c")
      #expect(try FileStatus.ofLink(at: root / "a/b/c").kind == .directory)
      try writeFile(root / "f", "x")
      #expect(code { try Files.createDirectories(root / "f") } == .alreadyExists)
      #expect(code { try Files.createDirectories(root / "f/x/y") } == .notDirectory)
      #expect(code { try Files.createDirectory(root / "a") } == .alreadyExists)
    }
  }

  @Test(arguments: [false, true]) func `never replaces`(fallback: Bool) throws {
    let rename = fallback ? Files.renameWithoutFlag : Files.renameWithoutReplacing
    try withTemporaryDirectory { root in
      try writeFile(root / "new", "new")
      try writeFile(root / "old", "old")
      #expect(code { try rename(root / "new", root / "old") } == .alreadyExists)
      #expect(try readFile(root / "old") == Array("old".utf8))
      try Files.symlink("nowhere", as: root / "link")
      #expect(code { try rename(root / "new", root / "link") } == .alreadyExists)
      try rename(root / "new", root / "free")
      try rename(root / "link", root / "link2")
      #expect(try Files.readLink(root / "link2") == "nowhere")

      try writeFile(root / "dir/inside", "1")
      try Files.createDirectory(root / "empty")
      #expect(code { try rename(root / "dir", root / "empty") } == .alreadyExists)
      try rename(root / "dir", root / "moved")
      #expect(
        try listTree(root) == ["empty", "free", "link2", "moved", "moved/inside", "old"])
      #expect(code { try rename(root / "none", root / "x") } == .notFound)
    }
  }

  @Test func `reads links of any length and resolves paths`() throws {
    try withTemporaryDirectory { root in
      for length in [1, 255, 256, 257, 3000] {
        let text = try #require(Path(bytes: [UInt8](repeating: 0x61, count: length)))
        try Files.symlink(text, as: root / "l")
        #expect(try Files.readLink(root / "l") == text)
        try Files.unlink(root / "l")
      }
      try writeFile(root / "d/f", "")
      try Files.symlink("d/../d", as: root / "s")
      #expect(try Files.resolve(root / "s/f") == root / "d/f")
      #expect(code { _ = try Files.readLink(root / "d/f") } == .invalidArgument)
      #expect(code { _ = try Files.resolve(root / "none") } == .notFound)
      #expect(code { try Files.removeDirectory(root / "d") } == .directoryNotEmpty)
    }
  }

  @Test func `copies contents whole`() throws {
    try withTemporaryDirectory { root in
      var random = SeededGenerator(seed: 1)
      let bytes = (0..<700_001).map { _ in UInt8.random(in: 0...255, using: &random) }
      try writeFile(root / "a", bytes: bytes)
      let source = try Descriptor.open(root / "a", .read)
      let target = try Descriptor.open(root / "b", [.write, .create, .exclusive])
      try Files.copyContents(from: source, to: target)
      #expect(try readFile(root / "b") == bytes)
      // The kernel's copy says 0 here, although there is something to read.
      let status = try Descriptor.open("/proc/self/status", .read)
      let text = try Descriptor.open(root / "c", [.write, .create])
      #expect(try Files.copyContents(from: status, to: text) == .readWrite)
      #expect(try !readFile(root / "c").isEmpty)
    }
  }

  @Test(arguments: [true, false]) func `a file without a name appears whole or not at all`(
    unnamed: Bool
  ) throws {
    try withTemporaryDirectory { root in
      do {
        let lost = try UnnamedFile(in: root, permissions: 0o600, usesUnnamed: unnamed)
        try lost.descriptor.writeAll([1, 2])
        #expect(try listTree(root).count == (unnamed ? 0 : 1))
      }
      #expect(try listTree(root).isEmpty)
      try writeFile(root / "taken", "x")
      var file = try UnnamedFile(in: root, permissions: 0o600, usesUnnamed: unnamed)
      try file.descriptor.writeAll(Array("whole".utf8))
      #expect(code { try file.publish(at: root / "taken") } == .alreadyExists)
      try file.publish(at: root / "free")
      #expect(try readFile(root / "free") == Array("whole".utf8))
      #expect(try readFile(root / "taken") == Array("x".utf8))
      #expect(try listTree(root) == ["free", "taken"])
    }
  }

  /// The ends are what a status says of times that are too far away to be counted in nanoseconds.
  @Test(arguments: [.min, .min + 1, -1_000_000_001, -1, 0, 1, .max - 1, .max] as [Int64])
  func `sets any modification time`(_ nanoseconds: Int64) throws {
    try withTemporaryDirectory { root in
      let file = try Descriptor.open(root / "f", [.readWrite, .create])
      try file.setModificationTime(nanoseconds: nanoseconds)
      // What a file system cannot hold (ext4 begins in 1901) it makes the nearest that it can.
      let found = try file.status().mtimeNanoseconds
      if abs(nanoseconds / 1_000_000_000) <= 2_000_000_000 { #expect(found == nanoseconds) }
      #expect(found.signum() == nanoseconds.signum())
    }
  }

  @Test func `counts times that are too far away as the nearest number`() {
    func count(_ seconds: Int64, _ rest: Int64) -> Int64 {
      FileStatus.nanoseconds(seconds: seconds, rest)
    }
    #expect(count(9_223_372_036, 854_775_807) == .max)
    #expect(count(9_223_372_036, 854_775_808) == .max)
    #expect(count(9_223_372_036, 999_999_999) == .max)
    #expect(count(.max, 0) == .max)
    #expect(count(.min, 999_999_999) == .min)
    #expect(count(-10_000_000_000, 0) == .min)
    #expect(count(-1, 999_999_999) == -1)
  }
}
