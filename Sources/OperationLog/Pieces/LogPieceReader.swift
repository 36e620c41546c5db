package import Operations
package import Platform

/// Reads a piece of a log that came from elsewhere, verifying all of it: header, frames, chain, seal.
///
/// Nothing is believed before it was verified; memory is what the piece takes and one transaction.
package struct LogPieceReader {
  /// The sequence number of its first operation.
  package let firstSeq: UInt64
  /// The chain before it, which must be compared with the log that it is to continue.
  package let chainBefore: Chain
  private let lastSeq: UInt64
  private var cursor: SegmentCursor

  /// Opens a piece and verifies its header.
  ///
  /// - Parameters:
  ///   - bytes: all of the file.
  ///   - range: the sequence numbers of its first and its last operation, as its name tells.
  ///   - path: where it came from, for messages.
  /// - Throws: `tooLarge`, `newerFormat`, `otherLibrary`, `damaged`.
  package init(
    _ bytes: [UInt8], log: LogID, library: LibraryID, range: ClosedRange<UInt64>, path: Path
  ) throws(LogError) {
    guard bytes.count <= LogPiece.maximumSize else {
      throw LogError(.tooLarge, "a piece of a log has more than 80 MiB", path: path)
    }
    let file = SegmentFile(path, holding: bytes)
    let header: SegmentHeader
    switch SegmentHeader.read(try file.bytes(SegmentHeader.byteCount, at: 0)) {
    case .sound(let read): header = read
    case .newer(let format):
      throw LogError(
        .newerFormat, "a piece of a log has format \(format), which a newer version reads",
        path: path, offset: 8)
    case .bad(let offset, let what):
      throw LogError(.damaged, what, path: path, offset: Int64(offset))
    }
    guard header.library == library else {
      throw LogError(
        .otherLibrary, "a piece of a log belongs to library \(header.library)", path: path,
        offset: 12)
    }
    guard header.log == log, header.firstSeq == range.lowerBound else {
      throw LogError(
        .damaged, "a piece of a log is another one than its name says", path: path, offset: 28)
    }
    firstSeq = header.firstSeq
    lastSeq = range.upperBound
    chainBefore = header.chainBefore
    cursor = SegmentCursor(file, header)
  }

  /// The chain behind what was read.
  package var chain: Chain { cursor.chain }

  /// Returns the next transaction; nil when the whole piece was read and found right, its seal and
  /// its last sequence number too.
  ///
  /// - Throws: `damaged` with the place.
  package mutating func next() throws(LogError) -> LogEntry? {
    switch try cursor.step() {
    case .entry(let entry):
      guard entry.transaction.lastSeq <= lastSeq else { throw misnamed }
      return entry
    case .sealed:
      guard cursor.nextSeq - 1 == lastSeq else { throw misnamed }
      return nil
    case .end, .skipped:
      throw LogError(
        .damaged, "a piece of a log is not sealed", path: cursor.file.path, offset: cursor.offset)
    case .fault(let fault), .torn(let fault):
      throw LogError(.damaged, fault.what, path: cursor.file.path, offset: fault.offset)
    }
  }

  private var misnamed: LogError {
    LogError(
      .damaged, "a piece of a log does not end as its name says", path: cursor.file.path,
      offset: cursor.offset)
  }
}
