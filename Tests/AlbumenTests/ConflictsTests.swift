import Albumen
import Operations
import TestSupport
import Testing

/// What devices did without knowing of each other (docs/design/0017-devices-and-restore.md, "Conflicts").
@Suite struct ConflictsTests {
  private func texts(_ acts: [Conflict.Act]) -> [String?] { acts.map { $0.value?.text } }

  @Test func bothTitlesAreListedUntilSomebodyHasSeenBoth() async throws {
    try await Fleet.run(3) { fleet in
      let album = try await fleet.makeAlbum("Rome", on: 0)
      try await fleet.makeAlbum("Other", on: 0)
      try await fleet.meet()
      try await fleet.rename(album, to: "Roma", on: 0)
      try await fleet.rename(album, to: "Rom", on: 1)
      try await fleet.rename(album, to: "Roma aeterna", on: 0)
      #expect(try await fleet[0].conflicts().isEmpty)
      try await fleet.meet()
      let kept = try await fleet[2].albums().first { $0.id == album }?.title
      for library in fleet.libraries {
        let found = try await library.conflicts()
        let conflict = try #require(found.first)
        #expect(found.count == 1 && conflict.kind == .value && conflict.field == .title)
        #expect(conflict.album == album && conflict.asset == nil)
        #expect(conflict.kept?.value?.text == kept)
        // "Roma" was given up by who had written it.
        #expect(
          Set(texts(conflict.lost) + [conflict.kept?.value?.text]) == ["Rom", "Roma aeterna"])
        #expect(
          Set((conflict.lost + [conflict.kept].compactMap { $0 }).map(\.device)) == [
            "machine 1", "machine 2",
          ])
      }
      // A change to something else settles nothing, and a third title in ignorance is one more.
      try await fleet.rename(album, to: "Urbs", on: 2)
      try await fleet.meet()
      #expect(try await fleet[1].conflicts().isEmpty)
    }
  }

  @Test func oneTitleGivenTwiceIsNoConflict() async throws {
    try await Fleet.run(2) { fleet in
      let album = try await fleet.makeAlbum("Rome", on: 0)
      try await fleet.meet()
      try await fleet.rename(album, to: "Roma", on: 0)
      try await fleet.rename(album, to: "Roma", on: 1)
      try await fleet.meet()
      #expect(try await fleet[0].conflicts().isEmpty)
    }
  }

  @Test func aRemovalThatWasOverruledIsListedUntilItIsConfirmedOrNot() async throws {
    try await Fleet.run(2) { fleet in
      let album = try await fleet.makeAlbum("Rome", on: 0)
      try await fleet.meet()
      _ = try await fleet[0].performChanges("Delete") { try $0.deleteAlbum(album) }
      _ = try await fleet[1].performChanges("Delete here, too") { try $0.deleteAlbum(album) }
      _ = try await fleet[1].performChanges("Bring back") { try $0.restoreAlbum(album) }
      try await fleet.meet()
      for library in fleet.libraries {
        let found = try await library.conflicts()
        #expect(found.count == 1 && found.first?.kind == .removal && found.first?.album == album)
        #expect(found.first?.kept?.label == "Bring back")
        // The other device's own removal is not overruled: who added had seen it.
        #expect(found.first?.lost.map(\.label) == ["Delete"])
      }
      _ = try await fleet[0].performChanges("Again") { try $0.deleteAlbum(album) }
      _ = try await fleet[0].performChanges("No") { try $0.restoreAlbum(album) }
      try await fleet.meet()
      #expect(try await fleet[1].conflicts().isEmpty)
    }
  }

  @Test func referencesTagsAndAssetsAreListedByWhatTheyAre() async throws {
    try await Fleet.run(2) { fleet in
      for number in 1...2 {
        try writeFile(
          fleet.root(0) / (Path("\(number).jpg") ?? Path()), bytes: TinyPhoto.jpeg(number))
      }
      _ = try await fleet[0].scan()
      let album = try await fleet.makeAlbum("Rome", on: 0)
      let assets = try await fleet[0].assets().map(\.id)
      let (one, two) = (assets[0], assets[1])
      _ = try await fleet[0].performChanges("Fill") {
        try $0.add([one, two], to: album)
        _ = try $0.addTags(["sun"], to: [one])
      }
      try await fleet.meet()
      _ = try await fleet[0].performChanges("Take out") {
        try $0.remove([one], from: album)
        _ = try $0.removeTags(["sun"], from: [one])
        try $0.trash([two])
      }
      for step in ["out", "in"] {
        _ = try await fleet[1].performChanges("Put \(step)") { changes in
          if step == "out" {
            try changes.remove([one], from: album)
            _ = try changes.removeTags(["sun"], from: [one])
            try changes.trash([two])
          } else {
            try changes.add([one], to: album)
            _ = try changes.addTags(["sun"], to: [one])
            try changes.restore([two])
          }
        }
      }
      try await fleet.meet()
      let found = try await fleet[0].conflicts()
      #expect(found.count == 3 && found.allSatisfy { $0.kind == .removal })
      #expect(found.contains { $0.album == album && $0.asset == one && $0.tag == nil })
      #expect(found.contains { $0.album == nil && $0.asset == one && $0.tag == "sun" })
      #expect(found.contains { $0.album == nil && $0.asset == two && $0.tag == nil })
      #expect(try await fleet[0].conflicts(album: album).count == 1)
      #expect(try await fleet[0].conflicts(asset: one).count == 2)
      #expect(try await fleet[0].conflicts(asset: two).count == 1)
      // What does not show is no conflict that anybody could see.
      _ = try await fleet[0].performChanges("Delete") { try $0.deleteAlbum(album) }
      #expect(try await fleet[0].conflicts().count == 2)
    }
  }

  @Test func assetsThatHaveBecomeTheSameAreListed() async throws {
    try await Fleet.run(2) { fleet in
      try writeFile(fleet.root(0) / "a.jpg", bytes: TinyPhoto.jpeg(1))
      _ = try await fleet[0].scan()
      try await fleet.meet()
      let first = try #require(try await fleet[0].assets().first).id
      try writeFile(fleet.root(0) / "a.jpg", bytes: TinyPhoto.jpeg(2))
      _ = try await fleet[0].scan()
      try writeFile(fleet.root(1) / "b.jpg", bytes: TinyPhoto.jpeg(2))
      _ = try await fleet[1].scan()
      let second = try #require(try await fleet[1].assets().first { $0.id != first }).id
      try await fleet.meet()
      for library in fleet.libraries {
        let found = try await library.conflicts()
        #expect(found.map(\.kind) == [.content])
        #expect(found.first?.assets == [first, second].sorted())
        #expect(try await library.conflicts(asset: second).count == 1)
      }
      _ = try await fleet[1].performChanges("Trash") { try $0.trash([second]) }
      #expect(try await fleet[1].conflicts().isEmpty)
    }
  }

  /// Against a search that knows every transaction's whole context, on histories of devices that met at
  /// random; the catalogue grown and built at once.
  @Test func randomHistoriesGiveWhatASearchOfEverythingGives() async throws {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(4, nightly: 60) {
      let number = Int.random(in: 1...200, using: &random)
      let name = String(repeating: "0", count: 3 - String(number).count) + String(number)
      let note: Comment = "history \(name), seed \(seed)"
      let lines = try readFile(ReplayTests.fixtures / (Path("\(name).jsonl") ?? Path()))
        .split(separator: 10)
      let half = lines.count / 2
      try await Scenario.run { scenario in
        let library = try await scenario.create()
        for part in [lines[..<half], lines[half...]] {
          try ReplayTests.write(Array(part), to: scenario.top / "part.jsonl")
          _ = try await library.replay(scenario.top / "part.jsonl")
        }
        let found = Set(try await library.conflicts().compactMap(Self.spelling))
        // A history may tell a transaction twice.
        let told = try lines.map { try Transaction(jsonLine: $0) }
        let transactions = Dictionary(grouping: told, by: \.dot).compactMap { $0.value.first }
        let expected = try await Self.values(transactions, in: library)
        #expect(found == expected, note)
        await library.close()
        try scenario.removeCatalogue()
        let again = try await scenario.open()
        #expect(Set(try await again.conflicts().compactMap(Self.spelling)) == expected, note)
        await again.close()
      }
    }
  }

  /// A conflict of values as one text; nil for other kinds.
  private static func spelling(_ conflict: Conflict) -> String? {
    guard conflict.kind == .value, let kept = conflict.kept, let field = conflict.field else {
      return nil
    }
    let lost = conflict.lost.map { "\($0.transaction)" }.sorted().joined(separator: ",")
    return "\(Self.subject(conflict.album, conflict.asset)) \(field.text) "
      + "\(kept.transaction) > \(lost)"
  }

  private static func subject(_ album: AlbumID?, _ asset: AssetID?) -> String {
    [album.map { "\($0)" }, asset.map { "\($0)" }].compactMap { $0 }.joined(separator: "/")
  }

  /// What the definition says, by looking at everything.
  private static func values(
    _ transactions: [Transaction], in library: PhotoLibrary
  ) async throws -> Set<String> {
    struct Write {
      let stamp: Stamp
      let value: Value
      let transaction: Transaction
    }
    struct Key: Hashable {
      let album: AlbumID?
      let asset: AssetID?
      let field: FieldName
    }
    // What a scan observes and may differ from device to device (docs/design/0001-operations.md).
    let facts: Set<FieldName> = [.path, .filename, .type, .size, .width, .height, .duration]
    let delivered = Set(try await library.history().map(\.id))
    var writes: [Key: [Write]] = [:]
    for transaction in transactions where delivered.contains(transaction.dot) {
      guard transaction.hlc < HybridClock.end else { continue }
      for (index, operation) in transaction.operationList.enumerated() {
        let (key, value): (Key, Value)
        switch operation.change {
        case .setAsset(let asset, let field, let given):
          if facts.contains(field) { continue }
          (key, value) = (Key(album: nil, asset: asset, field: field), given)
        case .setAlbum(let album, let field, let given):
          (key, value) = (Key(album: album, asset: nil, field: field), given)
        case .moveReference(let album, let asset, let position):
          (key, value) = (
            Key(album: album, asset: asset, field: .position), .bytes(position.bytes)
          )
        default: continue
        }
        let stamp = Stamp(hlc: transaction.hlc, dot: transaction.dot(at: index))
        writes[key, default: []].append(
          Write(stamp: stamp, value: value, transaction: transaction))
      }
    }
    func hasSeen(_ later: Write, _ earlier: Write) -> Bool {
      let (log, dot) = (earlier.transaction.log, earlier.stamp.dot)
      if later.transaction.log == log { return dot.seq < later.stamp.dot.seq }
      return later.transaction.context.entries.contains { $0.log == log && $0.seq >= dot.seq }
    }
    var found: Set<String> = []
    for (key, writes) in writes {
      guard let winner = writes.max(by: { $0.stamp < $1.stamp }) else { continue }
      let lost = writes.filter { write in
        write.value != winner.value && write.stamp != winner.stamp && !hasSeen(winner, write)
          && !hasSeen(write, winner) && !writes.contains { hasSeen($0, write) }
      }
      if lost.isEmpty { continue }
      if let album = key.album {
        guard try await library.album(album)?.isDeleted == false else { continue }
      }
      if let asset = key.asset {
        guard try await library.asset(asset)?.status == .alive else { continue }
      }
      if let album = key.album, let asset = key.asset,
        try await !library.albums(containing: asset).contains(where: { $0.id == album })
      {
        continue
      }
      let names = lost.map { "\($0.transaction.dot)" }.sorted().joined(separator: ",")
      found.insert(
        "\(subject(key.album, key.asset)) \(key.field.text) \(winner.transaction.dot) > \(names)")
    }
    return found
  }
}
