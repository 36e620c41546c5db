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
  /// Whether that is because another directory is in the place of the view's own: a disk is not mounted.
  public var isOtherDirectory = false
  /// What may still be changing; it is taken over when it has come to rest.
  public var waiting: [Path] = []
  /// What is left as it is, and why.
  public var left: [(path: Path, reason: String)] = []
  /// How many entries of albums are files or links of a person's own, which keep their names whatever the
  /// order of the album; counted only where nothing is done.
  public var own = 0
  /// Copies and hard links that went to the library's trash and were not removed; they are in `left` as well.
  public var kept: [Kept] = []
  /// What could not be read or done, and why.
  public var failed: [(path: Path, reason: String)] = []
  /// The transaction that was written; nil where none was needed.
  public var transaction: Dot?
  /// Whether it says only what would be done.
  public var isDryRun = false
  /// Whether there is something in `left` that a watch has not told of yet.
  var isLeftNews = false
  /// Whether nothing was done because the folder was not looked at since the catalogue was made.
  var isUnscanned = false
  /// Files that have to be read first.
  var toRead: [Path] = []

  /// Says what went to the library's trash, and why it was not removed.
  public struct Kept: Sendable {
    /// Why something was not removed.
    public enum Reason: Sendable, Hashable, CaseIterable {
      /// No file of the roll has its bytes for certain.
      case onlyCopy
      /// It is not recorded that it was made here.
      case maybeForeign
      /// A process that died had taken it out of the way, and it is not known for what was made here.
      case leftBehind

      /// Why, in words.
      public var words: String {
        switch self {
        case .onlyCopy: "its bytes are nowhere else in the folder for certain"
        case .maybeForeign: "it is not recorded for certain that it was made here"
        case .leftBehind: "a process that was stopped had taken it out of the way"
        }
      }
    }

    /// Where it was; relative to the root.
    public let from: Path
    /// Where it is; relative to the root.
    public let to: Path
    /// Why it was not removed.
    public let reason: Reason
  }

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
