/// Is the operations of one transaction, in order: as values or, of a transaction of many megabytes, as
/// the bytes they were read from.
///
/// An operation of two bytes is one of eighty in memory, and a frame may hold thirty million of them.
/// Who goes through a list has one operation at a time; `Transaction.operations` has them all.
package struct OperationList: Sendable {
  /// The operations, where they are values.
  private let plain: [Operation]
  private let encoded: EncodedOperations?
  /// Whether one of them is a `log.retire`, which delivery has to know of every transaction.
  package let hasWaiver: Bool
  /// The tables that the operations' `assetPlace` is about; nil where there are none.
  package let tables: TableIdentity?

  /// Creates the list of operations that are there.
  package init(_ operations: [Operation]) {
    self.init(operations, hasWaiver: operations.contains { $0.isWaiver })
  }

  /// Creates a list of operations of which it is known whether one is a `log.retire`.
  init(_ operations: [Operation], hasWaiver: Bool, tables: TableIdentity? = nil) {
    plain = operations
    self.tables = tables
    encoded = nil
    self.hasWaiver = hasWaiver
  }

  /// Creates the list of operations that stand in bytes, which have been read once without a fault.
  init(_ encoded: EncodedOperations, hasWaiver: Bool, tables: TableIdentity) {
    plain = []
    self.tables = tables
    self.encoded = encoded
    self.hasWaiver = hasWaiver
  }

  /// All operations, where they are there as values.
  package var values: [Operation]? { encoded == nil ? plain : nil }

  /// All operations as values.
  package var all: [Operation] { encoded == nil ? plain : Array(self) }

  /// How many bytes the list takes at least, what the operations refer to aside.
  var byteCount: Int { encoded?.bytes.count ?? plain.count * MemoryLayout<Operation>.stride }
}

extension OperationList: Sequence {
  /// How many operations there are.
  package var count: Int { encoded?.count ?? plain.count }
  package var underestimatedCount: Int { count }

  package func makeIterator() -> Iterator {
    Iterator(plain: plain, encoded: encoded?.makeIterator())
  }

  /// Goes through a list.
  package struct Iterator: IteratorProtocol {
    fileprivate let plain: [Operation]
    private var place = 0
    fileprivate var encoded: EncodedOperations.Iterator?

    fileprivate init(plain: [Operation], encoded: EncodedOperations.Iterator?) {
      self.plain = plain
      self.encoded = encoded
    }

    package mutating func next() -> Operation? {
      guard place < plain.count else { return encoded?.next() }
      defer { place += 1 }
      return plain[place]
    }
  }
}

extension OperationList: Equatable {
  /// Tells whether both hold the same operations, in whatever way they hold them.
  package static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }
}

/// Is operations in the form in which they stand in a payload, with what they refer to by place.
struct EncodedOperations: Sendable, Sequence {
  /// The operations, one behind the other.
  let bytes: [UInt8]
  let count: Int
  private let decoder: TransactionDecoder

  /// Keeps operations that a decoder has read, with the tables that it had.
  init(_ bytes: UnsafeRawBufferPointer, count: Int, _ decoder: TransactionDecoder) {
    self.bytes = [UInt8](bytes)
    self.count = count
    self.decoder = decoder
  }

  func makeIterator() -> Iterator { Iterator(operations: self, decoder: decoder) }

  struct Iterator: IteratorProtocol {
    fileprivate let operations: EncodedOperations
    fileprivate var decoder: TransactionDecoder
    private var offset = 0
    private var passed = 0

    fileprivate init(operations: EncodedOperations, decoder: TransactionDecoder) {
      self.operations = operations
      self.decoder = decoder
    }

    mutating func next() -> Operation? {
      guard passed < operations.count else { return nil }
      passed += 1
      return operations.bytes.withUnsafeBytes { bytes in
        var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
        do throws(OperationsError) {
          let operation = try decoder.operation(&reader)
          offset += reader.offset
          return operation
        } catch { preconditionFailure("What was read once is read again: \(error.message)") }
      }
    }
  }
}
