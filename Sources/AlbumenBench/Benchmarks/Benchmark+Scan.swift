import Operations
import Platform

extension Benchmark {
  /// A look at a folder in which nothing has changed.
  static let scan = Benchmark(
    name: "scan", summary: "a look at folders in which nothing has changed"
  ) { bench in
    try [(PhotoMaker.Kind.small, bench.options.small), (.tiny, bench.options.tiny)].map {
      try scanRow(bench, try bench.corpus($0, $1))
    }
  }

  private static func scanRow(_ bench: BenchRun, _ corpus: PhotoCorpus) throws -> BenchRow {
    let state = try bench.library(in: corpus)
    let directory = corpus.directory.display
    var row = BenchRow(
      name: "scan-\(corpus.count)", summary: "scan of \(corpus.count) files, nothing changed",
      unit: .milliseconds)
    row.goal = .ratioAtMost(2)
    let output = bench.unused("record")
    let arguments = ["-L", directory, "scan", "--json"]
    try bench.require(try bench.runAlbumen(arguments, state: state))
    let measured = try bench.interleave(
      rounds: bench.options.rounds * 3,
      {
        let usage = try bench.runAlbumen(arguments, state: state, output: output)
        let record = try JSONParser.parse(
          try DurableFile.contents(of: output).prefix { $0 != UInt8(ascii: "\n") })
        guard case .int(let seen)? = record.member("filesSeen"), seen == corpus.count,
          case .int(0)? = record.member("filesRead")
        else { throw BenchError("scan has not found the folder as it was") }
        return usage
      },
      bench.program("find") == nil
        ? nil : { try bench.runShell("exec find . -printf '%s %T@\\n'", in: corpus.directory) })
    row.take(measured, peer: "find -printf '%s %T@'")
    return row
  }
}
