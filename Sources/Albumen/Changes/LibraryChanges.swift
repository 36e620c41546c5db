public import Operations

/// Makes the changes of one transaction.
public final class LibraryChanges {
  static var pending: AlbumenError { AlbumenError(.failed, "not built") }
  init() {}
  /// How many operations have been made so far.
  public var count: Int { 0 }
  /// Makes a new album.
  @discardableResult
  public func createAlbum(
    _ title: String, in parent: AlbumID? = nil
  ) throws(AlbumenError) -> AlbumID { throw Self.pending }
  /// Makes a new folder of albums.
  @discardableResult
  public func createFolder(
    _ title: String, in parent: AlbumID? = nil
  ) throws(AlbumenError) -> AlbumID { throw Self.pending }
  /// Returns the living album of that title and parent, or makes it.
  @discardableResult
  public func findOrCreateAlbum(
    _ title: String, in parent: AlbumID? = nil
  ) throws(AlbumenError) -> (id: AlbumID, others: [AlbumID]) { throw Self.pending }
  /// Gives an album or folder another title.
  public func rename(_ album: AlbumID, to title: String) throws(AlbumenError) {}
  /// Puts an album or folder into a folder, or at the top.
  public func move(_ album: AlbumID, into parent: AlbumID?) throws(AlbumenError) {}
  /// Says which asset stands for an album; nil for none.
  public func setCover(_ asset: AssetID?, of album: AlbumID) throws(AlbumenError) {}
  /// Deletes an album or folder.
  public func deleteAlbum(_ album: AlbumID, withContents: Bool = false) throws(AlbumenError) {}
  /// Brings a deleted album or folder back.
  public func restoreAlbum(_ album: AlbumID) throws(AlbumenError) {}
  /// Puts assets into the trash.
  public func trash(_ assets: [AssetID]) throws(AlbumenError) {}
  /// Takes assets out of the trash.
  public func restore(_ assets: [AssetID]) throws(AlbumenError) {}
  /// References assets in an album; returns how many were not members before.
  @discardableResult
  public func add(
    _ assets: [AssetID], to album: AlbumID, at place: Placement? = nil
  ) throws(AlbumenError) -> Int { throw Self.pending }
  /// Moves members of an album to another place in it.
  public func move(
    _ assets: [AssetID], in album: AlbumID, to place: Placement
  ) throws(AlbumenError) {}
  /// Removes references from an album; returns how many were members.
  @discardableResult
  public func remove(_ assets: [AssetID], from album: AlbumID) throws(AlbumenError) -> Int { 0 }
}
