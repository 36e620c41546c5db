public import Operations

/// Is a log of the library, and with it the device that writes it, or wrote it once.
public struct Device: Sendable, Hashable, Identifiable {
  /// The log.
  public let log: LogID
  /// What the device is called; nil where nobody has said.
  public let name: String?
  /// The program that wrote the log first; nil where it did not say.
  public let application: String?
  /// Whether it is the log that this machine writes in this folder.
  public let isOwn: Bool
  /// The last operation of it that is in the library; 0 where none is.
  public let lastSeq: UInt64
  /// What the author's clock read at the last of its transactions that is in the library, in
  /// milliseconds since 1970 UTC; nil where none is.
  public let lastWrite: Int64?
  /// What of it is here and waits, and for what, in words; nil where nothing does.
  public let waiting: String?
  /// The operation beyond which it is not waited for any more; nil where it was not retired.
  public let retiredAt: UInt64?
  /// The last operation that others have seen and that is missing here; nil where nothing is missing.
  public let missingUpTo: UInt64?
  /// Whether another history of the log than the one here is kept, and not settled.
  public let hasOtherHistory: Bool

  /// The log, which names it.
  public var id: LogID { log }
}

/// Is the end of a log that others have seen and that is not here, so that what they wrote waits.
public struct MissingPart: Sendable, Hashable {
  /// The log.
  public let log: LogID
  /// What its device is called; nil where nobody has said.
  public let name: String?
  /// The last operation of it that is in the library; 0 where none is.
  public let here: UInt64
  /// The operation that is waited for.
  public let needed: UInt64
  /// The logs that wait for it, ascending; only itself where a part in its middle is missing.
  public let waiting: [LogID]
  /// The remotes that have something of the log that could not be read: what is missing may be there.
  public let unreadIn: [String]

  /// Whether retiring the device lets the others go on without it, and nothing could be read some day that
  /// would be lost by it.
  public var canBeWaived: Bool { unreadIn.isEmpty && waiting.contains { $0 != log } }
}
