package import Operations

/// Is the fold of a causally closed set of transactions: everything a library holds, at one vector.
///
/// It is a value: copies are cheap and independent. Whatever the order in which the transactions came, the
/// state is the same (docs/design/0001-operations.md).
package struct LibraryState: Sendable {
  /// What is known of one asset.
  package struct Asset: Sendable, Equatable {
    package var life = DotSet()
    package var purges = DotSet()
    package var isKnown = false
    package var registers = Registers()
    package var tags: [ExactText: DotSet] = [:]

    package init() {}
  }

  /// What is known of one album or folder.
  package struct Album: Sendable, Equatable {
    package var life = DotSet()
    package var isKnown = false
    /// The smallest stamp of its creations.
    package var created: Stamp?
    package var registers = Registers()

    package init() {}
  }

  /// What is known of one asset's membership in one album.
  package struct Reference: Sendable, Equatable {
    package var life = DotSet()
    var place = LastWrite<Position>()

    package init() {}

    init(life: DotSet, place: LastWrite<Position>) {
      self.life = life
      self.place = place
    }

    /// The position as the register that it is, its values bytes.
    package var position: Register {
      Register(written: place.written.map(Self.entry), initial: place.initial.map(Self.entry))
    }

    /// The position that shows; nil where there is none.
    package var shownPosition: Position? { (place.written ?? place.initial)?.content }

    private static func entry(_ entry: LastWrite<Position>.Entry) -> Register.Entry {
      .init(stamp: entry.stamp, value: .bytes(entry.content.bytes))
    }
  }

  /// A dot that a removal named before it came.
  package struct DeadDot: Hashable, Sendable {
    package let entity: Entity
    package let dot: Dot

    package init(entity: Entity, dot: Dot) {
      self.entity = entity
      self.dot = dot
    }
  }

  /// What has been folded in.
  package var vector = VersionVector()
  package var assets = IDTable<AssetID, Asset>()
  package var albums = IDTable<AlbumID, Album>()
  /// The assets' memberships in albums, which name both by their places in the tables above: so nothing is
  /// taken out of those.
  package internal(set) var references = ReferenceTable()
  // Both spare look-ups while a transaction is folded; they say nothing of the library, and do not count in
  // ==.
  var segmentPlaces = SegmentPlaces()
  var foundReferences = FoundReferences()
  package var copies: [ContentID: [PlaceID: DotSet]] = [:]
  package var logs: [LogID: [FieldName: Register]] = [:]
  package var dead: Set<DeadDot> = []
  /// The highest hybrid logical time folded in.
  package var clock = HybridClock()

  /// Creates the state of the empty library.
  package init() {}

  /// Folds in a transaction whose turn it is (see `Delivery`).
  package mutating func deliver(_ transaction: Transaction) {
    applyAll(of: transaction)
    clock.observe(transaction.hlc)
    vector[transaction.log] = transaction.lastSeq
  }
}

extension LibraryState: Equatable {
  /// Tells whether both hold the same, in whatever order it came.
  package static func == (left: Self, right: Self) -> Bool {
    left.vector == right.vector && left.clock == right.clock && left.dead == right.dead
      && left.assets == right.assets && left.albums == right.albums
      && left.copies == right.copies && left.logs == right.logs
      && left.references.count == right.references.count
      && left.albumIDs.allSatisfy { left.hasReferences(of: $0, like: right) }
  }
}
