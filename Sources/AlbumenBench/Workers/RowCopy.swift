import Platform
import SQLiteKit

/// Inserts the rows of one catalogue into another one, each table in the order of its key.
final class RowCopy {
  private let source: Connection
  private let target: Connection
  /// How many rows were inserted.
  private(set) var rows = 0
  /// The time of processors that inserting took, in seconds.
  private(set) var processor = 0.0
  /// How many rows are read ahead, which is not timed.
  private static let chunk = 20_000

  private enum Cell {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
  }

  /// Makes a database with the tables of another one.
  init(of source: Path, at target: Path) throws {
    self.source = try Connection(source)
    self.target = try Connection(target)
    try self.target.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")
    let schema = try self.source.prepare(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name")
    for sql in try schema.map({ $0.text(0) }) { try self.target.execute(sql) }
  }

  /// Inserts all rows in one transaction; returns how many seconds that took.
  func run() throws -> Double {
    var taken = 0.0
    try target.execute("BEGIN IMMEDIATE")
    for table in try tables() { try copy(table, &taken) }
    try timed(&taken) { try target.execute("COMMIT") }
    try source.close()
    try target.close()
    return taken
  }

  /// Adds what a step takes.
  private func timed(_ taken: inout Double, _ step: () throws -> Void) rethrows {
    let start = SystemClock.monotonicNanoseconds
    let before = SystemClock.processorNanoseconds
    try step()
    taken += Double(SystemClock.monotonicNanoseconds - start) / 1e9
    processor += Double(SystemClock.processorNanoseconds - before) / 1e9
  }

  private func tables() throws -> [String] {
    try source.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").map { $0.text(0) }
  }

  private func copy(_ table: String, _ taken: inout Double) throws {
    let reading = try source.prepare("SELECT * FROM \(table)")
    let places = (1...reading.columnCount).map { "?\($0)" }.joined(separator: ", ")
    let writing = try target.prepare("INSERT INTO \(table) VALUES (\(places))")
    var isAtEnd = false
    while !isAtEnd {
      var chunk: [[Cell]] = []
      while chunk.count < Self.chunk {
        guard try reading.step() else {
          isAtEnd = true
          break
        }
        chunk.append((0..<reading.columnCount).map { Self.cell(reading.row, $0) })
      }
      try timed(&taken) {
        for row in chunk {
          for (index, cell) in row.enumerated() { try Self.bind(cell, to: writing, at: index + 1) }
          try writing.run()
        }
      }
      rows += chunk.count
    }
  }

  private static func cell(_ row: Row, _ column: Int) -> Cell {
    switch row.type(column) {
    case .null: .null
    case .integer: .integer(row.int64(column))
    case .real: .real(row.double(column))
    case .text: .text(row.text(column))
    case .blob: .blob(row.bytes(column))
    }
  }

  private static func bind(
    _ cell: Cell, to statement: Statement, at index: Int
  ) throws(SQLiteError) {
    switch cell {
    case .null: try statement.bindNull(at: index)
    case .integer(let value): try statement.bind(value, at: index)
    case .real(let value): try statement.bind(value, at: index)
    case .text(let value): try statement.bind(value, at: index)
    case .blob(let value): try statement.bind(value, at: index)
    }
  }
}
