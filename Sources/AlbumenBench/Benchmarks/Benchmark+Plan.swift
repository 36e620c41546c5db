import Operations
import Platform

extension Benchmark {
  /// One change in a large folder, with an album view of it all.
  static let plan = Benchmark(
    name: "plan", summary: "one change in a large folder with many albums"
  ) { bench in
    let roll = try bench.roll(bench.options.tiny)
    try roll.requireView()
    try roll.albumen(["scan"])
    return [
      try plannerRow(bench, roll), try commandRow(bench, roll, "scan"),
      try commandRow(bench, roll, "status"),
    ]
  }

  /// The planner alone, from what was found to what is to be done.
  private static func plannerRow(_ bench: BenchRun, _ roll: RollLibrary) throws -> BenchRow {
    var row = BenchRow(
      name: "plan-\(roll.count)",
      summary: "the planner alone: one new file beside \(roll.count), in \(roll.albums) albums",
      unit: .milliseconds)
    row.goal = .atMost(100)
    let catalogue = bench.unused("catalogue")
    try bench.require(
      try bench.runShell(
        "find . -name catalogue.sqlite", in: roll.state, output: catalogue))
    let text = String(decoding: try DurableFile.contents(of: catalogue), as: UTF8.self)
    guard let path = text.split(separator: "\n").first.flatMap({ Path(String($0)) }) else {
      throw BenchError("the library has no catalogue")
    }
    var times: [Double] = []
    for _ in 0..<bench.options.rounds {
      let (numbers, usage) = try bench.runWorker(
        ["worker-plan", (roll.state / path).display, (roll.root / ".albumen/library").display])
      times.append((numbers["plan"] ?? 0) * 1e3)
      row.peakMemory = max(row.peakMemory ?? 0, usage.peakMemory)
    }
    row.values = Spread(times)
    return row
  }

  /// A whole command that meets one new file, its look at folder and view included, beside a list of both.
  private static func commandRow(
    _ bench: BenchRun, _ roll: RollLibrary, _ command: String
  ) throws -> BenchRow {
    var row = BenchRow(
      name: "plan-\(command)-\(roll.count)",
      summary: "\(command) with one new file beside \(roll.count), and as many links in "
        + "\(roll.albums) albums, to be looked at", unit: .milliseconds)
    // status says by its code that there is something to do.
    let code: Int32 = command == "status" ? 15 : 0
    var piece = BenchRun.Series()
    var peer = BenchRun.Series()
    for _ in 0..<bench.options.rounds {
      try roll.addPhoto()
      try bench.settleDisk()
      piece.add(
        try bench.require(
          try bench.runAlbumen(
            ["-L", roll.root.display, command, "--json"], state: roll.state), code))
      peer.add(
        try bench.require(
          try bench.runShell("exec find . -printf '%s %T@ %l\\n'", in: roll.root)))
      if code != 0 { try roll.albumen(["scan"]) }
    }
    row.take((piece, peer), peer: "find -printf '%s %T@ %l'")
    row.noteProcessors((piece, peer))
    return row
  }

  /// One new file after the other in a folder that is watched, small and large.
  static let arrival = Benchmark(
    name: "arrival", summary: "one new file in a small and in a large watched folder"
  ) { bench in
    let large = bench.options.tiny
    let (few, many) = (try arrivals(bench, max(large / 100, 10)), try arrivals(bench, large))
    func row(_ name: String, _ words: String, _ values: [Double]) -> BenchRow {
      var row = BenchRow(
        name: "arrival-\(name)", summary: "watch, for one new file: \(words)", unit: .milliseconds)
      row.values = Spread(values)
      return row
    }
    func beside(_ name: String, _ words: String, _ values: [Double], _ other: BenchRow) -> BenchRow
    {
      var row = row(name, words, values)
      row.peer = .init(name: other.name, values: other.values)
      row.goal = .ratioAtMost(2)
      return row
    }
    let seen = "until it is recorded, above the settle time, beside"
    let work = "the time of processors, the album view's included, beside"
    let seenFew = row("\(few.count)", "\(seen) \(few.count)", few.latencies)
    let workFew = row("work-\(few.count)", "\(work) \(few.count)", [few.work])
    return [
      seenFew, beside("\(many.count)", "\(seen) \(many.count)", many.latencies, seenFew),
      workFew, beside("work-\(many.count)", "\(work) \(many.count)", [many.work], workFew),
    ]
  }

  /// How long files that arrive take, each in milliseconds, and what one takes of a processor.
  private static func arrivals(
    _ bench: BenchRun, _ count: Int
  ) throws -> (count: Int, latencies: [Double], work: Double) {
    let roll = try bench.roll(count)
    try roll.requireView()
    let watched = try WatchedLibrary(bench, roll.root, state: roll.state)
    // What follows the first look is not of an arrival.
    try bench.pause(seconds: min(bench.options.rest, 5))
    let before = try watched.process.processorSeconds()
    let arrived = max(bench.options.arrivals.count / 4, 1)
    let latencies = try watched.drop(arrived, in: "Photos/Roll 1")
    // The view follows a moment later.
    try bench.pause(seconds: min(bench.options.rest, 5))
    let work = try watched.process.processorSeconds() - before
    return (count, latencies, work / Double(arrived) * 1e3)
  }
}
