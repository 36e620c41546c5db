import SQLiteKit
import Testing

@Suite("The statement cache")
struct StatementCacheTests {
  let temporary: TemporaryDatabase
  let connection: Connection

  init() throws {
    temporary = try TemporaryDatabase()
    connection = try temporary.connect()
    try connection.execute("CREATE TABLE t (v)")
    try connection.execute("INSERT INTO t VALUES (1), (2), (3)")
  }

  @Test
  func `a text is compiled once`() throws {
    let first = ObjectIdentifier(try connection.statement("SELECT v FROM t"))
    let second = ObjectIdentifier(try connection.statement("SELECT v FROM t"))
    #expect(first == second)
    let uncached = try connection.prepare("SELECT v FROM t")
    #expect(ObjectIdentifier(uncached) != first)
  }

  @Test
  func `a statement comes back reset and without bindings`() throws {
    do {
      let query = try connection.statement("SELECT v, ?1 FROM t")
      try query.bind(5, at: 1)
      #expect(try query.step())
    }
    let again = try connection.statement("SELECT v, ?1 FROM t")
    #expect(try again.map { $0.int64(0) } == [1, 2, 3])
    #expect(try again.first { $0.isNull(1) } == true)
  }

  @Test
  func `a nested use of the same text has its own statement`() throws {
    let sql = "SELECT v FROM t ORDER BY v"
    var pairs: [[Int64]] = []
    var outer = try connection.statement(sql).rows()
    while pairs.count < 4, let row = try outer.next() {
      let inner = try connection.statement(sql).map { $0.int64(0) }
      pairs.append([row.int64(0)] + inner)
    }
    #expect(pairs == [[1, 1, 2, 3], [2, 1, 2, 3], [3, 1, 2, 3]])
  }

  @Test
  func `a cached statement follows a change of the schema`() throws {
    #expect(try connection.statement("SELECT * FROM t").columnCount == 1)
    try connection.execute("ALTER TABLE t ADD COLUMN w DEFAULT 8")
    #expect(try connection.statement("SELECT * FROM t").first { $0.int64(1) } == 8)
  }
}
