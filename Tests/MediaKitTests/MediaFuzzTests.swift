import MediaKit
import Platform
import TestSupport
import Testing

/// Broken files through the real helper: whatever it does, there is a record for each.
@Suite struct MediaFuzzTests {
  private func read(_ files: [[UInt8]], _ note: String) async throws {
    try await withTemporaryDirectory { directory in
      let paths = try files.indices.map { index in
        try #require(directory.appending(name: Array("\(index)".utf8)))
      }
      for (path, bytes) in zip(paths, files) { try writeFile(path, bytes: bytes) }
      let reader = try Fixtures.reader(workers: 2, timeLimit: .seconds(30))
      let records = try await withTimeLimit(hangLimit, "the reading to end; \(note)") {
        try await reader.read(paths)
      }
      await reader.close()
      #expect(records.count == files.count, "\(note)")
      for (bytes, record) in zip(files, records) where record.unreadable == nil {
        let type = MediaType.sniff(Array(bytes.prefix(MediaType.sniffLength)))
        // The helper looks further into a TIFF file than into its first bytes.
        let isFound = type == .tiff && record.type?.isRaw == true
        #expect(record.type == type || record.type == nil || isFound, "\(note)")
      }
    }
  }

  private func fixtures() throws -> [[UInt8]] {
    try Fixtures.expected().map { try readFile(try Fixtures.path($0.name)) }
  }

  @Test func truncatedFiles() async throws {
    var random = SeededGenerator(seed: testSeed())
    let files = try fixtures().flatMap { bytes in
      (0..<6).map { _ in Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
    }
    try await read(files, "seed \(random.seed)")
  }

  @Test func filesWithChangedBytes() async throws {
    var random = SeededGenerator(seed: testSeed())
    let files = try fixtures().flatMap { bytes in
      (0..<12).map { turn in
        var mutant = bytes
        // Headers are where the structure is.
        let reach = turn.isMultiple(of: 2) ? min(1500, mutant.count) : mutant.count
        for _ in 0..<(1 << (turn / 2)) {
          mutant[Int.random(in: 0..<reach, using: &random)] = .random(in: 0...255, using: &random)
        }
        return mutant
      }
    }
    try await read(files, "seed \(random.seed)")
  }

  @Test func randomBytesBehindAGoodStart() async throws {
    var random = SeededGenerator(seed: testSeed())
    let files = try fixtures().map { bytes in
      Array(bytes.prefix(Int.random(in: 0...200, using: &random)))
        + (0..<3000).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    try await read(files, "seed \(random.seed)")
  }
}
