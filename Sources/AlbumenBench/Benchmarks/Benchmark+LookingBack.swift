import Operations
import Platform

extension Benchmark {
  /// Looking back, undo, replay and changes at three sizes of history, as whole processes.
  static let history = Benchmark(
    name: "history", summary: "looking back, undo and replay at three sizes of history"
  ) { bench in
    var rows: [BenchRow] = []
    for count in sizes(upTo: bench.options.operations) {
      let measured = try HistoryLibrary(bench, operations: count)
      rows += try measured.replay()
      rows += try measured.lookingBack()
      rows += try measured.undo()
      rows.append(try measured.log())
      rows.append(try measured.seen())
    }
    return rows
  }

  /// A thousandth and a tenth of the greatest history, and itself.
  private static func sizes(upTo greatest: Int) -> [Int] {
    [greatest / 1_000, greatest / 10, greatest].filter { $0 >= 1_000 || $0 == greatest }
  }
}

/// Is a library that a made-up history was replayed into, and what is measured on it.
private struct HistoryLibrary {
  private let bench: BenchRun
  private let operations: Int
  /// Whether it is the size that the goals are about.
  private let isGreatest: Bool
  private let file: Path
  private let root: Path
  private let state: Path

  private static let perTransaction = 10

  init(_ bench: BenchRun, operations: Int) throws {
    self.bench = bench
    self.operations = operations
    isGreatest = operations == bench.options.operations
    file = try RecordedHistory.make(bench, of: operations, by: Self.perTransaction).lines()
    root = bench.unused("root")
    state = bench.unused("state")
  }

  private func row(_ name: String, _ summary: String, _ unit: BenchRow.Unit) -> BenchRow {
    BenchRow(
      name: "\(name)-\(operations)", summary: "\(summary), \(operations) operations", unit: unit)
  }

  private func albumen(
    _ arguments: [String], root: Path? = nil, state: Path? = nil, output: Path = "/dev/null"
  ) throws -> MeasuredProcess.Usage {
    try bench.runAlbumen(
      ["-L", (root ?? self.root).display] + arguments, state: state ?? self.state, output: output)
  }

  /// The identifier of an album that a fiftieth of all operations is about.
  private var album: String { "@\(HistoryMaker(operations: operations).greatestAlbum)" }

  // MARK: Replay

  /// The history taken into a new library, from an export of it.
  func replay() throws -> [BenchRow] {
    var replay = row("replay", "replay of an export into a new library", .operationsPerSecond)
    if isGreatest { replay.goal = .atLeast(300_000) }
    var first = row("replay-ls", "the first albums command behind it", .milliseconds)
    var series = BenchRun.Series()
    var after = BenchRun.Series()
    for round in 0..<bench.options.rounds {
      // The last one stays, for what is measured behind it.
      let isLast = round == bench.options.rounds - 1
      let (root, state) = isLast ? (root, state) : (bench.unused("root"), bench.unused("state"))
      try Files.createDirectories(root)
      try bench.require(try bench.runAlbumen(["init", "--no-scan", root.display], state: state))
      try bench.settleDisk()
      series.add(
        try bench.require(
          try albumen(["replay", "--json", file.display], root: root, state: state)))
      after.add(try bench.require(try albumen(["albums"], root: root, state: state)))
      if !isLast { try Files.rename(root, to: bench.unused("done")) }
    }
    replay.values = Spread(series.seconds.map { Double(operations) / $0 })
    replay.peakMemory = series.peakMemory
    replay.note = "\(Self.perTransaction) operations a transaction; \(series.processorNote)"
    first.take((after, nil), peer: "")
    first.note = after.processorNote
    return [replay, first]
  }

  // MARK: Looking back

  /// States and albums as they were in the middle of the history, and near its end.
  func lookingBack() throws -> [BenchRow] {
    let transactions = operations / Self.perTransaction
    let half = "now~\(max(transactions / 2, 1))"
    func measured(
      _ name: String, _ summary: String, atMost limit: Double? = nil, _ arguments: [String]
    ) throws -> BenchRow {
      var row = row(name, summary, .milliseconds)
      if isGreatest { row.goal = limit.map { .atMost($0) } }
      let series = try bench.interleave({ try albumen(arguments) }, nil)
      row.take(series, peer: "")
      row.note = series.piece.processorNote
      return row
    }
    return [
      try measured("state", "state", atMost: 1_000, ["state"]),
      try measured(
        "state-at", "state --at the newest but one transaction", atMost: 1_000,
        ["state", "--at", "now~1"]),
      try measured(
        "state-half", "state --at half of the history", atMost: 1_000, ["state", "--at", half]),
      try measured(
        "show-at", "show ALBUM --at half of the history, the album with the most changes",
        atMost: 50, ["show", album, "--at", half]),
    ]
  }

  // MARK: Undo

  /// A transaction of ten thousand operations, or as many as there are assets for, and its undo.
  func undo() throws -> [BenchRow] {
    let ids = HistoryMaker(operations: operations).assetNames
    try bench.require(try albumen(["album", "create", "Bench"]))
    let tags = (0..<max(1, 10_000 / ids.count)).flatMap { ["--tag", "bench-\($0)"] }
    return [
      try undo("undo", "album add", of: ids.count, ["album", "add", "Bench"] + ids),
      try undo("undo-tags", "tag", of: ids.count * tags.count / 2, ["tag"] + ids + tags),
    ]
  }

  private func undo(
    _ name: String, _ verb: String, of count: Int, _ arguments: [String]
  ) throws -> BenchRow {
    var row = row(
      name, "undo of \(verb) (\(count) operations) beside itself, in a library", .seconds)
    row.goal = .ratioAtMost(3)
    var undone = BenchRun.Series()
    var done = BenchRun.Series()
    for _ in 0..<bench.options.rounds {
      try bench.settleDisk()
      done.add(try bench.require(try albumen(arguments)))
      undone.add(try bench.require(try albumen(["undo"])))
    }
    row.take((undone, done), peer: verb)
    row.note = "\(undone.processorNote); the peer \(done.processorNote)"
    return row
  }

  // MARK: Log

  /// The list of everything.
  func log() throws -> BenchRow {
    var row = row("log-json", "log --json of everything", .operationsPerSecond)
    let series = try bench.interleave({ try albumen(["log", "--json"]) }, nil).piece
    row.values = Spread(series.seconds.map { Double(operations) / $0 })
    row.peakMemory = series.peakMemory
    row.note = series.processorNote
    return row
  }

  // MARK: Changes

  /// From the time that a change names to its being told by another process.
  func seen() throws -> BenchRow {
    var row = row(
      "seen", "a change is told by changes --follow in another process", .milliseconds)
    if isGreatest { row.goal = .atMost(50) }
    let stream = try RecordStream(
      bench, ["-L", root.display, "changes", "--follow"], state: state)
    var latencies: [Double] = []
    // Until it follows nothing is told: albums are made until one is.
    var follows = false
    var number = 0
    let wanted = max(bench.options.rounds * 4, 3)
    while latencies.count < wanted {
      number += 1
      if number > 10 * wanted { throw BenchError("changes --follow tells nothing") }
      try bench.require(try albumen(["album", "create", "Seen \(number)"]))
      let told = try stream.records(until: Deadline(after: .seconds(follows ? 30 : 1)))
      let now = SystemClock.wallMilliseconds
      guard case .int(let wall)? = told.last?.member("wall") else { continue }
      if follows { latencies.append(Double(now - wall)) }
      follows = true
    }
    row.values = Spread(latencies)
    row.note = "from the time that the change names, its write to the disk included"
    return row
  }
}
