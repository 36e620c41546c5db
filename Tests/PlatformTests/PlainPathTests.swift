import TestSupport
import Testing

@testable import Platform

@Suite struct PlainPathTests {
  @Test func `what leads out of a link is where the kernel goes, and other links stay`() throws {
    try withTemporaryDirectory { top in
      let root = try Files.resolve(top)
      try Files.createDirectories(root / "far/inner")
      try Files.createDirectories(root / "near")
      try Files.symlink("../far/inner", as: root / "near/link")
      try writeFile(root / "file", "x")
      for (given, plain) in [
        ("near/./link/x", "near/link/x"), ("near/link/../x", "far/x"), ("near/../file", "file"),
        ("near/link/../../file/.", "file"), ("near/new/x", "near/new/x"),
        ("far/inner/../../near/link", "near/link"), ("near/link/..", "far"),
        // Nothing can be there.
        ("none/../file", "none/../file"), ("file/../file", "file/../file"),
      ] {
        let path = root / (Path(given) ?? Path())
        #expect(Files.plain(path) == root / (Path(plain) ?? Path()), "\(given)")
      }
      #expect(Files.plain("/../a/./b") == "/a/b")
      #expect(Files.plain("/..") == "/")
      #expect(Files.plain("a/../b") == "a/../b")
    }
  }
}
