package import Operations

/// Is what takes a transaction back, or brings it again, and what of it has to be left.
package struct UndoPlan: Sendable, Equatable {
  /// Something that is left.
  package struct Left: Sendable, Hashable {
    /// What it is about; nil where that is not known.
    package let entity: Entity?
    /// The field that it is about, where it is one.
    package let field: FieldName?
    package let reason: LeftReason

    package init(_ entity: Entity?, _ field: FieldName? = nil, _ reason: LeftReason) {
      self.entity = entity
      self.field = field
      self.reason = reason
    }
  }

  /// The changes to be written; none where nothing can be done.
  package internal(set) var changes: [Operation.Change] = []
  /// What is left, each once, in the order of the transaction.
  package internal(set) var left: [Left] = []
  private var seen: Set<Left> = []

  package init() {}

  mutating func leave(_ entity: Entity?, _ field: FieldName? = nil, _ reason: LeftReason) {
    let item = Left(entity, field, reason)
    if seen.insert(item).inserted { left.append(item) }
  }
}

extension FieldName {
  /// Whether a field of an asset is a fact, observed in the folder: never undone or reverted.
  package var isFact: Bool { Self.facts.contains(self) }

  private static let facts: Set<FieldName> = [
    .content, .path, .filename, .type, .size, .width, .height, .duration,
  ]
}
