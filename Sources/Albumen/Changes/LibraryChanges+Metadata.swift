import Catalogue
import LibraryState
public import Operations
import TextForms

extension LibraryChanges {
  /// Changes what people say of photos and videos: title, stars, time, place and the like.
  ///
  /// What is so already writes nothing. Hiding a whole hides its parts, and so does showing it again.
  ///
  /// - Returns: the assets of which something changed, in the order given.
  /// - Throws: `.notFound` where an asset is not known; `.invalid` for a text or a number that an asset
  ///   cannot have.
  @discardableResult
  public func edit(
    _ assets: [AssetID], _ edits: [AssetEdit]
  ) throws(AlbumenError) -> [AssetID] {
    var settings: [(field: FieldName, value: Value)] = []
    for edit in edits { settings += try edit.settings }
    var changed: [AssetID] = []
    for asset in Self.unique(assets) {
      let before = count
      for (field, value) in settings {
        let concerned = field == .hidden ? try withParts([asset]) : [asset]
        for one in concerned { try write(value, to: field, of: one) }
      }
      if count > before { changed.append(asset) }
    }
    return changed
  }

  private func write(
    _ value: Value, to field: FieldName, of asset: AssetID
  ) throws(AlbumenError) {
    let row = try requireAsset(asset)
    if row.fields[field] ?? .null == value { return }
    try session.emit(.setAsset(asset, field, value))
    // Where the file had no time, what is shown now is no longer the time that it was written. Said in
    // a field of its own: a second import elsewhere would say the first one anew.
    if field == .captured, row.isCapturedFromFile {
      try session.emit(.setAsset(asset, AssetFacts.capturedGiven, .bool(true)))
    }
  }

  // MARK: Tags

  /// Gives assets tags.
  ///
  /// - Returns: the assets that did not have all of them, in the order given.
  /// - Throws: `.notFound` where an asset is not known; `.invalid` for a tag that is empty, holds a
  ///   control character, or is longer than 256 bytes.
  @discardableResult
  public func addTags(
    _ tags: [String], to assets: [AssetID]
  ) throws(AlbumenError) -> [AssetID] {
    try tagging(assets) { asset throws(AlbumenError) in
      for tag in tags { try addTag(tag, to: asset) }
    }
  }

  /// Takes tags from assets, however they are spelled in Unicode.
  ///
  /// - Returns: the assets that had any of them, in the order given.
  /// - Throws: `.notFound` where an asset is not known.
  @discardableResult
  public func removeTags(
    _ tags: [String], from assets: [AssetID]
  ) throws(AlbumenError) -> [AssetID] {
    try tagging(assets) { asset throws(AlbumenError) in
      for tag in tags { try removeTag(tag, from: asset) }
    }
  }

  /// Takes all tags from assets.
  ///
  /// - Returns: the assets that had any, in the order given.
  /// - Throws: `.notFound` where an asset is not known.
  @discardableResult
  public func removeAllTags(from assets: [AssetID]) throws(AlbumenError) -> [AssetID] {
    try tagging(assets) { asset throws(AlbumenError) in
      for tag in try requireAsset(asset).tags { try take(tag, from: asset) }
    }
  }

  /// Gives an asset a tag.
  ///
  /// - Throws: `.notFound` where the asset is not there; `.invalid` for a tag that is empty, holds a
  ///   control character, or is longer than 256 bytes.
  public func addTag(_ tag: String, to asset: AssetID) throws(AlbumenError) {
    let tag = try WrittenText.checkedLine(
      TextForm.nfc(tag), "a tag", longest: WrittenText.longestTag)
    let row = try requireAsset(asset)
    if row.tags.contains(where: { ExactText($0) == ExactText(tag) }) { return }
    try session.emit(.addTag(asset, tag))
  }

  /// Takes a tag from an asset, however it is spelled in Unicode.
  ///
  /// - Throws: `.notFound` where the asset is not there.
  public func removeTag(_ tag: String, from asset: AssetID) throws(AlbumenError) {
    let wanted = ExactText(TextForm.nfc(tag))
    // Another program may have written one that is not in the form in which we write it.
    for tag in try requireAsset(asset).tags where ExactText(TextForm.nfc(tag)) == wanted {
      try take(tag, from: asset)
    }
  }

  private func take(_ tag: String, from asset: AssetID) throws(AlbumenError) {
    let observed = try session.observed(.tag(asset, ExactText(tag)))
    if !observed.isEmpty { try session.emit(.removeTag(asset, tag, observed: observed)) }
  }

  private func tagging(
    _ assets: [AssetID], _ body: (AssetID) throws(AlbumenError) -> Void
  ) throws(AlbumenError) -> [AssetID] {
    var changed: [AssetID] = []
    for asset in Self.unique(assets) {
      try requireAsset(asset)
      let before = count
      try body(asset)
      if count > before { changed.append(asset) }
    }
    return changed
  }

  // MARK: Purge

  /// Says that the bytes of trashed assets may go, with those of their parts that are in the trash.
  ///
  /// Files are not touched; `PhotoLibrary.purge` moves them out of the folder. What is purged already
  /// writes nothing. `restore` takes it back.
  ///
  /// - Returns: the assets and their parts, all of them purged now.
  /// - Throws: `.notFound` where one is not known, `.invalid` where one is not in the trash.
  @discardableResult
  public func purge(_ assets: [AssetID]) throws(AlbumenError) -> [AssetID] {
    for asset in assets where try requireAsset(asset).status == .alive {
      throw AlbumenError(
        .invalid, "only what is in the trash can be purged", subject: asset.description,
        hint: "put it there first with: albumen trash")
    }
    let all = try withGoneParts(assets)
    for asset in all where try requireAsset(asset).status == .trashed {
      try session.emit(.purgeAsset(asset))
    }
    return all
  }

  /// Assets, each with its parts that are not in the roll either.
  func withGoneParts(_ assets: [AssetID]) throws(AlbumenError) -> [AssetID] {
    var all: [AssetID] = []
    for asset in assets {
      try requireAsset(asset)
      let parts = try session.reading { () throws(CatalogueError) in
        try catalogue.goneParts(of: asset)
      }
      all += [asset] + parts
    }
    return Self.unique(all)
  }

  /// Each once, in the order given.
  static func unique(_ assets: [AssetID]) -> [AssetID] {
    var seen: Set<AssetID> = []
    return assets.filter { seen.insert($0).inserted }
  }
}
