import Hashing
import Operations

/// Is what closes a segment for ever (docs/formats/segment.md, "Seal").
enum SegmentSeal {
  private static let magic = Array("SEAL".utf8)
  /// Checksum, size and magic.
  static let trailerSize = 12

  /// What a seal records of one frame.
  struct Frame: Equatable {
    /// How many operations it holds.
    let operations: Int
    /// Its size in bytes.
    let size: Int
  }

  /// Says what a seal is, given everything from its first byte to the end of the file.
  enum Reading {
    /// A seal whose checksum is right, and how many bytes it has.
    case sound(footer: UnsafeRawBufferPointer, size: Int)
    /// The file ends before the seal does.
    case incomplete
    /// No seal.
    case bad(String)
  }

  /// The bytes of a seal.
  static func bytes(frames: [Frame], chain: Chain) -> [UInt8] {
    let footer = footer(frames: frames, chain: chain)
    var out = ByteWriter()
    out.byte(0)
    out.varint(UInt64(footer.count))
    out.raw(footer)
    out.littleEndian(CRC32C.checksum(out.bytes))
    out.littleEndian(UInt32(out.bytes.count))
    out.raw(magic)
    return out.bytes
  }

  /// The footer alone.
  static func footer(frames: [Frame], chain: Chain) -> [UInt8] {
    var out = ByteWriter()
    out.varint(UInt64(frames.count))
    for frame in frames {
      out.varint(UInt64(frame.operations))
      out.varint(UInt64(frame.size))
    }
    out.digest(chain)
    return out.bytes
  }

  /// Reads a seal.
  static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
    var reader = ByteReader(bytes)
    let footer: UnsafeRawBufferPointer
    do throws(OperationsError) {
      guard try reader.byte() == 0 else { return .bad("a seal does not begin with 0") }
      let length = try reader.varint()
      guard length <= UInt64(UInt32.max) else { return .bad("a seal's length is out of range") }
      guard UInt64(reader.remaining) >= length + UInt64(trailerSize) else { return .incomplete }
      footer = try reader.take(Int(length))
    } catch {
      return reader.remaining == 0 ? .incomplete : .bad("a seal's length is out of range")
    }
    let covered = reader.offset
    guard
      CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<covered]))
        == SegmentFrame.word(bytes, at: covered)
    else { return .bad("the checksum of a seal is wrong") }
    guard SegmentFrame.word(bytes, at: covered + 4) == UInt32(truncatingIfNeeded: covered + 4),
      bytes[(covered + 8)..<(covered + trailerSize)].elementsEqual(magic)
    else { return .bad("the end of a seal is wrong") }
    return .sound(footer: footer, size: covered + trailerSize)
  }

  /// Whether bytes that begin as a seal also end as one of their size: then only what it says of its
  /// length can be wrong.
  static func isWholeByItsEnd(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count > trailerSize && bytes.suffix(4).elementsEqual(magic)
      && Int(SegmentFrame.word(bytes, at: bytes.count - 8)) == bytes.count - 8
  }

  /// Whether bytes end with a whole seal, wherever it begins.
  static func ends(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count > trailerSize, bytes.suffix(4).elementsEqual(magic) else { return false }
    let size = Int(SegmentFrame.word(bytes, at: bytes.count - 8))
    let start = bytes.count - 8 - size
    guard start >= 0, size > 4 else { return false }
    let seal = UnsafeRawBufferPointer(rebasing: bytes[start...])
    if case .sound = read(seal) { return true }
    return false
  }
}
