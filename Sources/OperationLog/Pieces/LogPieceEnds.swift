import Hashing
package import Operations

/// Is what the two ends of a piece's file say of it, without reading what is between.
///
/// Enough to tell a file that is whole from one that is still being copied; what it says is not verified.
package struct LogPieceEnds: Sendable, Equatable {
  /// The library.
  package let library: LibraryID
  /// The log.
  package let log: LogID
  /// The sequence number of its first operation.
  package let firstSeq: UInt64
  /// The chain before it.
  package let chainBefore: Chain
  /// The chain behind it.
  package let chain: Chain

  /// How many bytes of the start of a file are wanted.
  package static let startCount = SegmentHeader.byteCount
  /// How many bytes of the end of a file are wanted.
  package static let endCount = 32 + SegmentSeal.trailerSize

  /// Reads the ends of a file; nil where they are none of a whole piece of this format.
  ///
  /// - Parameters:
  ///   - start: its first ``startCount`` bytes.
  ///   - end: its last ``endCount`` bytes.
  package init?(start: [UInt8], end: [UInt8]) {
    guard start.count == Self.startCount, end.count == Self.endCount,
      case .sound(let header) = start.withUnsafeBytes({ SegmentHeader.read($0) }),
      end.suffix(4).elementsEqual("SEAL".utf8), let chain = Chain(bytes: end.prefix(32))
    else { return nil }
    library = header.library
    log = header.log
    firstSeq = header.firstSeq
    chainBefore = header.chainBefore
    self.chain = chain
  }
}
