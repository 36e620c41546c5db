import Foundation
import Platform
import SQLiteKit
import TestSupport
import Testing

/// A directory that lasts as long as this value, and a database file in it.
final class TemporaryDatabase {
  private let scope: TemporaryDirectory
  let directory: URL

  init() throws {
    scope = try TemporaryDirectory()
    directory = URL(filePath: scope.path.display, directoryHint: .isDirectory)
  }

  deinit {
    scope.remove()
  }

  var file: URL { directory.appending(path: "test.sqlite") }

  func path(_ name: String = "test.sqlite") throws -> Path {
    try #require(Path(directory.appending(path: name).path(percentEncoded: false)))
  }

  func connect(
    _ options: Connection.Options = .init(), name: String = "test.sqlite"
  ) throws -> Connection {
    try Connection(path(name), options)
  }

  /// Overwrites bytes of the file.
  func damage(at offset: Int, with bytes: [UInt8]) throws {
    let handle = try FileHandle(forUpdating: file)
    try handle.seek(toOffset: UInt64(offset))
    try handle.write(contentsOf: bytes)
    try handle.close()
  }
}

/// Returns the error that `body` throws; records an issue if it throws none.
func failure(
  _ location: SourceLocation = #_sourceLocation, of body: () throws(SQLiteError) -> Void
) throws -> SQLiteError {
  do {
    try body()
  } catch {
    return error
  }
  return try #require(nil as SQLiteError?, "no error was thrown", sourceLocation: location)
}

extension Connection {
  /// The first column of the first row, as an integer.
  func number(_ sql: String) throws(SQLiteError) -> Int64? {
    try prepare(sql).first { $0.int64(0) }
  }

  /// The first column of the first row, as a text.
  func text(_ sql: String) throws(SQLiteError) -> String? {
    try prepare(sql).first { $0.text(0) }
  }

  /// What SQLite finds wrong in the database's structure, nothing in a sound one.
  ///
  /// - Parameter quick: leaves out whether the indexes agree with their tables.
  func integrity(quick: Bool) throws(SQLiteError) -> [String] {
    do {
      let check = try prepare(quick ? "PRAGMA quick_check" : "PRAGMA integrity_check")
      let findings = try check.map { $0.text(0) }
      return findings == ["ok"] ? [] : findings
    } catch  where error.disposition == .corrupt {
      // There is too much damage to go on.
      return [error.message]
    }
  }
}
