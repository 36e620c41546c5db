import Platform
import SQLiteKit
import Testing

@Suite("Transactions")
struct TransactionTests {
  struct Refusal: Error, Equatable {
    var sqlite: SQLiteError.Code?
  }

  let temporary: TemporaryDatabase
  let connection: Connection

  init() throws {
    temporary = try TemporaryDatabase()
    connection = try temporary.connect(.init(busyTimeout: .zero))
    try connection.execute("CREATE TABLE t (v UNIQUE)")
  }

  private func insert(_ value: Int) throws(SQLiteError) {
    let insert = try connection.statement("INSERT INTO t VALUES (?1)")
    try insert.bind(value, at: 1)
    try insert.run()
  }

  private func values() throws -> [Int64] {
    try connection.statement("SELECT v FROM t ORDER BY v").map { $0.int64(0) }
  }

  @Test
  func `what returns is committed, what throws is undone`() throws {
    let result = try connection.withTransaction { () throws(SQLiteError) in
      try insert(1)
      #expect(connection.isInTransaction)
      return "done"
    }
    #expect(result == "done" && !connection.isInTransaction)
    let error = try failure { () throws(SQLiteError) in
      try connection.withTransaction(.deferred) { () throws(SQLiteError) in
        try insert(2)
        try insert(1)
      }
    }
    #expect(error.code == .constraint && !connection.isInTransaction)
    #expect(try values() == [1])
    #expect(try temporary.connect().number("SELECT count(*) FROM t") == 1)
  }

  @Test
  func `savepoints undo only their own part`() throws {
    try connection.withTransaction { () throws(SQLiteError) in
      try insert(1)
      do throws(SQLiteError) {
        try connection.withTransaction { () throws(SQLiteError) in
          try insert(2)
          try connection.withTransaction { () throws(SQLiteError) in try insert(3) }
          try insert(1)
        }
      } catch {
        #expect(error.code == .constraint)
      }
      try connection.withTransaction { () throws(SQLiteError) in try insert(4) }
    }
    #expect(try values() == [1, 4])
  }

  @Test
  func `the outermost transaction decides about all`() throws {
    #expect(throws: Refusal()) {
      try connection.withTransaction(mapError: { Refusal(sqlite: $0.code) }) {
        () throws(Refusal) in
        do throws(SQLiteError) {
          try connection.withTransaction { () throws(SQLiteError) in try insert(1) }
        } catch {
          throw Refusal(sqlite: error.code)
        }
        throw Refusal()
      }
    }
    #expect(try values() == [])
  }

  @Test
  func `a second writer is told to wait, and nothing of it is written`() throws {
    let other = try temporary.connect(.init(busyTimeout: .zero))
    try connection.withTransaction { () throws(SQLiteError) in
      try insert(1)
      do throws(SQLiteError) {
        try other.withTransaction { () throws(SQLiteError) in
          _ = Issue.record("two writers at once")
        }
      } catch {
        #expect(error.code == .busy && error.disposition == .retry)
      }
    }
    try other.withTransaction { () throws(SQLiteError) in
      try other.execute("INSERT INTO t VALUES (2)")
    }
    #expect(try values() == [1, 2])
  }

  @Test
  func `a commit that a reader holds up is undone and can be repeated`() throws {
    let reader = try temporary.connect(.init(busyTimeout: .zero))
    try insert(0)
    let query = try reader.statement("SELECT v FROM t")
    #expect(try query.step())
    let error = try failure { () throws(SQLiteError) in
      try connection.withTransaction { () throws(SQLiteError) in try insert(1) }
    }
    #expect(error.code == .busy && !connection.isInTransaction)
    query.reset()
    try connection.withTransaction { () throws(SQLiteError) in try insert(1) }
    #expect(try values() == [0, 1])
  }

  @Test
  func `an error that ended the transaction cannot be swallowed`() throws {
    let error = try failure { () throws(SQLiteError) in
      try connection.withTransaction { () throws(SQLiteError) in
        try insert(1)
        // ON CONFLICT ROLLBACK ends the whole transaction, as a full disk may.
        try? connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
      }
    }
    #expect(error.code == .transactionLost)
    #expect(try values() == [])

    let nested = try failure { () throws(SQLiteError) in
      try connection.withTransaction { () throws(SQLiteError) in
        try insert(1)
        try connection.withTransaction { () throws(SQLiteError) in
          try connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
        }
      }
    }
    #expect(nested.code == .constraint)
    try connection.withTransaction { () throws(SQLiteError) in try insert(5) }
    #expect(try values() == [5])
  }

  @Test
  func `a full database is undone and says what to do`() throws {
    let pages = try #require(try connection.number("PRAGMA page_count"))
    try connection.execute("PRAGMA max_page_count = \(pages + 2)")
    try insert(1)
    let error = try failure { () throws(SQLiteError) in
      try connection.withTransaction { () throws(SQLiteError) in
        try insert(2)
        try connection.execute("INSERT INTO t VALUES (zeroblob(1000000))")
      }
    }
    #expect(error.code == .full && error.disposition == .userAction)
    #expect(error.message.contains("make room"))
    #expect(try values() == [1])
    try insert(3)
    #expect(try values() == [1, 3])
  }
}
