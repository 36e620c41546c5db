import Hashing
import Operations

/// Is the form that one transaction has in a segment: length, payload, checksum, start of the chain
/// (docs/formats/segment.md, "Frames").
enum SegmentFrame {
  /// The greatest length of a payload, 64 MiB.
  static let maximumPayload = 1 << 26
  /// The bytes behind a payload.
  static let trailerSize = 8
  /// The most bytes that a length takes.
  static let longestLength = 4

  /// Says what the first bytes of a frame tell of its length.
  enum Length: Equatable {
    /// There are not enough bytes to tell.
    case incomplete
    /// The byte that begins a seal.
    case seal
    /// A length of this many bytes for this many bytes of payload.
    case payload(prefix: Int, count: Int)
    /// No length that a frame can have.
    case bad
  }

  /// Reads the length that a frame begins with.
  static func length(_ bytes: UnsafeRawBufferPointer) -> Length {
    guard let first = bytes.first else { return .incomplete }
    if first == 0 { return .seal }
    var value = 0
    for index in 0..<longestLength {
      guard index < bytes.count else { return .incomplete }
      let byte = bytes[index]
      value |= Int(byte & 0x7F) << (7 * index)
      if byte < 0x80 {
        // A last byte of 0 is a longer spelling than need be, which no writer uses.
        guard byte > 0, value <= maximumPayload else { return .bad }
        return .payload(prefix: index + 1, count: value)
      }
    }
    return .bad
  }

  /// Whether the checksum of a complete frame is right.
  static func isSound(_ frame: UnsafeRawBufferPointer) -> Bool {
    let covered = frame.count - trailerSize
    guard covered > 0 else { return false }
    return CRC32C.checksum(UnsafeRawBufferPointer(rebasing: frame[..<covered]))
      == word(frame, at: covered)
  }

  /// Whether the counts that a payload begins with (docs/formats/transaction.md) fit into it: cheaper
  /// than a checksum, and enough to tell most places where no frame begins.
  static func mayHoldTransaction(_ frame: UnsafeRawBufferPointer, prefix: Int) -> Bool {
    let payload = UnsafeRawBufferPointer(rebasing: frame[prefix..<(frame.count - trailerSize)])
    var reader = ByteReader(payload)
    do throws(OperationsError) {
      _ = try reader.take(try reader.count(ofAtLeast: 16) * 16)
      _ = try reader.take(try reader.count(ofAtLeast: 32) * 32)
      _ = try reader.count()
      return true
    } catch { return false }
  }

  /// The start of the chain that stands at the end of a complete frame.
  static func chainStart(_ frame: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(bigEndian: frame.loadUnaligned(fromByteOffset: frame.count - 4, as: UInt32.self))
  }

  /// The part of a chain that a frame carries.
  static func chainStart(_ chain: Chain) -> UInt32 { UInt32(chain.words.0 >> 32) }

  /// Appends a frame.
  ///
  /// - Returns: its size in bytes.
  static func append(_ payload: [UInt8], chain: Chain, to bytes: inout [UInt8]) -> Int {
    let start = bytes.count
    var length = ByteWriter()
    length.varint(UInt64(payload.count))
    bytes.append(contentsOf: length.bytes)
    bytes.append(contentsOf: payload)
    let checksum = CRC32C.checksum(payload, seed: CRC32C.checksum(length.bytes))
    withUnsafeBytes(of: checksum.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: chainStart(chain).bigEndian) { bytes.append(contentsOf: $0) }
    return bytes.count - start
  }

  /// A little-endian number.
  static func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
