public import Operations

/// Is one album or folder of albums, as it was when it was fetched.
public struct Album: Sendable, Identifiable {
  /// The id.
  public let id: AlbumID
  /// The title; empty where there is none.
  public let title: String
  /// Whether it holds albums and folders, not references.
  public let isFolder: Bool
  /// The folder that it shows in; nil at the top.
  public let parent: AlbumID?
  /// Whether it was deleted; `LibraryChanges.restoreAlbum` brings it back.
  public let isDeleted: Bool
  /// How many assets show in it.
  public let count: Int
  /// All its visible fields by name.
  public let fields: [FieldName: Value]

  package init(
    id: AlbumID, title: String, isFolder: Bool, parent: AlbumID?, isDeleted: Bool, count: Int,
    fields: [FieldName: Value]
  ) {
    self.id = id
    self.title = title
    self.isFolder = isFolder
    self.parent = parent
    self.isDeleted = isDeleted
    self.count = count
    self.fields = fields
  }

  /// The asset that stands for it.
  public var cover: AssetID? { fields[.cover]?.asset }
}
