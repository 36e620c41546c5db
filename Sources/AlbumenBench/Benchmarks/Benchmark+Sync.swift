import Platform

extension Benchmark {
  /// Two machines that exchange through a bare git repository.
  static let sync = Benchmark(
    name: "sync", summary: "two machines exchange through a bare git repository"
  ) { bench in
    guard bench.program("git") != nil else {
      return [BenchRow(name: "sync", summary: "exchange", skipped: "git is not installed")]
    }
    let greatest = bench.options.operations
    let small = max(min(10_000, greatest / 2), 1_000)
    let libraries = try [small, greatest].map { operations in
      let made = try ExchangingLibraries(bench, operations: operations)
      try made.bringSecond()
      return made
    }
    return try libraries.map { try nothingRow(bench, $0) }
      + libraries.map { try changeRow(bench, $0) }
      + hundredRows(bench, libraries[0], libraries[1])
  }

  /// Nothing is new on either side.
  private static func nothingRow(
    _ bench: BenchRun, _ libraries: ExchangingLibraries
  ) throws -> BenchRow {
    var row = BenchRow(
      name: "sync-nothing-\(libraries.operations)",
      summary: "sync over file:// with nothing new, \(libraries.operations) operations",
      unit: .milliseconds)
    row.goal = .atMost(50)
    let measured = try bench.interleave(
      rounds: bench.options.rounds * 3, { try libraries.sync(.first) }, nil)
    row.take(measured, peer: "")
    row.note = measured.piece.processorNote
    return row
  }

  /// A change on one machine is seen on the other one: the sync of each, one behind the other.
  private static func changeRow(
    _ bench: BenchRun, _ libraries: ExchangingLibraries
  ) throws -> BenchRow {
    var row = BenchRow(
      name: "sync-change-\(libraries.operations)",
      summary: "an album made on one machine is seen on another, the sync of both, "
        + "\(libraries.operations) operations", unit: .milliseconds)
    row.goal = .ratioAtMost(1.5)
    let peer = try GitPair(bench)
    var title = ""
    let measured = try bench.interleave(
      rounds: bench.options.rounds * 3,
      several: {
        title = try libraries.makeAlbum()
        try bench.settleDisk()
        return [try libraries.sync(.first), try libraries.sync(.second)]
      }, { [try peer.exchange()] })
    try libraries.requireSeen(title)
    row.take(measured, peer: "git commit + push + fetch")
    row.noteProcessors(measured)
    return row
  }

  /// A hundred operations are exchanged, in a small library and in a large one.
  private static func hundredRows(
    _ bench: BenchRun, _ small: ExchangingLibraries, _ large: ExchangingLibraries
  ) throws -> [BenchRow] {
    func exchange(_ libraries: ExchangingLibraries) throws -> [MeasuredProcess.Usage] {
      try libraries.tag(100)
      try bench.settleDisk()
      return [try libraries.sync(.first), try libraries.sync(.second)]
    }
    func row(_ libraries: ExchangingLibraries, _ series: BenchRun.Series) -> BenchRow {
      var row = BenchRow(
        name: "sync-100-\(libraries.operations)",
        summary: "processors' time of both syncs of 100 operations, "
          + "\(libraries.operations) operations", unit: .milliseconds)
      row.values = Spread(series.processor.map { $0 * 1e3 })
      row.peakMemory = series.peakMemory
      row.note = "\(Report.text(Spread(series.seconds).median)) s of the clock"
      return row
    }
    let measured = try bench.interleave(
      rounds: bench.options.rounds * 3, several: { try exchange(large) }, { try exchange(small) })
    guard let beside = measured.peer else { return [] }
    let first = row(small, beside)
    var second = row(large, measured.piece)
    second.peer = .init(name: first.name, values: first.values, peakMemory: first.peakMemory)
    second.goal = .ratioAtMost(2)
    return [first, second]
  }
}

/// Is two clones of a bare git repository.
private final class GitPair {
  private let bench: BenchRun
  private let place: Path
  private var changes = 0

  init(_ bench: BenchRun) throws {
    self.bench = bench
    place = bench.unused("git")
    try Files.createDirectories(place)
    try ExchangingLibraries.makeBare(bench, at: place / "remote.git")
    let made = """
      git clone -q remote.git first 2>/dev/null && cd first && git config user.name bench \
      && git config user.email bench@localhost && echo 0 >file && git add file \
      && git commit -q -m 0 && git push -q origin HEAD:main && cd .. && git clone -q remote.git second
      """
    try bench.require(try bench.runShell(made, in: place))
  }

  /// Commits a change of some hundred bytes in one clone, pushes it, and fetches it into the other.
  func exchange() throws -> MeasuredProcess.Usage {
    changes += 1
    let text = String(repeating: "\(changes) was made here. ", count: 16)
    try bench.require(try bench.runShell("echo '\(text)' >first/file", in: place))
    try bench.settleDisk()
    return try bench.runShell(
      "git -C first commit -q -a -m change && git -C first push -q origin HEAD:main "
        + "&& git -C second fetch -q", in: place)
  }
}
