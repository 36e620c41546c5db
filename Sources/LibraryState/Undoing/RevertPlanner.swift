package import Operations

/// Works out the operations that bring a library back to what it was.
///
/// Pure. Lives, purges, tags, references and fields become what they were, those that do not show
/// included; facts stay, and what was not known then is trashed or deleted.
package struct RevertPlanner {
  private let now: LibraryState
  private let then: LibraryState
  private let isGone: (AssetID) -> Bool
  private var result = UndoPlan()

  /// Makes a planner from one state back to another.
  ///
  /// - Parameter isGone: whether the bytes of a purged asset are gone for good.
  package init(
    from now: LibraryState, to then: LibraryState, isGone: @escaping (AssetID) -> Bool
  ) {
    self.now = now
    self.then = then
    self.isGone = isGone
  }

  /// Returns what brings all of it back.
  package func plan() -> UndoPlan {
    var planner = self
    for asset in Set(now.assets.keys).union(then.assets.keys).sorted() { planner.take(asset) }
    for album in Set(now.albums.keys).union(then.albums.keys).sorted() { planner.take(album) }
    return planner.result
  }

  /// Returns what brings one album back: its title and other fields, its references and their order.
  package func plan(for album: AlbumID) -> UndoPlan {
    var planner = self
    planner.take(album)
    return planner.result
  }

  private mutating func take(_ id: AssetID) {
    let old = then.assets[id] ?? .init(), new = now.assets[id] ?? .init()
    var purges = old.purges.isEmpty ? new.purges.sorted : []
    if !purges.isEmpty, isGone(id) {
      result.leave(.purge(id), nil, .bytesGone)
      purges = []
    }
    let observed = old.life.isEmpty ? new.life.sorted : []
    if !observed.isEmpty || !purges.isEmpty {
      result.changes.append(.trashAsset(id, observed: observed, purges: purges))
    }
    if !old.purges.isEmpty, new.purges.isEmpty { result.changes.append(.purgeAsset(id)) }
    if !old.life.isEmpty, new.life.isEmpty { result.changes.append(.restoreAsset(id)) }
    guard old.isKnown else { return }
    takeFields(old.registers, new.registers) { field, value in
      field.isFact ? nil : .setAsset(id, field, value)
    }
    for tag in Set(old.tags.keys).union(new.tags.keys).sorted() {
      let was = old.tags[tag] ?? DotSet(), dots = new.tags[tag] ?? DotSet()
      if was.isEmpty, !dots.isEmpty {
        result.changes.append(.removeTag(id, tag.text, observed: dots.sorted))
      } else if !was.isEmpty, dots.isEmpty {
        result.changes.append(.addTag(id, tag.text))
      }
    }
  }

  private mutating func take(_ id: AlbumID) {
    let old = then.albums[id] ?? .init(), new = now.albums[id] ?? .init()
    if old.life.isEmpty, !new.life.isEmpty {
      result.changes.append(.deleteAlbum(id, observed: new.life.sorted))
    } else if !old.life.isEmpty, new.life.isEmpty {
      result.changes.append(.restoreAlbum(id))
    }
    if old.isKnown {
      takeFields(old.registers, new.registers) { .setAlbum(id, $0, $1) }
    }
    let assets = (then.references(of: id) + now.references(of: id)).map(\.asset)
    for asset in Set(assets).sorted() {
      takeReference(
        id, asset, then.reference(id, asset) ?? .init(), now.reference(id, asset) ?? .init())
    }
  }

  private mutating func takeReference(
    _ album: AlbumID, _ asset: AssetID, _ old: LibraryState.Reference,
    _ new: LibraryState.Reference
  ) {
    if old.life.isEmpty, !new.life.isEmpty {
      result.changes.append(.removeReference(album, asset, observed: new.life.sorted))
    } else if !old.life.isEmpty, new.life.isEmpty {
      result.changes.append(.addReference(album, asset, nil))
    }
    guard old.shownPosition != new.shownPosition else { return }
    if let position = old.shownPosition {
      result.changes.append(.moveReference(album, asset, position))
    } else if !old.life.isEmpty {
      result.leave(.reference(album, asset), .position, .noEarlierPlace)
    }
  }

  private mutating func takeFields(
    _ old: Registers, _ new: Registers,
    _ change: (FieldName, Value) -> Operation.Change?
  ) {
    for field in Set(old.keys).union(new.keys).sorted() {
      let was = old[field]?.value
      guard was != new[field]?.value else { continue }
      if let change = change(field, was ?? .null) { result.changes.append(change) }
    }
  }
}
