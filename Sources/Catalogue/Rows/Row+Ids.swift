import Operations
import SQLiteKit

extension Identifier {
  /// Reads the sixteen bytes of a column; nil for another number of bytes.
  init?(row: Row, _ column: Int) {
    let halves = row.withBytes(column) { bytes -> (UInt64, UInt64)? in
      guard bytes.count == 16 else { return nil }
      return (
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    guard let halves else { return nil }
    self.init(high: halves.0, low: halves.1)
  }
}

extension Digest {
  /// Reads the 32 bytes of a column; nil for another number of bytes.
  init?(row: Row, _ column: Int) {
    let words = row.withBytes(column) { bytes -> (UInt64, UInt64, UInt64, UInt64)? in
      guard bytes.count == 32 else { return nil }
      return (
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
      )
    }
    guard let words else { return nil }
    self.init(words: words)
  }
}

extension ParameterBinding {
  /// Binds an identifier's sixteen bytes.
  func bind<Subject>(_ id: Identifier<Subject>, at index: Int) throws(SQLiteError) {
    let halves = (id.high.bigEndian, id.low.bigEndian)
    try withUnsafeBytes(of: halves) { bytes throws(SQLiteError) in try bind(bytes, at: index) }
  }

  /// Binds a digest's 32 bytes.
  func bind<Subject>(_ id: Digest<Subject>, at index: Int) throws(SQLiteError) {
    let words = (
      id.words.0.bigEndian, id.words.1.bigEndian, id.words.2.bigEndian, id.words.3.bigEndian
    )
    try withUnsafeBytes(of: words) { bytes throws(SQLiteError) in try bind(bytes, at: index) }
  }

  /// Binds an unsigned number by its bits, which leaves numbers below 2^63 as they are.
  func bind(bits value: UInt64, at index: Int) throws(SQLiteError) {
    try bind(Int64(bitPattern: value), at: index)
  }
}
