import GitKit
import Operations
import Platform
import TestSupport
import Testing

@testable import Replication

/// What a repository holds is not trusted: whatever it is, reading ends, and writes nowhere else.
@Suite struct HostileRepositoryTests {
  private static let kinds: [ServerKind] = [.path, .git]

  /// Puts a tree, made of lines as `git mktree` takes them, on the log's branch.
  private func commit(_ bench: GitBench, _ entries: [String]) throws {
    let tree = try TestGit.run(
      ["mktree", "--missing"], in: bench.repository,
      input: Array(entries.map { $0 + "\n" }.joined().utf8))
    let commit = try bench.git("commit-tree", "-m", "x", tree)
    try bench.git("update-ref", GitBench.branch(), commit)
  }

  private func blob(_ bench: GitBench, _ bytes: [UInt8]) throws -> String {
    try writeFile(bench.place / "bytes", bytes: bytes)
    return try bench.git("hash-object", "-w", "\(bench.place / "bytes")")
  }

  /// Says that the log can be looked at, holds nothing, and is a log again once it was published.
  private func expectEmpty(_ bench: GitBench, _ what: Comment) throws {
    let remote = try bench.remote()
    #expect(try remote.look().logs == [GitBench.log: RemoteLog(pieces: [])], what)
    #expect(try remote.publish(.of([.of(1, 4)])) == .done, what)
    let fresh = try bench.remote("b")
    #expect(try fresh.look().logs == [GitBench.log: RemoteLog(pieces: [.of(1, 4)])], what)
    #expect(try fresh.bytes(of: .of(1, 4)) == Publication.bytes(of: .of(1, 4)), what)
  }

  @Test(arguments: kinds)
  func `entries of strange names and kinds are passed over`(_ kind: ServerKind) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let id = try blob(bench, Array("x".utf8))
      let tree = try TestGit.run(["mktree"], in: bench.repository)
      let piece = try PieceName.of(1, 2).fileName
      let missing = String(repeating: "5", count: 40)
      try commit(
        bench,
        [
          "040000 tree \(tree)\thead", "040000 tree \(tree)\t\(piece)",
          "040000 tree \(tree)\t00000000000000000001",
          "120000 blob \(id)\t\(try PieceName.of(1, 3).fileName)",
          "160000 commit \(missing)\t\(try PieceName.of(1, 5).fileName)",
          "100644 blob \(id)\t.git", "100644 blob \(id)\t..", "100644 blob \(id)\thead ",
          "100644 blob \(id)\t\(piece).lock", "100755 blob \(id)\tHEAD",
        ])
      try expectEmpty(bench, "\(kind)")
    }
  }

  @Test(arguments: kinds)
  func `a tree that git would not write is read, and leads nowhere`(_ kind: ServerKind) throws {
    for name in ["../../escaped", "/escaped", "a\nb", "00000000000000000001/escaped"] {
      try withTemporaryDirectory { place in
        let bench = try GitBench(kind, in: place)
        let id = try blob(bench, Array("x".utf8))
        let digits = Array(id.utf8)
        let raw = stride(from: 0, to: 40, by: 2).map {
          UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) ?? 0
        }
        try writeFile(place / "tree", bytes: Array("100644 \(name)\0".utf8) + raw)
        let tree = try bench.git(
          "hash-object", "-t", "tree", "--literally", "-w", "\(place / "tree")")
        let commit = try bench.git("commit-tree", "-m", "x", tree)
        try bench.git("update-ref", GitBench.branch(), commit)
        let before = try listTree(place).filter {
          !$0.isInside("cache-a") && !$0.isInside("served")
        }
        #expect(try bench.remote().look().logs == [GitBench.log: RemoteLog(pieces: [])], "\(name)")
        let after = try listTree(place).filter { !$0.isInside("cache-a") && !$0.isInside("served") }
        #expect(before == after)
      }
    }
  }

  @Test(arguments: kinds)
  func `a branch with something else than a log on it counts as empty`(_ kind: ServerKind) throws {
    try withTemporaryDirectory { place in
      for what in ["commit", "blob", "tree", "tag"] {
        let bench = try GitBench(kind, in: place / (Path(what) ?? Path()))
        let tree = try TestGit.run(["mktree"], in: bench.repository)
        let commit = try bench.git("commit-tree", "-m", "x", tree)
        try bench.git("tag", "-a", "-m", "x", "t", commit)
        let id =
          switch what {
          case "commit": commit
          case "blob": try blob(bench, Array("x".utf8))
          case "tree": tree
          default: try bench.git("rev-parse", "t")
          }
        // git itself refuses all but commits there.
        try writeFile(bench.repository / (Path(GitBench.branch()) ?? Path()), id + "\n")
        let remote = try bench.remote()
        #expect(try remote.look().logs == [GitBench.log: RemoteLog(pieces: [])], "\(what)")
        // What is published has the old thing as its parent, which must be a commit.
        if what == "commit" { try expectEmpty(bench, "\(what)") }
      }
    }
  }

  @Test(arguments: kinds)
  func `a piece too large for any is not read`(_ kind: ServerKind) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let id = try blob(bench, [UInt8](repeating: 0, count: 90 << 20))
      try commit(bench, ["100644 blob \(id)\t\(try PieceName.of(1, 2).fileName)"])
      let remote = try bench.remote()
      #expect(try remote.look().logs[GitBench.log]?.lastSeq == 2)
      let error = try #require(throws: ReplicationError.self) { try remote.bytes(of: .of(1, 2)) }
      #expect(error.code == .tooLarge)
    }
  }

  /// Two files of 300 MB come as 300 KB, one as the difference to the other, so that it is made in memory.
  @Test(.enabled(if: environmentValue("ALBUMEN_NIGHTLY") != nil, "makes large files"))
  func `a pack that unfolds beyond the memory that is allowed is refused`() throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.git, in: place)
      try bench.git("config", "core.bigFileThreshold", "2g")
      let first = try blob(bench, [UInt8](repeating: 0, count: 300 << 20))
      let second = try blob(
        bench,
        [UInt8](repeating: 0, count: 150 << 20) + [1] + [UInt8](repeating: 0, count: 150 << 20))
      try commit(
        bench,
        [
          "100644 blob \(first)\t\(try PieceName.of(1, 2).fileName)",
          "100644 blob \(second)\t\(try PieceName.of(3, 4).fileName)",
        ])
      try bench.git("repack", "-adfq", "--window=10")
      let error = try #require(throws: ReplicationError.self) { try bench.remote().look() }
      #expect(error.code == .tooLarge, "\(error)")
    }
  }

  @Test(arguments: kinds)
  func `a log whose text is too large is told, and nothing is published`(_ kind: ServerKind) throws
  {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let id = try blob(bench, [UInt8](repeating: 0x20, count: 2 << 20))
      let small = try blob(bench, [1])
      try commit(
        bench,
        ["100644 blob \(small)\t\(try PieceName.of(1, 2).fileName)", "100644 blob \(id)\thead"])
      let remote = try bench.remote()
      let error = try #require(throws: ReplicationError.self) { try remote.look() }
      #expect(error.code == .tooLarge, "\(error)")
    }
  }

  @Test func `a server that sends more than is wanted is stopped`() throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.git, in: place)
      var generator = SystemRandomNumberGenerator()
      let noise = (0..<(1 << 20)).map { _ in UInt8.random(in: 0...255, using: &generator) }
      try commit(
        bench, ["100644 blob \(try blob(bench, noise))\t\(try PieceName.of(1, 2).fileName)"])
      let error = try #require(throws: ReplicationError.self) {
        try bench.remote { $0.transfer.largestFetch = 1 << 18 }.look()
      }
      #expect(error.code == .tooLarge, "\(error)")
      #expect(try bench.remote().look().logs[GitBench.log]?.lastSeq == 2)
    }
  }

  @Test(arguments: [
    "", "0", "zzzz", "fffffffff", "0004", "0005x", "001f# service=git-upload-pack\n",
    "00080000", "0032" + String(repeating: "0", count: 40) + " HEAD",
    "003d" + String(repeating: "1", count: 40) + " refs/heads/../../x\n0000",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "SSH-2.0-x\r\n" + String(repeating: "\u{7f}", count: 400),
  ])
  func `nonsense from a server is told`(_ answer: String) throws {
    try withTemporaryDirectory { place in
      for scheme in ["git", "http", "https", "ssh"] {
        let socket = try ListeningSocket()
        let server = Background { socket.answerOnce(answer, closing: true) }
        var settings = GitRemoteSettings()
        settings.transfer.silence = .milliseconds(300)
        let remote = try GitRemote(
          address: "\(scheme)://ada@127.0.0.1:\(socket.port)/x", cache: place / "cache",
          library: nil, settings: settings)
        let error = try? #require(throws: ReplicationError.self) { try remote.look() }
        #expect(
          error?.code == .unreachable || error?.code == .refused, "\(scheme): \(error as Any)")
        try server.finish()
      }
    }
  }

  /// On an empty tree, what others have published would be dropped.
  @Test(arguments: ["no pack", "a pack cut short", "no tree"])
  func `nothing is published over a log that cannot be read`(_ what: String) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.path, in: place)
      let other = try bench.remote("b")
      _ = try other.look()
      #expect(try other.publish(.of([.of(1, 4)])) == .done)
      let tip = try bench.git("rev-parse", GitBench.branch())
      if what == "no tree" {
        let commit = try TestGit.run(["cat-file", "commit", tip], in: bench.repository)
        try removePacks(bench)
        try writeFile(place / "commit", commit + "\n")
        #expect(
          try bench.git("hash-object", "--literally", "-t", "commit", "-w", "\(place / "commit")")
            == tip)
      } else if what == "no pack" {
        try removePacks(bench)
      } else {
        for file in try listTree(bench.repository) where file.display.hasSuffix(".pack") {
          setPermissions(bench.repository / file, 0o600)
          try writeFile(bench.repository / file, "x")
        }
      }
      let remote = try bench.remote()
      let error = try #require(throws: ReplicationError.self) { try remote.look() }
      #expect(error.code == .damaged, "\(error)")
      #expect(error.message.contains("\(GitBench.log)"))
      #expect(error.hint?.contains("git fsck") == true)
      // Who has not looked has seen no branch, and finds one.
      #expect(try remote.publish(.of([.of(5, 6)])) == .overtaken)
      #expect(try readFile(bench.repository / branchFile) == Array("\(tip)\n".utf8))
    }
  }

  @Test(arguments: kinds)
  func `one log that cannot be read keeps no other from being exchanged`(
    _ kind: ServerKind
  ) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let other = try publishTwo(bench, by: "b")
      // A tree that is too large for any log's: read in full, and refused.
      let tip = try bench.git("rev-parse", GitBench.branch())
      let text = try blob(bench, [UInt8](repeating: 0x20, count: 2 << 20))
      try commit(bench, ["100644 blob \(text)\thead"])
      let remote = try bench.remote()
      for _ in 0..<2 {
        let contents = try remote.look()
        #expect(contents.logs.keys.elementsEqual([other]) && contents.library == GitBench.library)
        #expect(contents.faults.mapValues(\.code) == [GitBench.log: .tooLarge])
      }
      #expect(try remote.publish(.of([.of(5, 6, other)])) == .done)
      // Nobody writes over what was not seen.
      #expect(try remote.publish(.of([.of(5, 6)])) == .overtaken)
      try bench.git("update-ref", GitBench.branch(), tip)
      let contents = try remote.look()
      #expect(contents.faults.isEmpty && contents.logs.values.map(\.lastSeq).sorted() == [4, 6])
    }
  }

  @Test(arguments: kinds)
  func `a log of more directories than any is told, and none of them is dropped`(
    _ kind: ServerKind
  ) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let tree = try TestGit.run(["mktree"], in: bench.repository)
      try commit(
        bench,
        (10_000...14_096).map { "040000 tree \(tree)\t000000000000000\($0)" })
      let error = try #require(throws: ReplicationError.self) { try bench.remote().look() }
      #expect(error.code == .tooLarge, "\(error)")
    }
  }

  private var branchFile: Path { Path(GitBench.branch()) ?? Path() }

  /// Publishes a log and another one, which is returned.
  private func publishTwo(_ bench: GitBench, by name: String) throws -> LogID {
    let author = try bench.remote(name)
    _ = try author.look()
    let other = LogID(high: 9, low: 9)
    for log in [GitBench.log, other] {
      #expect(try author.publish(.of([.of(1, 4, log)])) == .done)
    }
    return other
  }

  /// The file of the object that is the tree of the log's branch.
  private func treeObject(_ bench: GitBench) throws -> Path {
    let tree = try bench.git("rev-parse", "\(GitBench.branch())^{tree}")
    return bench.repository / (Path("objects/\(tree.prefix(2))/\(tree.dropFirst(2))") ?? "")
  }

  private func removePacks(_ bench: GitBench) throws {
    for file in try listTree(bench.repository)
    where file.display.hasSuffix(".pack") || file.display.hasSuffix(".idx") {
      try Files.unlink(bench.repository / file)
    }
  }

  @Test func `a failure of the server does not cost what was fetched`() throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.git, in: place)
      let author = try bench.remote("a")
      _ = try author.look()
      #expect(try author.publish(.of([.of(1, 4)])) == .done)
      let reader = try bench.remote("b")
      _ = try reader.look()
      #expect(try author.publish(.of([.of(5, 6)])) == .done)
      // The server has a branch, and not all that belongs to it.
      let before = try listTree(bench.cache("b"))
      let object = try treeObject(bench)
      try Files.rename(object, to: place / "object")
      #expect(throws: ReplicationError.self) { try reader.look() }
      #expect(Set(before).isSubset(of: try listTree(bench.cache("b"))))
      try Files.rename(place / "object", to: object)
      #expect(try reader.look().logs[GitBench.log]?.lastSeq == 6)
    }
  }

  @Test(arguments: [ServerKind.git, .http])
  func `a log that the server cannot give keeps no other from being exchanged`(
    _ kind: ServerKind
  ) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let other = try publishTwo(bench, by: "a")
      let object = try treeObject(bench)
      try Files.rename(object, to: place / "object")
      let reader = try bench.remote("b")
      let contents = try reader.look()
      #expect(contents.logs.keys.elementsEqual([other]))
      #expect(contents.faults.mapValues(\.code) == [GitBench.log: .missing], "\(contents.faults)")
      try Files.rename(place / "object", to: object)
      #expect(try reader.look().logs.count == 2)
      // One that is away is away as a whole.
      bench.server.stop()
      let error = try #require(throws: ReplicationError.self) { try bench.remote("c").look() }
      #expect(error.code == .unreachable)
    }
  }

  @Test func `a repository here that is damaged is fetched again`() throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.git, in: place)
      let author = try bench.remote("a")
      _ = try author.look()
      #expect(try author.publish(.of([.of(1, 4)])) == .done)
      let reader = try bench.remote("b")
      _ = try reader.look()
      // A file of each kind in turn, cut short.
      for name in [".pack", ".idx", "HEAD", "config", "tip"] {
        let found = try listTree(bench.cache("b")).filter { $0.display.hasSuffix(name) }
        #expect(!found.isEmpty, "\(name)")
        for file in found {
          setPermissions(bench.cache("b") / file, 0o600)
          try writeFile(bench.cache("b") / file, "x")
        }
        let again = try bench.remote("b")
        #expect(try again.look().logs[GitBench.log]?.lastSeq == 4, "\(name)")
        #expect(try again.bytes(of: .of(1, 4)) == Publication.bytes(of: .of(1, 4)), "\(name)")
      }
    }
  }
}
