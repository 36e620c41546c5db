/// Is a group of rows that are measured together.
struct Benchmark: Sendable {
  let name: String
  /// One phrase, lower case, without full stop.
  let summary: String
  let run: @Sendable (BenchRun) throws -> [BenchRow]

  /// All, in the order in which they are run: what writes much comes last.
  static let all: [Benchmark] = [
    .fold, .rebuild, .probe, .initialise, .initialiseBig, .commands, .scan, .watch, .memory, .idle,
    .zoo, .fsyncs, .importing, .burst, .view, .plan, .arrival, .history, .sync, .restore,
  ]
}
