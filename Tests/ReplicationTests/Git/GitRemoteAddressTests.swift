import GitKit
import Platform
import TestSupport
import Testing

@testable import Replication

/// Which addresses are a git repository's, and which are for other kinds of remotes.
@Suite struct GitRemoteAddressTests {
  @Test(arguments: [
    "file:///srv/x", "git://example.org/x", "http://example.org/x", "https://example.org/x",
    "ssh://ada@example.org/x", "ada@example.org:x", "example.org:/srv/x",
  ])
  func `an address of git is accepted without a look`(_ address: String) {
    #expect(GitRemote.address(address) != nil)
  }

  @Test func `a path is accepted if there is a repository`() throws {
    try withTemporaryDirectory { place in
      for name: Path in ["plain", "bare", "work"] { try Files.createDirectories(place / name) }
      try TestGit.makeBare(place / "bare")
      try TestGit.run(["init", "-q"], in: place / "work")
      #expect(GitRemote.address("\(place / "bare")") != nil)
      #expect(GitRemote.address("\(place / "work")") != nil)
      #expect(GitRemote.address("\(place / "work/.git")") != nil)
      #expect(GitRemote.address("\(place / "plain")") == nil)
      #expect(GitRemote.address("\(place / "none")") == nil)
      #expect(GitRemote.address("\(place)") == nil)
    }
  }

  @Test func `a repository with files in it takes logs, too, and its branch stays`() throws {
    try withTemporaryDirectory { place in
      try Files.createDirectories(place / "work")
      try TestGit.run(["init", "-q", "-b", "main"], in: place / "work")
      try writeFile(place / "work/f", "x")
      try TestGit.run(["add", "f"], in: place / "work")
      try TestGit.run(["commit", "-q", "-m", "x"], in: place / "work")
      let remote = try GitRemote(
        address: "\(place / "work")", cache: place / "cache", library: nil)
      _ = try remote.look()
      #expect(try remote.publish(.of([.of(1, 4)])) == .done)
      #expect(try TestGit.run(["status", "--porcelain"], in: place / "work").isEmpty)
      #expect(try TestGit.run(["branch", "--show-current"], in: place / "work") == "main")
    }
  }

  @Test(arguments: ["", "ftp://example.org/x", "https://", "https:/example.org/x", "git://a/x\ny"])
  func `what is no address is refused`(_ address: String) throws {
    #expect(GitRemote.address(address) == nil)
    let error = try #require(throws: ReplicationError.self) {
      try RemoteAddress(Array(address.utf8), from: "/nowhere")
    }
    #expect(error.code == .invalidAddress)
    #expect(error.hint != nil)
  }

  @Test(arguments: ["git:albums.git", "ssh:x", "file:albums", "HTTPS:ada/albums.git"])
  func `a host may be called as a URL begins`(_ address: String) throws {
    let read = try RemoteAddress(Array(address.utf8), from: "/nowhere")
    #expect(read.kind == "git" && read.path == nil)
  }
}
