import Operations
import Platform

/// Is a file of JSON Lines, one transaction a line.
struct HistoryFile {
  private let path: Path

  init(_ path: Path) { self.path = path }

  /// Reads all lines; empty ones are passed over.
  ///
  /// - Throws: `.notFound`, and `.invalid` with the number of the line that is no transaction.
  func transactions() throws(AlbumenError) -> [Transaction] {
    var transactions: [Transaction] = []
    var reader = try LineReader(path)
    while let line = try reader.next() {
      if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
      do throws(OperationsError) { transactions.append(try Transaction(jsonLine: line)) } catch {
        throw reader.invalid(error.message)
      }
    }
    return transactions
  }
}
