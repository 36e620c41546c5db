extension Statement {
  /// The row that the last ``step()`` went to; only while that returned true.
  package var row: Row { Row(statement: self) }

  /// Returns a cursor over the rows; when it is let go, however early, the statement is reset.
  package func rows() -> Rows {
    Rows(self)
  }

  /// Returns what `body` makes of each row.
  package func map<Element>(_ body: (Row) -> Element) throws(SQLiteError) -> [Element] {
    defer { reset() }
    var elements: [Element] = []
    while try step() { elements.append(body(row)) }
    return elements
  }

  /// Returns what `body` makes of the first row; nil if there is none.
  package func first<Element>(_ body: (Row) -> Element) throws(SQLiteError) -> Element? {
    defer { reset() }
    return try step() ? body(row) : nil
  }
}

/// A cursor over the rows of one run of a statement.
///
///     var rows = statement.rows()
///     while let row = try rows.next() { use(row.text(0)) }
package struct Rows: ~Copyable {
  private let statement: Statement
  private var isAtEnd = false

  fileprivate init(_ statement: Statement) {
    self.statement = statement
  }

  deinit {
    statement.reset()
  }

  /// Returns the next row, valid until the call after; nil at the end, and from then on.
  package mutating func next() throws(SQLiteError) -> Row? {
    if isAtEnd { return nil }
    isAtEnd = true  // Unless the step below finds a row: after an error there is no going on.
    guard try statement.step() else { return nil }
    isAtEnd = false
    return statement.row
  }
}
