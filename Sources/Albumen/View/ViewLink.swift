import Reconciling

extension PhotoLibrary {
  /// Says what stands in the album view for a photo or video (docs/design/0021-view-links.md).
  public enum ViewLink: String, Sendable, CaseIterable {
    /// A relative symbolic link.
    case sym
    /// A further name of the file.
    case hard
    /// A file of its own with the same bytes.
    case copy
    /// A file of its own that shares the blocks of the other.
    case reflink

    /// The same, for the planner of the view.
    var form: ViewLinkForm {
      switch self {
      case .sym: .sym
      case .hard: .hard
      case .copy: .copy
      case .reflink: .reflink
      }
    }
  }
}
