import Catalogue
import LibraryState
import OperationLog
import Operations
import Platform

/// Reads histories, and says how long each part of that took, a line each: a name and seconds.
enum HistoryWorkers {
  /// Folds a history into a state in memory, from the bytes of its segments.
  static func fold(_ logs: Path) throws {
    var state = LibraryState()
    let before = SystemClock.processorNanoseconds
    let whole = try seconds { try fold(logs) { state.deliver($0.transaction) } }
    let processor = Double(SystemClock.processorNanoseconds - before) / 1e9
    let operations = Double(state.vector[HistoryMaker.log])
    state = LibraryState()
    let chain = try chaining(logs)
    try tell([
      ("whole", whole), ("processor", processor), ("chain", chain.wall),
      ("processorChain", chain.processor), ("operations", operations),
    ])
  }

  /// Writes a history as JSON Lines, as `albumen log export` does.
  static func lines(_ logs: Path) throws {
    var out = JSONWriter()
    try fold(logs) { entry in
      entry.transaction.write(to: &out)
      out.newline()
      guard out.bytes.count > 1 << 20 else { return }
      try StandardStream.output.writeAll(out.bytes)
      out.removeAll()
    }
    try StandardStream.output.writeAll(out.bytes)
  }

  /// What verifying the chain takes, found by doing it once more: some transactions are read, which is not
  /// counted, and then verified.
  private static func chaining(_ logs: Path) throws -> (wall: Double, processor: Double) {
    var chain = ChainHash.start(HistoryMaker.log)
    var waiting: [Transaction] = []
    var wall = 0.0
    var processor: UInt64 = 0
    func verify() {
      let before = SystemClock.processorNanoseconds
      wall += seconds { for item in waiting { chain = ChainHash.next(chain, item) } }
      processor += SystemClock.processorNanoseconds - before
      waiting.removeAll(keepingCapacity: true)
    }
    var last: LogEntry?
    try fold(logs) { entry in
      waiting.append(entry.transaction)
      last = entry
      if waiting.count == 1_000 { verify() }
    }
    verify()
    guard chain == last?.chain else { throw BenchError("the chain is another one than the log's") }
    return (wall, Double(processor) / 1e9)
  }

  /// Builds a catalogue of a history, and then does by hand what cannot be avoided of that: the fold,
  /// and the insertion of all rows in the order of their tables.
  static func rebuild(_ logs: Path, in directory: Path) throws {
    try Files.createDirectories(directory)
    let built = directory / "built.sqlite"
    let start = SystemClock.processorNanoseconds
    let building = try seconds { try build(logs, at: built) }
    let processorBuild = Double(SystemClock.processorNanoseconds - start) / 1e9
    var state = LibraryState()
    let before = SystemClock.processorNanoseconds
    let folding = try seconds { try fold(logs) { state.deliver($0.transaction) } }
    let processor = Double(SystemClock.processorNanoseconds - before) / 1e9
    let copy = try RowCopy(of: built, at: directory / "copied.sqlite")
    let inserting = try copy.run()
    try tell([
      ("build", building), ("fold", folding), ("insert", inserting), ("rows", Double(copy.rows)),
      ("processorBuild", processorBuild), ("processorFold", processor),
      ("processorInsert", copy.processor),
    ])
  }

  private static func build(_ logs: Path, at path: Path) throws {
    let catalogue = try Catalogue(path: path, library: HistoryMaker.library)
    func wrapped(_ error: CatalogueError) -> any Error { error }
    try catalogue.build(mapError: wrapped) { (builder) throws in
      try fold(logs) { entry in
        try builder.deliver(
          DeliveredTransaction(
            entry.transaction, chain: entry.chain, segment: entry.segment,
            offset: UInt64(clamping: entry.offset), end: UInt64(clamping: entry.mark.offset),
            tables: entry.tables))
      }
    }
    try catalogue.close()
  }

  private static func fold(_ logs: Path, _ body: (LogEntry) throws -> Void) throws {
    let store = LogStore(directory: logs, library: HistoryMaker.library)
    var cursor = try store.reader(HistoryMaker.log).entries()
    while let entry = try cursor.next() { try body(entry) }
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = SystemClock.monotonicNanoseconds
    try body()
    return Double(SystemClock.monotonicNanoseconds - start) / 1e9
  }

  private static func tell(_ numbers: [(String, Double)]) throws {
    let lines = numbers.map { "\($0.0) \($0.1)\n" }.joined()
    try StandardStream.output.writeAll(Array(lines.utf8))
  }
}
