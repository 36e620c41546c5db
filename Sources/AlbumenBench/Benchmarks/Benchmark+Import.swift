import Platform

extension Benchmark {
  /// Photos come from outside: copied, hashed, looked into, recorded and on disk.
  static let importing = Benchmark(
    name: "import", summary: "small photos are copied into a library from outside"
  ) { bench in
    let corpus = try bench.corpus(.small, bench.options.small)
    try bench.shelve(corpus)
    var row = BenchRow(
      name: "import", summary: "import of \(corpus.count) photos from outside, durable")
    row.goal = .ratioAtMost(1.5)
    try bench.require(
      try bench.runShell("find . -name '*.JPG' -exec cat {} +", in: corpus.directory))
    let measured = try bench.interleave(
      {
        let state = bench.unused("state")
        let root = bench.unused("imported")
        try Files.createDirectories(root)
        try bench.require(
          try bench.runAlbumen(["init", "--no-scan", "--json", root.display], state: state))
        try bench.settleDisk()
        return try bench.runAlbumen(
          ["-L", root.display, "import", "--json", corpus.directory.display], state: state)
      },
      {
        let target = bench.unused("copied")
        return try bench.runShell("cp -r . '\(target.display)' && sync", in: corpus.directory)
      })
    row.take(measured, peer: "cp -r + sync")
    return [row]
  }
}
