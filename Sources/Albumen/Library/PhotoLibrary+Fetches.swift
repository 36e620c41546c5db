import Catalogue
import LibraryState
public import Operations
public import Platform

extension PhotoLibrary {
  /// Says which assets a fetch returns.
  public enum AssetFilter: Sendable {
    /// Those in the camera roll.
    case living
    /// Those in the trash.
    case trashed
    /// Those in the camera roll that have no file here.
    case missing
    /// All that are known, purged ones included.
    case all
  }

  /// Returns assets by capture time, then name, then id.
  ///
  /// - Parameter withParts: whether parts of others are listed beside their wholes.
  public func assets(
    _ filter: AssetFilter = .living, withParts: Bool = true
  ) async throws(AlbumenError) -> [Asset] {
    let assets = try store.read { catalogue throws(CatalogueError) in
      switch filter {
      case .living: try store.located(try catalogue.assets(.alive), catalogue)
      case .trashed: try store.located(try catalogue.assets(.trashed), catalogue)
      case .missing:
        try store.located(try catalogue.assets(.alive), catalogue).filter { $0.file == nil }
      case .all: try store.located(try catalogue.assets(.all), catalogue)
      }
    }
    return withParts ? assets : Self.wholes(among: assets, filter)
  }

  /// Leaves out what shows as part of another: in the trash, and among what is missing, of another that is
  /// there.
  static func wholes(among assets: [Asset], _ filter: AssetFilter) -> [Asset] {
    let gone = assets.filter { $0.status != .alive && $0.fields[.partOf] != nil }
    var wholes: [AssetID: AssetID] = [:]
    if !gone.isEmpty {
      let there = Set(assets.lazy.filter { $0.status != .alive }.map(\.id))
      var edges: [AssetID: AssetID] = [:]
      for part in gone { edges[part.id] = part.fields[.partOf]?.asset }
      wholes = LibraryState.wholes(edges) { there.contains($0) }
    }
    if filter == .missing {
      let there = Set(assets.lazy.map(\.id))
      return assets.filter { $0.partOf.map { !there.contains($0) } ?? true }
    }
    return assets.filter { ($0.status == .alive ? $0.partOf : wholes[$0.id]) == nil }
  }

  /// Returns how many assets are in the camera roll.
  public func assetCount() async throws(AlbumenError) -> Int {
    try store.read { catalogue throws(CatalogueError) in try catalogue.livingCount() }
  }

  /// Returns an asset; nil where it is not known.
  public func asset(_ id: AssetID) async throws(AlbumenError) -> Asset? {
    try store.read { catalogue throws(CatalogueError) in
      guard let row = try catalogue.asset(id) else { return nil }
      return try store.located([row], catalogue).first
    }
  }

  /// Returns all albums and folders, by title, then id.
  public func albums(includingDeleted: Bool = false) async throws(AlbumenError) -> [Album] {
    let albums = try store.read { catalogue throws(CatalogueError) in
      try catalogue.albums(includingDeleted: includingDeleted).map { Album($0) }
    }
    return albums.sorted { ($0.title, $0.id) < ($1.title, $1.id) }
  }

  /// Returns an album or folder; nil where there never was one.
  public func album(_ id: AlbumID) async throws(AlbumenError) -> Album? {
    try store.read { catalogue throws(CatalogueError) in try catalogue.album(id).map { Album($0) } }
  }

  /// Returns the assets of an album, in order, of a whole and its parts the whole alone; none for a folder.
  public func members(of album: AlbumID) async throws(AlbumenError) -> [Asset] {
    try store.read { catalogue throws(CatalogueError) in
      var rows: [AssetRow] = []
      for member in try catalogue.shownMembers(of: album) {
        if let row = try catalogue.asset(member) { rows.append(row) }
      }
      return try store.located(rows, catalogue)
    }
  }

  /// Returns the living albums that an asset shows in, by title.
  public func albums(containing asset: AssetID) async throws(AlbumenError) -> [Album] {
    try store.read { catalogue throws(CatalogueError) in
      var albums: [Album] = []
      for id in try catalogue.albums(containing: asset) {
        if let row = try catalogue.album(id) { albums.append(Album(row)) }
      }
      return albums.sorted { ($0.title, $0.id) < ($1.title, $1.id) }
    }
  }

  /// Returns the living assets that show as parts of one, by id.
  public func parts(of whole: AssetID) async throws(AlbumenError) -> [Asset] {
    try store.read { catalogue throws(CatalogueError) in
      var rows: [AssetRow] = []
      for part in try catalogue.parts(of: whole) {
        if let row = try catalogue.asset(part) { rows.append(row) }
      }
      return try store.located(rows, catalogue)
    }
  }

  /// Returns the files that an asset had here at the last look, relative to the root; none where it is
  /// missing here.
  public func files(of asset: AssetID) async throws(AlbumenError) -> [Path] {
    try store.read { catalogue throws(CatalogueError) in
      try catalogue.files(of: asset).map(\.path)
    }
  }

  /// Returns the whole visible state as one line of JSON (docs/formats/state.md).
  ///
  /// Takes time and memory in proportion to the library.
  public func stateJSON() async throws(AlbumenError) -> String {
    let state = try store.read { catalogue throws(CatalogueError) in try catalogue.state() }
    var out = JSONWriter()
    state.write(to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }
}
