package import Operations

/// Is a place where logs are exchanged: what a git remote and a plain directory have in common.
///
/// A remote holds pieces of logs (``PieceName``), each a sealed segment that is read and verified by
/// itself. It is not trusted: what ``look()`` says are names, and bytes are believed only once they were
/// verified. All calls block, within the time limits that the remote was made with.
package protocol LogRemote: AnyObject {
  /// What the remote is, for messages: its URL without credentials, or its path.
  var display: String { get }

  /// Looks at what the remote holds, at a cost that depends on what is new since the last look.
  ///
  /// - Throws: `unreachable`, `refused`, `otherLibrary`, `newerFormat`, `io`.
  func look() throws(ReplicationError) -> RemoteContents

  /// Returns the bytes of a piece that the last look has named.
  ///
  /// - Throws: `missing` where it is gone, `tooLarge` where no piece can be so large, `unreachable`, `io`.
  func bytes(of piece: PieceName) throws(ReplicationError) -> [UInt8]

  /// Writes pieces of one log; when this returns `done`, whoever looks from now on finds them.
  ///
  /// - Returns: `overtaken` where somebody else has written this log since the last look: nothing was
  ///   written that could be mistaken, and another look is needed.
  /// - Throws: `refused` with what the remote said, `unreachable`, `diskFull`, `io`. Never reports as done
  ///   what the remote has not confirmed.
  func publish(_ publication: Publication) throws(ReplicationError) -> PublishOutcome
}

/// Is what one look at a remote has found.
package struct RemoteContents: Sendable, Equatable {
  /// The library whose logs are there; nil where the remote is empty.
  package var library: LibraryID?
  /// The logs.
  package var logs: [LogID: RemoteLog]

  /// Describes what was found.
  package init(library: LibraryID?, logs: [LogID: RemoteLog]) {
    self.library = library
    self.logs = logs
  }
}

/// Is what a remote holds of one log, as far as names tell.
package struct RemoteLog: Sendable, Equatable {
  /// The pieces, ascending; they may overlap.
  package var pieces: [PieceName]
  /// What the pieces say of themselves, of those where that cost nothing to read; nothing of it is
  /// verified, and whoever has the log compares it instead of fetching them.
  package var ends: [PieceName: PieceEnd]

  /// Describes a log.
  package init(pieces: [PieceName], ends: [PieceName: PieceEnd] = [:]) {
    self.pieces = pieces.sorted()
    self.ends = ends
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
    while last < .max,
      let next = pieces.filter({ $0.firstSeq <= last + 1 && $0.lastSeq > last }).max(by: {
        $0.lastSeq < $1.lastSeq
      })
    {
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

/// Is a remote whose pieces are files that anybody may have written, or may be writing.
package protocol FileRemote: LogRemote {
  /// Removes pieces that others have held as well for so long that everybody has seen those.
  ///
  /// - Parameter pieces: pieces of one log that were all verified to be of one history.
  func tidy(_ pieces: [PieceName]) throws(ReplicationError)

  /// Gives a piece that is damaged another name, so that who has the log writes it again.
  func setAside(_ piece: PieceName) throws(ReplicationError)
}

/// Is what is to be written of one log to a remote.
package struct Publication: Sendable {
  /// The log.
  package let log: LogID
  /// The library it belongs to.
  package let library: LibraryID
  /// The pieces, ascending, with their bytes.
  ///
  /// A piece may cover some that are there: those it takes the place of, where the remote can drop them.
  package let pieces: [(name: PieceName, bytes: [UInt8])]
  /// The text of `head` (docs/formats/segment.md, "head").
  package let head: String
  /// What the pieces bring, in words: a line, and more lines behind an empty one.
  package let summary: String
  /// Who writes, as git names a committer: the device's name.
  package let author: String

  /// Describes what is to be written.
  package init(
    log: LogID, library: LibraryID, pieces: [(name: PieceName, bytes: [UInt8])], head: String,
    summary: String, author: String
  ) {
    self.log = log
    self.library = library
    self.pieces = pieces
    self.head = head
    self.summary = summary
    self.author = author
  }
}

/// Is what publishing came to.
package enum PublishOutcome: Sendable, Equatable {
  /// The remote has confirmed it.
  case done
  /// Somebody else was first.
  case overtaken
}
