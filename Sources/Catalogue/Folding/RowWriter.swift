import LibraryState
import Operations
import SQLiteKit

/// Writes the rows of sets, registers and history that a builder has many of.
struct RowWriter {
  private let dots: BulkInsert
  private let registers: BulkInsert
  private let touched: BulkInsert
  /// The log that was asked for last, which nearly always is asked for again.
  private var lastLog: (id: LogID, number: Int64)?
  var numbers: BuilderNumbers

  init(_ connection: Connection, _ numbers: BuilderNumbers) {
    self.numbers = numbers
    dots = BulkInsert(connection, into: "dot", ["kind", "a", "b", "log", "seq"])
    registers = BulkInsert(
      connection, into: "register",
      [
        "kind", "a", "b", "field", "written_hlc", "written_log", "written_seq", "written",
        "initial_hlc", "initial_log", "initial_seq", "initial",
      ])
    touched = BulkInsert(connection, into: "touched", ["kind", "entity", "txn"])
  }

  /// Writes what is left.
  func finish() throws(SQLiteError) {
    try dots.finish()
    try registers.finish()
    try touched.finish()
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
    for dot in sorted {
      try Self.bind(key, to: dots)
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
    for (field, register) in ascending { try write(register, in: field, key) }
  }

  /// Writes one register of an entity.
  mutating func write(
    _ register: Register, in field: FieldName, _ key: EntityKey
  ) throws(SQLiteError) {
    try Self.bind(key, to: registers)
    try registers.bind(field, at: 4)
    let (written, initial) = (register.written, register.initial)
    try bind(written?.stamp, to: registers, at: 5)
    if let value = written?.value { try registers.bind(value, at: 8) }
    try bind(initial?.stamp, to: registers, at: 9)
    if let value = initial?.value { try registers.bind(value, at: 12) }
    try registers.run()
  }

  /// Writes which transactions concern an asset or album; ascending.
  func write(_ transactions: some Sequence<Int64>, _ key: EntityKey) throws(SQLiteError) {
    for transaction in transactions {
      try touched.bind(key.kind.rawValue, at: 1)
      try touched.bind(key.a, at: 2)
      try touched.bind(transaction, at: 3)
      try touched.run()
    }
  }

  /// Binds a stamp's three columns in a new row; where there is none they stay NULL.
  mutating func bind(
    _ stamp: Stamp?, to row: some ParameterBinding, at index: Int
  ) throws(SQLiteError) {
    // What is not bound is NULL.
    guard let stamp else { return }
    try row.bind(bits: stamp.hlc, at: index)
    try row.bind(number(of: stamp.dot.log), at: index + 1)
    try row.bind(bits: stamp.dot.seq, at: index + 2)
  }

  static func bind(_ key: EntityKey, to row: some ParameterBinding) throws(SQLiteError) {
    try row.bind(key.kind.rawValue, at: 1)
    try row.bind(key.a, at: 2)
    try row.bind(key.b, at: 3)
  }
}
