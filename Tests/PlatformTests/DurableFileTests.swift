import Glibc
import Platform
import TestSupport
import Testing

@Suite struct DurableFileTests {
  @Test func `replaces the whole content and leaves nothing else`() throws {
    try withTemporaryDirectory { root in
      try DurableFile.replace(root / "f", with: Array("one".utf8))
      let (_, hits) = try Failpoint.withScope {
        try DurableFile.replace(root / "f", with: Array("two".utf8), failpoint: "test.head")
      }
      #expect(try readFile(root / "f") == Array("two".utf8))
      #expect(try listTree(root) == ["f"])
      #expect(
        hits == [
          "test.head.write": 1, "test.head.fsync": 1, "test.head.rename": 1,
          "test.head.fsyncDirectory": 1,
        ])
      try Files.symlink("/dev/null", as: root / "l")
      try DurableFile.replace(root / "l", with: [1])
      #expect(try FileStatus.ofLink(at: root / "l").kind == .regular)
    }
  }

  @Test(arguments: ["write", "fsync", "rename"])
  func `keeps the old content when a step fails`(step: String) throws {
    try withTemporaryDirectory { root in
      try DurableFile.replace(root / "f", with: Array("old".utf8))
      _ = try Failpoint.withScope {
        Failpoint.arm("durable.\(step)", action: .error(ENOSPC))
        let error = #expect(throws: PlatformError.self) {
          try DurableFile.replace(root / "f", with: Array("new".utf8))
        }
        #expect(error?.code == .noSpace)
      }
      #expect(try readFile(root / "f") == Array("old".utf8))
      #expect(try listTree(root) == ["f"])
    }
  }
}
