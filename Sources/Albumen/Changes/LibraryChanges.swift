import Catalogue
public import Operations

/// Makes the changes of one transaction; given to the block of `PhotoLibrary.performChanges`.
///
/// Each call sees what the calls before it did. Nothing is written before the block returns, and
/// nothing at all if it throws. Ids of what it makes can be used at once. It must not leave the block.
public final class LibraryChanges {
  let session: ChangeSession

  init(_ session: ChangeSession) { self.session = session }

  var catalogue: Catalogue { session.catalogue }

  /// How many operations have been made so far.
  public var count: Int { session.operations.count }

  // MARK: Albums

  /// Makes a new album with a random id, whatever others are called, and returns its id.
  ///
  /// - Throws: `.notFound` where the parent is no living folder.
  @discardableResult
  public func createAlbum(
    _ title: String, in parent: AlbumID? = nil
  ) throws(AlbumenError) -> AlbumID {
    try create(AlbumID.random(), title, .album, parent)
  }

  /// Makes a new folder of albums with a random id and returns its id.
  ///
  /// - Throws: `.notFound` where the parent is no living folder.
  @discardableResult
  public func createFolder(
    _ title: String, in parent: AlbumID? = nil
  ) throws(AlbumenError) -> AlbumID {
    try create(AlbumID.random(), title, .folder, parent)
  }

  /// Returns the living album of that title and parent, or makes it.
  ///
  /// Two devices that do this apart make one album. Of several albums the first made is taken; `others`
  /// then names the rest, which a caller should tell.
  ///
  /// - Throws: `.notFound` where the parent is no living folder; `.invalid` for an empty title.
  @discardableResult
  public func findOrCreateAlbum(
    _ title: String, in parent: AlbumID? = nil
  ) throws(AlbumenError) -> (id: AlbumID, others: [AlbumID]) {
    let title = try Self.checked(title: title)
    let found = try session.albums(titled: title, type: .album, parent: parent)
    if let first = found.first { return (first, Array(found.dropFirst())) }
    let id = try session.unusedAlbumID(title: title, type: .album, parent: parent)
    return (try create(id, title, .album, parent), [])
  }

  /// Returns the living album that a person names, or makes it.
  ///
  /// It is the exact title, first of all of one at the top; else a path of titles such as `Trips/Rome`; or
  /// `@` and a prefix of an id. What is missing is made: in the folder that the part before a slash names,
  /// where there is one, else at the top. `others` as for `findOrCreateAlbum(_:in:)`.
  ///
  /// - Throws: `.notFound` where an id is not there; `.ambiguous`, naming the candidates; `.invalid`.
  @discardableResult
  public func findOrCreateAlbum(
    named name: String
  ) throws(AlbumenError) -> (id: AlbumID, others: [AlbumID]) {
    let title = try Self.checked(title: name)
    if try !session.albums(titled: title, type: .album, parent: nil).isEmpty {
      return try findOrCreateAlbum(title)
    }
    let living = try session.albums()
    do throws(AlbumenError) {
      let found = try PhotoLibrary.album(
        named: name, among: living.filter { !$0.isFolder }, above: living, isDeleted: false)
      return (found.id, [])
    } catch {
      let isID =
        name.first == "@" && name.utf8.count >= 5 && name.dropFirst().allSatisfy(\.isHexDigit)
      guard error.code == .notFound, !isID else { throw error }
    }
    let folders = living.filter(\.isFolder)
    for slash in name.indices.reversed() where name[slash] == "/" {
      let rest = String(name[name.index(after: slash)...])
      guard !rest.isEmpty, !folders.isEmpty else { continue }
      do throws(AlbumenError) {
        let folder = try PhotoLibrary.album(
          named: String(name[..<slash]), among: folders, above: living, isDeleted: false)
        return try findOrCreateAlbum(rest, in: folder.id)
      } catch { guard error.code == .notFound else { throw error } }
    }
    return try findOrCreateAlbum(title)
  }

  func create(
    _ id: AlbumID, _ title: String, _ type: AlbumType, _ parent: AlbumID?
  ) throws(AlbumenError) -> AlbumID {
    let title = try Self.checked(title: title)
    if let parent { try requireFolder(parent) }
    var initial = [
      Field(.title, .text(title)), Field(.type, .text(type.rawValue)),
    ]
    if let parent { initial.append(Field(.parent, .album(parent))) }
    try session.emit(.createAlbum(id, initial: initial))
    return id
  }

  /// Gives an album or folder another title.
  ///
  /// - Throws: `.notFound` where it is not there; `.invalid` for an empty title.
  public func rename(_ album: AlbumID, to title: String) throws(AlbumenError) {
    let title = try Self.checked(title: title)
    let row = try requireAlbum(album)
    if ExactText(row.title) == ExactText(title) { return }
    try session.emit(.setAlbum(album, .title, .text(title)))
  }

  /// Puts an album or folder into a folder, or at the top.
  ///
  /// - Throws: `.notFound` where either is not there; `.invalid` where it would be in itself.
  public func move(_ album: AlbumID, into parent: AlbumID?) throws(AlbumenError) {
    let row = try requireAlbum(album)
    if let parent {
      try requireFolder(parent)
      var above: AlbumID? = parent
      while let id = above {
        guard id != album else {
          throw AlbumenError(.invalid, "a folder cannot be put into itself", subject: row.title)
        }
        above = try session.album(id)?.parent
      }
    }
    if row.parent == parent { return }
    try session.emit(.setAlbum(album, .parent, parent.map { .album($0) } ?? .null))
  }

  /// Says which asset stands for an album; nil for none.
  ///
  /// - Throws: `.notFound` where either is not there.
  public func setCover(_ asset: AssetID?, of album: AlbumID) throws(AlbumenError) {
    let row = try requireAlbum(album)
    if let asset { try requireAsset(asset) }
    if row.cover == asset { return }
    try session.emit(.setAlbum(album, .cover, asset.map { .asset($0) } ?? .null))
  }

  /// Deletes an album or folder; its references stay, so that `restoreAlbum` brings all of it back.
  ///
  /// What is in a deleted folder shows at the top, unless `withContents` deletes it as well.
  ///
  /// - Returns: what was deleted, the album itself first.
  /// - Throws: `.notFound` where it is not there.
  @discardableResult
  public func deleteAlbum(
    _ album: AlbumID, withContents: Bool = false
  ) throws(AlbumenError) -> [AlbumID] {
    try requireAlbum(album)
    var doomed = [album]
    if withContents {
      let living = try session.albums().filter { !$0.isDeleted }
      let contents = Dictionary(grouping: living, by: \.parent)
      var next = 0
      while next < doomed.count {
        doomed += contents[doomed[next], default: []].map(\.id)
        next += 1
      }
    }
    for album in doomed {
      let observed = try session.observed(.album(album))
      try session.emit(.deleteAlbum(album, observed: observed))
    }
    return doomed
  }

  /// Brings a deleted album or folder back, with its references in their places.
  ///
  /// - Parameter withContents: whether the deleted albums and folders that were in a folder come back too.
  /// - Returns: what has come back, the album itself first.
  /// - Throws: `.notFound` where there never was such an album.
  @discardableResult
  public func restoreAlbum(
    _ album: AlbumID, withContents: Bool = false
  ) throws(AlbumenError) -> [AlbumID] {
    guard let row = try session.album(album) else { throw Self.noAlbum(album) }
    var restored = row.isDeleted ? [album] : []
    if withContents {
      let deleted = try session.albums(includingDeleted: true).filter(\.isDeleted)
      let inside = Dictionary(grouping: deleted) { $0.fields[.parent]?.album }
      var folders = [album]
      var seen: Set<AlbumID> = [album]
      while let folder = folders.popLast() {
        for one in inside[folder] ?? [] where seen.insert(one.id).inserted {
          restored.append(one.id)
          folders.append(one.id)
        }
      }
    }
    for album in restored { try session.emit(.restoreAlbum(album)) }
    return restored
  }

  // MARK: Assets

  /// Sets a field of an asset to any value; nil clears it.
  ///
  /// Setting what is set already writes nothing. What people say of an asset is better changed with
  /// `edit`, which takes only what makes sense; what a scan observes, such as `content` and `path`, is
  /// the scan's to write (docs/design/0001-operations.md, "Kinds and effects", has the fields).
  ///
  /// - Throws: `.notFound` where the asset is not there.
  public func set(
    _ field: FieldName, of asset: AssetID, to value: Value?
  ) throws(AlbumenError) {
    let row = try requireAsset(asset)
    if row.fields[field] == value { return }
    try session.emit(.setAsset(asset, field, value ?? .null))
  }

  /// Puts assets into the trash, with their parts; their places in albums are kept for `restore`.
  ///
  /// - Throws: `.notFound` where one is not known.
  public func trash(_ assets: [AssetID]) throws(AlbumenError) {
    for asset in try withParts(assets) {
      let observed = try session.observed(.asset(asset))
      if observed.isEmpty { continue }
      let purges = try session.observed(.purge(asset))
      try session.emit(.trashAsset(asset, observed: observed, purges: purges))
    }
  }

  /// Takes assets out of the trash, with their parts.
  ///
  /// - Throws: `.notFound` where one is not known.
  public func restore(_ assets: [AssetID]) throws(AlbumenError) {
    for asset in assets where try requireAsset(asset).status != .alive {
      for one in try withGoneParts([asset]) where try requireAsset(one).status != .alive {
        try session.emit(.restoreAsset(one))
      }
    }
  }

  func withParts(_ assets: [AssetID]) throws(AlbumenError) -> [AssetID] {
    var all: [AssetID] = []
    var seen: Set<AssetID> = []
    for asset in assets {
      try requireAsset(asset)
      for one in [asset] + (try session.parts(of: asset)) where seen.insert(one).inserted {
        all.append(one)
      }
    }
    return all
  }

  // MARK: What must be there

  @discardableResult
  func requireAlbum(_ id: AlbumID) throws(AlbumenError) -> Album {
    guard let album = try session.album(id), !album.isDeleted else { throw Self.noAlbum(id) }
    return album
  }

  func requireFolder(_ id: AlbumID) throws(AlbumenError) {
    let album = try requireAlbum(id)
    guard album.isFolder else {
      throw AlbumenError(
        .invalid, "this is an album, not a folder of albums", subject: album.title)
    }
  }

  @discardableResult
  func requireAsset(_ id: AssetID) throws(AlbumenError) -> Asset {
    guard let asset = try session.asset(id) else {
      throw AlbumenError(.notFound, "no such asset", subject: id.description)
    }
    return asset
  }

  private static func noAlbum(_ id: AlbumID) -> AlbumenError {
    AlbumenError(.notFound, "no such album", subject: "@\(id)")
  }

  private static func checked(title: String) throws(AlbumenError) -> String {
    guard let title = ChangeSession.normalized(title) else {
      throw AlbumenError(.invalid, "a title may not be empty")
    }
    return title
  }
}

/// Tells albums from folders of albums, as the log spells it.
enum AlbumType: String {
  case album
  case folder
}
