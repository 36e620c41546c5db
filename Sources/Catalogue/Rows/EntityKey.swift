import LibraryState

/// Names a set or a register in rows: the kind of its entity, and the numbers of what it is about.
struct EntityKey: Hashable, Comparable {
  /// The kinds; the numbers are the format.
  enum Kind: Int64, Comparable {
    case asset = 1
    case purge, tag, album, reference, copy, log

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  let kind: Kind
  let a: Int64
  let b: Int64

  init(_ kind: Kind, _ a: Int64, _ b: Int64 = 0) {
    self.kind = kind
    self.a = a
    self.b = b
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.kind, left.a, left.b) < (right.kind, right.a, right.b)
  }
}

extension Entity {
  /// The kind as rows have it.
  var kind: EntityKey.Kind {
    switch self {
    case .asset: .asset
    case .purge: .purge
    case .tag: .tag
    case .album: .album
    case .reference: .reference
    case .copy: .copy
    case .log: .log
    }
  }
}
