/// Reads the operations that logs are made of nearly entirely: of a known kind, with its own fields and
/// no others, each of its type.
///
/// Such an operation is made at once. What is not plain (an unknown field, a wrong type, a spelling
/// that no writer uses) is read as named fields, which says what it is or why it cannot be read; for a
/// plain one that way has the same result, and takes several times as long.
extension TransactionDecoder {
  /// Reads the fields of an operation; nil if it is not plain, and then the reader stands anywhere.
  mutating func plainChange(
    of kind: OperationKind, _ reader: inout ByteReader
  ) -> Operation.Change? {
    do throws(OperationsError) {
      switch kind {
      case .assetAdd, .assetSet, .assetTrash, .assetRestore, .assetPurge, .tagAdd, .tagRemove:
        return try plainAssetChange(kind, &reader)
      case .albumCreate, .albumSet, .albumDelete, .albumRestore:
        return try plainAlbumChange(kind, &reader)
      case .referenceAdd, .referenceRemove, .referenceMove:
        return try plainReferenceChange(kind, &reader)
      case .copyAdd, .copyRemove, .logSet, .logRetire:
        return nil
      }
    } catch { return nil }
  }

  private mutating func plainAssetChange(
    _ kind: OperationKind, _ reader: inout ByteReader
  ) throws(OperationsError) -> Operation.Change? {
    let count = try reader.byte()
    try reader.pass(FieldTag.asset)
    let asset = try plainAsset(&reader)
    switch (kind, count) {
    case (.assetAdd, 1...UInt8(FieldName.count)):
      let fields = try plainInitials(count - 1, behind: .asset, Operation.initialOfAsset, &reader)
      return .addAsset(asset, initial: fields)
    case (.assetSet, 3):
      let (name, value) = try plainRegister(&reader)
      return .setAsset(asset, name, value)
    case (.assetTrash, 3):
      try reader.pass(FieldTag.observed)
      let observed = try dots(&reader)
      try reader.pass(FieldTag.purges)
      try reader.pass(FieldName.purges.code)
      return .trashAsset(asset, observed: observed, purges: try dots(&reader))
    case (.assetRestore, 1): return .restoreAsset(asset)
    case (.assetPurge, 1): return .purgeAsset(asset)
    case (.tagAdd, 2): return .addTag(asset, try plainTag(&reader))
    case (.tagRemove, 3):
      try reader.pass(FieldTag.observed)
      let observed = try dots(&reader)
      return .removeTag(asset, try plainTag(&reader), observed: observed)
    default: return nil
    }
  }

  private func plainAlbumChange(
    _ kind: OperationKind, _ reader: inout ByteReader
  ) throws(OperationsError) -> Operation.Change? {
    let count = try reader.byte()
    try reader.pass(FieldTag.album)
    let album: AlbumID = try identifier(&reader).cast()
    switch (kind, count) {
    case (.albumCreate, 3...UInt8(FieldName.count)):
      let fields = try plainInitials(count - 1, behind: .album, Operation.initialOfAlbum, &reader)
      guard fields[0].name == .title, fields[1].name == .type else { return nil }
      return .createAlbum(album, initial: fields)
    case (.albumSet, 3):
      let (name, value) = try plainRegister(&reader)
      return .setAlbum(album, name, value)
    case (.albumDelete, 2):
      try reader.pass(FieldTag.observed)
      return .deleteAlbum(album, observed: try dots(&reader))
    case (.albumRestore, 1): return .restoreAlbum(album)
    default: return nil
    }
  }

  private mutating func plainReferenceChange(
    _ kind: OperationKind, _ reader: inout ByteReader
  ) throws(OperationsError) -> Operation.Change? {
    let count = try reader.byte()
    try reader.pass(FieldTag.asset)
    let asset = try plainAsset(&reader)
    try reader.pass(FieldTag.album)
    let album: AlbumID = try identifier(&reader).cast()
    switch (kind, count) {
    case (.referenceAdd, 2): return .addReference(album, asset, nil)
    case (.referenceAdd, 3): return .addReference(album, asset, try plainPosition(&reader))
    case (.referenceMove, 3):
      return .moveReference(album, asset, try plainPosition(&reader))
    case (.referenceRemove, 3):
      try reader.pass(FieldTag.observed)
      return .removeReference(album, asset, observed: try dots(&reader))
    default: return nil
    }
  }

  /// Reads the name and the value of a register.
  private func plainRegister(
    _ reader: inout ByteReader
  ) throws(OperationsError) -> (FieldName, Value) {
    try reader.pass(FieldTag.field)
    guard let name = FieldName(code: try reader.byte()) else { throw Self.notPlain }
    let tag = try reader.byte()
    guard tag >> 4 == FieldName.value.code, let type = WireType(rawValue: tag & 15) else {
      throw Self.notPlain
    }
    return (name, try value(type, &reader, depth: 0))
  }

  /// Reads the asset that an operation is about, and keeps where it stands in the tables.
  private mutating func plainAsset(_ reader: inout ByteReader) throws(OperationsError) -> AssetID {
    let place = try reader.varint()
    guard place < UInt64(tables.digests.count) else { throw Self.notPlain }
    assetPlace = UInt32(truncatingIfNeeded: place)
    return tables.digests[Int(place)].cast()
  }

  private func plainTag(_ reader: inout ByteReader) throws(OperationsError) -> String {
    try reader.pass(FieldTag.tag)
    return try internedText(&reader)
  }

  private func plainPosition(_ reader: inout ByteReader) throws(OperationsError) -> Position {
    try reader.pass(FieldTag.position)
    let count = try reader.count()
    guard let position = Position(copying: try reader.take(count)) else {
      throw Self.notPlain
    }
    return position
  }

  /// Reads initial values, which must be among those that a kind has.
  private func plainInitials(
    _ count: UInt8, behind first: FieldName, _ names: FieldSet, _ reader: inout ByteReader
  ) throws(OperationsError) -> [Field] {
    var fields: [Field] = []
    fields.reserveCapacity(Int(count))
    var last = first
    for _ in 0..<count {
      let tag = try reader.byte()
      let name = try Self.name(tag >> 4, &reader)
      guard last < name, names.contains(name) else { throw Self.notPlain }
      last = name
      fields.append(Field(name, try plainValue(of: name, tag & 15, &reader)))
    }
    return fields
  }

  /// Reads a value of the type that the field's name asks for.
  private func plainValue(
    of name: FieldName, _ type: UInt8, _ reader: inout ByteReader
  ) throws(OperationsError) -> Value {
    if type == WireType.internedText.rawValue, BinaryForm.isInterned(name) {
      return .text(try internedText(&reader))
    }
    guard let type = WireType(rawValue: type) else { throw Self.notPlain }
    switch SlotType(of: name) {
    case .text: guard type == .text else { throw Self.notPlain }
    case .any: break
    // No kind has an initial value of another type.
    case .digest, .identifier, .dots, .position: throw Self.notPlain
    }
    return try value(type, &reader, depth: 0)
  }

  private static let notPlain = malformed("an operation is not plain")
}

/// How the fields of plain operations begin: name and wire type in one byte.
private enum FieldTag {
  static let asset = tag(.asset, .digest)
  static let album = tag(.album, .identifier)
  static let observed = tag(.observed, .dots)
  static let field = tag(.field, .symbol)
  static let position = tag(.position, .bytes)
  static let tag = tag(.tag, .internedText)
  /// The first of two bytes; the second is the code of the name.
  static let purges = UInt8(15) << 4 | WireType.dots.rawValue

  private static func tag(_ name: FieldName, _ type: WireType) -> UInt8 {
    name.code << 4 | type.rawValue
  }
}
