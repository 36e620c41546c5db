/// Says what stands in an album's directory for a photo that is elsewhere (docs/design/0021-view-links.md).
package enum ViewLinkForm: String, Sendable, CaseIterable {
  /// A relative symbolic link.
  case sym
  /// A further name of the file.
  case hard
  /// A file of its own with the same bytes.
  case copy
  /// A file of its own that shares the blocks of the other.
  case reflink

  /// Whether the two must be in one file system.
  package var needsOneFileSystem: Bool { self == .hard || self == .reflink }
}
