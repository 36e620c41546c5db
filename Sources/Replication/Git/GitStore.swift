import GitKit
import Operations

/// Is what was found of references.
struct GitReferences {
  var found: [(name: String, id: GitObjectID)] = []
  /// The logs whose branches are there and cannot be read.
  var faults: [(log: LogID, error: GitError)] = []
}

/// Is how the branches of a remote are reached: on a server, or in a repository on this machine.
protocol GitStore: AnyObject {
  /// Whether repositories are copies: an error of what one holds makes it be copied anew, once a call.
  var hasCopies: Bool { get }

  /// Asks for all references, afresh.
  func references() throws(GitError) -> GitReferences

  /// Gives a repository that holds a commit of a log with all that belongs to it.
  ///
  /// - Parameters:
  ///   - commit: nil for a log that is nowhere yet.
  ///   - isWritten: whether packs are to be written to it.
  func withRepository<Result>(
    of log: LogID, holding commit: GitObjectID?, isWritten: Bool,
    _ body: (borrowing GitRepository) throws(GitError) -> Result
  ) throws(GitError) -> Result

  /// Moves the remote's branch of a log from one commit (nil: it is not there) to another.
  ///
  /// - Throws: `moved` where it is elsewhere; `refused`, which may mean the same on a server.
  func advance(
    _ log: LogID, from old: GitObjectID?, to new: GitObjectID,
    in repository: borrowing GitRepository
  ) throws(GitError)
}
