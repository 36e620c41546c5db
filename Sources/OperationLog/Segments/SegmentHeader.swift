import Hashing
import Operations

/// Is the first 88 bytes of a segment (docs/formats/segment.md, "Header").
struct SegmentHeader: Equatable {
  /// The library that the log belongs to.
  let library: LibraryID
  /// The log.
  let log: LogID
  /// The sequence number of the first operation in the segment.
  let firstSeq: UInt64
  /// The chain before it.
  let chainBefore: Chain

  static let byteCount = 88
  private static let format: UInt32 = 1
  private static let magic = Array("albmnlog".utf8)
  private static let checkedCount = 84

  /// Says what the beginning of a file is.
  enum Reading {
    case sound(SegmentHeader)
    /// A header of another format, whose checksum is right.
    case newer(UInt32)
    /// No header, and which byte is the first that does not fit.
    case bad(offset: Int, what: String)
  }

  /// The header's bytes.
  var bytes: [UInt8] {
    var out = ByteWriter()
    out.raw(Self.magic)
    out.littleEndian(Self.format)
    out.identifier(library)
    out.identifier(log)
    out.littleEndian(firstSeq)
    out.digest(chainBefore)
    out.littleEndian(CRC32C.checksum(out.bytes))
    return out.bytes
  }

  /// Reads exactly 88 bytes.
  static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
    guard bytes.count == byteCount, bytes.starts(with: magic) else {
      return .bad(offset: 0, what: "this is no segment of a log")
    }
    let checked = UnsafeRawBufferPointer(rebasing: bytes[..<checkedCount])
    var reader = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[magic.count...]))
    do throws(OperationsError) {
      let format = try reader.littleEndian(UInt32.self)
      let header = SegmentHeader(
        library: try reader.identifier(), log: try reader.identifier(),
        firstSeq: try reader.littleEndian(UInt64.self), chainBefore: try reader.digest())
      guard try reader.littleEndian(UInt32.self) == CRC32C.checksum(checked) else {
        return .bad(offset: 0, what: "the checksum of a segment's header is wrong")
      }
      guard format == Self.format else { return .newer(format) }
      guard header.firstSeq >= 1, header.firstSeq <= Transaction.maximumSeq else {
        return .bad(offset: 44, what: "a sequence number is out of range")
      }
      return .sound(header)
    } catch {
      return .bad(offset: 0, what: "a segment's header is too short")
    }
  }
}
