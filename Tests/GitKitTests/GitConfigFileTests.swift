import Platform
import TestSupport
import Testing

@testable import GitKit

@Suite struct GitConfigFileTests {
  /// Writes a file of settings and calls a function with its path.
  private func withConfig(_ text: String, _ body: (Path) throws -> Void) throws {
    try withTemporaryDirectory { place in
      try writeFile(place / "config", text)
      try body(place / "config")
    }
  }

  private func entries(_ path: Path) throws -> [GitConfigFile.Entry] {
    try GitConfigFile(path).entries()
  }

  @Test func `the library is the one of the header`() throws {
    #expect(try GitLibrary.version.hasPrefix("1."))
  }

  @Test func `reads names in lower case, and values as bytes`() throws {
    try withTemporaryDirectory { place in
      let text = Array("# first\n[Watch]\n\tSettle = 5 ; last\n[sub \"A b\"]\n\tx = ".utf8)
      try writeFile(place / "config", bytes: text + [0xFF] + Array("\n\ty\n\tz = a//b/\n".utf8))
      #expect(
        try entries(place / "config") == [
          GitConfigFile.Entry(name: "watch.settle", value: Array("5".utf8)),
          GitConfigFile.Entry(name: "sub.A b.x", value: [0xFF]),
          GitConfigFile.Entry(name: "sub.A b.y", value: nil),
          GitConfigFile.Entry(name: "sub.A b.z", value: Array("a//b/".utf8)),
        ])
    }
  }

  @Test func `a fault of form names file and line, also of an included file`() throws {
    try withConfig("[watch]\n\tsettle = 5\n[wat\n") { path in
      let error = try #require(throws: GitError.self) { try entries(path) }
      #expect(error.code == .syntax && error.path == path && error.line == 3)
      #expect(error.message == "missing ']' in section header")
      try writeFile(path.parent / "odd (in x:7)", "\n[")
      try writeFile(path, "[include]\n\tpath = odd (in x:7)\n")
      let included = try #require(throws: GitError.self) { try entries(path) }
      #expect(included.code == .syntax && included.line == 2)
      #expect(included.path?.lastComponent == "odd (in x:7)")
    }
  }

  @Test func `a file that cannot be read is told in the system's words`() throws {
    try withTemporaryDirectory { place in
      let missing = try #require(throws: GitError.self) { try entries(place / "none") }
      #expect(missing.code == .system && missing.cause?.code == .notFound)
      let directory = try #require(throws: GitError.self) { try entries(place) }
      #expect(directory.code == .system && directory.message == "this is no plain file")
    }
  }

  @Test func `an edit keeps what else is in the file, and its permissions`() throws {
    try withConfig("# mine\n[watch]\n\tsettle = 5 ; why\n[other]\n\tx = y\n") { path in
      setPermissions(path, 0o600)
      try GitConfigFile.edit(path, until: .never) { file throws(GitError) in
        try file.set("watch.settle", to: "70")
        try file.set("import.into", to: #"a "b" \ ; #c "#)
        try file.remove("other.x")
      }
      let text = String(decoding: try readFile(path), as: UTF8.self)
      #expect(text.hasPrefix("# mine\n[watch]\n"))
      let found = try entries(path)
      #expect(found.map(\.name) == ["watch.settle", "import.into"])
      #expect(found.last?.value == Array(#"a "b" \ ; #c "#.utf8))
      #expect(try FileStatus.ofLink(at: path).permissions == 0o600)
      #expect(try listTree(path.parent) == ["config"])
    }
  }

  @Test func `an edit makes the file and its directory, and leaves a link a link`() throws {
    try withTemporaryDirectory { place in
      let path = place / "a/b/config"
      try GitConfigFile.edit(path, until: .never) { file throws(GitError) in
        try file.set("a.b", to: "1")
      }
      #expect(try entries(path).count == 1)
      let link = place / "link"
      try Files.symlink(path, as: link)
      try GitConfigFile.edit(link, until: .never) { file throws(GitError) in
        try file.set("a.b", to: "2")
      }
      #expect(try FileStatus.ofLink(at: link).kind == .symbolicLink)
      #expect(try entries(path).map(\.value) == [Array("2".utf8)])
    }
  }

  @Test func `an edit that fails leaves the file as it was, and no lock`() throws {
    try withConfig("[a]\n\tb = 1\n\tb = 2\n") { path in
      let before = try readFile(path)
      let twice = try #require(throws: GitError.self) {
        try GitConfigFile.edit(path, until: .never) { file throws(GitError) in
          try file.set("a.c", to: "3")
          try file.set("a.b", to: "3")
        }
      }
      #expect(twice.code == .ambiguous)
      let name = try #require(throws: GitError.self) {
        try GitConfigFile.edit(path, until: .never) { file throws(GitError) in
          try file.set("a.b_c", to: "3")
        }
      }
      #expect(name.code == .invalidName)
      #expect(try readFile(path) == before && listTree(path.parent) == ["config"])
      try writeFile(path, "[a")
      let syntax = try #require(throws: GitError.self) {
        try GitConfigFile.edit(path, until: .never) { _ throws(GitError) in }
      }
      #expect(syntax.code == .syntax && syntax.path == path)
      #expect(try readFile(path) == Array("[a".utf8))
    }
  }

  @Test func `a lock of another program is waited for, named, and left alone`() throws {
    try withConfig("[a]\n\tb = 1\n") { path in
      let lock = path.parent / "config.lock"
      try writeFile(lock, "theirs")
      let error = try #require(throws: GitError.self) {
        try GitConfigFile.edit(path, until: Deadline(after: .milliseconds(20))) {
          file throws(GitError) in try file.set("a.b", to: "2")
        }
      }
      #expect(error.code == .locked && error.path == lock && error.disposition == .retry)
      #expect(try readFile(lock) == Array("theirs".utf8))
      #expect(try entries(path).map(\.value) == [Array("1".utf8)])
    }
  }

  @Test(arguments: ["settings.locked", "settings.fsync", "settings.rename"])
  func `an edit that a fault stops leaves the old file whole`(failpoint: String) throws {
    try withConfig("[a]\n\tb = 1\n") { path in
      _ = try Failpoint.withScope {
        Failpoint.arm(failpoint, action: .error(28))
        let error = try #require(throws: GitError.self) {
          try GitConfigFile.edit(path, until: .never) { file throws(GitError) in
            try file.set("a.b", to: "2")
          }
        }
        #expect(error.code == .system)
      }
      #expect(try entries(path).map(\.value) == [Array("1".utf8)])
      #expect(try listTree(path.parent) == ["config"])
    }
  }
}
