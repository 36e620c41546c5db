import Operations
import Platform
import TestSupport
import Testing

@testable import Replication

@Suite(.enabled(if: SmallFileSystem.canMount, "mounting a small file system takes root"))
struct GitFullDiskTests {
  private func noise(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  private func publication(_ bytes: [UInt8]) throws -> Publication {
    Publication(
      log: GitBench.log, library: GitBench.library, pieces: [(try .of(1, 9), bytes)],
      head: "format 1\nlibrary \(GitBench.library)\n", summary: "x", author: "x")
  }

  @Test func `a full disk under the cache is told, and what was fetched comes later`() async throws
  {
    try await withTemporaryDirectory { place in
      let bench = try GitBench(.git, in: place)
      let author = try bench.remote("a")
      _ = try author.look()
      let bytes = noise(1 << 20)
      #expect(try author.publish(publication(bytes)) == .done)
      try await SmallFileSystem.with(at: bench.cache("b"), kilobytes: 512) { disk in
        let reader = try bench.remote("b")
        for _ in 0..<2 {
          let error = try #require(throws: ReplicationError.self) { try reader.look() }
          #expect(error.code == .diskFull, "\(error)")
          #expect(error.hint != nil)
        }
        let error = try #require(throws: ReplicationError.self) {
          try bench.remote("b").publish(publication(bytes))
        }
        #expect(error.code == .diskFull, "\(error)")
        try disk.resize(kilobytes: 8_192)
        #expect(try reader.look().logs[GitBench.log]?.lastSeq == 9)
        #expect(try reader.bytes(of: .of(1, 9)) == bytes)
      }
    }
  }

  @Test func `a full disk with the repository is told, and nothing is published`() async throws {
    try await withTemporaryDirectory { place in
      try await SmallFileSystem.with(at: place / "served", kilobytes: 512) { disk in
        let bench = try GitBench(.path, in: place)
        let author = try bench.remote("a")
        _ = try author.look()
        let bytes = noise(1 << 20)
        let error = try #require(throws: ReplicationError.self) {
          try author.publish(publication(bytes))
        }
        #expect(error.code == .diskFull, "\(error)")
        #expect(try bench.remote("b").look().logs.isEmpty)
        try disk.resize(kilobytes: 8_192)
        #expect(try author.publish(publication(bytes)) == .done)
        #expect(try bench.remote("b").look().logs[GitBench.log]?.lastSeq == 9)
        try bench.git("fsck", "--strict", "--full")
      }
    }
  }
}
