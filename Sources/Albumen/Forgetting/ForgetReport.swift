public import Platform

/// Says how a library is left.
public struct ForgetOptions: Sendable {
  /// Whether the history goes, too: the library's own directory in the folder, and with it every album.
  public var deletesHistory = false
  /// Whether only to say what would be done.
  public var isDryRun = false

  /// Creates the default options.
  public init() {}
}

/// Says what became of a library that was left.
public struct ForgetReport: Sendable {
  /// The library's folder.
  public let root: Path
  /// Directories that are gone, or would be, absolute.
  public var removed: [Path] = []
  /// What is in them that is not the library's, and stays, absolute.
  public var kept: [Path] = []

  init(root: Path) { self.root = root }
}
