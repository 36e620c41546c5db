/// The steps that bring a database of this program to its newest schema.
///
/// The version of a database is its `user_version`: that of the last step applied.
package struct Migrations: Sendable {
  /// One step, and the version a database has after it.
  package struct Step: Sendable {
    /// The version, 1 or more.
    package var version: Int32
    /// The SQL statements, none of which begins or ends a transaction.
    package var sql: String

    /// Makes a step.
    package init(version: Int32, sql: String) {
      self.version = version
      self.sql = sql
    }
  }

  /// The `application_id` of the program's databases.
  package let applicationID: Int32
  /// The steps, by version.
  package let steps: [Step]

  /// The version of a database with all steps applied.
  package var newest: Int32 { steps.last?.version ?? 0 }

  /// Makes the list of steps.
  ///
  /// - Precondition: the id is not 0; versions ascend from 1 or more.
  package init(applicationID: Int32, _ steps: [Step]) {
    precondition(applicationID != 0, "0 is the id of a database that is nobody's")
    var last: Int32 = 0
    for step in steps {
      precondition(step.version > last, "The versions of migrations have to ascend")
      last = step.version
    }
    self.applicationID = applicationID
    self.steps = steps
  }

  /// Applies the steps that a database lacks, all in one transaction: it has either all or none.
  ///
  /// A new, empty database becomes the program's own. One that has every step is only read.
  ///
  /// - Returns: the version that the database had.
  /// - Throws: `.newerVersion` and `.foreignApplication`, and the database is as it was; what the
  ///   steps and the transaction throw.
  @discardableResult
  package func apply(to connection: Connection) throws(SQLiteError) -> Int32 {
    let isCurrent = try connection.withTransaction(.deferred) { () throws(SQLiteError) in
      let version = try version(of: connection)
      let id = try connection.applicationID()
      return version == newest && id == applicationID
    }
    if isCurrent { return newest }
    return try connection.withTransaction(.immediate) { () throws(SQLiteError) in
      // Asked again: another process may have been faster.
      let before = try version(of: connection)
      for step in steps where step.version > before {
        try connection.execute(step.sql)
      }
      try connection.setApplicationID(applicationID)
      try connection.setUserVersion(newest)
      return before
    }
  }

  /// Returns the version of a database that these steps may work on.
  private func version(of connection: Connection) throws(SQLiteError) -> Int32 {
    let id = try connection.applicationID()
    let version = try connection.userVersion()
    if id == 0 {
      let tables = try connection.statement("SELECT count(*) FROM sqlite_schema").first {
        $0.int64(0)
      }
      if version == 0, tables == 0 { return 0 }
    }
    guard id == applicationID else {
      throw SQLiteError(
        .foreignApplication,
        "the database belongs to another program (application id \(id)); move it away",
        path: connection.path)
    }
    guard version <= newest else {
      throw SQLiteError(
        .newerVersion,
        "the database has version \(version), this program knows \(newest); use a newer program",
        path: connection.path)
    }
    return version
  }
}
