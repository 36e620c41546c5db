package import Operations
import Platform

/// Reads one log, whoever writes it.
package struct LogReader: Sendable {
  let directory: LogDirectory

  /// The log.
  package var log: LogID { directory.log }

  /// Returns a cursor over the transactions behind a mark, or over all of them.
  ///
  /// - Throws: `shorter` or `diverged` if the log no longer holds what the mark says, and what reading
  ///   the segment up to the mark throws.
  package func entries(from mark: LogMark? = nil) throws(LogError) -> LogCursor {
    guard let mark else { return try LogCursor(directory) }
    return try LogCursor(directory, from: mark)
  }

  /// Returns a cursor that stands behind an operation, whose chain need not be known.
  ///
  /// Reads the segment that the operation is in, up to it.
  ///
  /// - Throws: `shorter` if the log ends before it, `diverged` if no transaction ends with it, and what
  ///   reading throws.
  package func entries(behind seq: UInt64) throws(LogError) -> LogCursor {
    try LogCursor(directory, behind: seq)
  }

  /// Returns how far the files reach, without reading them; nil where there are none.
  package func extent() throws(LogError) -> LogExtent? { try directory.extent() }

  /// Returns where the log ends, reading what is behind a mark or, without one, the newest segment.
  ///
  /// - Throws: what reading throws.
  package func tip(from mark: LogMark? = nil) throws(LogError) -> LogMark {
    var cursor: LogCursor
    if let mark {
      cursor = try LogCursor(directory, from: mark)
    } else {
      cursor = try LogCursor.atNewestSegment(directory)
    }
    while try cursor.next() != nil {}
    return cursor.mark
  }
}
