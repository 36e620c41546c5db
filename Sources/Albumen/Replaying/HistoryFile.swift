import Operations
import Platform

/// Is a file of JSON Lines, one transaction a line.
struct HistoryFile {
  private let path: Path

  init(_ path: Path) { self.path = path }

  /// Calls `body` with each transaction, in the order of the lines; empty ones are passed over.
  ///
  /// - Throws: `.notFound`, and `.invalid` with the number of the line that is no transaction; what `body`
  ///   throws.
  func forEach(_ body: (Transaction) throws(AlbumenError) -> Void) throws(AlbumenError) {
    var reader = try LineReader(path)
    while let line = try reader.next() {
      if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
      let transaction: Transaction
      do throws(OperationsError) { transaction = try Transaction(jsonLine: line) } catch {
        throw reader.invalid(error.message)
      }
      try body(transaction)
    }
  }

  /// Reads all lines.
  func transactions() throws(AlbumenError) -> [Transaction] {
    var transactions: [Transaction] = []
    try forEach { transactions.append($0) }
    return transactions
  }
}
