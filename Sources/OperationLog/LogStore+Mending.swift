package import Operations
import Platform

extension LogStore {
  /// Takes the end off a log, durably: what stands behind an operation.
  ///
  /// The caller holds the locks, and no writer of the log is open. A crash on the way leaves a log that ends
  /// somewhere between; then it is called again. Readers find the log shorter.
  ///
  /// - Throws: `diverged` if no transaction ends with the operation, `shorter` if the log ends before it,
  ///   `damaged`, `io`.
  package func cut(_ log: LogID, behind seq: UInt64) throws(LogError) {
    let directory = directory(of: log)
    let segments = try directory.segments()
    // Made before anything is removed: what it is made of must be readable.
    var shortened: LogPiece?
    if let first = segments.last(where: { $0 <= seq }) {
      var cursor = try LogCursor(directory, behind: first - 1)
      // Where the segment ends there already, it stays.
      let next = segments.first { $0 > seq }
      if next != seq + 1 { shortened = try piece(of: &cursor, in: directory, upTo: seq) }
    }
    try LogError.wrapping { () throws(PlatformError) in
      for first in segments.reversed() where first > seq {
        try Failpoint.hit("log.cut.unlink")
        try Files.unlink(directory.file(of: first))
      }
      if !segments.isEmpty {
        try Files.synchronizeDirectory(directory.path, failpoint: "log.cut")
      }
    }
    if let shortened { try replaceSegment(with: shortened) }
  }

  /// Puts a sealed segment in the place of the one that begins with the same operation, or of none, durably.
  ///
  /// The caller has made sure that it fits to what stands before and behind it, and holds the locks.
  package func replaceSegment(with piece: LogPiece) throws(LogError) {
    let directory = directory(of: piece.log)
    try LogError.wrapping { () throws(PlatformError) in
      try Files.createDirectories(directory.path)
      try DurableFile.replace(
        directory.file(of: piece.firstSeq), with: piece.bytes, failpoint: "log.mend")
    }
  }

  /// The part of a segment from its beginning, where the cursor stands, sealed.
  private func piece(
    of cursor: inout LogCursor, in directory: LogDirectory, upTo seq: UInt64
  ) throws(LogError) -> LogPiece? {
    var builder = LogPieceBuilder(directory.log, of: library, behind: cursor.mark)
    while cursor.mark.seq < seq, let entry = try cursor.next() {
      try builder.add(entry, evenIfFull: true)
    }
    guard cursor.mark.seq == seq else {
      throw LogError(
        .diverged, "no transaction of log \(directory.log) ends with operation \(seq)",
        path: directory.path)
    }
    return builder.sealed
  }
}
