import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

/// An export takes its place whole or not at all, and touches no other file.
@Suite struct ExportFileTests {
  /// An export from before, which may be replaced.
  private static let old = "{\"log\":1}\n"

  private func export(_ text: String, to path: Path) throws {
    let file = try ExportFile(path)
    try file.write(Array(text.utf8))
    _ = try file.finish()
  }

  @Test func `a file that is called like one half written is left alone`() throws {
    try withTemporaryDirectory { top in
      try writeFile(top / "history.part", "mine")
      try writeFile(top / "history", Self.old)
      try export("new\n", to: top / "history")
      #expect(try readFile(top / "history") == Array("new\n".utf8))
      #expect(try readFile(top / "history.part") == Array("mine".utf8))
      #expect(try listTree(top) == ["history", "history.part"])
    }
  }

  @Test func `two exports to one file do not mix`() throws {
    try withTemporaryDirectory { top in
      let first = try ExportFile(top / "history")
      let second = try ExportFile(top / "history")
      try first.write(Array("first\n".utf8))
      try second.write(Array("the second\n".utf8))
      try first.write(Array("its end\n".utf8))
      let (lines, bytes) = try first.finish()
      #expect(lines == 2 && bytes == 14)
      #expect(try readFile(top / "history") == Array("first\nits end\n".utf8))
      _ = try second.finish()
      #expect(try readFile(top / "history") == Array("the second\n".utf8))
      #expect(try listTree(top) == ["history"])
    }
  }

  @Test func `a link is followed and stays`() throws {
    try withTemporaryDirectory { top in
      try writeFile(top / "disk/kept", Self.old)
      try Files.symlink("disk/kept", as: top / "history")
      try Files.symlink("history", as: top / "link")
      try export("new\n", to: top / "link")
      #expect(try readFile(top / "disk/kept") == Array("new\n".utf8))
      #expect(try Files.readLink(top / "history") == "disk/kept")
      #expect(try Files.readLink(top / "link") == "history")
      // As a shell's > does, also where nothing is there yet.
      try removeFile(top / "disk/kept")
      try export("again\n", to: top / "history")
      #expect(try readFile(top / "disk/kept") == Array("again\n".utf8))
      #expect(try listTree(top) == ["disk", "disk/kept", "history", "link"])
    }
  }

  @Test func `what is no export is not replaced`() throws {
    try withTemporaryDirectory { top in
      try writeFile(top / "photo.jpg", "mine")
      try Files.symlink("photo.jpg", as: top / "history")
      for path in [top / "photo.jpg", top / "history"] {
        let error = #expect(throws: PlatformError.self) { try ExportFile(path) }
        #expect(error?.code == .alreadyExists)
      }
      #expect(try readFile(top / "photo.jpg") == Array("mine".utf8))
      try writeFile(top / "empty")
      try export("new\n", to: top / "empty")
      #expect(try readFile(top / "empty") == Array("new\n".utf8))
    }
  }

  @Test func `links that lead in a circle are told`() throws {
    try withTemporaryDirectory { top in
      try Files.symlink("b", as: top / "a")
      try Files.symlink("a", as: top / "b")
      #expect(throws: PlatformError.self) { try ExportFile(top / "a") }
    }
  }

  @Test func `what is given up leaves nothing`() throws {
    try withTemporaryDirectory { top in
      try writeFile(top / "history", Self.old)
      do {
        let file = try ExportFile(top / "history")
        try file.write(Array("half".utf8))
        #expect(try listTree(top) == ["history"])
      }
      #expect(try listTree(top) == ["history"])
      #expect(try readFile(top / "history") == Array(Self.old.utf8))
      // The same where it is the last step that fails.
      let file = try ExportFile(top / "new")
      try file.write(Array("whole".utf8))
      try Files.createDirectory(top / "new")
      #expect(throws: PlatformError.self) { try file.finish() }
      #expect(try listTree(top) == ["history", "new"])
    }
  }

  @Test func `what only its owner may read stays so`() throws {
    try withTemporaryDirectory { top in
      try writeFile(top / "history", Self.old)
      setPermissions(top / "history", 0o600)
      try export("new\n", to: top / "history")
      #expect(try FileStatus.ofLink(at: top / "history").permissions == 0o600)
    }
  }

  @Test func `a device is written to as it is`() throws {
    try export("new\n", to: "/dev/null")
    #expect(try FileStatus.ofLink(at: "/dev/null").kind == .other)
    #expect(throws: PlatformError.self) { try ExportFile("/dev") }
  }
}
