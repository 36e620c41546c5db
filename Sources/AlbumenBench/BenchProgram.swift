import CommandParsing

/// Describes the command line of the benchmarks.
enum BenchProgram {
  /// Takes measurements.
  static let run = CommandSpec(
    ["run"], "measures Albumen beside other programs",
    discussion: """
      Without NAME everything is measured. Photos and histories are made up, the photos kept in \
      build/bench and used again. Programs to compare with are used where they are installed.
      """,
    options: [
      OptionSpec(flag: "quick", summary: "little of everything, to see that it works"),
      OptionSpec("json", value: "FILE", kind: .path, summary: "write the figures to FILE, too"),
      OptionSpec(
        "rounds", value: "N", kind: .integer(1...1_000), default: "5",
        summary: "how often each is measured"),
      OptionSpec(
        "small", value: "N", kind: .integer(10...10_000_000), default: "10000",
        summary: "photos of about 76 KB"),
      OptionSpec(
        "big", value: "N", kind: .integer(1...1_000_000), default: "300",
        summary: "photos of about 3 MB"),
      OptionSpec(
        "tiny", value: "N", kind: .integer(10...10_000_000), default: "100000",
        summary: "photos of about 1.4 KB"),
      OptionSpec(
        "operations", value: "N", kind: .integer(1_000...100_000_000), default: "1000000",
        summary: "operations of a history"),
      OptionSpec(
        "directory", value: "DIR", kind: .directory, default: "build/bench",
        summary: "where everything is written"),
    ],
    operands: [
      OperandSpec(
        "NAME", .many, kind: .choice(Benchmark.all.map(\.name)), summary: "what is measured")
    ])

  static let list = CommandSpec(["list"], "lists what can be measured")

  // What has to be a process of its own, so that its memory is its own.
  static let history = worker("worker-history", ["COUNT", "SIZE", "DIR"])
  static let lines = worker("worker-lines", ["DIR"])
  static let fold = worker("worker-fold", ["DIR"])
  static let rebuild = worker("worker-rebuild", ["DIR", "TARGET"])
  static let plan = worker("worker-plan", ["CATALOGUE", "LIBRARY"])
  static let probe = worker("worker-probe", ["HELPER", "LIST"])

  private static func worker(_ name: String, _ operands: [String]) -> CommandSpec {
    CommandSpec(
      [name], "does one piece of work",
      operands: operands.map { OperandSpec($0, kind: .path, summary: "an argument") }, hidden: true)
  }

  static let spec = ProgramSpec(
    name: "bench", summary: "measures Albumen beside other programs", options: [.help],
    groups: [.init("Commands", [run, list, history, lines, fold, rebuild, plan, probe])])
}
