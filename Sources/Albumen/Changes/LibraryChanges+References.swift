import Catalogue
public import Operations

extension LibraryChanges {
  /// References assets in an album.
  ///
  /// A member stays where it is, unless a place is given.
  ///
  /// - Parameter place: nil for behind all others.
  /// - Returns: how many were not members before.
  /// - Throws: `.notFound` where the album, an asset, or the neighbour that a place names is not there;
  ///   `.invalid` where it is a folder, or where the neighbour is one of the assets.
  @discardableResult
  public func add(
    _ assets: [AssetID], to album: AlbumID, at place: Placement? = nil
  ) throws(AlbumenError) -> Int {
    let row = try requireAlbum(album)
    guard !row.isFolder else {
      throw AlbumenError(
        .invalid, "a folder holds albums, not photos", subject: row.title,
        hint: "make an album in it first")
    }
    var unique: [AssetID] = []
    var seen: Set<AssetID> = []
    for asset in assets where seen.insert(asset).inserted {
      guard try requireAsset(asset).status == .alive else {
        throw AlbumenError(
          .notFound, "the asset is in the trash", subject: asset.description,
          hint: "bring it back first with: albumen untrash")
      }
      // An album has the whole, which brings its parts along.
      let whole = try session.whole(of: asset)
      if whole == asset || seen.insert(whole).inserted { unique.append(whole) }
    }
    if try session.hasParts {
      unique = try unique.map { (asset) throws(AlbumenError) in
        try referenced(asset, in: album) ?? asset
      }
    }
    var members: [AssetID: [Dot]] = [:]
    for asset in unique { members[asset] = try session.observed(.reference(album, asset)) }
    let new = unique.filter { members[$0]?.isEmpty ?? true }
    if let place {
      try self.place(unique, in: album, at: place, isMember: { !(members[$0]?.isEmpty ?? true) })
    } else {
      try self.place(new, in: album, at: .last, isMember: { _ in false })
    }
    return new.count
  }

  /// Moves members of an album to another place in it, together and in the order given.
  ///
  /// Where they are there already nothing is written.
  ///
  /// - Throws: `.notFound` where the album is not there, or an asset or the neighbour is no member of it;
  ///   `.invalid` where the neighbour is one of the assets.
  public func move(
    _ assets: [AssetID], in album: AlbumID, to place: Placement
  ) throws(AlbumenError) {
    let row = try requireAlbum(album)
    var unique: [AssetID] = []
    var seen: Set<AssetID> = []
    for asset in assets {
      guard let member = try referenced(asset, in: album) else {
        throw AlbumenError(
          .notFound, "the photo or video is not in \(row.title)", subject: asset.description,
          hint: "put it there first with: albumen album add")
      }
      if seen.insert(member).inserted { unique.append(member) }
    }
    try self.place(unique, in: album, at: place, isMember: { _ in true })
  }

  /// The asset by whose reference an asset shows in an album: its own or its whole's, else that of a part;
  /// nil where it is in the album by none.
  private func referenced(
    _ asset: AssetID, in album: AlbumID
  ) throws(AlbumenError) -> AssetID? {
    if !(try session.observed(.reference(album, asset))).isEmpty {
      let whole = try session.whole(of: asset)
      if whole == asset { return asset }
    } else if try !session.hasParts {
      return nil
    }
    let whole = try session.whole(of: asset)
    if !(try session.observed(.reference(album, whole))).isEmpty { return whole }
    var parts: [AssetID] = []
    for part in try session.parts(of: whole)
    where !(try session.observed(.reference(album, part))).isEmpty { parts.append(part) }
    if parts.count < 2 { return parts.first }
    return try session.references(of: album).first { $0.shown == whole }?.member.asset
  }

  /// Removes references from an album, those of wholes with those of their parts; the assets stay in the
  /// library.
  ///
  /// - Returns: how many were members.
  /// - Throws: `.notFound` where the album is not there.
  @discardableResult
  public func remove(
    _ assets: [AssetID], from album: AlbumID
  ) throws(AlbumenError) -> Int {
    try requireAlbum(album)
    var count = 0
    for asset in assets {
      let whole = try session.whole(of: asset)
      let before = self.count
      for member in Set([asset, whole] + (try session.parts(of: whole))).sorted() {
        let observed = try session.observed(.reference(album, member))
        if observed.isEmpty { continue }
        try session.emit(.removeReference(album, member, observed: observed))
      }
      if self.count > before { count += 1 }
    }
    return count
  }

  private func place(
    _ assets: [AssetID], in album: AlbumID, at place: Placement, isMember: (AssetID) -> Bool
  ) throws(AlbumenError) {
    if assets.isEmpty { return }
    let moving = Set(assets)
    let place = try placeOfReference(place, in: album)
    switch place {
    case .before(let asset) where moving.contains(asset),
      .after(let asset) where moving.contains(asset):
      throw AlbumenError(
        .invalid, "an asset cannot be placed beside itself", subject: asset.description,
        hint: "name one that stays where it is")
    default: break
    }
    // At an end of a large album only the member there counts, unless it moves or has no place.
    let end: Catalogue.ReferencePart = place == .last ? .last : place == .first ? .first : .all
    var references = try session.references(of: album, end)
    if end == .all
      || references.contains(where: {
        $0.member.position == nil || moving.contains($0.member.asset)
      })
    {
      references = try session.references(of: album).filter { !moving.contains($0.member.asset) }
    }
    // References to trashed assets keep their places: what is put behind what shows goes behind them.
    let index = try Self.index(of: place, among: references)
    let rest = references.map(\.member)
    if assets.allSatisfy(isMember), try isInPlace(assets, behind: rest[..<index], in: album) {
      return
    }
    var generator = SystemRandomNumberGenerator()
    for assignment in ReferenceOrder.place(assets, at: index, among: rest, using: &generator) {
      if moving.contains(assignment.asset), !isMember(assignment.asset) {
        // A reference that was there once still has its old position, which wins over a second
        // initial one: to come back elsewhere it must be moved.
        let wasThere = try session.hasPosition(album, assignment.asset)
        try session.emit(
          .addReference(album, assignment.asset, wasThere ? nil : assignment.position))
        if !wasThere { continue }
      }
      try session.emit(.moveReference(album, assignment.asset, assignment.position))
    }
  }

  /// A place beside a part or a whole is one beside the reference by which they show.
  private func placeOfReference(
    _ place: Placement, in album: AlbumID
  ) throws(AlbumenError) -> Placement {
    switch place {
    case .first, .last, .index: place
    case .before(let asset): .before(try referenced(asset, in: album) ?? asset)
    case .after(let asset): .after(try referenced(asset, in: album) ?? asset)
    }
  }

  /// Whether members stand already, together and in this order, directly behind what is to be before
  /// them.
  private func isInPlace(
    _ assets: [AssetID], behind before: ArraySlice<ReferenceOrder.Member>, in album: AlbumID
  ) throws(AlbumenError) -> Bool {
    let members = try session.references(of: album).map(\.member)
    let start =
      before.last.map { last in
        members.firstIndex { $0.asset == last.asset }.map { $0 + 1 } ?? members.count
      } ?? 0
    let there = members[start...].prefix(assets.count)
    return there.map(\.asset) == assets && there.allSatisfy { $0.position != nil }
  }

  private static func index(
    of place: Placement, among references: [(member: ReferenceOrder.Member, shown: AssetID?)]
  ) throws(AlbumenError) -> Int {
    switch place {
    case .first: return 0
    case .last: return references.count
    case .index(let number):
      guard number >= 1 else {
        throw AlbumenError(.invalid, "places are counted from 1", subject: String(number))
      }
      let shown = references.indices.filter { references[$0].shown != nil }
      return number <= shown.count ? shown[number - 1] : references.count
    case .before(let asset), .after(let asset):
      guard
        let index = references.firstIndex(where: { $0.shown != nil && $0.member.asset == asset })
      else {
        throw AlbumenError(
          .notFound, "the neighbour is not in the album", subject: asset.description,
          hint: "albumen ls with the album lists what is in it")
      }
      if case .after = place { return index + 1 }
      return index
    }
  }
}
