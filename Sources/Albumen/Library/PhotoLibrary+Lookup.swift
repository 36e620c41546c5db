import Catalogue
import Operations
public import Platform
import TextForms

extension PhotoLibrary {
  /// Returns the asset that a person names.
  ///
  /// An existing path wins; else it is a prefix of an id of at least four hexadecimal digits, else a path
  /// at which a file was that is not here: the recorded one, one that a purge emptied, or an earlier one.
  ///
  /// - Parameters:
  ///   - name: the path or prefix, as bytes.
  ///   - directory: what a relative path is relative to.
  /// - Throws: `.notFound`, also for a file outside the library; `.ambiguous`, naming candidates.
  public func findAsset(
    _ name: Path, from directory: Path
  ) async throws(AlbumenError) -> Asset {
    let path = name.isAbsolute ? name : directory / name
    if let status = try? FileStatus.ofTarget(at: path) {
      return try asset(atFile: path, status, named: name)
    }
    guard let text = String(validating: name.bytes, as: UTF8.self), text.utf8.count >= 4 else {
      return try await asset(recordedAt: path, named: name)
    }
    let prefix = text.lowercased()
    let found = try store.read { catalogue throws(CatalogueError) in
      try catalogue.assets(withIDPrefix: prefix, limit: 5)
    }
    guard let id = found.first else { return try await asset(recordedAt: path, named: name) }
    guard found.count == 1 else {
      throw AlbumenError(
        .ambiguous, "several assets begin with this", subject: name.display,
        hint: "one of: "
          + found.map { String($0.description.prefix(max(12, prefix.utf8.count + 4))) }
          .joined(separator: ", "))
    }
    guard let asset = try await asset(id) else { throw Self.noAsset(name) }
    return asset
  }

  /// The asset whose file was at a path at which nothing is now: a list shows it by that.
  ///
  /// One that has a file elsewhere is not named so: who says where it was may mean another.
  private func asset(
    recordedAt path: Path, named name: Path
  ) async throws(AlbumenError) -> Asset {
    guard let relative = path.relative(to: root), !relative.isEmpty else {
      throw Self.noAsset(name)
    }
    let known = try await assets(.all)
    var found = known.filter { asset in
      asset.file == nil && asset.path.map { Array($0.utf8) == relative.bytes } ?? false
    }
    let purged = try store.assets(purgedFrom: relative)
    found += known.filter { asset in
      purged.contains(asset.id) && !found.contains { $0.id == asset.id }
    }
    if found.isEmpty {
      let former = Set(try store.assets(oncePath: relative))
      found = known.filter { $0.file == nil && former.contains($0.id) }
    }
    guard let asset = found.first else { throw Self.noAsset(name) }
    guard found.count == 1 else {
      throw AlbumenError(
        .ambiguous, "several photos and videos were there", subject: name.display,
        hint: "one of: "
          + found.prefix(5).map { String($0.id.description.prefix(12)) }.joined(separator: ", "))
    }
    return asset
  }

  private func asset(
    atFile path: Path, _ status: FileStatus, named name: Path
  ) throws(AlbumenError) -> Asset {
    guard status.kind == .regular else {
      throw AlbumenError(.notFound, "this is a folder, not a photo or video", subject: name.display)
    }
    let resolved = (try? Files.resolve(path)) ?? path
    let relative = resolved.relative(to: root)
    let known = try store.read { catalogue throws(CatalogueError) in
      try relative.flatMap { (path) throws(CatalogueError) in try catalogue.file(at: path) }
    }
    var id = known?.asset
    if known == nil || known?.size != status.size || known?.modified != status.mtimeNanoseconds {
      // Not in the index as it is now: its bytes tell.
      if case .media(let content, _, _) = ContentHasher.look(into: resolved) {
        id = try store.read { catalogue throws(CatalogueError) in
          try catalogue.asset(ofContent: content)
        }
      } else {
        id = nil
      }
    }
    let asset = try store.read { catalogue throws(CatalogueError) in
      try id.flatMap { (id) throws(CatalogueError) in try catalogue.asset(id) }
    }
    if let asset,
      let found = try store.read({ catalogue throws(CatalogueError) in
        try store.located([asset], catalogue).first
      })
    {
      return found
    }
    throw AlbumenError(
      .notFound,
      relative == nil
        ? "the file is not in the library" : "the file is not an asset of the library",
      subject: name.display,
      hint: relative == nil ? "take it in first with: albumen import" : "run: albumen scan")
  }

  private static func noAsset(_ name: Path) -> AlbumenError {
    AlbumenError(
      .notFound, "no such file, and no asset whose id begins so", subject: name.display,
      hint: "albumen ls shows what there is")
  }

  /// Returns the album or folder that a person names.
  ///
  /// It is the exact title; else a path of titles such as `Trips/Rome`; or `@` and a prefix of an id.
  ///
  /// - Parameter amongDeleted: whether to look among the deleted ones instead of the living.
  /// - Throws: `.notFound`; `.ambiguous`, naming the candidates.
  public func findAlbum(
    _ name: String, amongDeleted: Bool = false
  ) async throws(AlbumenError) -> Album {
    // A whole id names one album, whatever others are called.
    if name.hasPrefix("@"), let id = AlbumID(name.dropFirst()), let named = try await album(id),
      named.isDeleted == amongDeleted
    {
      return named
    }
    let all = try store.read { catalogue throws(CatalogueError) in
      try catalogue.albums(includingDeleted: true, countsMembers: false).map { Album($0) }
    }
    let found = try Self.album(named: name, among: all, isDeleted: amongDeleted) { album in
      (try? self.store.describe(album.id)) ?? Self.describe(album)
    }
    return try await album(found.id) ?? found
  }

  /// Returns the living albums and folders that have exactly a title, the oldest first.
  public func albums(titled title: String) async throws(AlbumenError) -> [Album] {
    let wanted = ExactText(TextForm.nfc(title))
    return try store.read { catalogue throws(CatalogueError) in
      try catalogue.albums(includingDeleted: false, countsMembers: false).filter {
        ExactText(TextForm.nfc($0.title)) == wanted
      }
    }.sorted { left, right in
      switch (left.created, right.created) {
      case (let one?, let other?): one < other
      case (nil, _?): false
      case (_?, nil): true
      case (nil, nil): left.id < right.id
      }
    }.map { Album($0) }
  }

  /// An album among others of its title.
  private static func describe(_ album: Album) -> String {
    "@\(album.id.description.prefix(8))"
  }

  /// The album among some that a person names.
  ///
  /// - Parameters:
  ///   - above: among which the folders are that they are in; nil for the same.
  ///   - describe: tells one of several from the others; nil for its id alone.
  static func album(
    named name: String, among all: [Album], above: [Album]? = nil, isDeleted amongDeleted: Bool,
    describe: ((Album) -> String)? = nil
  ) throws(AlbumenError) -> Album {
    let candidates = all.filter { $0.isDeleted == amongDeleted }
    let title = TextForm.nfc(name)
    var found = candidates.filter { ExactText(TextForm.nfc($0.title)) == ExactText(title) }
    if name.hasPrefix("@"), name.utf8.count >= 5 {
      let prefix = name.dropFirst().lowercased()
      let byID = candidates.filter { $0.id.description.hasPrefix(prefix) }
      if !byID.isEmpty { found = byID }
    }
    if found.isEmpty { found = Self.albums(at: title, among: candidates, above ?? all) }
    guard let album = found.first else {
      throw AlbumenError(
        .notFound, amongDeleted ? "no such deleted album" : "no such album",
        subject: TextForm.printable(name),
        hint: amongDeleted ? "albumen albums --deleted lists them" : "albumen albums lists them")
    }
    guard found.count == 1 else {
      throw AlbumenError(
        .ambiguous, "several albums are called this", subject: TextForm.printable(name),
        hint: "one of: "
          + found.prefix(5).map { describe?($0) ?? self.describe($0) }.joined(separator: ", "))
    }
    return album
  }

  /// The albums that a path of titles leads to; a title may itself hold slashes.
  private static func albums(at path: String, among candidates: [Album], _ all: [Album]) -> [Album]
  {
    let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    return candidates.filter { album in
      var full = TextForm.nfc(album.title)
      var parent = album.parent
      var depth = 0
      while let id = parent, let folder = byID[id], depth < all.count {
        full = TextForm.nfc(folder.title) + "/" + full
        if ExactText(full) == ExactText(path) { return true }
        parent = folder.parent
        depth += 1
      }
      return false
    }
  }
}
