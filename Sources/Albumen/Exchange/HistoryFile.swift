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
    var reader = try open()
    var number = 0
    while let line = try next(&reader) {
      number += 1
      if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
      do throws(OperationsError) { transactions.append(try Transaction(jsonLine: line)) } catch {
        throw AlbumenError(
          .invalid, error.message, subject: "\(path.display) line \(number)",
          hint: "nothing was taken in; docs/formats/jsonl.md describes the lines",
          disposition: .permanent)
      }
    }
    return transactions
  }

  private func open() throws(AlbumenError) -> LineReader {
    do throws(PlatformError) { return try LineReader(path) } catch { throw failure(error) }
  }

  private func next(_ reader: inout LineReader) throws(AlbumenError) -> ArraySlice<UInt8>? {
    do throws(PlatformError) { return try reader.next() } catch { throw failure(error) }
  }

  private func failure(_ error: PlatformError) -> AlbumenError {
    let isMissing = error.code == .notFound
    return AlbumenError(
      isMissing ? .notFound : .failed, isMissing ? "no such file" : error.message,
      subject: path.display)
  }
}
