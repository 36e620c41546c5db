import CGcrypt

/// Computes the CRC-32C checksum (Castagnoli; RFC 3720 section 12.1), which guards against damage,
/// not against an adversary.
///
/// It uses the SSE 4.2 instruction where the CPU has it and table look-ups elsewhere.
package enum CRC32C {
  private static let hasInstruction = albumen_crc32c_in_hardware() != 0

  /// Returns the checksum of `bytes`.
  ///
  /// To check data that comes in pieces give the checksum so far as `seed`: the result is that of
  /// all pieces together. The default is the checksum of nothing, 0.
  package static func checksum(_ bytes: UnsafeRawBufferPointer, seed: UInt32 = 0) -> UInt32 {
    guard let base = bytes.baseAddress else { return seed }
    guard hasInstruction else { return checksumByTable(bytes, seed: seed) }
    let start = base.assumingMemoryBound(to: UInt8.self)
    return ~albumen_crc32c_feed(~seed, start, bytes.count)
  }

  /// Returns the checksum of `bytes`; without a copy if they are contiguous, as an array's are.
  package static func checksum(_ bytes: some Sequence<UInt8>, seed: UInt32 = 0) -> UInt32 {
    let direct = bytes.withContiguousStorageIfAvailable {
      checksum(UnsafeRawBufferPointer($0), seed: seed)
    }
    return direct ?? [UInt8](bytes).withUnsafeBytes { checksum($0, seed: seed) }
  }
}
