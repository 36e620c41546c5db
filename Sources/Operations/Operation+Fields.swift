extension Operation {
  /// The operation as named fields, ascending: what both encodings write.
  package var fields: [Field] {
    extra.isEmpty ? change.fields : (change.fields + extra).sorted { $0.name < $1.name }
  }

  /// Creates the operation that named fields make.
  ///
  /// - Parameters:
  ///   - kind: the kind's name.
  ///   - fields: strictly ascending by name. A known kind that lacks a field, or has one of the wrong
  ///     type, becomes `.opaque`.
  package init(kind name: String, fields: [Field]) {
    if let kind = OperationKind(name: name) {
      self.init(known: kind, fields: fields)
    } else {
      self.init(asRead: .opaque(kind: name, fields: fields), extra: [])
    }
  }

  /// Creates the operation that named fields make, of a kind that this version knows.
  init(known kind: OperationKind, fields: [Field]) {
    if let known = Self(kind: kind, fields: fields) {
      self = known
    } else {
      self.init(asRead: .opaque(kind: kind.name, fields: fields), extra: [])
    }
  }

  private init?(kind: OperationKind, fields: [Field]) {
    guard fields.allSatisfy(Self.isWellTyped) else { return nil }
    var take = FieldTaker(fields)
    guard let change = take.change(of: kind) else { return nil }
    self.init(asRead: change, extra: take.rest)
  }

  /// Whether a field that this version knows holds what its name says, whatever the kind.
  private static func isWellTyped(_ field: Field) -> Bool {
    switch (SlotType(of: field.name), field.value) {
    case (.digest, .digest), (.identifier, .identifier), (.dots, .dots), (.text, .text): true
    case (.position, .bytes(let bytes)): !bytes.isEmpty
    case (.any, _): true
    default: false
    }
  }
}

/// The type that a field of a known kind must have, by its name.
package enum SlotType: Sendable {
  case digest, identifier, dots, text, position, any

  package init(of name: FieldName) {
    // A name without a code is none of these; by the code it is one comparison instead of many.
    switch name.code {
    case FieldName.asset.code, FieldName.content.code: self = .digest
    case FieldName.album.code, FieldName.place.code, FieldName.log.code: self = .identifier
    case FieldName.observed.code, FieldName.purges.code: self = .dots
    case FieldName.tag.code, FieldName.field.code, FieldName.title.code, FieldName.type.code,
      FieldName.filename.code, FieldName.path.code, FieldName.captured.code:
      self = .text
    case FieldName.position.code: self = .position
    default: self = .any
    }
  }
}

/// Takes the fields that a kind asks for, and leaves the others as extra ones.
private struct FieldTaker {
  private(set) var rest: [Field]

  init(_ fields: [Field]) { rest = fields }

  private mutating func take(_ name: FieldName) -> Value? {
    guard let index = rest.firstIndex(where: { $0.name == name }) else { return nil }
    return rest.remove(at: index).value
  }

  private mutating func takeAsset() -> AssetID? { take(.asset)?.asset }
  private mutating func takeAlbum() -> AlbumID? { take(.album)?.album }
  private mutating func takeText(_ name: FieldName) -> String? { take(name)?.text }

  private mutating func takeDots(_ name: FieldName) -> [Dot]? {
    if case .dots(let dots)? = take(name) { dots } else { nil }
  }

  private mutating func takePosition() -> Position? {
    if case .bytes(let bytes)? = take(.position) { Position(bytes: bytes) } else { nil }
  }

  private mutating func takeLog() -> LogID? {
    if case .identifier(let id)? = take(.log) { id.cast() } else { nil }
  }

  private mutating func takeCopy() -> (ContentID, PlaceID)? {
    guard case .digest(let content)? = take(.content), case .identifier(let place)? = take(.place)
    else { return nil }
    return (content.cast(), place.cast())
  }

  private mutating func takeRegister() -> (FieldName, Value)? {
    guard let name = takeText(.field), let value = take(.value) else { return nil }
    return (FieldName(name), value)
  }

  private mutating func takeInitial(_ names: FieldSet) -> [Field] {
    let initial = rest.filter { names.contains($0.name) }
    rest.removeAll { names.contains($0.name) }
    return initial
  }

  mutating func change(of kind: OperationKind) -> Operation.Change? {
    switch kind {
    case .assetAdd:
      takeAsset().map { .addAsset($0, initial: takeInitial(Operation.initialOfAsset)) }
    case .assetSet:
      takeAsset().flatMap { asset in
        takeRegister().map { .setAsset(asset, $0.0, $0.1) }
      }
    case .assetTrash:
      takeAsset().flatMap { asset in
        guard let observed = takeDots(.observed), let purges = takeDots(.purges) else { return nil }
        return .trashAsset(asset, observed: observed, purges: purges)
      }
    case .assetRestore: takeAsset().map { .restoreAsset($0) }
    case .assetPurge: takeAsset().map { .purgeAsset($0) }
    case .tagAdd, .tagRemove: tagChange(kind)
    case .albumCreate, .albumSet, .albumDelete, .albumRestore: albumChange(kind)
    case .referenceAdd, .referenceRemove, .referenceMove: referenceChange(kind)
    case .copyAdd: takeCopy().map { .addCopy($0.0, $0.1) }
    case .copyRemove:
      takeCopy().flatMap { copy in
        takeDots(.observed).map { .removeCopy(copy.0, copy.1, observed: $0) }
      }
    case .logSet:
      takeLog().flatMap { log in takeRegister().map { .setLog(log, $0.0, $0.1) } }
    case .logRetire:
      takeLog().flatMap { log in
        guard let at = take(.at)?.int, at >= 0 else { return nil }
        return .retireLog(log, at: UInt64(at))
      }
    }
  }

  private mutating func tagChange(_ kind: OperationKind) -> Operation.Change? {
    guard let asset = takeAsset(), let tag = takeText(.tag) else { return nil }
    if kind == .tagAdd { return .addTag(asset, tag) }
    return takeDots(.observed).map { .removeTag(asset, tag, observed: $0) }
  }

  private mutating func albumChange(_ kind: OperationKind) -> Operation.Change? {
    guard let album = takeAlbum() else { return nil }
    switch kind {
    case .albumCreate:
      guard rest.contains(where: { $0.name == .title }), rest.contains(where: { $0.name == .type })
      else { return nil }
      return .createAlbum(album, initial: takeInitial(Operation.initialOfAlbum))
    case .albumSet: return takeRegister().map { .setAlbum(album, $0.0, $0.1) }
    case .albumDelete: return takeDots(.observed).map { .deleteAlbum(album, observed: $0) }
    default: return .restoreAlbum(album)
    }
  }

  private mutating func referenceChange(_ kind: OperationKind) -> Operation.Change? {
    guard let album = takeAlbum(), let asset = takeAsset() else { return nil }
    switch kind {
    case .referenceAdd: return .addReference(album, asset, takePosition())
    case .referenceRemove:
      return takeDots(.observed).map { .removeReference(album, asset, observed: $0) }
    default: return takePosition().map { .moveReference(album, asset, $0) }
    }
  }
}
