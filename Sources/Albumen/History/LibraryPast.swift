import LibraryState
public import Operations
import Platform

/// Is a library as it was at a point in time.
public struct LibraryPast: Sendable {
  let state: LibraryState
  private let wholes: [AssetID: AssetID]
  private let parents: [AlbumID: AlbumID]
  /// Where files of the assets are now, as the recorded path of each prefers.
  private let files: [AssetID: [Path]]

  init(_ state: LibraryState, files: [AssetID: [Path]]) {
    self.state = state
    self.files = files
    wholes = state.wholes()
    parents = state.parents()
  }

  /// The whole visible state as one line of JSON (docs/formats/state.md).
  public var json: String {
    var out = JSONWriter()
    state.write(to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// Returns assets by capture time, then name, then id.
  ///
  /// Their `file` is where one is now.
  ///
  /// - Parameter withParts: whether parts of others are listed beside their wholes.
  public func assets(
    _ filter: PhotoLibrary.AssetFilter = .living, withParts: Bool = true
  ) -> [Asset] {
    let assets = state.assets.keys.compactMap { asset($0) }.filter { asset in
      switch filter {
      case .living: asset.status == .alive
      case .trashed: asset.status == .trashed
      case .missing: asset.status == .alive && asset.file == nil
      case .all: true
      }
    }.sorted(by: Self.precedes)
    return withParts ? assets : PhotoLibrary.wholes(among: assets, filter)
  }

  /// Returns an asset; nil where it was not known.
  public func asset(_ id: AssetID) -> Asset? {
    guard let record = state.assets[id], record.isKnown else { return nil }
    let fields = Self.fields(record.registers)
    let recorded = fields[.path]?.text.flatMap { Path($0) }
    let here = files[id] ?? []
    return Asset(
      id: id, status: state.status(of: id), fields: fields,
      tags: record.tags.filter { !$0.value.isEmpty }.keys.sorted().map(\.text),
      partOf: wholes[id], file: here.first { $0 == recorded } ?? here.first)
  }

  /// Returns albums and folders, by title, then id.
  public func albums(includingDeleted: Bool = false) -> [Album] {
    state.albums.keys.compactMap { album($0) }.filter { includingDeleted || !$0.isDeleted }
      .sorted { ($0.title, $0.id) < ($1.title, $1.id) }
  }

  /// Returns an album or folder; nil where there was none.
  public func album(_ id: AlbumID) -> Album? {
    guard let record = state.albums[id], record.isKnown else { return nil }
    let fields = Self.fields(record.registers)
    let isFolder = fields[.type]?.text == "folder"
    return Album(
      id: id, title: fields[.title]?.text ?? "", isFolder: isFolder, parent: parents[id],
      isDeleted: record.life.isEmpty,
      count: isFolder ? 0 : shownMembers(of: id, inOrder: false).count, fields: fields)
  }

  /// Returns the assets of an album, in order, of a whole and its parts the whole alone; none for a folder.
  public func members(of album: AlbumID) -> [Asset] {
    shownMembers(of: album).compactMap { asset($0) }
  }

  private func shownMembers(of album: AlbumID, inOrder: Bool = true) -> [AssetID] {
    LibraryState.shown(state.members(of: album, inOrder: inOrder), wholes).map(\.shown)
  }

  /// Returns the living assets that showed as parts of one, by id.
  public func parts(of whole: AssetID) -> [Asset] {
    wholes.filter { $0.value == whole }.keys.sorted().compactMap { asset($0) }
  }

  /// Returns the living albums that an asset showed in, by title.
  public func albums(containing asset: AssetID) -> [Album] {
    let whole = wholes[asset] ?? asset
    let family = [whole] + wholes.filter { $0.value == whole }.keys
    return state.albums.filter { album in
      family.contains { state.reference(album.key, $0)?.life.isEmpty == false }
    }.keys
      .compactMap { album($0) }.filter { !$0.isDeleted }
      .sorted { ($0.title, $0.id) < ($1.title, $1.id) }
  }

  private static func fields(_ registers: Registers) -> [FieldName: Value] {
    registers.compactMapValues(\.value)
  }

  /// The order of the roll: texts by their bytes, what has none behind them.
  private static func precedes(_ left: Asset, _ right: Asset) -> Bool {
    for (one, other) in [(left.captured, right.captured), (left.filename, right.filename)] {
      switch (one.map(ExactText.init), other.map(ExactText.init)) {
      case (let one?, let other?) where one != other: return one < other
      case (_?, nil): return true
      case (nil, _?): return false
      default: continue
      }
    }
    return left.id < right.id
  }
}

extension LibraryPast {
  /// Returns the album or folder that a person names by what it was called then, as
  /// `PhotoLibrary.findAlbum` does for now; a deleted one where no living one is called that.
  ///
  /// - Throws: `.notFound`; `.ambiguous`, naming the candidates.
  public func findAlbum(_ name: String) throws(AlbumenError) -> Album {
    let all = albums(includingDeleted: true)
    do throws(AlbumenError) {
      return try PhotoLibrary.album(named: name, among: all, isDeleted: false)
    } catch let first {
      guard first.code == .notFound else { throw first }
      do throws(AlbumenError) {
        return try PhotoLibrary.album(named: name, among: all, isDeleted: true)
      } catch { throw error.code == .notFound ? first : error }
    }
  }
}
