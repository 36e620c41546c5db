import Operations
import Platform
import TestSupport
import Testing

@testable import Replication

/// The repository that `Fixtures/golden/make.py` makes from docs/formats/remote-git.md.
@Suite struct GitGoldenTests {
  private static let log = LogID("a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1")
  private static let library = LibraryID("11223344556677889900aabbccddeeff")

  private static func bytes(of piece: PieceName) -> [UInt8] {
    Array("piece \(piece.firstSeq) \(piece.lastSeq)\n".utf8)
  }

  /// A line's words; the pieces of each publication, and the tree that comes of them.
  private func publications(_ log: LogID) throws -> [(pieces: [PieceName], tree: String)] {
    var result: [(pieces: [PieceName], tree: String)] = []
    var pieces: [PieceName] = []
    let index = try readFile(try golden() / "index")
    for line in String(decoding: index, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words[0] == "tree" {
        result.append((pieces, String(words[1])))
        pieces = []
      } else if let first = UInt64(words[1]), let last = UInt64(words[2]) {
        pieces.append(try .of(first, last, log))
      }
    }
    return result
  }

  private func golden() throws -> Path {
    let file: Path = #filePath
    return file.parent.parent.parent.parent / "Fixtures/golden/remote-git"
  }

  @Test func `what the page describes is read`() throws {
    try withTemporaryDirectory { place in
      let log = try #require(Self.log)
      let bench = try GitBench(.path, in: place)
      try TestGit.run(
        ["fast-import", "--quiet"], in: bench.repository,
        input: try readFile(golden() / "repository"))
      let remote = try bench.remote(library: Self.library)
      let pieces = try #require(remote.look().logs[log]).pieces
      #expect(pieces.count == 129)
      #expect(pieces.last == (try .of(129, 150, log)))
      for piece in pieces { #expect(try remote.bytes(of: piece) == Self.bytes(of: piece)) }
    }
  }

  @Test func `what is written is what the page describes`() throws {
    try withTemporaryDirectory { place in
      let log = try #require(Self.log)
      let library = try #require(Self.library)
      let bench = try GitBench(.path, in: place)
      let remote = try bench.remote()
      _ = try remote.look()
      for (pieces, tree) in try publications(log) {
        let publication = Publication(
          log: log, library: library, pieces: pieces.map { ($0, Self.bytes(of: $0)) },
          head: "format 1\nlibrary \(library)\nlog \(log)\n", summary: "x", author: "x")
        #expect(try remote.publish(publication) == .done)
        #expect(try bench.git("rev-parse", "\(GitBench.branch(log))^{tree}") == tree)
      }
    }
  }
}
