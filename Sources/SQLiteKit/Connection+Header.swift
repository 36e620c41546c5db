import Platform

extension Connection {
  /// Returns the version number that the application keeps in the file (`PRAGMA user_version`).
  package func userVersion() throws(SQLiteError) -> Int32 {
    try headerField("user_version")
  }

  /// Sets the version number; within a transaction it is part of it.
  package func setUserVersion(_ version: Int32) throws(SQLiteError) {
    try execute("PRAGMA user_version = \(version)")
  }

  /// Returns the number that says whose file it is (`PRAGMA application_id`), 0 if nobody's.
  package func applicationID() throws(SQLiteError) -> Int32 {
    try headerField("application_id")
  }

  /// Sets the number that says whose file it is; within a transaction it is part of it.
  package func setApplicationID(_ id: Int32) throws(SQLiteError) {
    try execute("PRAGMA application_id = \(id)")
  }

  private func headerField(_ name: String) throws(SQLiteError) -> Int32 {
    let value = try statement("PRAGMA \(name)").first { $0.int64(0) }
    return Int32(truncatingIfNeeded: value ?? 0)
  }

  /// Checks the database's structure and returns what is wrong, nothing for a sound one.
  ///
  /// - Parameter quick: leaves out whether the indexes agree with their tables, which takes longest
  ///   (`PRAGMA quick_check` instead of `integrity_check`).
  /// - Throws: what keeps it from looking, such as `.busy` or `.io`. Damage is never thrown, not even
  ///   if there is too much of it to go on.
  package func integrity(quick: Bool) throws(SQLiteError) -> [String] {
    do {
      let check = try prepare(quick ? "PRAGMA quick_check" : "PRAGMA integrity_check")
      let findings = try check.map { $0.text(0) }
      return findings == ["ok"] ? [] : findings
    } catch  where error.disposition == .corrupt {
      return [error.message]
    }
  }
}
