import LibraryState
import Operations
import SQLiteKit

/// Writes the rows of sets, registers and history that a builder has many of, each statement compiled
/// once.
struct RowWriter {
  private let dots: Statement
  private let registers: Statement
  private let touched: Statement
  /// The log that was asked for last, which nearly always is asked for again.
  private var lastLog: (id: LogID, number: Int64)?
  var numbers: BuilderNumbers

  init(_ connection: Connection, _ numbers: BuilderNumbers) throws(SQLiteError) {
    self.numbers = numbers
    dots = try connection.prepare(
      "INSERT INTO dot (kind, a, b, log, seq) VALUES (?1, ?2, ?3, ?4, ?5)")
    registers = try connection.prepare(
      """
      INSERT INTO register (kind, a, b, field, written_hlc, written_log, written_seq, written,
        initial_hlc, initial_log, initial_seq, initial)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      """)
    touched = try connection.prepare(
      "INSERT INTO touched (kind, entity, txn) VALUES (?1, ?2, ?3)")
  }

  /// Returns the number of a log.
  mutating func number(of log: LogID) -> Int64 {
    if let lastLog, lastLog.id == log { return lastLog.number }
    let number = numbers.number(of: log)
    lastLog = (log, number)
    return number
  }

  /// Writes a set; returns how many dots it has.
  mutating func write(_ set: DotSet, _ key: EntityKey) throws(SQLiteError) -> Int {
    let sorted = set.sorted
    if sorted.isEmpty { return 0 }
    try Self.bind(key, to: dots)
    for dot in sorted {
      try dots.bind(number(of: dot.log), at: 4)
      try dots.bind(bits: dot.seq, at: 5)
      try dots.run()
    }
    return sorted.count
  }

  /// Writes the registers of an entity; ascending by field.
  mutating func write(
    _ ascending: [(key: FieldName, value: Register)], _ key: EntityKey
  ) throws(SQLiteError) {
    try Self.bind(key, to: registers)
    for (field, register) in ascending {
      try registers.bind(field, at: 4)
      let (written, initial) = (register.written, register.initial)
      try bind(written?.stamp, to: registers, at: 5)
      try registers.bind(written?.value ?? .null, at: 8)
      try bind(initial?.stamp, to: registers, at: 9)
      try registers.bind(initial?.value ?? .null, at: 12)
      try registers.run()
    }
  }

  /// Writes which transactions concern an asset or album; ascending.
  func write(_ transactions: some Sequence<Int64>, _ key: EntityKey) throws(SQLiteError) {
    try touched.bind(key.kind.rawValue, at: 1)
    try touched.bind(key.a, at: 2)
    for transaction in transactions {
      try touched.bind(transaction, at: 3)
      try touched.run()
    }
  }

  /// Binds a stamp's three columns, or three times NULL.
  mutating func bind(
    _ stamp: Stamp?, to statement: Statement, at index: Int
  ) throws(SQLiteError) {
    try statement.bind(stamp.map { Int64(bitPattern: $0.hlc) }, at: index)
    if let log = stamp?.dot.log {
      try statement.bind(number(of: log), at: index + 1)
    } else {
      try statement.bindNull(at: index + 1)
    }
    try statement.bind(stamp.map { Int64(bitPattern: $0.dot.seq) }, at: index + 2)
  }

  static func bind(_ key: EntityKey, to statement: Statement) throws(SQLiteError) {
    try statement.bind(key.kind.rawValue, at: 1)
    try statement.bind(key.a, at: 2)
    try statement.bind(key.b, at: 3)
  }
}
