import Platform

/// Is a made-up history on disk: as the log that it is, and as the lines that `replay` takes in.
struct RecordedHistory {
  private let bench: BenchRun
  let operations: Int
  /// The directory of its one log.
  let logs: Path

  /// Makes a history, or finds the one that this run has made.
  ///
  /// - Parameter size: how many operations a transaction has.
  static func make(_ bench: BenchRun, of operations: Int, by size: Int = 10) throws -> Self {
    let logs = bench.scratch / (Path("history-\(operations)-\(size)") ?? Path())
    if (try? FileStatus.ofLink(at: logs)) == nil {
      bench.note("making a history of \(operations) operations, \(size) a transaction")
      try bench.require(
        try MeasuredProcess.run(
          bench.worker,
          ["worker-history", String(operations), String(size), logs.display]))
    }
    return Self(bench: bench, operations: operations, logs: logs)
  }

  /// The file of its lines, as `albumen log export` writes them.
  func lines() throws -> Path {
    let file = logs.appending(suffix: ".jsonl".utf8) ?? Path()
    if (try? FileStatus.ofLink(at: file)) == nil {
      try bench.require(
        try MeasuredProcess.run(bench.worker, ["worker-lines", logs.display], output: file))
    }
    return file
  }

  /// Makes a folder a library that has the history.
  func replay(into root: Path, state: Path) throws {
    bench.note("making a library of \(operations) operations")
    try bench.require(try bench.runAlbumen(["init", "--no-scan", root.display], state: state))
    try bench.require(
      try bench.runAlbumen(
        ["-L", root.display, "replay", "--json", lines().display], state: state))
  }
}
