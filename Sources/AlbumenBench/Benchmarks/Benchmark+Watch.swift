import Operations
import Platform

extension Benchmark {
  /// From the closing of a file to its being recorded and on disk.
  static let watch = Benchmark(
    name: "watch", summary: "how long a photo that arrives takes to be recorded"
  ) { bench in
    let corpus = try PhotoCorpus.prepare(
      .tiny, count: bench.options.small, in: bench.scratch, note: bench.note)
    let state = try bench.library(in: corpus)
    let watched = try WatchedLibrary(bench, corpus.directory, state: state)
    let latencies = try watched.drop(bench.options.arrivals.count)
    let words = "from close to recorded and on disk, above the settle time"
    let library = "with \(corpus.count) assets"
    func row(_ name: String, _ quantity: String, _ value: Double, atMost limit: Double) -> BenchRow
    {
      var row = BenchRow(
        name: name, summary: "watch: \(quantity) \(words), \(library)", unit: .milliseconds)
      row.values = Spread([value])
      row.goal = .atMost(limit)
      return row
    }
    let spread = Spread(latencies)
    return [
      row("watch-median", "median", spread.median, atMost: 50),
      row("watch-p99", "99th percentile", spread.quantile(0.99), atMost: 250),
    ]
  }

  /// What a watch that has nothing to do keeps in memory.
  static let memory = Benchmark(
    name: "memory", summary: "what a watch at rest keeps in memory"
  ) { bench in
    try [(PhotoMaker.Kind.small, bench.options.small), (.tiny, bench.options.tiny)].map {
      let corpus = try bench.corpus($0, $1)
      let watched = try WatchedLibrary(
        bench, corpus.directory, state: try bench.library(in: corpus))
      var row = BenchRow(
        name: "memory-\(corpus.count)", summary: "watch at rest, with \(corpus.count) assets",
        unit: .megabytes)
      let memory = try watched.memory()
      row.values = Spread([Double(memory.resident) / 1e6])
      row.peakMemory = memory.peak
      row.goal = .atMost(60)
      return row
    }
  }
}
