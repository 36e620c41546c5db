package import Operations
package import Platform
import SQLiteKit

/// Keeps the fold of all logs of a library, and the index of its files, in an SQLite database.
///
/// It is a cache: removing it loses nothing but time. All calls block. It belongs to one thread at a
/// time, so its owner is an actor on a thread of its own. Several processes may have the same file
/// open; what each reads is what was last committed by any.
package final class Catalogue {
  /// The library whose catalogue it is.
  package let library: LibraryID
  let connection: Connection
  /// The logs as rows number them, read within the transaction under way.
  var loadedLogs: LogTable?
  /// What the last transactions of logs had seen of others, read within the transaction under way.
  var loadedContexts: [LogID: Context] = [:]
  /// Whether a `withChange` is under way.
  private(set) var isInChange = false
  private var depth = 0

  /// Opens the catalogue of a library; makes it where there is none.
  ///
  /// - Parameter busyTimeout: how long a call waits for another process.
  /// - Throws: `.damaged`, `.newerSchema` and `.otherLibrary` for a file that cannot be used as it
  ///   is, and then the file is as it was; `.busy`, `.full`, `.io`, `.inaccessible`.
  package init(
    path: Path, library: LibraryID, busyTimeout: Duration = .seconds(10)
  ) throws(CatalogueError) {
    self.library = library
    do throws(SQLiteError) {
      connection = try Connection(path, .init(busyTimeout: busyTimeout))
    } catch { throw CatalogueError(error) }
    try prepare()
  }

  /// Closes the file; a second call does nothing.
  package func close() throws(CatalogueError) {
    do throws(SQLiteError) { try connection.close() } catch { throw CatalogueError(error) }
  }

  /// The database file.
  package var path: Path { connection.path }

  /// Removes a catalogue's file, with those that SQLite keeps beside it.
  ///
  /// - Throws: `.io` or `.inaccessible`; a file that is not there is no failure.
  package static func remove(_ path: Path) throws(CatalogueError) {
    // The database first: what is left of the others without it is never read.
    for suffix in ["", "-wal", "-shm", "-journal"] {
      guard let file = path.appending(suffix: suffix.utf8) else { continue }
      do throws(PlatformError) { try Files.unlink(file) } catch {
        if error.code == .notFound { continue }
        throw CatalogueError(
          error.code == .inputOutput ? .io : .inaccessible,
          "the catalogue cannot be removed: \(error.message)", path: file)
      }
    }
  }

  /// Runs `body` in one transaction that takes the lock for writing at once: committed if it
  /// returns, and as if it had never run if it throws.
  ///
  /// Within another one it is a part of that, which can fail on its own.
  ///
  /// - Parameter mapError: makes an error of the caller's kind from one of beginning or committing.
  package func withChange<Result, Failure: Error>(
    mapError: (CatalogueError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try transaction(.immediate, mapError: { mapError(CatalogueError($0)) }, body)
  }

  /// Runs `body` in one transaction for writing, like `withChange(mapError:_:)`.
  package func withChange<Result>(
    _ body: () throws(CatalogueError) -> Result
  ) throws(CatalogueError) -> Result {
    try transaction(.immediate, mapError: { CatalogueError($0) }, body)
  }

  /// Runs `body`, which reads several times and changes nothing, on one state of the catalogue.
  package func withSnapshot<Result, Failure: Error>(
    mapError: (CatalogueError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try transaction(.deferred, mapError: { mapError(CatalogueError($0)) }, body)
  }

  /// Whether a `withChange` or `withSnapshot` is under way.
  var isInTransaction: Bool { depth > 0 }

  /// Runs `body` on one state of the catalogue.
  func reading<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(CatalogueError) -> Result {
    do throws(SQLiteError) {
      if isInTransaction { return try body() }
      return try transaction(.deferred, mapError: { $0 }, body)
    } catch { throw CatalogueError(error) }
  }

  /// Runs `body`, which writes.
  func writing<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(CatalogueError) -> Result {
    do throws(SQLiteError) {
      return try transaction(.immediate, mapError: { $0 }, body)
    } catch { throw CatalogueError(error) }
  }

  /// Runs `body`, which writes by one statement: that has its effect or none, and needs no transaction of
  /// its own within a change.
  func writingOnce<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(CatalogueError) -> Result {
    guard isInChange else { return try writing(body) }
    do throws(SQLiteError) { return try body() } catch { throw CatalogueError(error) }
  }

  private func transaction<Result, Failure: Error>(
    _ mode: Connection.TransactionMode, mapError: (SQLiteError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Another process may have written since the last transaction.
    if depth == 0 {
      loadedLogs = nil
      loadedContexts = [:]
      isInChange = mode == .immediate
    }
    depth += 1
    defer {
      depth -= 1
      if depth == 0 { isInChange = false }
    }
    do throws(Failure) {
      return try connection.withTransaction(mode, mapError: mapError) { () throws(Failure) in
        let result = try body()
        if isInChange, depth == 1 {
          do throws(PlatformError) { try Failpoint.hit("catalogue.commit") } catch {
            let code: SQLiteError.Code = error.code == .noSpace ? .full : .io
            throw mapError(SQLiteError(code, error.message, path: path))
          }
        }
        return result
      }
    } catch {
      // What was numbered since is undone.
      loadedLogs = nil
      loadedContexts = [:]
      throw error
    }
  }

  /// The logs as rows number them.
  func logTable() throws(SQLiteError) -> LogTable {
    if let loadedLogs { return loadedLogs }
    let table = try LogTable(connection)
    if isInTransaction { loadedLogs = table }
    return table
  }

  /// An error for a row that no version of this program wrote.
  static func damage(_ what: String, path: Path) -> SQLiteError {
    SQLiteError(.corrupt, "\(what) is not what the catalogue's format has there", path: path)
  }
}
