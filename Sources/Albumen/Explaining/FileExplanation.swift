public import Platform

/// Says how a path stands to a library, and why.
public struct FileExplanation: Sendable {
  /// The ways in which it can.
  public enum Standing: String, Sendable, CaseIterable {
    /// It is a file of an asset, and looks as it did when it was last read.
    case known
    /// It is a photo or video that no scan has read yet.
    case new
    /// It is known, and has other bytes now.
    case changed
    /// It is incomplete and changed a moment ago, so that it may still be written.
    case settling
    /// It holds nothing, as files do that are about to be written.
    case empty
    /// A rule says that names of this kind are left alone.
    case ignored
    /// It is a sidecar of a photo or video beside it.
    case sidecar
    /// It is no photo or video of a kind that is known.
    case otherFile
    /// It is a directory, whose files are looked at one by one.
    case directory
    /// It is a device, a pipe or a socket.
    case special
    /// It is a link that leads out of the library's folder.
    case linkOut
    /// It is a link that leads nowhere.
    case linkNowhere
    /// It is not in the library's folder.
    case outside
    /// It cannot be examined or read.
    case unreadable
    /// It is not there, and was.
    case missing
    /// It is not there, and never was as far as is known.
    case unknown
  }

  /// What it is about: relative to the library's root if it is inside, absolute otherwise.
  public let path: Path
  /// How it stands.
  public let standing: Standing
  /// Why, or what follows from it, in words; empty where there is nothing to add.
  public let reason: String
  /// The rule that leaves it alone, where it is one of a `.albumenignore`.
  public let rule: IgnoringRule?
  /// The link that was given and leads here, relative to the root; nil where none was.
  public let link: Path?
  /// Where a link leads to that is not followed, as far as that can be told.
  public let target: Path?
  /// The asset that it is a file of, was a file of, or would become another file of.
  public let asset: Asset?
  /// What this asset shows as a part of.
  public let whole: Asset?
  /// What shows as parts of this asset.
  public let parts: [Asset]
  /// Others that come into question for a pair with it, too many for one to be concluded; none where
  /// nothing is in doubt.
  public let inDoubt: [Asset]
  /// Sidecars beside the file, or, of a sidecar, the files that it is beside; relative to the root.
  public let beside: [Path]
  /// The living albums that this asset shows in, by title.
  public let albums: [Album]
  /// The other files that this asset has here, relative to the root.
  public let otherFiles: [Path]
  /// When it will be taken as it is if nothing more happens to it: milliseconds since 1970 UTC.
  public let settlesAt: Int64?
  /// When it was last read: milliseconds since 1970 UTC.
  public let lastRead: Int64?
}
