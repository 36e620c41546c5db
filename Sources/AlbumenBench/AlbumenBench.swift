import CommandParsing
import Platform

/// Is the program that measures Albumen; never installed.
@main enum AlbumenBench {
  static func main() async {
    var code: Int32 = 0
    do { try await run() } catch let error as UsageError {
      tell(error.line, error.hint)
      code = 2
    } catch {
      tell("\(error)", nil)
      code = 1
    }
    ThisProcess.end(code)
  }

  private static func tell(_ text: String, _ hint: String?) {
    let lines = ["bench: \(text)"] + (hint.map { ["hint: \($0)"] } ?? [])
    try? StandardStream.errorOutput.writeAll(
      lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] })
  }

  private static func run() async throws {
    let arguments = CommandLine.arguments.dropFirst().map { Array($0.utf8) }
    switch try CommandParser(BenchProgram.spec).parse(arguments) {
    case .help(let command):
      let renderer = HelpRenderer(BenchProgram.spec, width: 80)
      try write(command.map { renderer.help(for: $0) } ?? renderer.overview())
    case .version: break
    case .command(let parsed): try await run(parsed)
    }
  }

  private static func run(_ parsed: ParsedCommand) async throws {
    switch parsed.path {
    case BenchProgram.list.path:
      try write(Benchmark.all.map { "\($0.name): \($0.summary)\n" }.joined())
    case BenchProgram.history.path:
      guard let count = try parsed.operandText("COUNT").flatMap({ Int($0) }),
        let size = try parsed.operandText("SIZE").flatMap({ Int($0) }), count > 0, size > 0
      else { throw BenchError("a history has a whole number of operations") }
      try HistoryMaker.write(count, by: size, to: path(parsed, "DIR"))
    case BenchProgram.lines.path: try HistoryWorkers.lines(path(parsed, "DIR"))
    case BenchProgram.fold.path: try HistoryWorkers.fold(path(parsed, "DIR"))
    case BenchProgram.rebuild.path:
      try HistoryWorkers.rebuild(path(parsed, "DIR"), in: path(parsed, "TARGET"))
    case BenchProgram.plan.path:
      try PlanWorker.run(catalogue: path(parsed, "CATALOGUE"), library: path(parsed, "LIBRARY"))
    case BenchProgram.probe.path:
      try await ProbeWorker.run(helper: path(parsed, "HELPER"), list: path(parsed, "LIST"))
    default: try measure(parsed)
    }
  }

  private static func path(_ parsed: ParsedCommand, _ operand: String) -> Path {
    parsed.operand(operand).flatMap { Path(bytes: $0.bytes) } ?? Path()
  }

  private static func measure(_ parsed: ParsedCommand) throws {
    var options = parsed.flag("quick") ? BenchOptions.quick : BenchOptions()
    options.rounds = try parsed.integer("rounds") ?? options.rounds
    options.small = try parsed.integer("small") ?? options.small
    options.big = try parsed.integer("big") ?? options.big
    options.tiny = try parsed.integer("tiny") ?? options.tiny
    options.operations = try parsed.integer("operations") ?? options.operations
    options.probes = min(options.probes, options.small)
    let here = try Files.resolve(".")
    let directory = parsed.value("directory").flatMap { Path(bytes: $0.bytes) } ?? "build/bench"
    let names = Set(parsed.operands("NAME").compactMap(\.text))
    let bench = try BenchRun(
      options, directory: directory.isAbsolute ? directory : here / directory, search: search)
    var rows: [BenchRow] = []
    for benchmark in Benchmark.all where names.isEmpty || names.contains(benchmark.name) {
      bench.note("\(benchmark.name): \(benchmark.summary)")
      rows += try benchmark.run(bench)
    }
    let report = Report(options: options, rows: rows)
    try write(report.table)
    if let file = parsed.value("json").flatMap({ Path(bytes: $0.bytes) }) {
      try DurableFile.replace(file.isAbsolute ? file : here / file, with: report.json)
    }
    try bench.cleanUp()
  }

  /// The directories in which programs are looked for.
  private static var search: [Path] {
    let name = Array("PATH=".utf8)
    let entry = ThisProcess.environment.first { $0.starts(with: name) }
    return (entry ?? []).dropFirst(name.count).split(separator: UInt8(ascii: ":")).compactMap {
      Path(bytes: $0)
    }
  }

  private static func write(_ text: String) throws {
    try StandardStream.output.writeAll(Array(text.utf8))
  }
}
