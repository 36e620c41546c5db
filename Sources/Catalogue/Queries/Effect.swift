package import Operations

/// Counts the operations of one kind in a transaction.
package struct Effect: Sendable, Hashable {
  /// The kind; nil stands for all that this version does not know.
  package let kind: OperationKind?
  /// How many there are, at least 1.
  package let count: Int

  /// Counts a transaction's operations, by kind in the order of the kinds' codes.
  static func all(of transaction: Transaction) -> [Effect] {
    var counts = [Int](repeating: 0, count: 1 + OperationKind.allCases.count)
    for operation in transaction.operationList { counts[Int(operation.kind?.rawValue ?? 0)] += 1 }
    return counts.enumerated().filter { $0.element > 0 }
      .map { Effect(kind: OperationKind(rawValue: UInt8($0.offset)), count: $0.element) }
  }

  /// The bytes of the column `effects`.
  static func bytes(_ effects: [Effect]) -> [UInt8] {
    var out = ByteWriter()
    for effect in effects {
      out.byte(effect.kind?.rawValue ?? 0)
      out.varint(UInt64(effect.count))
    }
    return out.bytes
  }

  /// Reads the column; what does not fit is left out, as it is only for people.
  static func read(_ bytes: UnsafeRawBufferPointer) -> [Effect] {
    var reader = ByteReader(bytes)
    var effects: [Effect] = []
    while reader.remaining > 0, let code = try? reader.byte(), let count = try? reader.varint() {
      effects.append(Effect(kind: OperationKind(rawValue: code), count: Int(clamping: count)))
    }
    return effects
  }
}
