import Foundation
import Platform
import SQLiteKit
import Testing

@Suite("Connections")
struct ConnectionTests {
  let temporary: TemporaryDatabase

  init() throws {
    temporary = try TemporaryDatabase()
  }

  @Test
  func `only create makes a file`() throws {
    let path = try temporary.path()
    let error = try failure { () throws(SQLiteError) in
      _ = try Connection(path, .init(access: .readWrite))
    }
    #expect(error.code == .cannotOpen && error.disposition == .userAction)
    #expect(error.path == path && error.description.contains("test.sqlite"))
    try temporary.connect().execute("CREATE TABLE t (v)")
    let existing = try temporary.connect(.init(access: .readWrite))
    try existing.execute("INSERT INTO t VALUES (1)")
    #expect(try existing.number("SELECT count(*) FROM t") == 1)
  }

  @Test
  func `an empty path is refused`() throws {
    let error = try failure { () throws(SQLiteError) in _ = try Connection(Path()) }
    #expect(error.code == .cannotOpen)
  }

  /// A relative path that SQLite gives a meaning of its own would open something here.
  @Test
  func `a path is nothing but a path`() throws {
    try temporary.connect().execute("CREATE TABLE t (v)")
    let file = temporary.file.path(percentEncoded: false)
    for name in [":memory:", "file:\(file)", "file::memory:", "file:x?mode=memory"] {
      let path = try #require(Path(name))
      let error = try failure { () throws(SQLiteError) in
        _ = try Connection(path, .init(access: .readWrite))
      }
      #expect(error.code == .cannotOpen, "\(name)")
    }
  }

  @Test
  func `a name need not be UTF-8`() throws {
    let name: [UInt8] = [0x61, 0xFF, 0x62, 0x3F, 0x23, 0x25]
    let path = try #require(try temporary.path("").appending(name: name))
    let connection = try Connection(path)
    try connection.execute("CREATE TABLE t (v)")
    try connection.close()
    let reader = try Connection(path, .init(access: .readWrite))
    #expect(try reader.number("SELECT count(*) FROM t") == 0)
  }

  @Test
  func `a lock that is not let go is waited for no longer than asked`() throws {
    let holder = try temporary.connect()
    try holder.execute("CREATE TABLE t (v); BEGIN IMMEDIATE")
    let waiter = try temporary.connect(.init(busyTimeout: .milliseconds(200)))
    #expect(try waiter.number("PRAGMA busy_timeout") == 200)
    let error = try failure { () throws(SQLiteError) in try waiter.withTransaction {} }
    #expect(error.code == .busy)
  }

  @Test
  func `close is refused while a statement is held, and final afterwards`() throws {
    let connection = try temporary.connect()
    do {
      let held = try connection.statement("SELECT 1")
      let error = try failure { () throws(SQLiteError) in try connection.close() }
      #expect(error.code == .busy)
      #expect(try held.first { $0.int64(0) } == 1)
      #expect(try connection.number("SELECT 2") == 2)
    }
    try connection.close()
    try connection.close()
    let error = try failure { () throws(SQLiteError) in try connection.execute("SELECT 1") }
    #expect(error.code == .misuse)
    #expect(throws: SQLiteError.self) { try connection.prepare("SELECT 1") }
    #expect(throws: SQLiteError.self) { try connection.withTransaction {} }
    #expect(connection.changes == 0 && !connection.isInTransaction)
  }

  @Test
  func `a statement outlives its connection`() throws {
    let query: Statement
    do {
      let connection = try temporary.connect()
      try connection.execute("CREATE TABLE t (v); INSERT INTO t VALUES (3)")
      query = try connection.prepare("SELECT v FROM t")
    }
    #expect(try query.first { $0.int64(0) } == 3)
  }

  @Test
  func `connections that are let go close their files`() throws {
    try temporary.connect().execute("CREATE TABLE t (v)")
    let name = temporary.file.path(percentEncoded: false)
    func openDescriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { entry in
        let link = "/proc/self/fd/\(entry)"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == name
      }
    }
    do {
      let connection = try temporary.connect()
      _ = try connection.statement("SELECT * FROM t").step()
      #expect(try openDescriptors() == 1, "the probe has to see an open database")
    }
    #expect(try openDescriptors() == 0)
  }

  @Test
  func `execute runs several statements and counts changes`() throws {
    let connection = try temporary.connect()
    try connection.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2); SELECT * FROM t")
    #expect(connection.changes == 2)
    #expect(connection.lastInsertRowID == 2)
    let error = try failure { () throws(SQLiteError) in
      try connection.execute("INSERT INTO t VALUES (3);\0 garbage")
    }
    #expect(error.code == .misuse)
    #expect(try connection.number("SELECT count(*) FROM t") == 2)
  }

  @Test
  func `the schema table cannot be written`() throws {
    let connection = try temporary.connect()
    try connection.execute("CREATE TABLE t (v); PRAGMA writable_schema = ON")
    #expect(throws: SQLiteError.self) {
      try connection.execute("UPDATE sqlite_schema SET sql = 'nonsense'")
    }
    #expect(try connection.number("PRAGMA trusted_schema") == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a hundred thousand rows go in with one statement`() throws {
    let connection = try temporary.connect()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, digest BLOB)")
    let digest = [UInt8](repeating: 5, count: 32)
    try connection.withTransaction { () throws(SQLiteError) in
      let insert = try connection.statement("INSERT INTO t VALUES (?1, ?2, ?3)")
      for index in 0..<100_000 {
        try insert.bind(index, at: 1)
        try insert.bind("IMG_0001.JPG", at: 2)
        try insert.bind(digest, at: 3)
        try insert.run()
      }
    }
    #expect(try connection.number("SELECT count(*) FROM t") == 100_000)
  }
}
