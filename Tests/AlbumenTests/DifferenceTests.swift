import TestSupport
import Testing

@testable import Albumen

/// What differs between two points in time.
@Suite struct DifferenceTests {
  private static func ids(_ numbers: [Int]) -> [AssetID] {
    numbers.map { AssetID(words: (UInt64($0), 0, 0, 0)) }
  }

  @Test func theFewestMembersAreSaidToHaveMoved() {
    func moved(_ before: [Int], _ after: [Int]) -> [Int] {
      LibraryDifference.moved(Self.ids(before), Self.ids(after)).map { Int($0.words.0) }
    }
    #expect(moved([1, 2, 3, 4], [1, 2, 3, 4]) == [])
    #expect(moved([1, 2, 3, 4], [4, 1, 2, 3]) == [4])
    #expect(moved([1, 2, 3, 4], [2, 3, 4, 1]) == [1])
    #expect(moved([1, 2, 3, 4], [4, 3, 2, 1]).count == 3)
    #expect(moved([], []) == [])
  }

  @Test func movedMembersExplainTheOrder() {
    var generator = SeededGenerator(seed: testSeed())
    for _ in 0..<200 {
      let before = Self.ids(Array(1...Int.random(in: 1...12, using: &generator)))
      let after = before.shuffled(using: &generator)
      let moved = Set(LibraryDifference.moved(before, after))
      // The others are in one order in both.
      #expect(
        before.filter { !moved.contains($0) } == after.filter { !moved.contains($0) },
        "seed \(generator.seed)")
    }
  }

  @Test func whatAnAssetBringsAlongIsPartOfItsComingIn() {
    let (new, old) = (Self.ids([1])[0], Self.ids([2])[0])
    let summary = ChangeSummary([
      Operation(.addTag(new, "sea")), Operation(.addAsset(new, initial: [])),
      Operation(.setAsset(new, FieldName("capturedFrom"), .text("file"))),
      Operation(.setAsset(new, .path, .text("a.jpg"))), Operation(.addTag(old, "sea")),
      Operation(.setAsset(old, .rating, .int(1))),
    ])
    #expect(summary.imported == 1)
    #expect(summary.tagged == 1)
    #expect(summary.edited == 1)
    #expect(summary.observed == 0)
  }

  @Test func everythingThatDiffersIsTold() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      for number in 1...3 { try scenario.photo("\(number).jpg", number) }
      _ = try await library.scan()
      let assets = try await library.assets().map(\.id)
      let (rome, oslo) = try await library.performChanges("Make") { changes in
        let rome = try changes.createAlbum("Rome")
        let oslo = try changes.createAlbum("Oslo")
        try changes.add([assets[0], assets[1]], to: rome)
        try changes.addTag("old", to: assets[0])
        return (rome, oslo)
      }.value
      let count = try await library.history().count
      #expect(try await library.difference(from: .now, to: .now).isEmpty)
      _ = try await library.performChanges("Change") { changes in
        try changes.rename(rome, to: "Roma")
        try changes.move([assets[1]], in: rome, to: .first)
        try changes.add([assets[2]], to: rome)
        try changes.deleteAlbum(oslo)
        try changes.removeTag("old", from: assets[0])
        try changes.addTag("new", to: assets[0])
        try changes.set(FieldName("caption"), of: assets[1], to: .text("Forum"))
        try changes.createAlbum("Late")
      }
      _ = try await library.performChanges("Trash") { try $0.trash([assets[2]]) }
      #expect(try await library.history().count == count + 2)

      let difference = try await library.difference(from: .back(2))
      #expect(difference.assets.map(\.id) == assets.sorted())
      let byID = Dictionary(uniqueKeysWithValues: difference.assets.map { ($0.id, $0) })
      #expect(byID[assets[0]]?.tagged == ["new"] && byID[assets[0]]?.untagged == ["old"])
      #expect(byID[assets[1]]?.fields.map(\.name.text) == ["caption"])
      #expect(byID[assets[1]]?.fields.first?.after == .text("Forum"))
      #expect(byID[assets[2]]?.before == .alive && byID[assets[2]]?.after == .trashed)
      let albums = Dictionary(uniqueKeysWithValues: difference.albums.map { ($0.title, $0) })
      #expect(albums["Roma"]?.moved.count == 1 && albums["Roma"]?.added == [])
      #expect(albums["Roma"]?.fields.first?.before == .text("Rome"))
      #expect(albums["Oslo"]?.wasThere == true && albums["Oslo"]?.isThere == false)
      #expect(albums["Late"]?.wasThere == nil && albums["Late"]?.isThere == true)
      let middle = try await library.difference(from: .back(2), to: .back(1))
      #expect(middle.albums.first { $0.id == rome }?.added == [assets[2]])
      let back = try await library.difference(from: .now, to: .back(2))
      #expect(back.albums.first { $0.id == rome }?.title == "Rome")
      let summaries = try await library.summaries(
        of: try await library.history().prefix(2).map(\.id))
      #expect(summaries.values.map(\.trashed).sorted() == [0, 1])
      await library.close()
    }
  }
}
