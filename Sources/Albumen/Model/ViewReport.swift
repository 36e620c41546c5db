public import Operations
public import Platform

/// Says what came of bringing the album view and the albums into step.
public struct ViewReport: Sendable {
  /// The name of the view's directory in the root.
  public var directory: Path = "Albums"
  /// Why there is no view that is kept here; nil where there is one.
  public var off: String?
  /// What a person did in the view, in words, in the order in which it was taken over.
  public var acts: [String] = []
  /// Photos and videos that were put into the roll, with links in their places; where they only would be,
  /// it does not say where to.
  public var collected: [(from: Path, to: Path?)] = []
  /// How many directories and links were made, renamed or removed, or would be.
  public var changes = 0
  /// What is gone, but so much at once that nothing was concluded; relative to the root.
  public var withheld: [Path] = []
  /// What may still be changing; it is taken over when it has come to rest.
  public var waiting: [Path] = []
  /// What is left as it is, and why.
  public var left: [(path: Path, reason: String)] = []
  /// What could not be read or done, and why.
  public var failed: [(path: Path, reason: String)] = []
  /// The transaction that was written; nil where none was needed.
  public var transaction: Dot?
  /// Whether it says only what would be done.
  public var isDryRun = false
  /// Whether nothing was done because the folder was not looked at since the catalogue was made.
  var isUnscanned = false
  /// Files that have to be read first.
  var toRead: [Path] = []

  /// Creates an empty report.
  public init() {}

  /// Whether anything was done, or would be.
  public var hasChanges: Bool { !acts.isEmpty || !collected.isEmpty || changes > 0 }

  /// Whether view and albums agreed, so that nothing had to be done; those of a view that is off do.
  public var isInStep: Bool { off != nil || (!hasChanges && isSettled) }

  /// Whether view and albums agree by now, after what was done.
  public var isInStepNow: Bool { isInStep || (!isDryRun && isSettled) }

  private var isSettled: Bool { withheld.isEmpty && failed.isEmpty && waiting.isEmpty }
}
