import Operations
import Platform

/// Reads the frames of one segment in order, verifying each.
struct SegmentCursor {
  /// What the next step came to.
  enum Step {
    /// A transaction.
    case entry(LogEntry)
    /// A frame that was passed over.
    case skipped
    /// The segment's seal, with nothing behind it.
    case sealed
    /// The end of the file.
    case end
    /// Bytes that do not fit.
    case fault(SegmentFault)
    /// Bytes that do not fit, up to the end of the file, and that a crash or an append under way
    /// leaves so; only `settledStep` tells them from a fault.
    case torn(SegmentFault)
  }

  /// The file.
  let file: SegmentFile
  /// Its header.
  let header: SegmentHeader
  /// Where the next frame begins, or the seal ends.
  private(set) var offset = Int64(SegmentHeader.byteCount)
  /// The sequence number of the next operation.
  private(set) var nextSeq: UInt64
  /// The chain before the next frame; of no meaning while frames are skipped.
  private(set) var chain: Chain
  /// The start of the chain, which is known of skipped frames too.
  private(set) var chainStart: UInt32
  /// What the frames so far have brought into the tables.
  private(set) var decoder = TransactionDecoder()
  /// The frames so far.
  private(set) var frames: [SegmentSeal.Frame] = []
  private(set) var isSealed = false
  private var size: Int64 = 0

  /// Begins behind the header, which has been found sound.
  init(_ file: SegmentFile, _ header: SegmentHeader) {
    self.file = file
    self.header = header
    nextSeq = header.firstSeq
    chain = header.chainBefore
    chainStart = SegmentFrame.chainStart(chain)
  }

  /// The place behind the last frame that was read.
  var mark: LogMark {
    LogMark(segment: header.firstSeq, offset: offset, seq: nextSeq - 1, chain: chain)
  }

  /// Goes on from here with a chain that is known from elsewhere, after frames were skipped.
  ///
  /// - Returns: false where its start is not the one that stands here.
  mutating func adopt(_ known: Chain) -> Bool {
    guard SegmentFrame.chainStart(known) == chainStart else { return false }
    chain = known
    return true
  }

  /// Looks at the file anew after a fault or an end.
  mutating func forget() {
    file.forget()
    size = 0
  }

  /// Reads the next frame.
  ///
  /// - Parameter skipping: whether it is only passed over: its checksum is verified, but not its
  ///   chain, and its operations are not read.
  mutating func step(skipping: Bool = false) throws(LogError) -> Step {
    if isSealed { return .sealed }
    if offset >= size {
      size = try file.size()
      if offset == size { return .end }
      guard offset < size else { return .fault(fault("the file has become shorter")) }
    }
    let start = try file.bytes(SegmentFrame.longestLength, at: offset)
    switch SegmentFrame.length(start) {
    case .seal: return try seal()
    case .bad: return .fault(fault("a frame's length is out of range", mayBeTorn: true))
    case .incomplete: return .fault(fault("a frame is incomplete", mayBeTorn: true))
    case .payload(let prefix, let count):
      let frameSize = prefix + count + SegmentFrame.trailerSize
      // Compared before memory is asked for: the length may be anything.
      guard Int64(frameSize) <= size - offset else {
        return .fault(fault("a frame is incomplete", mayBeTorn: true))
      }
      let frame = try file.bytes(frameSize, at: offset)
      guard frame.count == frameSize else {
        return .fault(fault("a frame is incomplete", mayBeTorn: true))
      }
      guard SegmentFrame.isSound(frame) else {
        return .fault(fault("a frame's checksum is wrong", mayBeTorn: true))
      }
      let payload = UnsafeRawBufferPointer(rebasing: frame[prefix..<(prefix + count)])
      return take(payload, chainStart: SegmentFrame.chainStart(frame), frameSize, skipping)
    }
  }

  /// Reads the next frame of a file that its owner may be appending to.
  ///
  /// What does not fit is judged from bytes that are read after it was met, and the owner may have
  /// completed an append, or cut a failed one off, in between. So it counts as damage once two looks
  /// in succession have found the same; as long as the file changes it is looked at again.
  mutating func settledStep(skipping: Bool = false) throws(LogError) -> Step {
    var last: (fault: SegmentFault, size: Int64)?
    while true {
      let step = try step(skipping: skipping)
      guard case .fault(let fault) = step else { return step }
      let sizeAtFault = size
      forget()
      if fault.mayBeTorn, try isTornTail() { return .torn(fault) }
      if let last, last == (fault, sizeAtFault) { return step }
      last = (fault, sizeAtFault)
    }
  }

  /// Whether what stands here looks cut short.
  private func isTornTail() throws(LogError) -> Bool {
    let count = try file.size() - offset
    // An append that was cut off again.
    guard count > 0 else { return count == 0 }
    guard count <= SegmentTail.longest else { return false }
    return SegmentTail(try file.bytes(Int(count), at: offset), offset: offset).isTorn
  }

  /// Takes in a frame whose checksum is right.
  private mutating func take(
    _ payload: UnsafeRawBufferPointer, chainStart written: UInt32, _ frameSize: Int,
    _ skipping: Bool
  ) -> Step {
    do throws(OperationsError) {
      if skipping {
        let count = try decoder.skip(payload)
        advance(count, frameSize, written)
        return .skipped
      }
      let transaction = try decoder.decode(payload, log: header.log, seq: nextSeq)
      let next = ChainHash.next(chain, transaction)
      guard SegmentFrame.chainStart(next) == written else {
        return .fault(fault("a transaction is not the one that the chain was made over"))
      }
      let entry = LogEntry(
        transaction: transaction, chain: next, segment: header.firstSeq, offset: offset,
        size: frameSize, tables: decoder.tables.sizes)
      chain = next
      advance(transaction.operationList.count, frameSize, written)
      return .entry(entry)
    } catch {
      return .fault(fault("a transaction cannot be read: \(error.message)"))
    }
  }

  private mutating func advance(_ operations: Int, _ frameSize: Int, _ written: UInt32) {
    frames.append(SegmentSeal.Frame(operations: operations, size: frameSize))
    nextSeq += UInt64(operations)
    offset += Int64(frameSize)
    chainStart = written
  }

  private mutating func seal() throws(LogError) -> Step {
    let count = size - offset
    guard count <= SegmentTail.longest else {
      return .fault(fault("a seal is followed by more"))
    }
    let bytes = try file.bytes(Int(count), at: offset)
    switch SegmentSeal.read(bytes) {
    case .incomplete: return .fault(fault("a seal is incomplete", mayBeTorn: true))
    case .bad(let what): return .fault(fault(what, mayBeTorn: true))
    case .sound(let footer, let sealSize):
      // Where frames were only skipped the whole chain is not known, but stands here.
      guard footer.count >= 32,
        let last = Chain(bytes: footer.suffix(32)), adopt(last),
        footer.elementsEqual(SegmentSeal.footer(frames: frames, chain: last))
      else { return .fault(fault("a seal does not tell what the segment holds")) }
      guard sealSize == bytes.count else {
        return .fault(SegmentFault(offset: offset + Int64(sealSize), what: "bytes follow a seal"))
      }
      offset += Int64(sealSize)
      isSealed = true
      return .sealed
    }
  }

  private func fault(_ what: String, mayBeTorn: Bool = false) -> SegmentFault {
    SegmentFault(offset: offset, what: what, mayBeTorn: mayBeTorn)
  }
}

/// Is the first thing in a segment that does not fit.
struct SegmentFault: Equatable {
  /// Where, in bytes from the start of the file.
  let offset: Int64
  /// What does not fit.
  let what: String
  /// Whether a crash could have left it so.
  var mayBeTorn = false
}
