package import Operations

/// Is what one look at a remote has found.
package struct RemoteContents: Sendable, Equatable {
  /// The library whose logs are there; nil where the remote is empty.
  package var library: LibraryID?
  /// The logs, as far as they could be read.
  package var logs: [LogID: RemoteLog]
  /// Why something of a log could not be read: nothing is concluded from what is missing of it.
  package var faults: [LogID: ReplicationError]

  /// Describes what was found.
  package init(
    library: LibraryID?, logs: [LogID: RemoteLog], faults: [LogID: ReplicationError] = [:]
  ) {
    self.library = library
    self.logs = logs
    self.faults = faults
  }
}

/// Is what a remote holds of one log, as far as names tell.
package struct RemoteLog: Sendable, Equatable {
  /// The pieces, ascending; they may overlap.
  package var pieces: [PieceName]
  /// What the pieces say of themselves, of those where that cost nothing to read; nothing of it is
  /// verified, and whoever has the log compares it instead of fetching them.
  package var ends: [PieceName: PieceEnd]
  /// What to tell of files that have the names of pieces and are no whole ones, which are not among the pieces.
  ///
  /// The error is `missing` as long as it may be one that is being copied, else `damaged`.
  package var unfinished: [PieceName: ReplicationError]

  /// Describes a log.
  package init(
    pieces: [PieceName], ends: [PieceName: PieceEnd] = [:],
    unfinished: [PieceName: ReplicationError] = [:]
  ) {
    self.pieces = pieces.sorted()
    self.ends = ends
    self.unfinished = unfinished
  }

  /// The last operation up to which there are pieces without a gap, from the first one on; 0 where the
  /// first one is missing.
  package var lastSeq: UInt64 {
    var last: UInt64 = 0
    for piece in pieces where piece.lastSeq > last {
      guard piece.firstSeq <= last + 1 else { break }
      last = piece.lastSeq
    }
    return last
  }

  /// The fewest pieces that hold all operations behind one, in order, up to the first gap.
  ///
  /// The first may begin before that operation, and each may begin before the end of the one before.
  package func pieces(behind seq: UInt64) -> [PieceName] {
    var chosen: [PieceName] = []
    var last = seq
    // They ascend by their first operations, so each is looked at once.
    var rest = pieces[...]
    var next: PieceName?
    while last < .max {
      while let piece = rest.first, piece.firstSeq <= last + 1 {
        if piece.lastSeq > next?.lastSeq ?? 0 { next = piece }
        rest.removeFirst()
      }
      guard let next, next.lastSeq > last else { break }
      chosen.append(next)
      last = next.lastSeq
    }
    return chosen
  }
}

/// Is how large a piece is and how it ends.
package struct PieceEnd: Sendable, Hashable {
  /// The size of its file in bytes.
  package let size: Int
  /// The chain behind its last transaction.
  package let chain: Chain

  /// Describes a piece.
  package init(size: Int, chain: Chain) {
    self.size = size
    self.chain = chain
  }
}
