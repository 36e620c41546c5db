/// Is a place where logs are exchanged: what a git remote and a plain directory have in common.
///
/// A remote holds pieces of logs (``PieceName``), each a sealed segment that is read and verified by
/// itself. It is not trusted: what ``look()`` says are names, and bytes are believed only once they were
/// verified. All calls block, within the time limits that the remote was made with.
package protocol LogRemote: AnyObject {
  /// What the remote is, for messages: its URL without credentials, or its path.
  var display: String { get }

  /// Looks at what the remote holds: of a server, at a cost that depends on what is new since the last look.
  ///
  /// What cannot be read of one log is a fault of that log in what is returned.
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

/// Is a remote whose pieces are files that anybody may have written, or may be writing.
package protocol FileRemote: LogRemote {
  /// Removes pieces that others have held as well for so long that everybody has seen those.
  ///
  /// Nothing that was verified before is relied on: what holds a piece is read to its end here, and the
  /// piece goes only if that is sound and has the same chain where the piece ends.
  ///
  /// - Parameter pieces: pieces of one log.
  func tidy(_ pieces: [PieceName]) throws(ReplicationError)

  /// Gives a piece that is damaged another name, so that who has the log writes it again.
  ///
  /// - Returns: what became of it: it stays as long as it may be a file that is being copied.
  func setAside(_ piece: PieceName) throws(ReplicationError) -> DamagedPieceOutcome
}
