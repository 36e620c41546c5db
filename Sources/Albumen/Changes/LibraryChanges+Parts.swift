import Catalogue
public import LibraryState
public import Operations

extension LibraryChanges {
  /// Says that assets are parts of another, such as the video of a Live Photo, or of nothing.
  ///
  /// What is so already writes nothing. It holds for good: no scan says otherwise afterwards.
  ///
  /// - Parameters:
  ///   - whole: what they are parts of; nil to take them apart.
  ///   - role: what they are to it; nil for what their types suggest: a video's, a raw file's, else that of
  ///     an edited version.
  /// - Returns: the assets of which something changed, in the order given.
  /// - Throws: `.notFound` where an asset is not known; `.invalid` for one that would be part of itself.
  @discardableResult
  public func setParts(
    _ assets: [AssetID], of whole: AssetID?, as role: PartRole? = nil
  ) throws(AlbumenError) -> [AssetID] {
    if let whole { try requireAsset(whole) }
    var changed: [AssetID] = []
    for asset in Self.unique(assets) {
      let row = try requireAsset(asset)
      if let whole {
        guard asset != whole, try !isPart(whole, of: asset) else {
          throw AlbumenError(
            .invalid, "nothing is a part of itself, or of one of its parts",
            subject: asset.description, hint: "take the other apart first with: --clear part-of")
        }
      }
      let before = count
      let value = whole.map { Value.digest($0.cast()) } ?? .null
      let isSaid = try session.reading { () throws(CatalogueError) in
        try catalogue.isPartDecided(asset)
      }
      // That there is no whole must be said, too, where the folder could find one later.
      if row.fields[.partOf] ?? .null != value || (whole == nil && !isSaid) {
        try session.emit(.setAsset(asset, .partOf, value))
      }
      let spelled =
        whole == nil ? Value.null : .text((role ?? Self.role(of: row)).rawValue)
      if row.fields[.role] ?? .null != spelled {
        try session.emit(.setAsset(asset, .role, spelled))
      }
      if count > before { changed.append(asset) }
    }
    return changed
  }

  /// Whether an asset is, by what is said of it, a part of another, or of a part of that.
  private func isPart(_ asset: AssetID, of other: AssetID) throws(AlbumenError) -> Bool {
    var seen: Set<AssetID> = []
    var next: AssetID? = asset
    while let current = next, seen.insert(current).inserted {
      if current == other { return true }
      next = try session.asset(current)?.fields[.partOf]?.asset
    }
    return false
  }

  private static func role(of asset: Asset) -> PartRole {
    guard let type = asset.type else { return .edited }
    if type.hasPrefix("video/") { return .pairedVideo }
    return type.hasPrefix("image/x-") ? .raw : .edited
  }
}
