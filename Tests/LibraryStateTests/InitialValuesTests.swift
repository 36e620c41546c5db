import Foundation
import LibraryState
import Operations
import ReferenceFold
import TestSupport
import Testing

/// What photos say of themselves: initial values, which a second import never puts over what a person
/// said (docs/design/0009-metadata.md).
@Suite struct InitialValuesTests {
  private let asset = AssetID(1)
  private var one = Device(1)
  private var two = Device(2)

  static let said: [FieldName] = [
    .title, .caption, .rating, .latitude, .longitude, .camera, .partOf, .role, .contentIdentifier,
  ]

  /// The state that `Fixtures/golden/make.py` computes in a way of its own.
  @Test func theGoldenHistoryComesToItsState() throws {
    let directory = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/golden/histories")
    let transactions = try Data(contentsOf: directory.appending(path: "initial.jsonl"))
      .split(separator: 10).map { try Transaction(jsonLine: $0) }
    let expected = try normalized(
      try Data(contentsOf: directory.appending(path: "initial.state.json")))
    var generator = SeededGenerator(seed: testSeed())
    for order in [transactions, transactions.reversed(), transactions.shuffled(using: &generator)] {
      let actual = try Feeder(order).state.normalizedJSON()
      #expect(actual == expected, "\(difference(actual, expected)), seed \(generator.seed)")
    }
    #expect(SetFold(transactions) == SetFold(Feeder(transactions).state))
  }

  private func shown(_ state: LibraryState) -> [FieldName: Value] {
    state.assets[asset]?.registers.compactMapValues { $0.value } ?? [:]
  }

  @Test(arguments: said)
  mutating func aSecondImportOverwritesNoEdit(_ field: FieldName) throws {
    let imported = try one.write(.addAsset(asset, initial: [Field(field, .text("file"))]))
    let edited = try one.write(.setAsset(asset, field, .text("person")))
    // The other has seen none of it, and its clock is ahead.
    let again = try two.write(.addAsset(asset, initial: [Field(field, .text("file"))]), at: 1 << 40)
    #expect(shown(try settle([imported, edited, again])) == [field: .text("person")])
    let cleared = try one.write(.setAsset(asset, field, .null))
    #expect(shown(try settle([imported, edited, again, cleared])).isEmpty)
  }

  @Test(arguments: said)
  mutating func theFirstImportGivesTheValue(_ field: FieldName) throws {
    let early = try one.write(.addAsset(asset, initial: [Field(field, .text("early"))]), at: 2000)
    let late = try two.write(.addAsset(asset, initial: [Field(field, .text("late"))]), at: 3000)
    #expect(shown(try settle([late, early])) == [field: .text("early")])
  }

  /// A keyword that was removed on one device comes back where another took the photo in apart.
  @Test mutating func aTagThatCameInApartOutlivesARemoval() throws {
    let imported = try one.write(.addAsset(asset), .addTag(asset, "lake"))
    let removed = try one.write(.removeTag(asset, "lake", observed: [imported.dot(at: 1)]))
    let again = try two.write(.addAsset(asset), .addTag(asset, "lake"))
    let state = try settle([imported, removed, again])
    #expect(state.assets[asset]?.tags[ExactText("lake")]?.isEmpty == false)
    // Whoever has seen both takes it away for good.
    one.see(again)
    let gone = try one.write(.removeTag(asset, "lake", observed: [again.dot(at: 1)]))
    let after = try settle([imported, removed, again, gone])
    #expect(after.assets[asset]?.tags[ExactText("lake")]?.isEmpty == true)
  }
}
