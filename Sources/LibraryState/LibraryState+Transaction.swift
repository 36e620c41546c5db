import Operations

/// Is what was found of the references that a few operations are about, before they are applied.
struct FoundReferences: Sendable {
  /// Which they are, and by which operation of those.
  fileprivate var keys: ContiguousArray<ReferenceTable.Key> = []
  fileprivate var places: ContiguousArray<Int?> = []
  /// Where the reference is that the operation is about which is applied; nil where it was not found.
  fileprivate(set) var expected: Int?

  fileprivate mutating func removeAll() { keys.removeAll(keepingCapacity: true) }
}

/// The fold of a transaction as a whole, which waits less for memory than that of its operations one by one:
/// what the tables of a segment name is looked up once, and the references of several operations at once.
extension LibraryState {
  /// How many operations' references are looked for at once: what they are must stay in the cache.
  private static var atOnce: Int { 64 }

  /// Applies all operations of a transaction that has been delivered.
  mutating func applyAll(of transaction: Transaction) {
    guard transaction.hlc < HybridClock.end else { return }
    let list = transaction.operationList
    guard let tables = list.tables, let operations = list.values else { return apply(transaction) }
    segmentPlaces.begin(tables)
    var start = 0
    while start < operations.count {
      let end = min(start + Self.atOnce, operations.count)
      findReferences(of: operations[start..<end])
      var next = 0
      for index in start..<end {
        // An operation is about one asset and one reference at most.
        segmentPlaces.expect(operations[index].assetPlace)
        if operations[index].reference != nil {
          foundReferences.expected =
            foundReferences.places[next] ?? references.makePlace(foundReferences.keys[next])
          next += 1
        }
        apply(operations[index], as: transaction.dot(at: index), hlc: transaction.hlc)
        foundReferences.expected = nil
      }
      start = end
    }
    segmentPlaces.expect(nil)
  }

  private mutating func findReferences(of operations: ArraySlice<Operation>) {
    foundReferences.removeAll()
    for operation in operations {
      guard let (album, asset) = operation.reference else { continue }
      segmentPlaces.expect(operation.assetPlace)
      let albumPlace = place(of: album)
      foundReferences.keys.append(.init(album: albumPlace, asset: place(of: asset)))
    }
    references.find(foundReferences.keys, &foundReferences.places)
  }
}

extension Operation {
  /// The reference that it is about.
  fileprivate var reference: (AlbumID, AssetID)? {
    switch change {
    case .addReference(let album, let asset, _), .moveReference(let album, let asset, _),
      .removeReference(let album, let asset, _):
      (album, asset)
    default: nil
    }
  }
}
