import Platform
import SQLiteKit
import Testing

@Suite("Migrations")
struct MigrationsTests {
  static let one = Migrations.Step(version: 1, sql: "CREATE TABLE a (v); CREATE TABLE b (v)")
  static let three = Migrations.Step(version: 3, sql: "ALTER TABLE a ADD COLUMN w DEFAULT 5")
  static let old = Migrations(applicationID: 77, [one])
  static let new = Migrations(applicationID: 77, [one, three])

  let temporary: TemporaryDatabase
  let connection: Connection

  init() throws {
    temporary = try TemporaryDatabase()
    connection = try temporary.connect()
  }

  @Test
  func `a new database gets every step and the program's id`() throws {
    #expect(try Self.new.apply(to: connection) == 0)
    #expect(try connection.userVersion() == 3 && connection.applicationID() == 77)
    try connection.execute("INSERT INTO a (v) VALUES (1)")
    #expect(try connection.number("SELECT w FROM a") == 5)
    #expect(try Self.new.apply(to: connection) == 3)
  }

  @Test
  func `an older database gets what it lacks and keeps what it holds`() throws {
    try Self.old.apply(to: connection)
    try connection.execute("INSERT INTO a VALUES (8)")
    #expect(try Self.new.apply(to: connection) == 1)
    #expect(try connection.number("SELECT v + w FROM a") == 13)
  }

  @Test
  func `a step that fails leaves no trace of any`() throws {
    let broken = Migrations(
      applicationID: 77, [Self.one, .init(version: 2, sql: "CREATE TABLE c (v); nonsense")])
    let error = try failure { () throws(SQLiteError) in try broken.apply(to: connection) }
    #expect(error.code == .other(1))
    #expect(try connection.userVersion() == 0 && connection.applicationID() == 0)
    #expect(try connection.number("SELECT count(*) FROM sqlite_schema") == 0)
  }

  @Test
  func `a step that ends the transaction is caught`() throws {
    let broken = Migrations(applicationID: 77, [.init(version: 1, sql: "COMMIT")])
    let error = try failure { () throws(SQLiteError) in try broken.apply(to: connection) }
    #expect(error.code == .transactionLost)
  }

  @Test
  func `a newer database is refused and not touched`() throws {
    try Self.new.apply(to: connection)
    let error = try failure { () throws(SQLiteError) in try Self.old.apply(to: connection) }
    #expect(error.code == .newerVersion && error.disposition == .userAction)
    #expect(error.path == connection.path)
    #expect(try connection.userVersion() == 3)
  }

  @Test(arguments: [
    "PRAGMA application_id = 5", "CREATE TABLE theirs (v)", "PRAGMA user_version = 1",
    "PRAGMA application_id = 5; PRAGMA user_version = 99",
  ])
  func `a database of another program is refused and not touched`(_ sql: String) throws {
    try connection.execute(sql)
    let before = try [connection.applicationID(), connection.userVersion()]
    let error = try failure { () throws(SQLiteError) in try Self.new.apply(to: connection) }
    #expect(error.code == .foreignApplication && error.disposition == .userAction)
    #expect(try [connection.applicationID(), connection.userVersion()] == before)
    #expect(try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'a'") == 0)
  }

  @Test
  func `a current database is not written`() throws {
    try Self.new.apply(to: connection)
    try connection.execute("PRAGMA query_only = ON")
    #expect(try Self.new.apply(to: connection) == 3)
  }
}
