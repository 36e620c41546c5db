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
    var line: [UInt8] = []
    var number = 0
    do throws(PlatformError) {
      let file = try Descriptor.open(path, .read)
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
      defer { buffer.deallocate() }
      while true {
        let count = try file.read(into: buffer, path: path)
        if count == 0 { break }
        var rest = buffer[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          line.append(contentsOf: rest[..<end])
          rest = rest[(end + 1)...]
          number += 1
          if let failure = take(line, number, &transactions) { throw failure }
          line.removeAll(keepingCapacity: true)
        }
        line.append(contentsOf: rest)
      }
    } catch {
      let isMissing = error.code == .notFound
      throw AlbumenError(
        isMissing ? .notFound : .failed, isMissing ? "no such file" : error.message,
        subject: path.display)
    }
    return transactions
  }
}
