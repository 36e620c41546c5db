/// Is a set of field names, most of them with a code: those are looked up by one bit.
struct FieldSet: ExpressibleByArrayLiteral, Equatable, Sendable {
  private var known: UInt64 = 0
  private var later: Set<FieldName> = []

  init(arrayLiteral names: FieldName...) { self.init(names) }

  init(_ names: [FieldName]) {
    for name in names {
      if name.code == 0 { later.insert(name) } else { known |= 1 << UInt64(name.code) }
    }
  }

  func contains(_ name: FieldName) -> Bool {
    name.code == 0 ? later.contains(name) : known >> UInt64(name.code) & 1 == 1
  }
}

extension Operation {
  /// The fields that `asset.add` gives their initial values.
  static let initialOfAsset: FieldSet = [
    .filename, .path, .type, .size, .width, .height, .captured, .duration, .title, .caption,
    .rating, .latitude, .longitude, .camera, .partOf, .role, .contentIdentifier,
  ]

  /// The fields that `album.create` gives their initial values.
  static let initialOfAlbum: FieldSet = [.title, .type, .parent]
}

extension Field {
  /// Whether an `asset.add` can give the field, with this value: an initial value, and of the type that
  /// its name has.
  package var canBeginAsset: Bool {
    guard Operation.initialOfAsset.contains(name), value != .null else { return false }
    switch (SlotType(of: name), value) {
    case (.text, .text), (.any, _): return true
    default: return false
    }
  }
}
