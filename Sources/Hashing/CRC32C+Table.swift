extension CRC32C {
  /// The Castagnoli polynomial 0x1EDC6F41, bits reversed.
  private static let polynomial: UInt32 = 0x82F6_3B78

  /// Eight tables of 256: entry `256 k + b` is what byte `b` does to the register once it and `k`
  /// zero bytes have gone through it.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var register = UInt32(byte)
      for _ in 0..<8 {
        register = register & 1 == 1 ? register >> 1 ^ polynomial : register >> 1
      }
      tables[byte] = register
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 255)]
    }
    return tables
  }()

  /// Returns the checksum as `checksum(_:seed:)` does, on any CPU: eight bytes a step ("slicing by
  /// eight").
  package static func checksumByTable(
    _ bytes: UnsafeRawBufferPointer, seed: UInt32 = 0
  ) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var register = ~seed
      var offset = 0
      while bytes.count - offset >= 8 {
        let word =
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
          ^ UInt64(register)
        register = 0
        for slice in 0..<8 {
          let byte = Int(truncatingIfNeeded: word >> UInt64(8 * slice)) & 255
          register ^= tables[256 * (7 - slice) + byte]
        }
        offset += 8
      }
      while offset < bytes.count {
        register = register >> 8 ^ tables[Int((register ^ UInt32(bytes[offset])) & 255)]
        offset += 1
      }
      return ~register
    }
  }
}
