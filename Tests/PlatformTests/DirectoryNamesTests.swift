import Platform
import TestSupport
import Testing

@Suite struct DirectoryNamesTests {
  @Test func namesAreThoseOfOneDirectoryAndOfAKind() throws {
    try withTemporaryDirectory { directory in
      try writeFile(directory / "a", "1")
      try writeFile(directory / "below/b", "2")
      try Files.symlink("a", as: directory / "link")
      #expect(try Set(DirectoryWalk.names(in: directory)) == ["a", "below", "link"])
      #expect(try DirectoryWalk.names(in: directory, of: .directory) == ["below"])
    }
  }

  @Test func whatIsNotThereIsNoneOnlyWhereThatIsAsked() throws {
    try withTemporaryDirectory { directory in
      let missing = directory / "missing"
      #expect(try DirectoryWalk.namesIfThere(in: missing).isEmpty)
      let error = try #require(throws: PlatformError.self) {
        _ = try DirectoryWalk.names(in: missing)
      }
      #expect(error.code == .notFound)
      try writeFile(directory / "file", "")
      #expect(throws: PlatformError.self) {
        _ = try DirectoryWalk.namesIfThere(in: directory / "file")
      }
    }
  }
}
