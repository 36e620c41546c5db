import GitKit
import Operations
import Platform
import TestSupport
import Testing

@testable import Replication

/// What it costs when a remote grows.
@Suite struct GitGrowthTests {
  /// The number of objects in all packs below a directory.
  private func objectCount(_ directory: Path) throws -> Int {
    var count = 0
    for file in try listTree(directory) where file.display.hasSuffix(".idx") {
      // The last number of the fan-out table: how many objects there are.
      let bytes = try readFile(directory / file)
      count += bytes[(8 + 255 * 4)..<(8 + 256 * 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    return count
  }

  private func packCount(_ directory: Path) throws -> Int {
    try listTree(directory).count { $0.display.hasSuffix(".pack") }
  }

  @Test func `with forty logs a few new commits cost five objects each`() throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.git, in: place)
      let author = try bench.remote("a")
      _ = try author.look()
      let logs = (1...40).map { LogID(high: 2, low: $0) }
      for log in logs {
        #expect(try author.publish(.of([.of(1, 2, log)])) == .done)
      }
      let reader = try bench.remote("b")
      #expect(try reader.look().logs.count == 40)
      let before = try objectCount(bench.cache("b"))
      #expect(before == 40 * 4)
      for log in logs.prefix(7) {
        #expect(try author.publish(.of([.of(3, 4, log)])) == .done)
      }
      #expect(try reader.look().logs.values.count { $0.lastSeq == 4 } == 7)
      #expect(try objectCount(bench.cache("b")) - before <= 7 * 5)
      // And what was pushed was no more.
      #expect(try bench.git("count-objects").split(separator: " ").first == "\(47 * 4 - 7)")
    }
  }

  @Test(arguments: [ServerKind.path, .git])
  func `a log of many pieces has a short tree, of which a commit rewrites little`(
    _ kind: ServerKind
  ) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let remote = try bench.remote()
      _ = try remote.look()
      let pieces = try (1...300).map { try PieceName.of($0, $0) }
      #expect(try remote.publish(.of(pieces)) == .done)
      #expect(try bench.remote("b").look().logs[GitBench.log]?.pieces == pieces)
      // Four directories of 64, and 44 + 64 - … outside, and the text.
      let names = try bench.git("ls-tree", "--name-only", GitBench.branch()).split(separator: "\n")
      #expect(names.count == 3 + (300 - 3 * 64) + 1)
      #expect(try bench.git("ls-tree", "-r", GitBench.branch()).split(separator: "\n").count == 301)

      #expect(try bench.remote("c").look().logs[GitBench.log]?.lastSeq == 300)
      let next = try bench.remote("c")
      _ = try next.look()
      #expect(try next.publish(.of([.of(301, 301)])) == .done)
      let new = try bench.git(
        "rev-list", "--objects", "\(GitBench.branch())~..\(GitBench.branch())")
      #expect(new.split(separator: "\n").count == 3)
      #expect(try remote.look().logs[GitBench.log]?.lastSeq == 301)
      for piece in [pieces[0], pieces[63], pieces[64], pieces[299]] {
        #expect(try remote.bytes(of: piece) == Publication.bytes(of: piece))
      }
      // All of it in one piece: the directories go.
      #expect(try remote.publish(.of([.of(1, 301)])) == .done)
      #expect(try bench.git("ls-tree", GitBench.branch()).split(separator: "\n").count == 2)
      try bench.git("fsck", "--strict", "--full")
    }
  }

  @Test(arguments: [ServerKind.path, .git])
  func `packs are joined before there are many`(_ kind: ServerKind) throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let author = try bench.remote("a") { $0.packs = 8 }
      let reader = try bench.remote("b") { $0.packs = 8 }
      _ = try author.look()
      for number in 1...40 as ClosedRange<UInt64> {
        #expect(try author.publish(.of([.of(number, number)])) == .done)
        #expect(try reader.look().logs[GitBench.log]?.lastSeq == number)
        #expect(try packCount(kind == .path ? bench.repository : bench.cache("b")) <= 8)
        #expect(try packCount(kind == .path ? bench.repository : bench.cache("a")) <= 8)
      }
      for number in 1...40 as ClosedRange<UInt64> {
        let piece = try PieceName.of(number, number)
        #expect(try reader.bytes(of: piece) == Publication.bytes(of: piece))
      }
      try bench.git("fsck", "--strict", "--full")
    }
  }

  @Test func `packs that are kept, or stand in an index of several, stay`() throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.path, in: place)
      let author = try bench.remote("a") { $0.packs = 4 }
      _ = try author.look()
      #expect(try author.publish(.of([.of(1, 1)])) == .done)
      let pack = try #require(
        listTree(bench.repository).first { $0.display.hasSuffix(".pack") })
      let stem = String(pack.display.dropLast(5))
      try writeFile(bench.repository / (Path("\(stem).keep") ?? Path()))
      for number in 2...9 as ClosedRange<UInt64> {
        #expect(try author.publish(.of([.of(number, number)])) == .done)
      }
      #expect(try listTree(bench.repository).contains(pack))
      #expect(try packCount(bench.repository) <= 5)
      try bench.git("multi-pack-index", "write")
      let before = try packCount(bench.repository)
      for number in 10...17 as ClosedRange<UInt64> {
        #expect(try author.publish(.of([.of(number, number)])) == .done)
      }
      #expect(try packCount(bench.repository) == before + 8)
      #expect(try author.look().logs[GitBench.log]?.lastSeq == 17)
      try bench.git("fsck", "--strict", "--full")
    }
  }
}
