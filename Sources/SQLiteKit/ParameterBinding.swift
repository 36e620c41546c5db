/// Takes the values of a row, by the numbers of its parameters from 1.
package protocol ParameterBinding {
  /// Binds an integer, or NULL.
  func bind(_ value: Int64?, at index: Int) throws(SQLiteError)
  /// Binds a number, or NULL; SQLite stores NaN as NULL.
  func bind(_ value: Double?, at index: Int) throws(SQLiteError)
  /// Binds a text, or NULL; a copy is taken.
  func bind(_ value: String?, at index: Int) throws(SQLiteError)
  /// Binds bytes as a blob; a copy is taken.
  func bind(_ bytes: UnsafeRawBufferPointer, at index: Int) throws(SQLiteError)
  /// Binds an array of bytes as a blob, or NULL; a copy is taken.
  func bind(_ bytes: [UInt8]?, at index: Int) throws(SQLiteError)
  /// Binds bytes with one before them as a blob; a copy is taken.
  func bind(_ bytes: [UInt8], behind first: UInt8, at index: Int) throws(SQLiteError)
  /// Binds NULL.
  func bindNull(at index: Int) throws(SQLiteError)
  /// Writes the row.
  func run() throws(SQLiteError)
}

extension ParameterBinding {
  /// Binds an integer, or NULL.
  package func bind(_ value: Int?, at index: Int) throws(SQLiteError) {
    try bind(value.map(Int64.init), at: index)
  }

  /// Binds bytes with one before them as a blob; a copy is taken.
  package func bind(_ bytes: [UInt8], behind first: UInt8, at index: Int) throws(SQLiteError) {
    try bind([first] + bytes, at: index)
  }
}

extension Statement: ParameterBinding {}
