import Operations
import SQLiteKit

/// Holds the numbers that stand for logs in rows, and what has been delivered of each.
struct LogTable {
  private var numbers: [LogID: Int64] = [:]
  private var ids: [Int64: LogID] = [:]
  /// What has been delivered.
  var vector = VersionVector()
  /// From where on the rest of a log is not waited for.
  var waivers: [LogID: UInt64] = [:]

  init() {}

  /// Reads the table.
  init(_ connection: Connection) throws(SQLiteError) {
    let statement = try connection.statement("SELECT id, log, seq, waived FROM log")
    var rows = statement.rows()
    while let row = try rows.next() {
      guard let log = LogID(row: row, 1) else {
        throw Catalogue.damage("a log's id", path: connection.path)
      }
      insert(log, as: row.int64(0))
      vector[log] = UInt64(bitPattern: row.int64(2))
      if !row.isNull(3) { waivers[log] = UInt64(bitPattern: row.int64(3)) }
    }
  }

  /// The number of a log.
  func number(of log: LogID) -> Int64? { numbers[log] }

  /// All logs that have a number.
  var logs: [LogID] { Array(numbers.keys) }

  /// The log that has a number.
  func log(_ number: Int64) -> LogID? { ids[number] }

  mutating func insert(_ log: LogID, as number: Int64) {
    numbers[log] = number
    ids[number] = log
  }

  /// The dot in two columns.
  func dot(_ row: Row, _ column: Int) -> Dot? {
    ids[row.int64(column)].map {
      Dot(log: $0, seq: UInt64(bitPattern: row.int64(column + 1)))
    }
  }

  /// The stamp in three columns; nil where the first is NULL.
  func stamp(_ row: Row, _ column: Int) -> Stamp? {
    guard !row.isNull(column), let dot = dot(row, column + 1) else { return nil }
    return Stamp(hlc: UInt64(bitPattern: row.int64(column)), dot: dot)
  }
}
