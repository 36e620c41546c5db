package import Operations
package import Platform

/// Is a piece of a log as it travels: a sealed segment of any size, from one transaction to a later one,
/// which is read and verified by itself (docs/formats/remote.md, "Pieces").
package struct LogPiece: Sendable {
  /// The log.
  package let log: LogID
  /// The sequence number of its first operation.
  package let firstSeq: UInt64
  /// The sequence number of its last operation.
  package let lastSeq: UInt64
  /// The chain before it.
  package let chainBefore: Chain
  /// The chain behind it.
  package let chain: Chain
  /// The bytes of the file.
  package let bytes: [UInt8]

  /// The size in bytes from which a piece is full: nothing more is put into it.
  package static let fullSize = 4 << 20
  /// The most bytes that a piece has: one that is all but full takes one more frame, of at most 64 MiB,
  /// and the seal.
  package static let maximumSize = 80 << 20
}

/// Makes a piece of a log out of its transactions, in memory.
package struct LogPieceBuilder {
  private let header: SegmentHeader
  private var encoder = TransactionEncoder()
  private var bytes: [UInt8]
  private var frames: [SegmentSeal.Frame] = []
  private var lastSeq: UInt64
  private var chain: Chain

  /// Begins a piece behind a place in a log.
  package init(_ log: LogID, of library: LibraryID, behind mark: LogMark) {
    header = SegmentHeader(
      library: library, log: log, firstSeq: mark.seq + 1, chainBefore: mark.chain)
    bytes = header.bytes
    lastSeq = mark.seq
    chain = mark.chain
  }

  /// Whether nothing is in it yet.
  package var isEmpty: Bool { frames.isEmpty }
  /// Whether nothing more is to be put into it.
  package var isFull: Bool { bytes.count >= LogPiece.fullSize }

  /// Adds the next transaction of the log.
  ///
  /// - Parameter evenIfFull: whether it goes in also where the piece is full: for a segment that is cut
  ///   anew and had it before.
  /// - Throws: `misplaced` if it is not the next one, or it is full; `tooLarge` where a frame of its own,
  ///   which spells every id, would have more than 64 MiB.
  package mutating func add(_ entry: LogEntry, evenIfFull: Bool = false) throws(LogError) {
    let transaction = entry.transaction
    guard transaction.log == header.log, transaction.seq == lastSeq + 1,
      evenIfFull || !isFull
    else {
      throw LogError(
        .misplaced, "transaction \(transaction.dot) cannot follow \(header.log):\(lastSeq)")
    }
    let payload = encoder.payload(of: transaction)
    guard payload.count <= SegmentFrame.maximumPayload else {
      encoder.rollBack()
      throw LogError(
        .tooLarge,
        "transaction \(transaction.dot) has \(payload.count) bytes by itself, over 64 MiB")
    }
    let size = SegmentFrame.append(payload, chain: entry.chain, to: &bytes)
    frames.append(SegmentSeal.Frame(operations: transaction.operationList.count, size: size))
    lastSeq = transaction.lastSeq
    chain = entry.chain
  }

  /// Adds what a damaged segment that begins as this piece still holds behind what was added: a frame is
  /// where it was, and is read with the tables that what was added has made anew.
  ///
  /// As far as frames are sound and the chain goes on; nothing where the file is cut or was written otherwise.
  ///
  /// - Throws: `io`, `tooLarge`.
  package mutating func addRest(of path: Path) throws(LogError) {
    let found = try LogError.wrapping { () throws(PlatformError) in
      try DurableFile.contents(of: path)
    }
    guard !isEmpty, found.count > bytes.count else { return }
    let file = SegmentFile(path, holding: bytes + found[bytes.count...])
    var cursor = SegmentCursor(file, header)
    while case .entry(let entry) = try cursor.step() {
      if entry.transaction.seq > lastSeq { try add(entry, evenIfFull: true) }
    }
  }

  /// The piece of what was added; nil where that is nothing.
  package var sealed: LogPiece? {
    guard !isEmpty else { return nil }
    return LogPiece(
      log: header.log, firstSeq: header.firstSeq, lastSeq: lastSeq,
      chainBefore: header.chainBefore, chain: chain,
      bytes: bytes + SegmentSeal.bytes(frames: frames, chain: chain))
  }
}
