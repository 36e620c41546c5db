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
}
