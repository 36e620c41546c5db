package import Operations
package import Platform

/// Is what reading every byte of every log has come to.
///
/// A transaction counts if it was read and its chain is right; after damage the rest of that segment
/// does not count, but the next one is read again from its header. What the system does not let be read
/// is passed over in the same way.
package struct LogVerification: Sendable {
  /// Names something that does not fit.
  package struct Problem: Sendable, Hashable {
    /// The log.
    package let log: LogID
    /// The kind: `damaged`, `newerFormat`, `otherLibrary`, or `io` for what cannot be read.
    package let code: LogError.Code
    /// The file.
    package let path: Path
    /// Where in the file, in bytes from its start.
    package let offset: Int64
    /// What does not fit.
    package let message: String
  }

  /// What does not fit, log by log, ascending.
  package private(set) var problems: [Problem] = []
  /// The number of logs.
  package private(set) var logs = 0
  /// The number of sound transactions.
  package private(set) var transactions = 0
  /// The number of operations in them.
  package private(set) var operations = 0
  /// The size of all segments in bytes.
  package private(set) var bytes: Int64 = 0

  /// Reads all logs of a store; blocks for as long as that takes.
  ///
  /// - Throws: `io` where the logs cannot be listed; anything else is a problem in the result.
  package init(of store: LogStore) throws(LogError) {
    for log in try store.logs() {
      logs += 1
      verify(store.directory(of: log))
    }
  }

  private mutating func verify(_ directory: LogDirectory) {
    let names: [UInt64]
    do throws(LogError) { names = try directory.segments() } catch {
      return add(directory, error, in: directory.path)
    }
    var expected: LogMark? = .start(of: directory.log)
    for (index, first) in names.enumerated() {
      let isNewest = index == names.count - 1
      if let mark = expected, first != mark.seq + 1 {
        add(
          directory, first, offset: 0,
          "the segment begins with operation \(first), where \(mark.seq + 1) was expected")
        expected = nil
      }
      do throws(LogError) {
        expected = try verify(directory, first, behind: expected, isNewest: isNewest)
      } catch {
        add(directory, error, in: directory.file(of: first))
        expected = nil
      }
    }
  }

  /// Reads one segment.
  ///
  /// - Returns: its end; nil where that is not known.
  private mutating func verify(
    _ directory: LogDirectory, _ first: UInt64, behind expected: LogMark?, isNewest: Bool
  ) throws(LogError) -> LogMark? {
    var segment: SegmentCursor
    switch try directory.open(first, chainBefore: expected?.chain) {
    case .cursor(let opened): segment = opened
    case .fault(let fault):
      bytes += try SegmentFile(directory.file(of: first)).size()
      // The torn tail of a newest segment is no problem: its owner cuts it off.
      if !(isNewest && fault.mayBeTorn) {
        add(directory, first, offset: fault.offset, fault.what)
      }
      return nil
    }
    bytes += try segment.file.size()
    while true {
      switch try segment.settledStep() {
      case .entry(let entry):
        transactions += 1
        operations += entry.transaction.operationList.count
      case .skipped:
        continue
      case .sealed:
        return segment.mark
      case .end:
        if isNewest { return segment.mark }
        add(
          directory, first, offset: segment.offset,
          "a segment is not sealed, though another one follows")
        return nil
      case .torn(let fault):
        if !isNewest { add(directory, first, offset: fault.offset, fault.what) }
        return nil
      case .fault(let fault):
        add(directory, first, offset: fault.offset, fault.what)
        return nil
      }
    }
  }

  private mutating func add(_ directory: LogDirectory, _ error: LogError, in path: Path) {
    problems.append(
      Problem(
        log: directory.log, code: error.code, path: error.path ?? path, offset: error.offset ?? 0,
        message: error.message))
  }

  private mutating func add(
    _ directory: LogDirectory, _ first: UInt64, offset: Int64, _ message: String
  ) {
    problems.append(
      Problem(
        log: directory.log, code: .damaged, path: directory.file(of: first), offset: offset,
        message: message))
  }
}
