import Platform

extension Benchmark {
  /// Commands on a library that is up to date, as whole processes.
  static let commands = Benchmark(
    name: "commands", summary: "commands on a library of small photos, as whole processes"
  ) { bench in
    let corpus = try bench.corpus(.small, bench.options.small)
    let state = try bench.library(in: corpus)
    let library = ["-L", corpus.directory.display]
    let rounds = max(bench.options.rounds * 3, 1)
    func row(_ name: String, _ words: String, atMost limit: Double, _ arguments: () -> [String])
      throws -> BenchRow
    {
      var row = BenchRow(
        name: name, summary: "\(words) at \(corpus.count) assets", unit: .milliseconds)
      row.goal = .atMost(limit)
      row.take(
        try bench.interleave(
          rounds: rounds, { try bench.runAlbumen(library + arguments(), state: state) }, nil),
        peer: "")
      return row
    }
    try bench.require(
      try bench.runAlbumen(library + ["album", "create", "Bench"], state: state))
    var next = 0
    return [
      try row("version", "version, which needs no library", atMost: 50) { ["version"] },
      try row("albums", "albums", atMost: 50) { ["albums"] },
      try row("status", "status, which looks at the whole folder", atMost: 50) { ["status"] },
      try row("album-add", "album add of one photo, durable", atMost: 50) {
        next += 1
        let file = corpus.files[next % corpus.files.count]
        return ["album", "add", "Bench", (corpus.directory / file).display]
      },
      try row("ls", "ls --json of all", atMost: 150) { ["ls", "--json"] },
    ]
  }

  /// How often one small change waits for the disk.
  static let fsyncs = Benchmark(
    name: "fsyncs", summary: "how often a small change waits for the disk"
  ) { bench in
    let corpus = try bench.corpus(.small, bench.options.small)
    var row = BenchRow(
      name: "fsyncs", summary: "fsync and its like in one album add", unit: .calls)
    guard let strace = bench.program("strace") else {
      row.skipped = "strace is not installed"
      return [row]
    }
    let state = try bench.library(in: corpus)
    let library = ["-L", corpus.directory.display]
    // The first change of a library begins a log; that is not what is asked for.
    try bench.require(
      try bench.runAlbumen(library + ["album", "create", "Counted"], state: state))
    let trace = bench.unused("trace")
    let file = (corpus.directory / corpus.files[0]).display
    try bench.require(
      try MeasuredProcess.run(
        strace,
        [
          "-f", "-qq", "-o", trace.display, "-e",
          "trace=fsync,fdatasync,syncfs,sync,sync_file_range,msync", bench.albumen.display,
        ] + library + ["album", "add", "Counted", file],
        environment: bench.environment(state: state)))
    let text = String(decoding: try DurableFile.contents(of: trace), as: UTF8.self)
    let calls = text.split(separator: "\n").filter { $0.contains("sync") && $0.contains("(") }
    row.values = Spread([Double(calls.count)])
    return [row]
  }
}
