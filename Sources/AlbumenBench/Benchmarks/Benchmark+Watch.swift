import Hashing
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
    let watched = try WatchedLibrary(bench, corpus, state: state)
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
      let watched = try WatchedLibrary(bench, corpus, state: try bench.library(in: corpus))
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

/// Is a library that `albumen watch` keeps up.
private final class WatchedLibrary {
  private let bench: BenchRun
  private let corpus: PhotoCorpus
  private let stream: RecordStream
  /// How long the watch waits for a file to be still, in milliseconds.
  private static let settle = 100.0
  private static let patience = Duration.seconds(120)

  /// Starts a watch and waits until it has looked at the whole folder.
  init(_ bench: BenchRun, _ corpus: PhotoCorpus, state: Path) throws {
    self.bench = bench
    self.corpus = corpus
    stream = try RecordStream(
      bench, ["-L", corpus.directory.display, "watch", "--json"], state: state)
    let deadline = Deadline(after: Self.patience)
    while true {
      for record in try stream.records(until: deadline) {
        if case .string("scanned")? = record.member("event") { return }
      }
      if deadline.hasPassed { throw BenchError("watch does not come to rest") }
    }
  }

  /// Writes photos into the folder, one after the other.
  ///
  /// - Returns: for each how many milliseconds above the settle time it took to be told as added.
  func drop(_ count: Int) throws -> [Double] {
    let interval = UInt64(bench.options.arrivals.interval) * 1_000_000
    let directory = corpus.directory / "arrivals"
    try Files.createDirectories(directory)
    var maker = PhotoMaker(.small, seed: 77)
    var generator = SplitMix(state: 77)
    var closed: [String: UInt64] = [:]
    var latencies: [Double] = []
    var next = SystemClock.monotonicNanoseconds + interval
    let deadline = Deadline(after: Self.patience)
    var made = 0
    while latencies.count < count {
      if made < count, SystemClock.monotonicNanoseconds >= next {
        let photo = maker.next(PhotoMetadataBlock(number: made, .small, using: &generator))
        let path = directory / (Path("IMG_\(made).JPG") ?? Path())
        let id = AssetID(words: SHA256.hash(photo).words).description
        let file = try Descriptor.open(path, [.write, .create, .exclusive])
        try file.writeAll(photo, path: path)
        try file.close()
        closed[id] = SystemClock.monotonicNanoseconds
        made += 1
        next += interval
      }
      let now = SystemClock.monotonicNanoseconds
      let pause = made == count ? 1_000_000_000 : next > now ? next - now : 0
      for record in try stream.records(until: Deadline(after: .nanoseconds(pause))) {
        let time = SystemClock.monotonicNanoseconds
        guard case .array(let added)? = record.member("added") else { continue }
        for case .string(let id) in added {
          guard let start = closed[id] else { continue }
          latencies.append(Double(time - start) / 1e6 - Self.settle)
        }
      }
      if deadline.hasPassed { throw BenchError("watch has not taken in what arrived") }
    }
    return latencies
  }

  /// What the watch has in memory now, and had at the most, in bytes.
  func memory() throws -> (resident: UInt64, peak: UInt64) {
    let path = Path("/proc/\(stream.identifier)/status") ?? Path()
    let text = String(decoding: try DurableFile.contents(of: path), as: UTF8.self)
    func kilobytes(_ name: String) throws -> UInt64 {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
      guard let number = line?.split(separator: " ").dropFirst().first.flatMap({ UInt64($0) })
      else { throw BenchError("\(path.display) does not tell \(name)") }
      return number
    }
    return (try kilobytes("VmRSS:") << 10, try kilobytes("VmHWM:") << 10)
  }
}
