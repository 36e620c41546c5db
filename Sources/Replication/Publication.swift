package import Operations

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
