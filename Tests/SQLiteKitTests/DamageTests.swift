import Foundation
import Glibc
import Platform
import SQLiteKit
import Testing

@Suite("Damaged files, full disks, crashes")
struct DamageTests {
  let temporary: TemporaryDatabase

  init() throws {
    temporary = try TemporaryDatabase()
  }

  /// Makes a database of some hundred pages of 4096 bytes.
  private func fill() throws {
    let connection = try temporary.connect()
    try connection.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT);
      CREATE INDEX i ON t (v);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO t SELECT i, 'value ' || i FROM n;
      """)
    #expect(try connection.integrity(quick: true) == [])
    #expect(try connection.integrity(quick: false) == [])
    try connection.close()
  }

  @Test
  func `another file is no database`() throws {
    try Data(repeating: 0x41, count: 8192).write(to: temporary.file)
    let connection = try temporary.connect()
    let error = try failure { () throws(SQLiteError) in _ = try connection.userVersion() }
    #expect(error.code == .notADatabase && error.disposition == .corrupt)
    #expect(try connection.integrity(quick: true) == ["file is not a database"])
  }

  @Test
  func `a damaged header is reported`() throws {
    try fill()
    try temporary.damage(at: 0, with: Array("sQLite".utf8))
    let connection = try temporary.connect()
    let error = try failure { () throws(SQLiteError) in
      _ = try connection.number("SELECT count(*) FROM t")
    }
    #expect(error.code == .notADatabase && error.disposition == .corrupt)
  }

  @Test
  func `damaged pages are reported by the check and by a reader`() throws {
    try fill()
    // The first two bytes of every page after the first say what kind of page it is.
    let size = try #require(
      FileManager.default.attributesOfItem(
        atPath: temporary.file.path(percentEncoded: false))[.size] as? Int)
    for offset in stride(from: 4096, to: size, by: 4096) {
      try temporary.damage(at: offset, with: [0xEE, 0xEE, 0xEE, 0xEE])
    }
    let connection = try temporary.connect()
    #expect(try connection.integrity(quick: true) != [])
    let error = try failure { () throws(SQLiteError) in
      _ = try connection.number("SELECT sum(length(v)) FROM t")
    }
    #expect(error.code == .corrupt && error.disposition == .corrupt)
  }

  @Test
  func `an index that disagrees is found by the full check only`() throws {
    try fill()
    var data = try Data(contentsOf: temporary.file)
    // The text stands in the table and in the index; one of them is changed.
    let place = try #require(data.range(of: Data("value 7777".utf8), options: .backwards))
    data.replaceSubrange(place, with: Data("value 7xx7".utf8))
    try data.write(to: temporary.file)
    let connection = try temporary.connect()
    #expect(try connection.integrity(quick: true) == [])
    #expect(try connection.integrity(quick: false) != [])
  }

  @Test
  func `a truncated file is reported`() throws {
    try fill()
    let handle = try FileHandle(forUpdating: temporary.file)
    try handle.truncate(atOffset: 3 * 4096)
    try handle.close()
    let connection = try temporary.connect()
    let error = try failure { () throws(SQLiteError) in
      _ = try connection.number("SELECT sum(length(v)) FROM t")
    }
    #expect(error.code == .corrupt)
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `a full disk loses nothing that was committed`(_ mode: String) throws {
    let point = temporary.directory.appending(path: "small").path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: point, withIntermediateDirectories: true)
    guard mount("tmpfs", point, "tmpfs", 0, "size=512k") == 0 else {
      try Test.cancel("needs the right to mount a small file system")
    }
    defer { umount2(point, Int32(MNT_DETACH)) }

    let connection = try temporary.connect(name: "small/test.sqlite")
    #expect(try connection.text("PRAGMA journal_mode = \(mode)") == mode.lowercased())
    try connection.execute("CREATE TABLE t (v); INSERT INTO t VALUES ('kept')")
    let error = try failure { () throws(SQLiteError) in
      try connection.withTransaction { () throws(SQLiteError) in
        try connection.execute("INSERT INTO t VALUES (randomblob(400000)), (randomblob(400000))")
      }
    }
    #expect(error.code == .full && error.disposition == .userAction)
    #expect(!connection.isInTransaction)
    #expect(try connection.text("SELECT group_concat(v) FROM t") == "kept")
    #expect(try connection.integrity(quick: false) == [])
  }

  /// What a crash leaves behind: the files as they are while a transaction is under way.
  @Test
  func `after a crash the log gives back all that was committed and nothing else`() throws {
    let writer = try temporary.connect()
    #expect(try writer.text("PRAGMA journal_mode = WAL") == "wal")
    try writer.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)")
    try writer.execute("PRAGMA cache_size = 1; BEGIN")
    // More than the cache holds, so that uncommitted pages reach the log.
    try writer.execute("INSERT INTO t VALUES (randomblob(200000)), (randomblob(200000))")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        at: temporary.directory.appending(path: "test.sqlite\(suffix)"),
        to: temporary.directory.appending(path: "crashed.sqlite\(suffix)"))
    }
    let log = temporary.directory.appending(path: "crashed.sqlite-wal")
    #expect(try Data(contentsOf: log).count > 200_000, "the log has to hold uncommitted pages")
    let recovered = try temporary.connect(name: "crashed.sqlite")
    #expect(try recovered.text("SELECT group_concat(v) FROM t") == "1,2")
    #expect(try recovered.integrity(quick: false) == [])
    try writer.execute("ROLLBACK")
  }
}
