package import Operations
import Platform

/// Reads transactions that were delivered before: single ones out of the middle of a log, by their
/// sequence numbers, or one behind the other.
///
/// Frames on the way are passed over. Checksums are verified, but not the chain, which whoever read the
/// log before has verified. Asked in ascending order it reads each byte at most once; it
/// holds one segment's tables. All calls block.
package struct LogSelection {
  private let directory: LogDirectory
  private var segments: [UInt64]
  private var open: Walk?

  /// Where reading stands in a segment.
  private struct Walk {
    let file: SegmentFile
    let header: SegmentHeader
    var offset = Int64(SegmentHeader.byteCount)
    /// What the file's size was when it was last looked at.
    var size: Int64 = 0
    var nextSeq: UInt64
    var decoder = TransactionDecoder()

    init(_ cursor: SegmentCursor) {
      file = cursor.file
      header = cursor.header
      nextSeq = cursor.header.firstSeq
    }
  }

  /// Begins a selection from a log.
  package init(_ reader: LogReader) throws(LogError) {
    directory = reader.directory
    segments = try directory.segments()
  }

  /// Returns the transaction that begins with a sequence number, which must have been delivered.
  ///
  /// - Throws: `diverged` where none begins there; what reading throws.
  package mutating func transaction(beginningWith seq: UInt64) throws(LogError) -> Transaction {
    guard let first = segments.last(where: { $0 <= seq }) else { throw absent(seq) }
    var walk = try walk(in: first, to: seq)
    while walk.nextSeq <= seq {
      let isWanted = walk.nextSeq == seq
      let found = try step(&walk, decoding: isWanted)
      if let found {
        open = walk
        return found
      }
    }
    throw absent(seq)
  }

  /// Returns the transaction behind the one that was returned last, or the first that is there.
  ///
  /// - Parameter end: the last sequence number that was delivered; nothing behind it is read.
  /// - Returns: nil behind `end`.
  /// - Throws: `diverged` where nothing stands where something was delivered; what reading throws.
  package mutating func next(upTo end: UInt64) throws(LogError) -> Transaction? {
    guard let seq = open?.nextSeq ?? segments.first, seq <= end else { return nil }
    guard let first = segments.last(where: { $0 <= seq }) else { throw absent(seq) }
    if open?.header.firstSeq != first { open = try walk(in: first, to: seq) }
    guard open?.nextSeq == seq else { throw absent(seq) }
    // Moved, so that the tables are nobody else's when they grow.
    guard var walk = open.take() else { return nil }
    defer { open = walk }
    return try step(&walk, decoding: true)
  }

  private mutating func walk(in first: UInt64, to seq: UInt64) throws(LogError) -> Walk {
    if let open = open.take(), open.header.firstSeq == first, open.nextSeq <= seq { return open }
    switch try directory.open(first, chainBefore: nil) {
    case .cursor(let cursor): return Walk(cursor)
    case .fault(let fault):
      throw LogError(.damaged, fault.what, path: directory.file(of: first), offset: fault.offset)
    }
  }

  /// Reads the next frame; returns its transaction where that is asked for.
  private func step(_ walk: inout Walk, decoding: Bool) throws(LogError) -> Transaction? {
    let frame = try walk.file.soundFrame(at: walk.offset, within: &walk.size)
    do throws(OperationsError) {
      var found: Transaction?
      if decoding {
        let transaction = try walk.decoder.decode(
          frame.payload, log: walk.header.log, seq: walk.nextSeq)
        walk.nextSeq = transaction.lastSeq + 1
        found = transaction
      } else {
        walk.nextSeq += UInt64(try walk.decoder.skip(frame.payload))
      }
      walk.offset += Int64(frame.bytes.count)
      return found
    } catch {
      throw damaged(walk, "a transaction cannot be read: \(error.message)")
    }
  }

  private func damaged(_ walk: Walk, _ what: String) -> LogError {
    LogError(.damaged, what, path: walk.file.path, offset: walk.offset)
  }

  private func absent(_ seq: UInt64) -> LogError {
    LogError(
      .diverged, "no transaction of log \(directory.log) begins with operation \(seq) any more",
      path: directory.path)
  }
}
