import Albumen
import TestSupport
import Testing

@Suite struct AlbumOrderTests {
  /// Makes a library with so many assets and an empty album.
  private func prepare(
    _ scenario: Scenario, _ count: Int
  ) async throws -> (library: PhotoLibrary, assets: [AssetID], album: AlbumID) {
    let library = try await scenario.create()
    // Assets without files are assets all the same.
    let assets = (0..<count).map { number in
      AssetID(high: 0x1111, low: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, number: number)
    }
    try writeFile(
      scenario.top / "assets.jsonl",
      """
      {"log":"\(String(repeating: "a", count: 32))","seq":1,"hlc":"0000000000000001","context":{},\
      "wall":1,"label":"Assets","ops":[\
      \(assets.map { #"{"kind":"asset.add","asset":"\#($0)"}"# }.joined(separator: ","))]}

      """)
    _ = try await library.replay(scenario.top / "assets.jsonl")
    let album = try await library.performChanges("Make") { try $0.createAlbum("Order") }.value
    return (library, assets, album)
  }

  private func shown(_ library: PhotoLibrary, _ album: AlbumID) async throws -> [AssetID] {
    try await library.members(of: album).map(\.id)
  }

  /// Random changes, each compared with what an array of all references gives, the trashed in it.
  @Test(arguments: 0..<4) func anAlbumIsAnArray(_ round: Int) async throws {
    let seed = testSeed() &+ UInt64(round)
    var random = SeededGenerator(seed: seed)
    try await Scenario.run { scenario in
      let (library, assets, album) = try await prepare(scenario, 14)
      var model: [AssetID] = []
      var trashed: Set<AssetID> = []
      for step in 0..<120 {
        let note: Comment = "seed \(seed), step \(step)"
        let living = assets.filter { !trashed.contains($0) }
        let visible = model.filter { !trashed.contains($0) }
        var chosen = Array(
          living.shuffled(using: &random).prefix(.random(in: 1...3, using: &random)))
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3 where !chosen.isEmpty:
          let batch = chosen
          _ = try await library.performChanges("Add") { try $0.add(batch, to: album) }
          model += batch.filter { !model.contains($0) }
        case 3..<7 where !chosen.isEmpty:
          let isMove = Bool.random(using: &random)
          if isMove { chosen.removeAll { !visible.contains($0) } }
          if chosen.isEmpty { continue }
          let batch = chosen
          let rest = model.filter { !batch.contains($0) }
          let (place, index) = Self.place(
            rest, rest.filter { !trashed.contains($0) }, using: &random)
          _ = try await library.performChanges("Place") { changes in
            if isMove {
              try changes.move(batch, in: album, to: place)
            } else {
              try changes.add(batch, to: album, at: place)
            }
          }
          model = rest
          model.insert(contentsOf: batch, at: index)
        case 7 where !model.isEmpty:
          let batch = Array(model.shuffled(using: &random).prefix(2))
          _ = try await library.performChanges("Remove") { try $0.remove(batch, from: album) }
          model.removeAll { batch.contains($0) }
        case 8:
          let batch = chosen
          _ = try await library.performChanges("Trash") { try $0.trash(batch) }
          trashed.formUnion(batch)
        default:
          let batch = Array(trashed.sorted().shuffled(using: &random).prefix(3))
          _ = try await library.performChanges("Restore") { try $0.restore(batch) }
          trashed.subtract(batch)
        }
        let now = try await shown(library, album)
        #expect(now == model.filter { !trashed.contains($0) }, note)
        if now != model.filter({ !trashed.contains($0) }) { break }
      }
      await library.close()
    }
  }

  /// A random place and the index in the array that it means.
  private static func place(
    _ all: [AssetID], _ visible: [AssetID], using random: inout SeededGenerator
  ) -> (Placement, Int) {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return (.first, 0)
    case 1: return (.last, all.count)
    case 2:
      let number = Int.random(in: 1...(visible.count + 2), using: &random)
      guard number <= visible.count else { return (.index(number), all.count) }
      return (.index(number), all.firstIndex(of: visible[number - 1]) ?? 0)
    case 3:
      guard let neighbour = visible.randomElement(using: &random) else { return (.first, 0) }
      return (.before(neighbour), all.firstIndex(of: neighbour) ?? 0)
    default:
      guard let neighbour = visible.randomElement(using: &random) else { return (.last, all.count) }
      return (.after(neighbour), (all.firstIndex(of: neighbour) ?? 0) + 1)
    }
  }

  @Test func whatIsAppendedGoesBehindTrashedMembers() async throws {
    try await Scenario.run { scenario in
      // Often enough that a random order would show.
      let (library, assets, album) = try await prepare(scenario, 24)
      for start in stride(from: 0, to: 24, by: 2) {
        _ = try await library.performChanges("Add") { try $0.add([assets[start]], to: album) }
        _ = try await library.performChanges("Trash") { try $0.trash([assets[start]]) }
        _ = try await library.performChanges("Add") { try $0.add([assets[start + 1]], to: album) }
      }
      _ = try await library.performChanges("Restore") { try $0.restore(assets) }
      #expect(try await shown(library, album) == assets)
      await library.close()
    }
  }

  @Test func aMemberStaysWhereItIsAndARemovedOneGoesToTheEnd() async throws {
    try await Scenario.run { scenario in
      let (library, assets, album) = try await prepare(scenario, 4)
      _ = try await library.performChanges("Add") { try $0.add(assets, to: album) }
      let again = try await library.performChanges("Again") { try $0.add([assets[1]], to: album) }
      #expect(again.value == 0)
      #expect(again.transaction == nil)
      #expect(try await shown(library, album) == assets)
      _ = try await library.performChanges("Remove") { try $0.remove([assets[1]], from: album) }
      _ = try await library.performChanges("Add") { try $0.add([assets[1]], to: album) }
      #expect(try await shown(library, album) == [assets[0], assets[2], assets[3], assets[1]])
      // Deleted and restored: as it was.
      _ = try await library.performChanges("Delete") { try $0.deleteAlbum(album) }
      _ = try await library.performChanges("Restore") { try $0.restoreAlbum(album) }
      #expect(try await shown(library, album) == [assets[0], assets[2], assets[3], assets[1]])
      await library.close()
    }
  }

  @Test(.timeLimit(.minutes(10))) func twoThousandInsertsAtTheFrontStayInOrder() async throws {
    try await Scenario.run { scenario in
      let (library, assets, album) = try await prepare(scenario, 2_000)
      _ = try await library.performChanges("Front") { changes in
        for asset in assets { try changes.add([asset], to: album, at: .first) }
      }
      #expect(try await shown(library, album) == assets.reversed())
      await library.close()
    }
  }

  @Test(.timeLimit(.minutes(10))) func appendingToALargeAlbumLooksAtItsEndOnly() async throws {
    try await Scenario.run { scenario in
      let (library, assets, album) = try await prepare(scenario, 5_100)
      _ = try await library.performChanges("Fill") { changes in
        try changes.add(Array(assets[..<5_000]), to: album)
      }
      _ = try await library.performChanges("Append") { changes in
        for asset in assets[5_000...] { try changes.add([asset], to: album) }
      }
      #expect(try await shown(library, album) == assets)
      await library.close()
    }
  }

  @Test func placesThatAreNotThereAreRefused() async throws {
    try await Scenario.run { scenario in
      let (library, assets, album) = try await prepare(scenario, 3)
      let folder = try await library.performChanges("Folder") { try $0.createFolder("F") }.value
      _ = try await library.performChanges("Add") { try $0.add([assets[0]], to: album) }
      func refusal(
        _ body: @escaping @Sendable (LibraryChanges) throws -> Void
      ) async -> AlbumenError.Code? {
        do {
          _ = try await library.performChanges("Wrong", body)
          return nil
        } catch { return (error as? AlbumenError)?.code }
      }
      #expect(
        await refusal { try $0.add([assets[1]], to: album, at: .before(assets[2])) } == .notFound)
      #expect(await refusal { try $0.add([assets[1]], to: album, at: .index(0)) } == .invalid)
      #expect(await refusal { try $0.add([assets[1]], to: folder) } == .invalid)
      #expect(await refusal { try $0.move([assets[1]], in: album, to: .first) } == .notFound)
      #expect(try await shown(library, album) == [assets[0]])
      #expect(try await library.history().count == 4)
      await library.close()
    }
  }
}

extension AssetID {
  /// An id that differs from any other with another number.
  fileprivate init(high: UInt64, low: UInt64, number: Int) {
    self.init(words: (high, low, 0, UInt64(number)))
  }
}
