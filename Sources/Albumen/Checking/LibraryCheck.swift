public import Platform

/// Says what a check of a whole library came to: its logs, its catalogue and its files against each other.
public struct LibraryCheck: Sendable {
  /// Is one thing that does not fit.
  public struct Finding: Sendable {
    /// The ways in which something can not fit.
    public enum Kind: String, Sendable, CaseIterable {
      /// A log is damaged, or ends before what was read of it once.
      case log
      /// The catalogue does not hold what the logs say.
      case catalogue
      /// A file's bytes are others, though by all that the file system says nobody has written to it.
      case rot
      /// A file of the index is not there.
      case missing
      /// A file of the index was written to, or touched.
      case changed
      /// A file of the index has another name.
      case moved
      /// The folder has not been looked at since the catalogue was made, so no file is known.
      case unscanned
      /// The album view is not what the albums are, or a link in it leads to nothing.
      case view
      /// Something cannot be read, so that nothing is known of it.
      case unreadable

      /// Whether it is damage: what only a scan has to take in is none, nor what is not known.
      public var isDamage: Bool { self == .log || self == .catalogue || self == .rot }
    }

    /// The way in which it does not fit.
    public let kind: Kind
    /// The file that it is about, relative to the root if it is inside; nil where it is none.
    public let path: Path?
    /// What does not fit, in words.
    public let message: String
    /// What to do about it; nil where there is nothing to advise.
    public let hint: String?

    init(_ kind: Kind, _ path: Path? = nil, _ message: String, hint: String? = nil) {
      self.kind = kind
      self.path = path
      self.message = message
      self.hint = hint
    }
  }

  /// What was read of the logs; its problems are among the findings.
  public var logs = VerifyReport()
  /// How many files of the index were looked at.
  public var files = 0
  /// How many of them were read to their end and compared.
  public var filesRead = 0
  /// How many bytes that were.
  public var bytesRead: Int64 = 0
  /// Everything that does not fit.
  public var findings: [Finding] = []

  /// Creates an empty report.
  public init() {}

  /// Whether nothing is damaged.
  public var isSound: Bool { !findings.contains { $0.kind.isDamage } }
}
