import Platform

extension Benchmark {
  /// The album view of many albums is made.
  static let view = Benchmark(
    name: "view", summary: "the album view of many albums is made, and looked at"
  ) { bench in
    let roll = try bench.roll(bench.options.tiny)
    var made = BenchRow(
      name: "view-\(roll.count)",
      summary: "the view of \(roll.albums) albums with \(roll.count) links is made")
    made.goal = .ratioAtMost(1.5)
    let source = (roll.root / "Photos").display
    let measured = try bench.interleave(
      {
        try roll.removeView()
        try bench.settleDisk()
        return try roll.makeView()
      },
      {
        let target = bench.unused("links")
        return try bench.runShell("exec cp -rs '\(source)' '\(target.display)'", in: bench.scratch)
      })
    try roll.requireView()
    made.take(measured, peer: "cp -rs")
    made.noteProcessors(measured)
    var agrees = BenchRow(
      name: "view-show-\(roll.count)", summary: "view show of it, where it agrees",
      unit: .milliseconds)
    let looked = try bench.interleave({ try roll.albumen(["view", "show"]) }, nil)
    agrees.take(looked, peer: "")
    agrees.note = looked.piece.processorNote
    return [made, agrees]
  }
}
