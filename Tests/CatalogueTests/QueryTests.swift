import LibraryState
import Operations
import Platform
import TestSupport
import Testing

@testable import Catalogue

/// The queries say what a look through the whole state in memory says.
@Suite struct QueryTests {
  @Test(arguments: [1, 41, 81, 121, 161])
  func histories(first: Int) throws {
    var generator = SeededGenerator(seed: testSeed())
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    for number in first..<first + 40 where number.isMultiple(of: 2) {
      let delivered = try History(number).delivered(using: &generator)
      if number.isMultiple(of: 4) {
        try build(catalogue, delivered)
      } else {
        try build(catalogue, [])
        try catalogue.deliver(delivered)
      }
      try check(catalogue, delivered, "history \(number), seed \(generator.seed)")
    }
  }

  /// Histories that no program would write: see `RandomHistory`.
  @Test func strangeHistories() throws {
    let seed = testSeed()
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    for round in 0..<60 {
      var history = RandomHistory(seed: seed &+ UInt64(round))
      let delivered = try history.delivered(80)
      let what: Comment = "seed \(seed), round \(round)"
      try build(catalogue, [])
      for transaction in delivered { try catalogue.deliver([transaction]) }
      let loaded = try catalogue.state()
      #expect(loaded.pruned == delivered.state.pruned, what)
      // Nothing more is remembered as dead than what may still come.
      #expect(loaded.dead == delivered.state.dead, what)
      #expect(loaded.json == delivered.state.json, what)
      try check(catalogue, delivered, what)
      try build(catalogue, delivered)
      #expect(try catalogue.state().pruned == delivered.state.pruned, what)
      try check(catalogue, delivered, what)
      var delivery = Delivery()
      for transaction in delivered { _ = delivery.deliver(transaction.transaction) }
      #expect(try catalogue.delivery.waivers == delivery.waivers, what)
      #expect(try catalogue.highestTime == delivered.state.clock.highest, what)
    }
  }

  private func check(
    _ catalogue: Catalogue, _ delivered: [DeliveredTransaction], _ what: Comment
  ) throws {
    let state = delivered.state
    try checkAssets(catalogue, state, delivered, what)
    try checkAlbums(catalogue, state, what)
    try checkMembers(catalogue, state, what)
    try checkHistory(catalogue, delivered, what)
  }

  private func checkAssets(
    _ catalogue: Catalogue, _ state: LibraryState, _ delivered: [DeliveredTransaction],
    _ what: Comment
  ) throws {
    let wholes = state.wholes()
    let rows = state.assets.filter { $0.value.isKnown }.map { id, asset in
      AssetRow(
        id: id, status: state.status(of: id), fields: asset.registers.compactMapValues(\.value),
        tags: asset.tags.filter { !$0.value.isEmpty }.keys.sorted().map(\.text), whole: wholes[id])
    }.sorted { Self.order($0) < Self.order($1) }
    for filter in AssetFilter.allCases {
      let expected = rows.filter { row in
        switch filter {
        case .alive: row.status == .alive
        case .trashed: row.status == .trashed
        case .purged: row.status == .purged
        case .all: true
        }
      }
      #expect(try catalogue.assets(filter) == expected, what)
    }
    for (id, asset) in state.assets {
      #expect(try catalogue.asset(id) == rows.first { $0.id == id }, what)
      #expect(try catalogue.observedDots(of: .asset(id)) == asset.life.sorted, what)
      #expect(try catalogue.observedDots(of: .purge(id)) == asset.purges.sorted, what)
      for (tag, dots) in asset.tags {
        #expect(try catalogue.observedDots(of: .tag(id, tag)) == dots.sorted, what)
      }
      let parts = wholes.filter { $0.value == id }.keys.sorted()
      #expect(try catalogue.parts(of: id) == parts, what)
      let prefix = String(id.description.prefix(5))
      let named = state.assets.filter { $0.value.isKnown && $0.key.description.hasPrefix(prefix) }
      #expect(try catalogue.assets(withIDPrefix: prefix) == named.keys.sorted(), what)
    }
    let counts = try catalogue.counts()
    #expect(counts.living == rows.count { $0.status == .alive }, what)
    #expect(counts.trashed == rows.count { $0.status == .trashed }, what)
    #expect(counts.purged == rows.count { $0.status == .purged }, what)
    #expect(counts.missing == counts.living, what)
    for (content, owners) in Self.owners(delivered) {
      let known = owners.filter { state.assets[$0]?.isKnown == true }.sorted { left, right in
        let isLeft = (state.status(of: left) == .alive, left.bytes == content.bytes)
        let isRight = (state.status(of: right) == .alive, right.bytes == content.bytes)
        if isLeft.0 != isRight.0 { return isLeft.0 }
        if isLeft.1 != isRight.1 { return isLeft.1 }
        return left < right
      }
      #expect(try catalogue.assets(ofContent: content) == known, what)
      #expect(try catalogue.asset(ofContent: content) == known.first, what)
    }
  }

  /// What the order of a list of assets goes by.
  private static func order(_ row: AssetRow) -> OrderKey {
    OrderKey(
      texts: [row.fields[.captured]?.text, row.fields[.filename]?.text].map {
        $0.map { [UInt8]($0.utf8) }
      }, id: row.id)
  }

  private struct OrderKey: Comparable {
    let texts: [[UInt8]?]
    let id: AssetID

    static func < (left: Self, right: Self) -> Bool {
      for case (let one, let other) in zip(left.texts, right.texts) where one != other {
        guard let one else { return false }
        guard let other else { return true }
        return one.lexicographicallyPrecedes(other)
      }
      return left.id < right.id
    }
  }

  /// The assets that each content was ever given to.
  private static func owners(_ delivered: [DeliveredTransaction]) -> [ContentID: Set<AssetID>] {
    var owners: [ContentID: Set<AssetID>] = [:]
    let effective = delivered.filter { $0.transaction.hlc < HybridClock.end }
    for operation in effective.flatMap(\.transaction.operations) {
      switch operation.change {
      case .addAsset(let asset, _), .restoreAsset(let asset):
        owners[asset.cast(), default: []].insert(asset)
      case .setAsset(let asset, .content, .digest(let content)):
        owners[content.cast(), default: []].insert(asset)
      default: break
      }
    }
    return owners.mapValues { $0 }
  }

  private func checkAlbums(
    _ catalogue: Catalogue, _ state: LibraryState, _ what: Comment
  ) throws {
    let parents = state.parents()
    let wholes = state.wholes()
    let rows = state.albums.filter { $0.value.isKnown }.map { id, album in
      let isFolder = album.registers[.type]?.value?.text == "folder"
      return AlbumRow(
        id: id, isAlive: !album.life.isEmpty, isFolder: isFolder,
        title: album.registers[.title]?.value?.text ?? "", parent: parents[id],
        created: album.created,
        memberCount: isFolder ? 0 : Self.shown(state.members(of: id), wholes).count,
        fields: album.registers.compactMapValues(\.value))
    }.sorted { $0.id < $1.id }
    #expect(try catalogue.albums(includingDeleted: true) == rows, what)
    #expect(try catalogue.albums() == rows.filter(\.isAlive), what)
    let counts = try catalogue.counts()
    #expect(counts.albums == rows.count { $0.isAlive && !$0.isFolder }, what)
    #expect(counts.folders == rows.count { $0.isAlive && $0.isFolder }, what)
    for (id, album) in state.albums {
      let row = rows.first { $0.id == id }
      #expect(try catalogue.album(id) == row, what)
      #expect(try catalogue.everCreated(id) == (album.created != nil), what)
      #expect(try catalogue.observedDots(of: .album(id)) == album.life.sorted, what)
      guard let row, row.fields[.title]?.text != nil else { continue }
      let same = rows.filter { other in
        other.fields[.title]?.text?.utf8.elementsEqual(row.title.utf8) == true && other.isAlive
      }
      let titled = try catalogue.albums(titled: row.title)
      #expect(Set(titled.map(\.id)) == Set(same.map(\.id)), what)
      #expect(titled.compactMap(\.created) == titled.compactMap(\.created).sorted(), what)
      let there = try catalogue.albums(
        titled: row.title, isFolder: row.isFolder, in: row.parent)
      #expect(
        Set(there.map(\.id))
          == Set(same.filter { $0.isFolder == row.isFolder && $0.parent == row.parent }.map(\.id)),
        what)
    }
  }

  /// What an album shows of its references in order, told in another way than the code does it: for each
  /// whole that shows, the reference that it shows by is its own, else the first of a part.
  private static func shown(
    _ references: [AssetID], _ wholes: [AssetID: AssetID]
  ) -> [(shown: AssetID, by: AssetID)] {
    references.filter { asset in
      guard let whole = wholes[asset] else { return true }
      return !references.contains(whole) && references.first { wholes[$0] == whole } == asset
    }.map { (wholes[$0] ?? $0, $0) }
  }

  private func checkMembers(
    _ catalogue: Catalogue, _ state: LibraryState, _ what: Comment
  ) throws {
    let wholes = state.wholes()
    var containing: [AssetID: Set<AlbumID>] = [:]
    for (id, album) in state.albums {
      let expected = state.members(of: id).map { asset -> Member in
        let value = state.reference(id, asset)?.position.value
        guard case .bytes(let bytes)? = value else { return Member(asset: asset, position: nil) }
        return Member(asset: asset, position: Position(bytes: bytes))
      }
      #expect(try catalogue.members(of: id) == expected, what)
      #expect(
        try catalogue.members(of: id, from: 1, limit: 2) == Array(expected.dropFirst().prefix(2)),
        what)
      let shown = Self.shown(expected.map(\.asset), wholes)
      #expect(try catalogue.shownMembers(of: id) == shown.map(\.shown), what)
      let places = try catalogue.references(of: id)
      #expect(places.compactMap(\.shown) == shown.map(\.shown), what)
      #expect(places.filter { $0.shown != nil }.map(\.member.asset) == shown.map(\.by), what)
      for (asset, reference) in state.references(of: id) {
        let dots = try catalogue.observedDots(of: .reference(id, asset))
        #expect(dots == reference.life.sorted, what)
        let position = try catalogue.position(of: asset, in: id)
        #expect(position.map { Value.bytes($0.bytes) } == reference.position.value, what)
        if !reference.life.isEmpty, !album.life.isEmpty {
          containing[asset, default: []].insert(id)
        }
      }
    }
    for asset in state.assets.keys {
      let whole = wholes[asset] ?? asset
      let family = [whole] + wholes.filter { $0.value == whole }.keys
      let albums = family.reduce(into: Set<AlbumID>()) { $0.formUnion(containing[$1] ?? []) }
      #expect(try catalogue.albums(containing: asset) == albums.sorted(), what)
    }
    for (content, places) in state.copies {
      for (place, dots) in places {
        #expect(try catalogue.observedDots(of: .copy(content, place)) == dots.sorted, what)
      }
    }
  }

  /// What the operations of a transaction that have an effect name in a field.
  private static func ids(_ name: FieldName, _ delivered: DeliveredTransaction) -> [Value] {
    guard delivered.transaction.hlc < HybridClock.end else { return [] }
    return delivered.transaction.operations.flatMap { operation -> [Value] in
      if case .opaque = operation.change { return [] }
      return operation.fields.filter { $0.name == name }.map(\.value)
    }
  }

  private func checkHistory(
    _ catalogue: Catalogue, _ delivered: [DeliveredTransaction], _ what: Comment
  ) throws {
    let newest = delivered.sorted { $0.transaction.stamp > $1.transaction.stamp }
    func expect(
      _ filter: TransactionFilter, _ expected: [DeliveredTransaction]
    ) throws {
      let rows = try catalogue.transactions(filter)
      #expect(rows.map(\.dot) == expected.map(\.transaction.dot), what)
    }
    try expect(TransactionFilter(), newest)
    let page = try catalogue.transactions(before: newest[2].transaction.stamp, limit: 4)
    #expect(page.map(\.dot) == newest.dropFirst(3).prefix(4).map(\.transaction.dot), what)
    let walls = newest.map(\.transaction.wall).sorted()
    let (since, until) = (walls[walls.count / 4], walls[walls.count / 2])
    try expect(
      TransactionFilter(since: since, until: until),
      newest.filter { (since...until).contains($0.transaction.wall) })
    for log in Set(newest.map(\.transaction.log)) {
      try expect(TransactionFilter(log: log), newest.filter { $0.transaction.log == log })
    }
    for asset in Set(newest.flatMap { Self.ids(.asset, $0) }).compactMap(\.asset) {
      try expect(
        TransactionFilter(asset: asset),
        newest.filter { Self.ids(.asset, $0).contains(.asset(asset)) })
    }
    for album in Set(newest.flatMap { Self.ids(.album, $0) }).compactMap(\.album) {
      try expect(
        TransactionFilter(album: album),
        newest.filter { Self.ids(.album, $0).contains(.album(album)) })
    }
    for transaction in newest {
      let (log, seq) = (transaction.transaction.log, transaction.transaction.seq)
      let last = transaction.transaction.lastSeq
      #expect(try catalogue.chainAt(log, last) == transaction.chain.prefix, what)
      if last > seq { #expect(try catalogue.chainAt(log, seq) == nil, what) }
      let row = try #require(try catalogue.transaction(containing: Dot(log: log, seq: last)))
      #expect(row.dot == transaction.transaction.dot, what)
      #expect(row.label == transaction.transaction.label, what)
      #expect(row.hlc == transaction.transaction.hlc, what)
      #expect(row.offset == transaction.offset, what)
      #expect(row.undoes == transaction.transaction.undoes, what)
    }
    let heights = try catalogue.logs()
    for height in heights {
      #expect(height.chain == History.chain(height.log, height.seq), what)
      let last = try #require(delivered.last { $0.transaction.log == height.log })
      #expect(height.seq == last.transaction.lastSeq && height.offset == last.end, what)
    }
    #expect(heights.map(\.log) == Set(newest.map(\.transaction.log)).sorted(), what)
  }
}
