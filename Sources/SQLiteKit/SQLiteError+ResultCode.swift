import CSQLite
package import Platform

extension SQLiteError {
  /// Makes the error of a call that just failed on a connection (`sqlite3_errmsg`).
  ///
  /// Call it before anything else is done with the connection.
  init(_ status: Int32, on database: OpaquePointer?, sql: String? = nil, path: Path? = nil) {
    var code = Code(extended: status)
    if code == .io, let database {
      // What finds no room for the file of shared memory says "I/O error" only.
      let cause = PlatformError(errno: sqlite3_system_errno(database), operation: "sqlite3")
      if cause.code == .noSpace || cause.code == .quotaExceeded { code = .full }
    }
    // The connection may not have seen the failure: a wrong handle is refused before it is touched.
    let isReported = database.map { sqlite3_extended_errcode($0) & 0xFF == status & 0xFF } ?? false
    let text = isReported ? sqlite3_errmsg(database) : sqlite3_errstr(status)
    let reason = text.map { String(cString: $0) } ?? "error \(status)"
    self.init(
      code, code.remedy.map { "\(reason); \($0)" } ?? reason, extendedCode: status, sql: sql,
      path: path)
  }
}

extension SQLiteError.Code {
  /// Sorts an extended result code into its kind (<https://www.sqlite.org/rescode.html>).
  package init(extended status: Int32) {
    switch status {
    case Self.ioErrorDamagedData, Self.ioErrorDamagedFileSystem: self = .corrupt
    case Self.ioErrorNoMemory: self = .outOfMemory
    default: self.init(primary: status & 0xFF, extended: status)
    }
  }

  private init(primary: Int32, extended: Int32) {
    switch primary {
    case SQLITE_BUSY: self = .busy
    case SQLITE_LOCKED: self = .locked
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_CORRUPT: self = .corrupt
    case SQLITE_NOTADB: self = .notADatabase
    case SQLITE_CONSTRAINT: self = .constraint
    case SQLITE_SCHEMA: self = .schema
    case SQLITE_IOERR: self = .io
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .cannotOpen
    case SQLITE_NOMEM: self = .outOfMemory
    case SQLITE_TOOBIG: self = .tooLarge
    case SQLITE_MISUSE, SQLITE_RANGE: self = .misuse
    default: self = .other(extended)
    }
  }

  // The extended codes are macros with arithmetic, which Swift does not see.
  private static let ioErrorNoMemory = SQLITE_IOERR | 12 << 8
  private static let ioErrorDamagedData = SQLITE_IOERR | 32 << 8
  private static let ioErrorDamagedFileSystem = SQLITE_IOERR | 33 << 8

  /// What a caller may do about an error of this kind.
  package var disposition: Disposition {
    switch self {
    case .busy, .locked, .schema, .outOfMemory: .retry
    case .corrupt, .notADatabase: .corrupt
    case .full, .readOnly, .io, .cannotOpen, .newerVersion, .foreignApplication: .userAction
    case .constraint, .tooLarge, .misuse, .transactionLost, .other: .permanent
    }
  }

  /// What a person can do about it, if anything.
  fileprivate var remedy: String? {
    switch self {
    case .busy: "another process is using it"
    case .full: "make room on the disk"
    case .readOnly, .cannotOpen: "check the permissions of the file and its directory"
    case .io: "check the disk and the free space on it"
    default: nil
    }
  }
}
