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
    try reading(ofAlbum: album, at: cut, catalogue)?.state
  }

  /// Reads what is enough of the state at a cut to show one album; nil as above.
  func reading(
    ofAlbum album: AlbumID, at cut: CausalCut, _ catalogue: Catalogue
  ) throws(AlbumenError) -> PastReading? {
    guard let vector = try vector(of: cut, catalogue) else { return nil }
    // Which of its assets were parts of others then is not looked up here.
    let hadParts = try asking { () throws(CatalogueError) in try catalogue.everHadParts(album) }
    if hadParts { return nil }
    var reading = PastReading(self, catalogue)
    var above: AlbumID? = album
    var seen: Set<AlbumID> = []
    while let id = above, seen.insert(id).inserted {
      let places = try asking { () throws(CatalogueError) in
        try catalogue.places(touching: id, in: vector)
      }
      try reading.read(places, about: .album(id))
      above = reading.state.albums[id]?.registers[.parent]?.value?.album
    }
    // Where a dot that keeps an asset alive now belongs to the cut, it was alive then.
    let living = try asking { () throws(CatalogueError) in
      try catalogue.livesOfReferenced(in: album)
    }
    reading.keepAlive(living, at: vector)
    let others = reading.state.referencedWithoutLife(in: album)
    var places: [LogID: Set<FramePlace>] = [:]
    for asset in others {
      let found = try asking { () throws(CatalogueError) in
        try catalogue.places(touching: asset, in: vector)
      }
      for (log, ofLog) in found { places[log, default: []].formUnion(ofLog) }
    }
    try reading.read(
      places.mapValues { $0.sorted { $0.seq < $1.seq } }, about: .lives(of: others))
    reading.conclude(at: vector)
    return reading
  }

  /// Returns what is delivered at a cut, by what the catalogue has of its authors' having seen each other.
  ///
  /// Reads no log.
  ///
  /// - Returns: nil where that is not enough: a log was waived, or what belongs by its time was made by who
  ///   had seen what does not.
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
      for row in changed {
        let context = try asking { () throws(CatalogueError) in
          try catalogue.seen(by: row.log, upTo: row.seq)
        }
        if cut.followsContexts {
          cut.include(context)
        } else if context.entries.contains(where: { $0.seq > cut.limits[$0.log] }) {
          return nil
        }
      }
    }
    return VersionVector(ends.map { ($0.key, $0.value.lastSeq) })
  }
}
