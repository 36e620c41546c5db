public import Operations
public import Platform

/// Is a directory of the library whose photos and videos are referenced in albums when they appear there.
public struct FolderSource: Sendable, Hashable {
  /// Says which albums those are.
  public enum Target: Sendable, Hashable {
    /// One.
    case album(AlbumID)
    /// For each directory one at the top that is called like it.
    case leaf
    /// For each directory one that is called like it, in folders like the directories above it.
    case path
  }

  /// The directory, relative to the root; empty for the root.
  public let directory: Path
  /// Which albums.
  public let target: Target

  /// Creates a source.
  public init(_ directory: Path, _ target: Target) {
    self.directory = directory
    self.target = target
  }

  /// The titles of the folders and, last, the album for a file; nil where no album is one's.
  ///
  /// Only for targets that mirror directories.
  func titles(for file: Path) -> [String]? {
    guard let below = file.parent.relative(to: directory) else { return nil }
    var names = below.components
    if names.isEmpty {
      // What lies in the source itself: its own name. The root's is not the library's to know.
      if directory.isEmpty { return nil }
      names = [directory.lastComponent]
    }
    if target == .leaf { names = names.suffix(1) }
    return names.map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
