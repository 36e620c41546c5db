import Catalogue
import LibraryState
import OperationLog
import Operations

extension LibraryStore {
  /// Returns what is enough of the state at a cut to show one album: the album with its references, the
  /// folders above it, and which of its assets are alive.
  ///
  /// Only transactions that concern these are read, found by the catalogue's index.
  ///
  /// - Returns: nil where only a fold of everything tells what belongs to the cut.
  func state(
    ofAlbum album: AlbumID, at cut: CausalCut, _ catalogue: Catalogue
  ) throws(AlbumenError) -> LibraryState? {
    guard let vector = try vector(of: cut, catalogue) else { return nil }
    // Which of its assets were parts of others then is not looked up here.
    let hadParts = try asking { () throws(CatalogueError) in try catalogue.everHadParts(album) }
    if hadParts { return nil }
    var state = LibraryState()
    var above: AlbumID? = album
    var seen: Set<AlbumID> = []
    while let id = above, seen.insert(id).inserted {
      let dots = try asking { () throws(CatalogueError) in
        try catalogue.dots(touching: id, in: vector)
      }
      // What else these transactions did is nothing to this album.
      try forEachTransaction(named: dots) { state.apply($0) { $0.album == id } }
      above = state.albums[id]?.registers[.parent]?.value?.album
    }
    // Where a dot that keeps an asset alive now belongs to the cut, it was alive then.
    var lives: [AssetID: Dot] = [:]
    let living = try asking { () throws(CatalogueError) in
      try catalogue.livesOfReferenced(in: album)
    }
    for (asset, dot) in living where vector.contains(dot) { lives[asset] = dot }
    var others: Set<AssetID> = []
    for (asset, reference) in state.references(of: album)
    where !reference.life.isEmpty && lives[asset] == nil { others.insert(asset) }
    var dots: Set<Dot> = []
    for asset in others {
      dots.formUnion(
        try asking { () throws(CatalogueError) in try catalogue.dots(touching: asset, in: vector) })
    }
    try forEachTransaction(named: dots) {
      state.apply($0) { $0.life.map(others.contains) ?? false }
    }
    for (asset, dot) in lives { state.assets[asset, default: .init()].life.insert(dot) }
    state.vector = vector
    return state
  }

  /// Returns what is delivered at a cut, by a look at the last transaction that it has of each log.
  ///
  /// - Returns: nil where that is not enough: a log was waived, or was written by a program that forgot
  ///   what it had seen.
  func vector(
    of cut: CausalCut, _ catalogue: Catalogue
  ) throws(AlbumenError) -> VersionVector? {
    let delivery = try asking { () throws(CatalogueError) in try catalogue.delivery }
    guard delivery.waivers.isEmpty else { return nil }
    var cut = cut
    var ends: [LogID: TransactionRow] = [:]
    while true {
      var changed: [TransactionRow] = []
      for (log, seq) in cut.limits.entries {
        let height = min(seq, delivery.vector[log])
        if height == 0 { continue }
        let row = try asking { () throws(CatalogueError) in
          try catalogue.transaction(containing: Dot(log: log, seq: height))
        }
        if let row, ends.updateValue(row, forKey: log) != row { changed.append(row) }
      }
      if changed.isEmpty { break }
      for transaction in try transactions(changed) {
        if cut.followsContexts {
          cut.include(transaction.context)
        } else if transaction.context.entries.contains(where: { $0.seq > cut.limits[$0.log] }) {
          return nil
        }
      }
    }
    return VersionVector(ends.map { ($0.key, $0.value.lastSeq) })
  }
}

extension LibraryState {
  /// Applies those operations of a transaction that are wanted, in whatever order transactions come.
  fileprivate mutating func apply(
    _ transaction: Transaction, where isWanted: (Operation.Change) -> Bool
  ) {
    // As in a fold, a time out of range takes all effect away.
    guard transaction.hlc < HybridClock.end else { return }
    for (index, operation) in transaction.operationList.enumerated()
    where isWanted(operation.change) {
      apply(operation, as: transaction.dot(at: index), hlc: transaction.hlc)
    }
  }
}

extension Operation.Change {
  /// The album or folder that it is about.
  fileprivate var album: AlbumID? {
    switch self {
    case .createAlbum(let album, _), .setAlbum(let album, _, _), .deleteAlbum(let album, _),
      .restoreAlbum(let album), .addReference(let album, _, _), .removeReference(let album, _, _),
      .moveReference(let album, _, _):
      album
    default: nil
    }
  }

  /// The asset whose life it is about.
  fileprivate var life: AssetID? {
    switch self {
    case .addAsset(let asset, _), .trashAsset(let asset, _, _), .restoreAsset(let asset): asset
    default: nil
    }
  }
}
