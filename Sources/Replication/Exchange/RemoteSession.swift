import Platform

/// Talks to one remote on a thread of its own, so that a server that is slow keeps nobody else waiting.
package actor RemoteSession {
  private let make: @Sendable () throws(ReplicationError) -> any LogRemote
  private var made: (any LogRemote)?
  private let executor = ThreadExecutor(name: "remote")

  /// The thread that everything of the remote runs on.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Creates a session; the remote is made with the first call, on its thread.
  package init(_ make: @escaping @Sendable () throws(ReplicationError) -> any LogRemote) {
    self.make = make
  }

  /// Looks at what the remote holds.
  package func look() throws(ReplicationError) -> RemoteContents { try remote().look() }

  /// Returns the bytes of a piece.
  package func bytes(of piece: PieceName) throws(ReplicationError) -> [UInt8] {
    try remote().bytes(of: piece)
  }

  /// Writes pieces of a log.
  package func publish(_ publication: Publication) throws(ReplicationError) -> PublishOutcome {
    try remote().publish(publication)
  }

  /// Removes pieces that larger ones hold as well, where the remote is of files.
  package func tidy(_ pieces: [PieceName]) throws(ReplicationError) {
    try (remote() as? any FileRemote)?.tidy(pieces)
  }

  /// Gives a damaged piece another name, where the remote is of files.
  package func setAside(_ piece: PieceName) throws(ReplicationError) -> DamagedPieceOutcome {
    try (remote() as? any FileRemote)?.setAside(piece) ?? .isReplaced
  }

  private func remote() throws(ReplicationError) -> any LogRemote {
    if let made { return made }
    let remote = try make()
    made = remote
    return remote
  }
}
