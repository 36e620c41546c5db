import GitKit
import Operations
import Platform
import TestSupport
import Testing

@testable import Replication

/// What holds for every way to a repository.
@Suite struct GitRemoteTests {
  @Test(arguments: ServerKind.allCases)
  func `an empty repository holds no library`(_ kind: ServerKind) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      #expect(try bench.remote().look() == RemoteContents(library: nil, logs: [:]))
    }
  }

  @Test(arguments: ServerKind.allCases)
  func `what one device publishes another finds, and a plain clone reads`(
    _ kind: ServerKind
  ) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let pieces = try [PieceName.of(1, 10), .of(11, 12)]
      let author = try bench.remote("a")
      _ = try author.look()
      #expect(try author.publish(.of(pieces)) == .done)

      let reader = try bench.remote("b", library: GitBench.library)
      let contents = try reader.look()
      #expect(contents.library == GitBench.library)
      #expect(contents.logs == [GitBench.log: RemoteLog(pieces: pieces)])
      for piece in pieces {
        #expect(try reader.bytes(of: piece) == Publication.bytes(of: piece))
      }
      // Again, with nothing new, by the same object and by a new one.
      #expect(try reader.look() == contents)
      #expect(try bench.remote("b").look() == contents)

      try bench.git("fsck", "--strict", "--full")
      try TestGit.run(
        ["clone", "-q", "-b", "albumen/1/\(GitBench.log)", "\(bench.repository)", "clone"],
        in: place)
      for piece in pieces {
        let file = place / "clone" / (Path(piece.fileName) ?? Path())
        #expect(try readFile(file) == Publication.bytes(of: piece))
      }
      #expect(
        try readFile(place / "clone/head").starts(
          with: "format 1\nlibrary \(GitBench.library)\n".utf8))
      #expect(
        try bench.git("log", "--format=%an|%ae|%B", GitBench.branch())
          == "Ada's laptop|\(GitBench.log)@albumen.invalid|Import 2 items\n\nIMG_1.jpg, IMG_2.jpg\n"
      )
    }
  }

  @Test(arguments: ServerKind.allCases)
  func `a piece takes the place of those that it covers, in one more commit`(
    _ kind: ServerKind
  ) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let remote = try bench.remote()
      _ = try remote.look()
      #expect(try remote.publish(.of([.of(1, 4), .of(5, 6)])) == .done)
      #expect(try remote.publish(.of([.of(7, 8)])) == .done)
      #expect(try remote.publish(.of([.of(5, 9)])) == .done)
      let expected = RemoteLog(pieces: try [.of(1, 4), .of(5, 9)])
      #expect(try remote.look().logs[GitBench.log] == expected)
      #expect(try bench.remote("b").look().logs[GitBench.log] == expected)
      #expect(try bench.git("rev-list", "--count", GitBench.branch()) == "3")
      #expect(
        try bench.git("ls-tree", "--name-only", GitBench.branch()).split(separator: "\n") == [
          "00000000000000000001-00000000000000000004.segment",
          "00000000000000000005-00000000000000000009.segment", "head",
        ])
      try bench.git("fsck", "--strict", "--full")
    }
  }

  @Test(arguments: ServerKind.allCases)
  func `who was overtaken is told, has changed nothing, and goes on after a look`(
    _ kind: ServerKind
  ) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      try bench.git("config", "receive.denyNonFastForwards", "true")
      try bench.git("config", "receive.denyDeletes", "true")
      let (one, other) = (try bench.remote("a"), try bench.remote("b"))
      _ = try one.look()
      _ = try other.look()
      #expect(try one.publish(.of([.of(1, 4)])) == .done)
      // The branch was not there when it looked, and then it was elsewhere.
      #expect(try other.publish(.of([.of(1, 5)])) == .overtaken)
      _ = try other.look()
      #expect(try one.publish(.of([.of(5, 6)])) == .done)
      #expect(try other.publish(.of([.of(5, 5)])) == .overtaken)
      #expect(
        try bench.remote("c").look().logs[GitBench.log]
          == RemoteLog(pieces: try [.of(1, 4), .of(5, 6)]))
      _ = try other.look()
      #expect(try other.publish(.of([.of(7, 7)])) == .done)
      #expect(try bench.git("rev-list", "--count", GitBench.branch()) == "3")
    }
  }

  @Test(arguments: ServerKind.allCases)
  func `other branches are left alone, and strange ones passed over`(_ kind: ServerKind) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let tree = try bench.git("hash-object", "-t", "tree", "-w", "/dev/null")
      let commit = try bench.git("commit-tree", "-m", "mine", tree)
      let names = [
        "refs/heads/main", "refs/heads/albumen/notes", "refs/heads/albumen/1/abc",
        "refs/heads/albumen/01/\(GitBench.log)", "refs/heads/albumen/1/\(GitBench.log)x",
        "refs/heads/albumen/0/\(GitBench.log)", "refs/tags/albumen/1/\(GitBench.log)",
      ]
      for name in names { try bench.git("update-ref", name, commit) }
      try bench.git("symbolic-ref", GitBench.branch(LogID(high: 9, low: 9)), "refs/heads/main")
      let before = try bench.git("for-each-ref")
      let remote = try bench.remote()
      #expect(try remote.look().library == nil)
      #expect(try remote.publish(.of([.of(1, 4)])) == .done)
      let after = try bench.git("for-each-ref").split(separator: "\n")
      #expect(after.filter { !$0.hasSuffix(GitBench.branch()) }.joined(separator: "\n") == before)
    }
  }

  @Test(arguments: ServerKind.allCases)
  func `two libraries, another library and a newer format are refused`(_ kind: ServerKind) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let other = LibraryID(high: 7, low: 7)
      let remote = try bench.remote()
      _ = try remote.look()
      #expect(try remote.publish(.of([.of(1, 4)])) == .done)
      var error = try #require(throws: ReplicationError.self) {
        try bench.remote("b", library: other).look()
      }
      #expect(error.code == .otherLibrary)
      let log = LogID(high: 3, low: 3)
      #expect(try remote.publish(.of([.of(1, 2, log)], library: other)) == .done)
      error = try #require(throws: ReplicationError.self) { try bench.remote("b").look() }
      #expect(error.code == .otherLibrary)
      #expect(error.subject == remote.display)

      try bench.git("update-ref", "-d", GitBench.branch(log))
      #expect(try bench.remote("b").look().library == GitBench.library)
      try bench.git("update-ref", "refs/heads/albumen/2/\(log)", GitBench.branch())
      error = try #require(throws: ReplicationError.self) { try bench.remote("b").look() }
      #expect(error.code == .newerFormat)
    }
  }

  @Test(arguments: ServerKind.allCases)
  func `a repository that was made anew is empty, and is filled again`(_ kind: ServerKind) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let remote = try bench.remote()
      _ = try remote.look()
      #expect(try remote.publish(.of([.of(1, 4)])) == .done)
      removeTree(bench.repository)
      let error = try #require(throws: ReplicationError.self) { try remote.look() }
      #expect(error.code == (kind.hasServer ? .refused : .unreachable), "\(error)")
      try TestGit.makeBare(bench.repository)
      #expect(try remote.look() == RemoteContents(library: nil, logs: [:]))
      #expect(try remote.publish(.of([.of(1, 4), .of(5, 6)])) == .done)
      #expect(
        try bench.remote("b").look().logs[GitBench.log]
          == RemoteLog(pieces: try [.of(1, 4), .of(5, 6)]))
      try bench.git("fsck", "--strict", "--full")
    }
  }

  @Test(arguments: ServerKind.allCases)
  func `what is here of a remote may be lost between any two calls`(_ kind: ServerKind) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let remote = try bench.remote()
      _ = try remote.look()
      removeTree(bench.cache("a"))
      #expect(try remote.publish(.of([.of(1, 4)])) == .done)
      removeTree(bench.cache("a"))
      #expect(try remote.bytes(of: .of(1, 4)) == Publication.bytes(of: .of(1, 4)))
      removeTree(bench.cache("a"))
      #expect(try remote.publish(.of([.of(5, 6)])) == .done)
      #expect(
        try bench.remote("b").look().logs[GitBench.log]
          == RemoteLog(pieces: try [.of(1, 4), .of(5, 6)]))
    }
  }

  @Test(arguments: ServerKind.allCases)
  func `a piece that is not there, or is too large, is told`(_ kind: ServerKind) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let remote = try bench.remote()
      _ = try remote.look()
      #expect(try remote.publish(.of([.of(1, 4)])) == .done)
      var error = try #require(throws: ReplicationError.self) { try remote.bytes(of: .of(1, 5)) }
      #expect(error.code == .missing)
      let strict = try bench.remote("b") { $0.largestPiece = 10 }
      _ = try strict.look()
      error = try #require(throws: ReplicationError.self) { try strict.bytes(of: .of(1, 4)) }
      #expect(error.code == .tooLarge)
    }
  }
}
