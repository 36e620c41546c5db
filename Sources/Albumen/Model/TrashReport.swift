public import Operations
public import Platform

/// Says what a purge came to, or a way back out of the trash.
public struct TrashReport: Sendable {
  /// The assets and their parts; those among them for which nothing had to be written, too.
  public var assets: [AssetID] = []
  /// The files that were moved into the library's own trash, or back from it, relative to the root.
  public var moved: [(path: Path, to: Path)] = []
  /// The files that stayed where they are, and why.
  public var kept: [(path: Path, reason: String)] = []
  /// The transaction that was written; nil where nothing had to be, or it was only tried.
  public var transaction: Dot?
  /// The operations, written or only tried.
  public var operations: [Operation] = []

  /// Creates an empty report.
  public init() {}
}
