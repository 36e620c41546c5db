import Platform
import SQLiteKit
import Testing

@Suite("Statements")
struct StatementTests {
  let temporary: TemporaryDatabase
  let connection: Connection

  init() throws {
    temporary = try TemporaryDatabase()
    connection = try temporary.connect()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v ANY)")
  }

  @Test
  func `every type comes back as it was bound`() throws {
    let insert = try connection.statement("INSERT INTO t (v) VALUES (?1)")
    try insert.bind(Int64.min, at: 1)
    try insert.run()
    try insert.bind(42, at: 1)
    try insert.run()
    try insert.bind(0.1, at: 1)
    try insert.run()
    try insert.bind("Žluťoučký 👨‍👩‍👧", at: 1)
    try insert.run()
    try insert.bind([0, 255, 0], at: 1)
    try insert.run()
    try insert.bindNull(at: 1)
    try insert.run()
    #expect(connection.lastInsertRowID == 6)

    var rows = try connection.statement("SELECT v FROM t ORDER BY id").rows()
    var row = try #require(try rows.next())
    #expect(row.type(0) == .integer && row.int64(0) == .min)
    row = try #require(try rows.next())
    #expect(row.type(0) == .integer && row.int64(0) == 42)
    row = try #require(try rows.next())
    #expect(row.type(0) == .real && row.double(0) == 0.1)
    row = try #require(try rows.next())
    #expect(row.type(0) == .text && row.text(0) == "Žluťoučký 👨‍👩‍👧")
    row = try #require(try rows.next())
    #expect(row.type(0) == .blob && row.bytes(0) == [0, 255, 0])
    row = try #require(try rows.next())
    #expect(row.isNull(0) && row.type(0) == .null && row.text(0).isEmpty && row.bytes(0).isEmpty)
    #expect(try rows.next() == nil)
    #expect(try rows.next() == nil, "a cursor at its end must not begin again")
  }

  @Test
  func `nil binds NULL, whatever its type`() throws {
    let query = try connection.prepare("SELECT ?1 IS NULL")
    try query.bind(nil as Int64?, at: 1)
    #expect(try query.first { $0.int64(0) } == 1)
    try query.bind(nil as Double?, at: 1)
    #expect(try query.first { $0.int64(0) } == 1)
    try query.bind(nil as String?, at: 1)
    #expect(try query.first { $0.int64(0) } == 1)
    try query.bind(nil as [UInt8]?, at: 1)
    #expect(try query.first { $0.int64(0) } == 1)
    try query.bind("", at: 1)
    #expect(try query.first { $0.int64(0) } == 0)
  }

  @Test
  func `an empty blob and an empty text are not NULL`() throws {
    let query = try connection.prepare("SELECT typeof(?1), length(?1), ?1")
    let empty = UnsafeRawBufferPointer(start: nil, count: 0)
    try query.bind(empty, at: 1)
    #expect(try query.first { $0.text(0) } == "blob")
    #expect(try query.first { $0.type(2) } == .blob)
    #expect(try query.first { $0.bytes(2) } == [])
    try query.bind([] as [UInt8]?, at: 1)
    #expect(try query.first { $0.text(0) } == "blob")
    try query.bind("", at: 1)
    #expect(try query.first { $0.text(0) } == "text")
  }

  @Test
  func `a text keeps its NUL, and bytes that are no UTF-8`() throws {
    let query = try connection.prepare("SELECT ?1, length(CAST(?1 AS BLOB))")
    try query.bind("a\0b", at: 1)
    #expect(try query.first { Array($0.text(0).utf8) } == [0x61, 0, 0x62])
    #expect(try query.first { $0.int64(1) } == 3)

    let broken = try connection.prepare("SELECT CAST(x'61FFC3' AS TEXT)")
    #expect(try broken.first { $0.type(0) } == .text)
    #expect(try broken.first { $0.text(0) } == "a\u{fffd}\u{fffd}")
    #expect(try broken.first { $0.bytes(0) } == [0x61, 0xFF, 0xC3])
  }

  @Test
  func `a cursor that is let go early ends the run`() throws {
    try connection.execute("INSERT INTO t (v) VALUES (1), (2), (3)")
    let query = try connection.statement("SELECT v FROM t")
    do {
      var rows = query.rows()
      _ = try rows.next()
    }
    // A statement within a run would refuse a binding and hold its read transaction open.
    #expect(try query.first { $0.int64(0) } == 1)
    query.reset()
    try connection.execute("DROP TABLE t")
  }

  @Test
  func `rows are mapped and walked`() throws {
    try connection.execute("INSERT INTO t (v) VALUES (1), (2), (3)")
    let query = try connection.statement("SELECT v FROM t WHERE v >= ?1 ORDER BY v")
    try query.bind(2, at: 1)
    #expect(try query.map { $0.int64(0) } == [2, 3])
    var sum: Int64 = 0
    var rows = query.rows()
    while let row = try rows.next() { sum += row.int64(0) }
    #expect(sum == 5)
    #expect(query.columnCount == 1)
  }

  @Test(arguments: ["", " ; ", "-- only a comment", "SELECT 1; SELECT 2", "SELECT 1\0"])
  func `one statement is due`(_ sql: String) throws {
    let error = try failure { () throws(SQLiteError) in _ = try connection.prepare(sql) }
    #expect(error.code == .misuse)
    #expect(error.sql == sql)
  }

  @Test
  func `white space and a semicolon may follow`() throws {
    #expect(try connection.number("SELECT 7 ;\n ") == 7)
  }

  @Test
  func `wrong SQL names itself and the reason`() throws {
    let error = try failure { () throws(SQLiteError) in
      _ = try connection.prepare("SELECT v FROM nowhere")
    }
    #expect(error.code == .other(1))
    #expect(error.disposition == .permanent)
    #expect(error.message.contains("nowhere"))
    #expect(error.sql == "SELECT v FROM nowhere")
  }

  @Test(arguments: [0, 2, -1, .max])
  func `there is no such parameter`(_ index: Int) throws {
    let query = try connection.prepare("SELECT ?1")
    let error = try failure { () throws(SQLiteError) in try query.bind(1, at: index) }
    #expect(error.code == .misuse)
  }

  @Test
  func `a constraint says so, and the statement can be used again`() throws {
    try connection.execute("CREATE TABLE u (name TEXT UNIQUE)")
    let insert = try connection.statement("INSERT INTO u VALUES (?1)")
    try insert.bind("secret", at: 1)
    try insert.run()
    let error = try failure { () throws(SQLiteError) in try insert.run() }
    #expect(error.code == .constraint)
    #expect(error.extendedCode == 2067, "SQLITE_CONSTRAINT_UNIQUE")
    #expect(!error.message.contains("secret") && error.sql?.contains("secret") == false)
    try insert.bind("other", at: 1)
    try insert.run()
    #expect(connection.changes == 1)
    #expect(try connection.number("SELECT count(*) FROM u") == 2)
  }

  @Test
  func `a double-quoted word is never a text`() throws {
    let error = try failure { () throws(SQLiteError) in
      _ = try connection.prepare(#"SELECT "no such column""#)
    }
    #expect(error.code == .other(1))
  }
}
