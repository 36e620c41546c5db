import Operations
import Platform

/// Reads the transactions of a log in order, verifying length, checksum and chain of each and that
/// each segment continues the one before it.
///
/// It holds one segment's tables and a window of its bytes, however long the log is. After it has come
/// to the end it can be asked again, and then finds what was appended in the meantime.
package struct LogCursor {
  private let directory: LogDirectory
  private var segments: [UInt64]
  private(set) var current: SegmentCursor?

  /// Where it stands: behind the last transaction that it returned, or behind the seal after it.
  package private(set) var mark: LogMark

  /// Starts before the first transaction.
  init(_ directory: LogDirectory) throws(LogError) {
    self.directory = directory
    segments = try directory.segments()
    mark = .start(of: directory.log)
  }

  /// Starts behind a mark.
  ///
  /// Where the mark is within a segment, the frames before it are passed over: their ids, texts,
  /// contexts and times are read, because later frames refer to them, but not their operations. That
  /// takes a few milliseconds for a segment of 4 MiB.
  ///
  /// - Throws: `shorter` if the log ends before the mark, `diverged` if it holds something else there,
  ///   and what reading throws.
  init(_ directory: LogDirectory, from start: LogMark) throws(LogError) {
    try self.init(directory)
    guard start.seq > 0 else { return }
    mark = start
    guard let first = segments.last(where: { $0 <= start.seq + 1 }) else { throw shorter(start) }
    if first == start.seq + 1 {
      // Either the mark is right before the segment, or this is a segment that never came to be.
      if try begin(first, chainBefore: nil) {
        guard current?.header.chainBefore == start.chain else { throw diverged(start) }
        return
      }
      guard let before = segments.last(where: { $0 <= start.seq }) else { throw shorter(start) }
      try skip(to: start, in: before)
    } else {
      try skip(to: start, in: first)
    }
  }

  /// Starts behind an operation, reading the segment that it is in up to there.
  init(_ directory: LogDirectory, behind seq: UInt64) throws(LogError) {
    try self.init(directory)
    guard seq > 0 else { return }
    let wanted = LogMark(segment: 0, offset: 0, seq: seq, chain: mark.chain)
    guard let first = segments.last(where: { $0 <= seq }) else { throw shorter(wanted) }
    guard try begin(first, chainBefore: nil) else { throw shorter(wanted) }
    while mark.seq < seq {
      guard try next() != nil else { throw shorter(wanted) }
    }
    guard mark.seq == seq else { throw diverged(wanted) }
  }

  /// Starts at the newest segment that has a header, taking the chain before it from there.
  static func atNewestSegment(_ directory: LogDirectory) throws(LogError) -> LogCursor {
    var cursor = try LogCursor(directory)
    for first in cursor.segments.reversed() where try cursor.begin(first, chainBefore: nil) {
      break
    }
    return cursor
  }

  /// Returns the next transaction; nil where the log ends, or ends for now in a torn tail.
  ///
  /// Blocks for reading.
  ///
  /// - Throws: `damaged` with file and offset, `newerFormat`, `otherLibrary`, `io`. The same call
  ///   meets the same error again; nothing behind it can be read.
  package mutating func next() throws(LogError) -> LogEntry? {
    var isSecondLook = false
    while true {
      if current == nil, try !beginNext() { return nil }
      guard let step = try current?.settledStep() else { return nil }
      switch step {
      case .entry(let entry):
        mark = entry.mark
        return entry
      case .skipped:
        continue
      case .sealed:
        if let current { mark = current.mark }
        guard try hasSegment(behind: mark.segment) else { return nil }
        current = nil
      case .end:
        if try !hasSegment(behind: current?.header.firstSeq ?? 0) {
          current?.forget()
          return nil
        }
        // It may have been sealed between the two looks.
        guard isSecondLook else {
          isSecondLook = true
          current?.forget()
          continue
        }
        let what = "a segment is not sealed, though another one follows"
        throw damaged(SegmentFault(offset: current?.offset ?? 0, what: what))
      case .torn(let fault):
        if try !hasSegment(behind: current?.header.firstSeq ?? 0) {
          current?.forget()
          return nil
        }
        guard isSecondLook else {
          isSecondLook = true
          current?.forget()
          continue
        }
        throw damaged(fault)
      case .fault(let fault):
        throw damaged(fault)
      }
    }
  }

  /// The file that the cursor stands in.
  private var currentPath: Path {
    current?.file.path ?? directory.file(of: mark.segment)
  }

  private func damaged(_ fault: SegmentFault) -> LogError {
    LogError(.damaged, fault.what, path: currentPath, offset: fault.offset)
  }

  /// Whether there is a newer segment, looking again if none is known.
  private mutating func hasSegment(behind firstSeq: UInt64) throws(LogError) -> Bool {
    if let last = segments.last, last > firstSeq { return true }
    segments = try directory.segments()
    return segments.last.map { $0 > firstSeq } ?? false
  }

  /// Opens the segment that must come next; false where there is none yet.
  private mutating func beginNext() throws(LogError) -> Bool {
    let expected = mark.seq + 1
    guard try hasSegment(behind: mark.seq) else { return false }
    guard let first = segments.first(where: { $0 > mark.seq }) else { return false }
    guard first == expected else {
      throw LogError(
        .damaged, "operations \(expected) to \(first - 1) of the log are missing",
        path: directory.file(of: first), offset: 0)
    }
    return try begin(first, chainBefore: mark.chain)
  }

  /// Opens a segment; false if it is the newest one and was cut short in its header.
  private mutating func begin(_ first: UInt64, chainBefore: Chain?) throws(LogError) -> Bool {
    switch try directory.open(first, chainBefore: chainBefore) {
    case .cursor(let cursor):
      current = cursor
      mark = cursor.mark
      return true
    case .fault(let fault):
      if fault.mayBeTorn, try !hasSegment(behind: first) { return false }
      throw LogError(.damaged, fault.what, path: directory.file(of: first), offset: fault.offset)
    }
  }

  /// Passes over the frames of a segment up to a mark.
  private mutating func skip(to start: LogMark, in first: UInt64) throws(LogError) {
    guard try begin(first, chainBefore: nil), var cursor = current else { throw shorter(start) }
    while cursor.nextSeq <= start.seq {
      switch try cursor.settledStep(skipping: true) {
      case .entry, .skipped: continue
      case .sealed, .end: throw shorter(start)
      case .torn(let fault):
        current = cursor
        if try !hasSegment(behind: first) { throw shorter(start) }
        throw damaged(fault)
      case .fault(let fault):
        current = cursor
        throw damaged(fault)
      }
    }
    guard cursor.nextSeq == start.seq + 1, cursor.adopt(start.chain) else { throw diverged(start) }
    current = cursor
    mark = cursor.mark
  }

  private func shorter(_ start: LogMark) -> LogError {
    LogError(
      .shorter, "log \(directory.log) ends before operation \(start.seq), which it once held",
      path: directory.path)
  }

  private func diverged(_ start: LogMark) -> LogError {
    LogError(
      .diverged, "log \(directory.log) is another one at operation \(start.seq) than it once was",
      path: directory.path)
  }
}
