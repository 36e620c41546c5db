package import Operations

/// Names a piece of a log: a sealed segment with the operations from one to another.
///
/// On a remote it is the file `<first>-<last>.segment`, both numbers in 20 decimal digits
/// (docs/formats/remote.md, "Pieces").
package struct PieceName: Sendable, Hashable {
  /// The log.
  package let log: LogID
  /// The sequence number of its first operation, at least 1.
  package let firstSeq: UInt64
  /// The sequence number of its last operation, at least `firstSeq`.
  package let lastSeq: UInt64

  /// Names a piece; nil where the numbers are none of a piece, such as those that no operation can have.
  package init?(_ log: LogID, _ firstSeq: UInt64, _ lastSeq: UInt64) {
    guard firstSeq >= 1, lastSeq >= firstSeq, lastSeq <= Transaction.maximumSeq else { return nil }
    self.log = log
    self.firstSeq = firstSeq
    self.lastSeq = lastSeq
  }

  /// Reads a file's name; nil for anything that is no piece's.
  package init?(_ log: LogID, fileName: some Collection<UInt8>) {
    let dash = UInt8(ascii: "-")
    guard fileName.count == 2 * Self.digitCount + 1 + Self.suffix.count,
      fileName.dropFirst(Self.digitCount).first == dash,
      fileName.dropFirst(2 * Self.digitCount + 1).elementsEqual(Self.suffix),
      let first = Self.number(fileName.prefix(Self.digitCount)),
      let last = Self.number(fileName.dropFirst(Self.digitCount + 1).prefix(Self.digitCount))
    else { return nil }
    self.init(log, first, last)
  }

  /// The file's name.
  package var fileName: String { "\(Self.padded(firstSeq))-\(Self.padded(lastSeq)).segment" }

  private static let digitCount = 20
  private static let suffix = Array(".segment".utf8)

  private static func number(_ digits: some Collection<UInt8>) -> UInt64? {
    guard digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else {
      return nil
    }
    return UInt64(String(decoding: digits, as: UTF8.self))
  }

  private static func padded(_ number: UInt64) -> String {
    let digits = String(number)
    return String(repeating: "0", count: digitCount - digits.utf8.count) + digits
  }
}

extension PieceName: Comparable {
  /// By log, then by first operation; of two that begin with the same one the longer comes first.
  package static func < (one: PieceName, other: PieceName) -> Bool {
    if one.log != other.log { return one.log < other.log }
    if one.firstSeq != other.firstSeq { return one.firstSeq < other.firstSeq }
    return one.lastSeq > other.lastSeq
  }
}
