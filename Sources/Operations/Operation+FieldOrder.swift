extension Operation.Change {
  /// How many fields `showFields` shows.
  var fieldCount: Int {
    switch self {
    case .addAsset(_, let initial), .createAlbum(_, let initial): 1 + initial.count
    case .restoreAsset, .purgeAsset, .restoreAlbum: 1
    case .addTag, .deleteAlbum, .addCopy, .retireLog: 2
    case .setAsset, .setAlbum, .setLog, .trashAsset, .removeTag, .removeReference, .moveReference,
      .removeCopy:
      3
    case .addReference(_, _, let position): position == nil ? 2 : 3
    case .opaque(_, let fields): fields.count
    }
  }

  /// Shows each field in turn, ascending by name where the operation is in the form of reading;
  /// makes no array of them.
  @inline(__always) func showFields(to visitor: inout some FieldVisitor) {
    switch self {
    case .addAsset(let asset, let initial):
      visitor.visit(.asset, digest: asset.cast())
      for field in initial { visitor.visit(field.name, field.value) }
    case .setAsset(let asset, let name, let value):
      visitor.visit(.asset, digest: asset.cast())
      visitor.visit(.field, .text(name.text))
      visitor.visit(.value, value)
    case .trashAsset(let asset, let observed, let purges):
      visitor.visit(.asset, digest: asset.cast())
      visitor.visit(.observed, .dots(observed))
      visitor.visit(.purges, .dots(purges))
    case .restoreAsset(let asset), .purgeAsset(let asset):
      visitor.visit(.asset, digest: asset.cast())
    case .addTag(let asset, let tag):
      visitor.visit(.asset, digest: asset.cast())
      visitor.visit(.tag, .text(tag))
    case .removeTag(let asset, let tag, let observed):
      visitor.visit(.asset, digest: asset.cast())
      visitor.visit(.observed, .dots(observed))
      visitor.visit(.tag, .text(tag))
    case .createAlbum(let album, let initial):
      visitor.visit(.album, .album(album))
      for field in initial { visitor.visit(field.name, field.value) }
    case .setAlbum(let album, let name, let value):
      visitor.visit(.album, .album(album))
      visitor.visit(.field, .text(name.text))
      visitor.visit(.value, value)
    case .deleteAlbum(let album, let observed):
      visitor.visit(.album, .album(album))
      visitor.visit(.observed, .dots(observed))
    case .restoreAlbum(let album):
      visitor.visit(.album, .album(album))
    case .addReference(let album, let asset, let position):
      visitor.visit(.asset, digest: asset.cast())
      visitor.visit(.album, .album(album))
      if let position { visitor.visit(.position, position: position) }
    case .removeReference(let album, let asset, let observed):
      visitor.visit(.asset, digest: asset.cast())
      visitor.visit(.album, .album(album))
      visitor.visit(.observed, .dots(observed))
    case .moveReference(let album, let asset, let position):
      visitor.visit(.asset, digest: asset.cast())
      visitor.visit(.album, .album(album))
      visitor.visit(.position, position: position)
    case .addCopy(let content, let place):
      visitor.visit(.content, digest: content.cast())
      visitor.visit(.place, .identifier(place.cast()))
    case .removeCopy(let content, let place, let observed):
      visitor.visit(.observed, .dots(observed))
      visitor.visit(.content, digest: content.cast())
      visitor.visit(.place, .identifier(place.cast()))
    case .setLog(let log, let name, let value):
      visitor.visit(.field, .text(name.text))
      visitor.visit(.value, value)
      visitor.visit(.log, .identifier(log.cast()))
    case .retireLog(let log, let at):
      visitor.visit(.log, .identifier(log.cast()))
      visitor.visit(.at, .int(Int64(clamping: at)))
    case .opaque(_, let fields):
      for field in fields { visitor.visit(field.name, field.value) }
    }
  }
}

/// Is shown the fields of an operation.
protocol FieldVisitor {
  /// Is shown a field.
  mutating func visit(_ name: FieldName, _ value: Value)

  /// Is shown a field that holds a digest: as a value it would cost an allocation.
  mutating func visit(_ name: FieldName, digest: Digest<Never>)

  /// Is shown a field that holds a position, which would cost one, too.
  mutating func visit(_ name: FieldName, position: Position)
}

/// Makes an array of fields.
private struct FieldCollector: FieldVisitor {
  var fields: [Field] = []

  mutating func visit(_ name: FieldName, _ value: Value) { fields.append(Field(name, value)) }

  mutating func visit(_ name: FieldName, digest: Digest<Never>) {
    fields.append(Field(name, .digest(digest)))
  }

  mutating func visit(_ name: FieldName, position: Position) {
    fields.append(Field(name, .bytes(position.bytes)))
  }
}

extension Operation.Change {
  /// The change as named fields, ascending where the operation is in the form of reading.
  var fields: [Field] {
    var collector = FieldCollector()
    collector.fields.reserveCapacity(fieldCount)
    showFields(to: &collector)
    return collector.fields
  }
}
