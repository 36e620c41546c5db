import Operations
import Platform

extension Benchmark {
  /// A folder becomes a library: everything is hashed, looked into, recorded and on disk.
  static let initialise = Benchmark(
    name: "init", summary: "a folder of small photos becomes a library, where it is"
  ) { bench in
    [try initRow("init", bench, try bench.corpus(.small, bench.options.small), atMost: 0.5)]
  }

  /// The same of large photos, where hashing is nearly all there is to do.
  static let initialiseBig = Benchmark(
    name: "init-big", summary: "a folder of large photos becomes a library, where it is"
  ) { bench in
    [try initRow("init-big", bench, try bench.corpus(.big, bench.options.big), atMost: 0.3)]
  }

  private static func initRow(
    _ name: String, _ bench: BenchRun, _ corpus: PhotoCorpus, atMost limit: Double
  ) throws -> BenchRow {
    let directory = corpus.directory.display
    var row = BenchRow(
      name: name, summary: "init in place of \(corpus.count) photos, durable, with metadata")
    row.goal = .ratioAtMost(limit)
    // Both read what is in memory already.
    try bench.require(
      try bench.runShell("find . -name '*.JPG' -exec cat {} +", in: corpus.directory))
    let hashes = "find . -name '*.JPG' -print0 | xargs -0 sha256sum"
    let hasPeer = bench.program("sha256sum") != nil
    let output = bench.unused("record")
    let measured = try bench.interleave(
      {
        try bench.shelve(corpus)
        let state = bench.unused("state")
        let usage = try bench.runAlbumen(
          ["init", "--json", directory], state: state, output: output)
        try requireAssets(corpus.count, in: output)
        bench.keep(corpus, state: state)
        return usage
      }, hasPeer ? { try bench.runShell(hashes, in: corpus.directory) } : nil)
    row.take(measured, peer: "sha256sum")
    if !hasPeer { row.note = "sha256sum is not installed" }
    return row
  }

  /// - Throws: unless the record of an `init` says that so many photos are in the library.
  private static func requireAssets(_ count: Int, in output: Path) throws {
    let bytes = try DurableFile.contents(of: output)
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard case .int(let assets)? = try JSONParser.parse(line).member("assets"), assets == count
    else { throw BenchError("init has not taken in \(count) photos") }
  }
}

extension JSONValue {
  /// The member of an object.
  func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}
