import SQLiteKit
import Testing

/// Many rows with one statement are the rows that single statements would have written.
@Suite struct BulkInsertTests {
  let temporary: TemporaryDatabase

  init() throws { temporary = try TemporaryDatabase() }

  private func bind(_ number: Int, to row: some ParameterBinding) throws(SQLiteError) {
    try row.bind(Int64(number), at: 1)
    switch number % 7 {
    case 0: try row.bind("", at: 2)
    case 1: try row.bind("text \(number) ä\u{0}b", at: 2)
    case 2: try row.bind([UInt8](), at: 2)
    case 3: try row.bind([UInt8](repeating: UInt8(number % 256), count: number % 50), at: 2)
    case 4: try row.bind(Double(number) / 3, at: 2)
    case 5: try row.bind([1, 2], behind: 0xFF, at: 2)
    default: try row.bindNull(at: 2)
    }
    try row.bind(number % 2 == 0 ? "label" : nil, at: 3)
    try row.run()
  }

  /// No row, fewer than a statement has, exactly as many, and more.
  @Test(arguments: [0, 1, 63, 64, 65, 128, 1_000]) func rows(_ count: Int) throws {
    let connection = try temporary.connect()
    for table in ["many", "single"] {
      try connection.execute(
        "CREATE TABLE \(table) (id INTEGER PRIMARY KEY, v ANY, label TEXT) STRICT")
    }
    let rows = BulkInsert(connection, into: "many", ["id", "v", "label"])
    let single = try connection.prepare("INSERT INTO single (id, v, label) VALUES (?1, ?2, ?3)")
    for number in 0..<count {
      try bind(number, to: rows)
      single.clearBindings()
      try bind(number, to: single)
    }
    try rows.finish()
    try rows.finish()
    let sql = "SELECT id, typeof(v), quote(v), length(v), label FROM"
    let read = { (table: String) in
      try connection.prepare("\(sql) \(table) ORDER BY id").map { row in
        (0..<5).map { row.isNull($0) ? "NULL" : row.text($0) }
      }
    }
    #expect(try read("many") == read("single"))
    #expect(try connection.number("SELECT count(*) FROM many") == Int64(count))
  }

  /// What is not bound is NULL, whatever the row before had there, also behind a full statement.
  @Test func unboundIsNull() throws {
    let connection = try temporary.connect()
    try connection.execute("CREATE TABLE t (a, b)")
    let rows = BulkInsert(connection, into: "t", ["a", "b"])
    for number in 0..<200 {
      try rows.bind(number, at: 1)
      if number % 3 == 0 { try rows.bind("b", at: 2) }
      try rows.run()
    }
    try rows.finish()
    #expect(try connection.number("SELECT count(*) FROM t WHERE (b IS NULL) = (a % 3 = 0)") == 0)
    #expect(try connection.number("SELECT count(*) FROM t WHERE b = 'b'") == 67)
  }

  /// Large values do not wait for a full statement, and come whole.
  @Test func largeValues() throws {
    let connection = try temporary.connect()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v BLOB)")
    let rows = BulkInsert(connection, into: "t", ["id", "v"])
    for number in 0..<5 {
      try rows.bind(number, at: 1)
      try rows.bind([UInt8](repeating: UInt8(number), count: 700_000), at: 2)
      try rows.run()
    }
    #expect(try connection.number("SELECT count(*) FROM t") == 4)
    try rows.finish()
    #expect(try connection.number("SELECT sum(length(v)) FROM t") == 3_500_000)
    let last = try connection.prepare("SELECT v FROM t WHERE id = 4").first { $0.bytes(0) }
    #expect(last == [UInt8](repeating: 4, count: 700_000))
  }

  @Test func faultsAreTold() throws {
    let connection = try temporary.connect()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let rows = BulkInsert(connection, into: "t", ["id"])
    let outside = try failure { () throws(SQLiteError) in try rows.bind(1, at: 2) }
    #expect(outside.code == .misuse)
    for _ in 0..<2 {
      try rows.bind(7, at: 1)
      try rows.run()
    }
    let twice = try failure { () throws(SQLiteError) in try rows.finish() }
    #expect(twice.code == .constraint)
  }
}
