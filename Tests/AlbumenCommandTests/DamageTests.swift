import Platform
import TestSupport
import Testing

/// Whatever happens to the disk: one error line, the right exit code, nothing lost or half applied.
@Suite struct DamageTests {
  /// The library's only segment.
  private func segment(_ bench: Bench) throws -> Path {
    let logs = bench.photos / ".albumen/log"
    let names = try listTree(logs).filter { "\($0)".hasSuffix(".segment") }
    guard names.count == 1 else { throw TestFailure("segments: \(names)") }
    return logs / names[0]
  }

  @Test func `a flipped bit is found`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      let segment = try segment(bench)
      var bytes = try readFile(segment)
      bytes[bytes.count / 2] ^= 4
      try writeFile(segment, bytes: bytes)
      let result = try bench.run("log", "verify")
      #expect(result.exitCode == 16, "\(result)")
      #expect(!result.errorLines.isEmpty && result.errorLines.count <= 2)
      let records = try Record.lines(try bench.run("log", "verify", "--json").output)
      #expect(records.first?.bool("sound") == false)
    }
  }

  @Test func `a frame that claims 2^60 bytes is damage, not a need for memory`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      let segment = try segment(bench)
      let bytes = try readFile(segment)
      // The second transaction's length stands behind the first; whatever is overwritten there is
      // a length or a part of a checksum, and none of them may be believed.
      for offset in stride(from: 16, to: min(bytes.count - 8, 160), by: 12) {
        var damaged = bytes
        damaged.replaceSubrange(offset..<(offset + 8), with: [0, 0, 0, 0, 0, 0, 0, 0x10])
        try writeFile(segment, bytes: damaged)
        let result = try bench.run("log", "verify")
        #expect(result.exitCode == 16, "\(offset): \(result)")
      }
      try writeFile(segment, bytes: bytes)
      #expect(try bench.run("log", "verify").exitCode == 0)
    }
  }

  @Test func `a truncated segment is found`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      let segment = try segment(bench)
      let bytes = try readFile(segment)
      try writeFile(segment, bytes: Array(bytes.dropLast(9)))
      let result = try bench.run("log", "verify")
      // The end alone looks like an append that was cut short: that there was more, the catalogue knows.
      #expect(result.exitCode == 16, "\(result)")
      #expect(result.errorText.hasPrefix("albumen: "))
    }
  }

  @Test(arguments: ["log.append.write=ENOSPC", "log.append.fsync=EIO"])
  func `a disk that takes nothing more loses nothing`(failpoint: String) async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      let before = try bench.output("state")
      let result = try bench.run(
        ["album", "add", "Summer", "a.jpg"], environment: ["ALBUMEN_FAILPOINTS": failpoint])
      #expect(result.exitCode == 1 && result.output.isEmpty, "\(result)")
      #expect(result.errorLines.count <= 2 && result.errorText.hasPrefix("albumen: "))
      #expect(try bench.output("state") == before)
      try bench.output("album", "add", "Summer", "a.jpg")
      #expect(try bench.run("log", "verify").exitCode == 0)
    }
  }

  @Test func `two processes that write at once both get their turn`() async throws {
    try await withBench { bench in
      var writers = try (0..<6).map { number in
        Running(try bench.start("album", "create", "Album \(number)"))
      }
      for index in writers.indices {
        let end = try writers[index].child.finish(until: Deadline(after: hangLimit))
        #expect(end.status == .exited(0))
      }
      writers = []
      #expect(try bench.records("albums").count == 6)
      #expect(try bench.run("log", "verify").exitCode == 0)
    }
  }

  @Test func `kill -9 at any step of an import leaves all of it or nothing`() async throws {
    for step in [
      "import.copy", "import.place", "import.placed", "import.syncfs", "log.append.write",
      "log.append.fsync",
    ] {
      try await withBench(photos: ["a.jpg"]) { bench in
        let card = bench.place / "card"
        for name in ["1.jpg", "2.jpg", "3.jpg"] {
          try writeFile(card / (Path(name) ?? ""), bytes: try Bench.photo(name))
        }
        let words = ["import", "\(card)", "--album", "Card"]
        let killed = try bench.run(words, environment: ["ALBUMEN_FAILPOINTS": "\(step)=kill"])
        #expect(killed.status == .signalled(9), "\(step): \(killed)")
        #expect(try bench.run("log", "verify").exitCode == 0, "\(step)")
        let albums = try bench.records("albums")
        #expect(albums.isEmpty || albums.first?.int("count") == 3, "\(step)")
        #expect(try listTree(card).count == 3)
        #expect(try bench.run(words).exitCode == 0, "\(step)")
        #expect(try bench.records("ls", "Card").count == 3, "\(step)")
        #expect(try bench.records("ls").count == 4, "\(step)")
      }
    }
  }

  @Test func `a failpoint that is none is told`() async throws {
    try await withBench(isLibrary: false) { bench in
      let result = try bench.run(["version"], environment: ["ALBUMEN_FAILPOINTS": "x"])
      #expect(result.exitCode == 1 && result.errorText.hasPrefix("albumen: not a failpoint: x"))
    }
  }

  /// Lets a running program be an element of a list.
  private final class Running {
    var child: ChildProcess
    init(_ child: consuming ChildProcess) { self.child = child }
  }
}
