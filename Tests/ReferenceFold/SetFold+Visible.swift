package import LibraryState
package import Operations

/// What one sees, computed one thing at a time, straight from the text.
extension SetFold {
  func value(_ field: FieldName, of entity: Entity) -> Value? {
    let key = Key(entity: entity, field: field)
    let value = (written[key] ?? initial[key])?.value
    return value == .null ? nil : value
  }

  func isAlive(_ entity: Entity) -> Bool { sets[entity]?.isEmpty == false }

  /// Returns whether an asset is alive, trashed or purged.
  package func status(of asset: AssetID) -> AssetStatus {
    if isAlive(.asset(asset)) { return .alive }
    return isAlive(.purge(asset)) ? .purged : .trashed
  }

  /// The whole that an asset shows as part of; nil if it is part of none.
  package func whole(of asset: AssetID) -> AssetID? {
    func next(_ asset: AssetID) -> AssetID? {
      guard isAlive(.asset(asset)), let above = value(.partOf, of: .asset(asset))?.asset,
        above != asset, isAlive(.asset(above))
      else { return nil }
      return above
    }
    var way = [asset]
    while let above = next(way[way.count - 1]) {
      if let start = way.firstIndex(of: above) {
        let whole = way[start...].min()
        return whole == asset ? nil : whole
      }
      way.append(above)
    }
    return way.count == 1 ? nil : way.last
  }

  /// The folder that an album shows in; nil if it shows at the top.
  package func parent(of album: AlbumID) -> AlbumID? {
    func next(_ album: AlbumID) -> AlbumID? {
      guard isAlive(.album(album)), let above = value(.parent, of: .album(album))?.album,
        isAlive(.album(above)), value(.type, of: .album(above)) == .text("folder")
      else { return nil }
      return above
    }
    func moved(_ album: AlbumID) -> Stamp? {
      let key = Key(entity: .album(album), field: .parent)
      return (written[key] ?? initial[key])?.stamp
    }
    var cycle = [album]
    while let above = next(cycle[cycle.count - 1]), above != album, cycle.count < 100 {
      cycle.append(above)
    }
    guard let parent = next(album) else { return nil }
    guard next(cycle[cycle.count - 1]) == album else { return parent }
    let last = cycle.max { (moved($0) ?? .least) < (moved($1) ?? .least) }
    return last == album ? nil : parent
  }

  /// Returns what an album shows, in its order.
  package func members(of album: AlbumID) -> [AssetID] {
    var members: [(position: [UInt8]?, asset: AssetID)] = []
    for case .reference(album, let asset) in sets.keys where isAlive(.asset(asset)) {
      if case .bytes(let bytes)? = value(.position, of: .reference(album, asset)) {
        members.append((bytes, asset))
      } else {
        members.append((nil, asset))
      }
    }
    let placed = members.filter { $0.position != nil }.sorted { left, right in
      let one = left.position ?? [], other = right.position ?? []
      return one == other ? left.asset < right.asset : one.lexicographicallyPrecedes(other)
    }
    return (placed + members.filter { $0.position == nil }.sorted { $0.asset < $1.asset })
      .map(\.asset)
  }
}
