import Platform

extension Benchmark {
  /// Another program copies many photos into a watched folder, as fast as it can.
  static let burst = Benchmark(
    name: "burst", summary: "many photos are copied at once into a folder that is watched"
  ) { bench in
    let corpus = try bench.corpus(.small, bench.options.small)
    try bench.shelve(corpus)
    try bench.require(
      try bench.runShell("find . -name '*.JPG' -exec cat {} +", in: corpus.directory))
    var row = BenchRow(
      name: "burst",
      summary: "\(corpus.count) photos copied into a watched folder, until all are recorded")
    // At least 0.7 of an import's photos a second.
    row.goal = .ratioAtMost(1 / 0.7)
    var burst = BenchRun.Series()
    var imported = BenchRun.Series()
    for round in 0..<bench.options.rounds {
      if round % 2 == 1 { imported.add(try importing(corpus, bench)) }
      let (root, state) = try emptyLibrary(bench)
      let watched = try WatchedLibrary(bench, root, state: state)
      try bench.settleDisk()
      let taken = try watched.take(corpus.directory, count: corpus.count)
      burst.add(
        seconds: taken.seconds, processor: taken.processor,
        peakMemory: try watched.memory().peak)
      if round % 2 == 0 { imported.add(try importing(corpus, bench)) }
    }
    row.take((burst, imported), peer: "import")
    row.noteProcessors((burst, imported))
    return [row]
  }

  /// The photos are imported into a library of their own.
  private static func importing(
    _ corpus: PhotoCorpus, _ bench: BenchRun
  ) throws -> MeasuredProcess.Usage {
    let (root, state) = try emptyLibrary(bench)
    try bench.settleDisk()
    return try bench.require(
      try bench.runAlbumen(
        ["-L", root.display, "import", "--json", corpus.directory.display], state: state))
  }

  private static func emptyLibrary(_ bench: BenchRun) throws -> (root: Path, state: Path) {
    let root = bench.unused("root")
    let state = bench.unused("state")
    try Files.createDirectories(root)
    try bench.require(try bench.runAlbumen(["init", root.display], state: state))
    return (root, state)
  }

  /// A watch to which nothing happens.
  static let idle = Benchmark(
    name: "idle", summary: "what a watch at rest takes of a processor"
  ) { bench in
    let corpus = try bench.corpus(.small, bench.options.small)
    let watched = try WatchedLibrary(
      bench, corpus.directory, state: try bench.library(in: corpus))
    var row = BenchRow(
      name: "idle-\(corpus.count)",
      summary: "watch at rest, with \(corpus.count) assets, of one processor, in "
        + "\(bench.options.rest) s", unit: .percent)
    row.goal = .atMost(0.1)
    // What follows the first look is no rest.
    try bench.pause(seconds: min(bench.options.rest, 3))
    var shares: [Double] = []
    for _ in 0..<min(bench.options.rounds, 3) {
      let before = try watched.process.processorSeconds()
      let start = SystemClock.monotonicNanoseconds
      try bench.pause(seconds: bench.options.rest)
      let seconds = Double(SystemClock.monotonicNanoseconds - start) / 1e9
      shares.append((try watched.process.processorSeconds() - before) / seconds * 100)
    }
    row.values = Spread(shares)
    return [row]
  }
}
