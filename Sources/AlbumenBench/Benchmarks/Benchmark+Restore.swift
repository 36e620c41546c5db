import Platform

extension Benchmark {
  /// An empty machine gets a whole library from a git remote.
  static let restore = Benchmark(
    name: "restore", summary: "an empty machine gets a whole library from a git remote"
  ) { bench in
    guard bench.program("git") != nil else {
      return [BenchRow(name: "restore", summary: "restore", skipped: "git is not installed")]
    }
    let operations = bench.options.operations
    let libraries = try ExchangingLibraries(bench, operations: operations)
    let logs = try RecordedHistory.make(bench, of: operations).logs
    var row = BenchRow(
      name: "restore-\(operations)",
      summary: "restore of \(operations) operations from a git remote into a usable library")
    row.goal = .ratioAtMost(1.5)
    var least: [Double] = []
    var ofProcessor: [Double] = []
    var series = BenchRun.Series()
    for _ in 0..<bench.options.rounds {
      let root = bench.unused("restored")
      try bench.settleDisk()
      series.add(
        try bench.require(
          try bench.runAlbumen(
            ["restore", "--json", libraries.address, root.display], state: bench.unused("state"))))
      let clone = bench.unused("clone")
      try bench.settleDisk()
      let cloned = try bench.require(
        try bench.runShell(
          "git clone -q --no-checkout '\(libraries.address)' '\(clone.display)'",
          in: bench.scratch))
      let (numbers, _) = try bench.runWorker(
        ["worker-rebuild", logs.display, bench.unused("catalogue").display])
      least.append(
        Double(cloned.wall) / 1e9 + (numbers["fold"] ?? 0) + (numbers["insert"] ?? 0))
      ofProcessor.append(
        Double(cloned.processor) / 1e9 + (numbers["processorFold"] ?? 0)
          + (numbers["processorInsert"] ?? 0))
    }
    row.values = Spread(series.seconds)
    row.peakMemory = series.peakMemory
    row.peer = .init(name: "git clone + fold + raw sorted inserts", values: Spread(least))
    row.noteProcessors(series.processor, ofProcessor)
    return [row, try bytesRow(bench, libraries)]
  }

  /// What the remote takes on disk.
  private static func bytesRow(
    _ bench: BenchRun, _ libraries: ExchangingLibraries
  ) throws -> BenchRow {
    var row = BenchRow(
      name: "restore-bytes-\(libraries.operations)",
      summary: "on the remote, \(libraries.operations) operations", unit: .bytesPerOperation)
    let output = bench.unused("bytes")
    try bench.require(
      try bench.runShell(
        "find . -type f -exec cat {} +", in: libraries.repository / "objects", output: output))
    row.values = Spread([
      Double(try FileStatus.ofLink(at: output).size) / Double(libraries.operations)
    ])
    return row
  }
}
