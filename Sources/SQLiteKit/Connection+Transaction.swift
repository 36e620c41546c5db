import CSQLite

extension Connection {
  /// When a transaction takes the lock for writing.
  package enum TransactionMode: Sendable {
    /// With its first write, which then may fail as `.busy` though it has read already.
    case deferred
    /// At once, which is where it waits for other writers.
    case immediate

    fileprivate var begin: String {
      switch self {
      case .deferred: "BEGIN DEFERRED"
      case .immediate: "BEGIN IMMEDIATE"
      }
    }
  }

  /// Runs `body` in a transaction: committed if it returns, rolled back if it throws.
  ///
  /// Within another `withTransaction` of this connection it is a savepoint, and `mode` means
  /// nothing; what it wrote becomes lasting only with the outermost one. `body` must not end the
  /// transaction itself.
  ///
  /// - Throws: what `body` throws; `.busy` from the beginning or the commit, and nothing was
  ///   written; `.transactionLost` if SQLite rolled back after an error that `body` kept to itself.
  package func withTransaction<Result>(
    _ mode: TransactionMode = .immediate, _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    // The identity: SQLite's errors are passed on as they are.
    func same(_ error: SQLiteError) -> SQLiteError { error }
    return try withTransaction(mode, mapError: same, body)
  }

  /// Runs `body`, which has errors of its own, in a transaction, like `withTransaction(_:_:)`.
  ///
  /// - Parameter mapError: makes an error of that kind from one of beginning or committing.
  package func withTransaction<Result, Failure: Error>(
    _ mode: TransactionMode = .immediate, mapError: (SQLiteError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do {
      try begin(mode)
    } catch {
      throw mapError(error)
    }
    let result: Result
    do {
      result = try body()
    } catch {
      rollBack()
      throw error
    }
    do {
      try commit()
    } catch {
      rollBack()
      throw mapError(error)
    }
    return result
  }

  /// Whether a transaction is open, by `withTransaction` or by hand (`sqlite3_get_autocommit`).
  package var isInTransaction: Bool {
    database.handle.map { sqlite3_get_autocommit($0) == 0 } ?? false
  }

  private func begin(_ mode: TransactionMode) throws(SQLiteError) {
    if transactionDepth == 0 {
      try statement(mode.begin).run()
    } else {
      guard isInTransaction else { throw transactionLost }
      try statement("SAVEPOINT albumen_\(transactionDepth)").run()
    }
    transactionDepth += 1
  }

  private func commit() throws(SQLiteError) {
    guard isInTransaction else { throw transactionLost }
    if transactionDepth == 1 {
      try statement("COMMIT").run()
    } else {
      try statement("RELEASE albumen_\(transactionDepth - 1)").run()
    }
    transactionDepth -= 1
  }

  /// Undoes the innermost transaction.
  ///
  /// A failure is not reported: the error that led here says more, and a transaction that cannot be
  /// rolled back now will be when the file is opened next.
  private func rollBack() {
    transactionDepth -= 1
    // After a full disk, say, SQLite has rolled back everything on its own.
    guard isInTransaction else { return }
    if transactionDepth == 0 {
      try? statement("ROLLBACK").run()
    } else {
      try? statement("ROLLBACK TO albumen_\(transactionDepth)").run()
      try? statement("RELEASE albumen_\(transactionDepth)").run()
    }
  }

  private var transactionLost: SQLiteError {
    SQLiteError(
      .transactionLost, "the transaction was rolled back after an earlier error in it", path: path)
  }
}
