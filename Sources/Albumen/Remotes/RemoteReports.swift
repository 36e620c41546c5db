public import Operations
import Replication

/// Is a remote of a library, as this machine knows it: where logs are exchanged with other machines.
public struct Remote: Sendable, Hashable {
  /// What the user calls it.
  public let name: String
  /// Where it is; a password in a URL is left out.
  public let address: String
  /// What kind it is: `directory` or `git`.
  public let kind: String
  /// When it was last exchanged with to the end, in milliseconds since 1970 UTC; nil where that never was.
  public let exchanged: Int64?
  /// How many operations were here and not there, as far as is known without asking.
  public let ahead: UInt64
  /// How many operations were there and not here when it was last looked at.
  public let behind: UInt64
  /// What there could not be read when that was last tried, the first few things of each log: nothing was
  /// concluded from it, and it stands here until an exchange has read it.
  public let unread: [UnreadPart]
  /// Of one that was just added, whether its directory is not there yet: the first exchange makes it.
  public internal(set) var isToBeMade = false
}

/// Is something of a log on a remote that could not be read.
public struct UnreadPart: Sendable, Hashable {
  /// The log.
  public let log: LogID
  /// The name of the piece; nil where it is the log as a whole, such as its branch.
  public let piece: String?
  /// Why, in words, on one line.
  public let reason: String

  init(_ fault: RemoteFault) {
    log = fault.log
    piece = fault.piece?.fileName
    reason = fault.reason
  }
}

extension UnreadPart: CustomStringConvertible {
  /// The log, the piece unless the reason names it, and the reason.
  public var description: String {
    let name = piece.flatMap { reason.contains($0) ? nil : ", \($0)" } ?? ""
    return "log \(log)\(name): \(reason)"
  }
}

/// Is what an exchange with one remote came to.
public struct SyncReport: Sendable {
  /// The remote, as it is known after.
  public var remote: Remote
  /// How many transactions came.
  public var fetched = 0
  /// How many operations came.
  public var fetchedOperations: UInt64 = 0
  /// How many of what `conflicts` lists has part in it of what came; nil where that cannot be told, of which
  /// a notice says why.
  public var conflicts: Int? = 0
  /// How many operations went.
  public var sentOperations: UInt64 = 0
  /// How many operations were missing or damaged here, and were fetched again.
  public var mendedOperations: UInt64 = 0
  /// How many bytes went.
  public var bytesSent = 0
  /// How many bytes came.
  public var bytesReceived = 0
  /// What could not be taken over, and why; nothing was concluded from it.
  public var problems: [(log: LogID, reason: String)] = []
  /// Where the remote has another history of a log than the one here, which was not mixed in.
  public var forks: [Dot] = []
  /// What did not fit, by kind and log: what has been told of is known again by it, whatever the words.
  var standing: Set<String> = []
  /// What ended it early; nil where it was done.
  public var error: AlbumenError?

  /// Whether all that could be exchanged was, and fitted.
  public var isDone: Bool { error == nil && problems.isEmpty && forks.isEmpty }
}
