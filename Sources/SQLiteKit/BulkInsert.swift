/// Inserts many rows into a table, many of them with one statement.
///
/// A statement of its own for each row opens the table, goes down its tree and ends the statement each
/// time, which takes two to three times as long. Rows go in as they come, so the caller brings them in the
/// order of the table's key. It belongs to its connection's thread.
///
///     let rows = BulkInsert(connection, into: "point", ["x", "y"])
///     try rows.bind(1, at: 1)
///     try rows.bind(2, at: 2)
///     try rows.run()
///     try rows.finish()
package final class BulkInsert: ParameterBinding {
  /// A value; texts and blobs are a place among the bytes.
  private enum Cell {
    case null
    case integer(Int64)
    case real(Double)
    case text(start: Int, count: Int)
    case blob(start: Int, count: Int)
  }

  private let connection: Connection
  private let table: String
  private let columns: [String]
  /// The statement for as many rows as are collected, once there were as many.
  private var full: Statement?
  /// The values of the rows that are not written yet, and of the one that is being made.
  private let cells: UnsafeMutableBufferPointer<Cell>
  /// The bytes of their texts and blobs.
  private var bytes: [UInt8] = []
  private var count = 0

  /// How many rows are written by one statement, and after how many bytes of them they are written anyhow.
  private static let batch = (rows: 64, bytes: 1 << 20)

  /// Prepares to insert into a table.
  ///
  /// - Parameter columns: those that the values are for; all others have their defaults.
  package init(_ connection: Connection, into table: String, _ columns: [String]) {
    self.connection = connection
    self.table = table
    self.columns = columns
    cells = .allocate(capacity: Self.batch.rows * columns.count)
    cells.initialize(repeating: .null)
  }

  deinit { cells.deallocate() }

  package func bind(_ value: Int64?, at index: Int) throws(SQLiteError) {
    try set(value.map { .integer($0) } ?? .null, at: index)
  }

  package func bind(_ value: Double?, at index: Int) throws(SQLiteError) {
    try set(value.map { .real($0) } ?? .null, at: index)
  }

  package func bind(_ value: String?, at index: Int) throws(SQLiteError) {
    guard var text = value else { return try bindNull(at: index) }
    let start = bytes.count
    text.withUTF8 { bytes.append(contentsOf: $0) }
    try set(.text(start: start, count: bytes.count - start), at: index)
  }

  package func bind(_ value: UnsafeRawBufferPointer, at index: Int) throws(SQLiteError) {
    try set(.blob(start: bytes.count, count: value.count), at: index)
    bytes.append(contentsOf: value)
  }

  package func bind(_ value: [UInt8]?, at index: Int) throws(SQLiteError) {
    guard let value else { return try bindNull(at: index) }
    try set(.blob(start: bytes.count, count: value.count), at: index)
    bytes.append(contentsOf: value)
  }

  package func bind(_ value: [UInt8], behind first: UInt8, at index: Int) throws(SQLiteError) {
    try set(.blob(start: bytes.count, count: value.count + 1), at: index)
    bytes.append(first)
    bytes.append(contentsOf: value)
  }

  package func bindNull(at index: Int) throws(SQLiteError) { try set(.null, at: index) }

  private func set(_ cell: Cell, at index: Int) throws(SQLiteError) {
    guard 1...columns.count ~= index else {
      throw SQLiteError(.misuse, "\(table) is not given a column \(index)", path: connection.path)
    }
    cells[count * columns.count + index - 1] = cell
  }

  /// Ends a row, of which what was not bound is NULL; it is written now or later.
  package func run() throws(SQLiteError) {
    count += 1
    guard count == Self.batch.rows || bytes.count >= Self.batch.bytes else { return }
    guard count == Self.batch.rows else { return try finish() }
    if full == nil { full = try prepare(count) }
    if let full { try write(by: full) }
  }

  /// Writes all rows that are not written yet.
  package func finish() throws(SQLiteError) {
    if count > 0 { try write(by: prepare(count)) }
  }

  private func prepare(_ rows: Int) throws(SQLiteError) -> Statement {
    let row = "(" + columns.map { _ in "?" }.joined(separator: ",") + ")"
    return try connection.prepare(
      "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES "
        + repeatElement(row, count: rows).joined(separator: ","))
  }

  private func write(by statement: Statement) throws(SQLiteError) {
    let used = UnsafeMutableBufferPointer(rebasing: cells[..<(count * columns.count)])
    try Self.run(statement, used, bytes)
    used.update(repeating: .null)
    bytes.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Runs a statement with values, to which the bytes are lent.
  private static func run(
    _ statement: Statement, _ cells: UnsafeMutableBufferPointer<Cell>, _ bytes: [UInt8]
  ) throws(SQLiteError) {
    try bytes.span.withUnsafeBytes { bytes throws(SQLiteError) in
      func part(_ start: Int, _ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
      }
      for index in cells.indices {
        switch cells[index] {
        case .null: try statement.bindNull(at: index + 1)
        case .integer(let value): try statement.bind(value, at: index + 1)
        case .real(let value): try statement.bind(value, at: index + 1)
        case .text(let start, let count):
          try statement.lend(text: part(start, count), at: index + 1)
        case .blob(let start, let count):
          try statement.lend(part(start, count), at: index + 1)
        }
      }
      try statement.run()
    }
  }
}
