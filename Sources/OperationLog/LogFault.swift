package import Operations
package import Platform

/// Names a part of a log that is missing here or cannot be read: a segment's worth, or what stands between two.
package struct LogFault: Sendable, Hashable {
  /// The first operation of the segment that is to be made anew.
  package let firstSeq: UInt64
  /// Its last one; nil for the newest segment, of which nobody here knows how far it reached.
  package let lastSeq: UInt64?
  /// The chain before it, where that is known.
  package let chainBefore: Chain?
  /// The chain behind it, where that is known.
  package let chainBehind: Chain?
  /// The last operation of it that can be read here; `firstSeq` - 1 where that is none.
  package let soundSeq: UInt64
  /// The damaged file; nil where there is none.
  package let file: Path?
}

extension LogStore {
  /// Reads all of a log and returns what is missing of it or cannot be read, ascending.
  ///
  /// - Throws: `newerFormat`, `otherLibrary`, and `io`: of what is not let be read nothing is concluded.
  package func faults(of log: LogID) throws(LogError) -> [LogFault] {
    let directory = directory(of: log)
    let segments = try directory.segments()
    var faults: [LogFault] = []
    // What stands before the next segment; nil behind a fault.
    var mark: LogMark? = .start(of: log)
    for (index, first) in segments.enumerated() {
      let next = index + 1 < segments.count ? segments[index + 1] : nil
      let opening = try directory.open(first, chainBefore: nil)
      let found: SegmentHeader? =
        if case .cursor(let cursor) = opening { cursor.header } else { nil }
      if let before = mark, first > before.seq + 1 {
        faults.append(
          LogFault(
            firstSeq: before.seq + 1, lastSeq: first - 1, chainBefore: before.chain,
            chainBehind: found?.chainBefore, soundSeq: before.seq, file: nil))
        mark = found.map { LogMark(segment: 0, offset: 0, seq: first - 1, chain: $0.chainBefore) }
      }
      let known = mark.flatMap { $0.seq == first - 1 ? $0.chain : nil }
      let isContinued = known == nil || found == nil || found?.chainBefore == known
      var sound: LogMark?
      if case .cursor(var cursor) = opening, isContinued {
        let end = try read(&cursor, isNewest: next == nil)
        sound = cursor.mark
        if end, next.map({ $0 >= cursor.mark.seq + 1 }) ?? true {
          mark = cursor.mark
          continue
        }
      } else if case .fault(let fault) = opening, fault.mayBeTorn, next == nil {
        continue
      }
      let behind: SegmentHeader? =
        if let next { try header(of: next, in: directory) } else { nil }
      faults.append(
        LogFault(
          firstSeq: first, lastSeq: next.map { $0 - 1 }, chainBefore: known,
          chainBehind: behind?.chainBefore,
          soundSeq: sound?.seq ?? first - 1, file: directory.file(of: first)))
      mark = nil
    }
    return faults
  }

  /// Reads a segment; true where it is sound to its end.
  private func read(
    _ cursor: inout SegmentCursor, isNewest: Bool
  ) throws(LogError) -> Bool {
    while true {
      switch try cursor.settledStep() {
      case .entry, .skipped: continue
      case .sealed: return true
      case .end, .torn: return isNewest
      case .fault: return false
      }
    }
  }

  private func header(
    of first: UInt64, in directory: LogDirectory
  ) throws(LogError) -> SegmentHeader? {
    if case .cursor(let cursor) = try directory.open(first, chainBefore: nil) {
      return cursor.header
    }
    return nil
  }
}
