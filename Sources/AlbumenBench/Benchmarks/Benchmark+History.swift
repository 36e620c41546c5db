import Platform

extension Benchmark {
  /// From the bytes of segments to a state in memory, and how many bytes those are.
  static let fold = Benchmark(
    name: "fold", summary: "a history is folded in memory, and what it takes on disk"
  ) { bench in
    try [1, 10, 1_000].flatMap { size in
      let logs = try history(bench, by: size)
      return [try foldRow(bench, size, logs)] + (try sizeRows(bench, size, logs))
    }
  }

  /// A catalogue is built anew, beside the least that this can take.
  static let rebuild = Benchmark(
    name: "rebuild", summary: "a catalogue is built anew of a history"
  ) { bench in
    let logs = try history(bench, by: 10)
    var row = BenchRow(
      name: "rebuild", summary: "catalogue of \(bench.options.operations) operations")
    row.goal = .ratioAtMost(1.2)
    var built: [Double] = []
    var least: [Double] = []
    for _ in 0..<bench.options.rounds {
      let place = bench.unused("catalogue")
      let (numbers, usage) = try bench.runWorker(["worker-rebuild", logs.display, place.display])
      built.append(numbers["build"] ?? 0)
      least.append((numbers["fold"] ?? 0) + (numbers["insert"] ?? 0))
      row.peakMemory = max(row.peakMemory ?? 0, usage.peakMemory)
      row.note = "\(Int(numbers["rows"] ?? 0)) rows; 10 operations a transaction"
    }
    row.values = Spread(built)
    row.peer = .init(name: "fold + raw sorted inserts", values: Spread(least))
    return [row]
  }

  private static func history(_ bench: BenchRun, by size: Int) throws -> Path {
    try RecordedHistory.make(bench, of: bench.options.operations, by: size).logs
  }

  private static func foldRow(_ bench: BenchRun, _ size: Int, _ logs: Path) throws -> BenchRow {
    var row = BenchRow(
      name: "fold-\(size)",
      summary: "fold of \(bench.options.operations) operations, \(size) a transaction",
      unit: .operationsPerSecond)
    if size == 10 { row.goal = .atLeast(3_000_000) }
    var speeds: [Double] = []
    var chains: [Double] = []
    var ofProcessor: [Double] = []
    for _ in 0..<bench.options.rounds {
      let (numbers, usage) = try bench.runWorker(["worker-fold", logs.display])
      let count = numbers["operations"] ?? 0
      guard Int(count) == bench.options.operations, let whole = numbers["whole"],
        let chain = numbers["chain"], whole > chain
      else { throw BenchError("the fold has not come to its end") }
      speeds.append(count / (whole - chain))
      chains.append(chain)
      if let whole = numbers["processor"], let chain = numbers["processorChain"], whole > chain {
        ofProcessor.append(count / (whole - chain))
      }
      row.peakMemory = max(row.peakMemory ?? 0, usage.peakMemory)
    }
    row.values = Spread(speeds)
    let milliseconds = Int(Spread(chains).median * 1e3)
    row.note =
      "\(Int(Spread(ofProcessor).median)) op/s of processor time; verifying the chain, which is not "
      + "counted, takes \(milliseconds) ms more"
    return row
  }

  private static func sizeRows(
    _ bench: BenchRun, _ size: Int, _ logs: Path
  ) throws -> [BenchRow] {
    func row(_ name: String, _ words: String, atMost limit: Double) -> BenchRow {
      var row = BenchRow(
        name: "\(name)-\(size)", summary: "\(words), \(size) operations a transaction",
        unit: .bytesPerOperation)
      if size == 10 { row.goal = .atMost(limit) }
      return row
    }
    let count = Double(bench.options.operations)
    var stored = row("bytes", "on disk", atMost: 45)
    stored.values = Spread([try length(bench, "cat", logs) / count])
    var compressed = row("zlib", "zlib'ed", atMost: 40)
    if bench.program("gzip") == nil {
      compressed.skipped = "gzip is not installed"
    } else {
      compressed.values = Spread([try length(bench, "gzip -c", logs) / count])
    }
    return [stored, compressed]
  }

  /// How many bytes a filter makes of all segments of a history.
  private static func length(_ bench: BenchRun, _ filter: String, _ logs: Path) throws -> Double {
    let output = bench.unused("bytes")
    let line = "find . -name '*.segment' -exec \(filter) {} +"
    try bench.require(try bench.runShell(line, in: logs, output: output))
    return Double(try FileStatus.ofLink(at: output).size)
  }
}
