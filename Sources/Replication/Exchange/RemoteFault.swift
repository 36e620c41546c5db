package import Operations

/// Is something of a log on a remote that could not be read when that was last tried.
package struct RemoteFault: Sendable, Hashable {
  /// The log.
  package let log: LogID
  /// The piece; nil where it is the log as a whole, such as its branch.
  package let piece: PieceName?
  /// Why, in words, on one line.
  package let reason: String

  /// Describes what could not be read.
  package init(_ log: LogID, _ piece: PieceName?, reason: String) {
    self.log = log
    self.piece = piece
    self.reason = reason
  }

  /// Describes what could not be read.
  package init(_ log: LogID, _ piece: PieceName?, _ error: ReplicationError) {
    self.init(log, piece, reason: error.description)
  }
}

extension RemoteContents {
  /// What one look tells of that could not be read, or is not whole, by log and piece.
  package var unread: [RemoteFault] {
    let broken = faults.map { RemoteFault($0.key, nil, $0.value) }
    let unfinished = logs.flatMap { log, there in
      there.unfinished.map { RemoteFault(log, $0.key, $0.value) }
    }
    return (broken + unfinished).sorted()
  }
}

extension RemoteFault: Comparable {
  /// By log, what concerns all of it first, then by piece.
  package static func < (one: RemoteFault, other: RemoteFault) -> Bool {
    if one.log != other.log { return one.log < other.log }
    switch (one.piece, other.piece) {
    case (nil, nil): return one.reason < other.reason
    case (nil, _?): return true
    case (_?, nil): return false
    case (let piece?, let another?):
      return piece == another ? one.reason < other.reason : piece < another
    }
  }
}
