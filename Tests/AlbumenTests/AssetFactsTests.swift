import MediaKit
import Operations
import Platform
import Reconciling
import TestSupport
import Testing

@testable import Albumen

/// What a record of a file becomes: what makes no sense is as though the file had not said it.
@Suite struct AssetFactsTests {
  private static func facts(_ change: (inout MediaRecord) -> Void) -> AssetFacts {
    var record = MediaRecord(type: .jpeg)
    change(&record)
    return AssetFacts(
      record, name: "a.jpg", key: FileKey(inode: 1, size: 2, mtime: 3, ctime: 4, birth: nil))
  }

  private static func value(_ name: FieldName, _ change: (inout MediaRecord) -> Void) -> Value? {
    facts(change).fields.first { $0.name == name }?.value
  }

  @Test func aSoundRecordGivesAll() {
    let facts = Self.facts { record in
      record.title = "At the lake"
      record.caption = "Half past nine\nand later"
      record.rating = 4
      record.latitude = -33.8688
      record.longitude = 151.2093
      record.camera = "Lumor X100"
      record.keywords = ["lake", "夕焼け"]
    }
    let said = Dictionary(uniqueKeysWithValues: facts.fields.map { ($0.name, $0.value) })
    #expect(said[.title] == .text("At the lake"))
    #expect(said[.caption] == .text("Half past nine\nand later"))
    #expect(said[.rating] == .int(4))
    #expect(said[.latitude] == .double(-33.8688) && said[.longitude] == .double(151.2093))
    #expect(said[.camera] == .text("Lumor X100"))
    #expect(facts.tags == ["lake", "夕焼け"])
    let id = AssetID(words: (1, 2, 3, 4))
    #expect(
      facts.notes(for: id) == [
        .setAsset(id, AssetFacts.capturedFrom, .text("file")), .addTag(id, "lake"),
        .addTag(id, "夕焼け"),
      ])
  }

  @Test func whatWasNotSaidIsNotWritten() {
    let facts = Self.facts { _ in }
    #expect(facts.fields.map(\.name) == [.type, .filename, .size, .captured])
    #expect(facts.tags.isEmpty)
  }

  @Test(arguments: [-1, 0, 6, 99, .max, .min]) func absurdRatingsAreDropped(_ rating: Int) {
    #expect(Self.value(.rating) { $0.rating = rating } == nil)
  }

  @Test(
    arguments: [
      (1000, 8.5), (90.01, 8.5), (47, 180.01), (-91, 0), (.nan, 8.5), (47, .nan), (.infinity, 8.5),
      (47, -.infinity), (0, 0),
    ] as [(Double, Double)]) func absurdPlacesAreDropped(_ latitude: Double, _ longitude: Double)
  {
    let facts = Self.facts { record in
      record.latitude = latitude
      record.longitude = longitude
    }
    #expect(!facts.fields.contains { $0.name == .latitude || $0.name == .longitude })
  }

  @Test func halfAPlaceIsNone() {
    #expect(Self.value(.latitude) { $0.latitude = 47 } == nil)
    #expect(Self.value(.longitude) { $0.longitude = 8 } == nil)
  }

  @Test(arguments: [.nan, .infinity, -1] as [Double]) func absurdDurationsAreDropped(
    _ seconds: Double
  ) {
    #expect(Self.value(.duration) { $0.duration = seconds } == nil)
  }

  @Test func endlessTextsAreCutWithinNoCharacter() throws {
    let endless = String(repeating: "ü", count: 1_000_000)
    let title = try #require(Self.value(.title) { $0.title = "x" + endless }?.text)
    #expect(title.utf8.count == 1_023 && title.hasSuffix("ü"))
    let caption = try #require(Self.value(.caption) { $0.caption = endless }?.text)
    #expect(caption.utf8.count == 65_536)
    let camera = try #require(Self.value(.camera) { $0.camera = endless }?.text)
    #expect(camera.utf8.count == 256)
    let tags = Self.facts { $0.keywords = (0..<500).map { "\($0)" + endless } }.tags
    #expect(tags.count == 100)
    #expect(tags.allSatisfy { $0.utf8.count <= 256 })
  }

  @Test func textsSteerNoTerminal() {
    #expect(
      Self.value(.title) { $0.title = " a\u{1B}[31mb\u{0}\r\nc\u{9B}" } == .text("a [31mb   c"))
    #expect(
      Self.value(.caption) { $0.caption = "one\r\ntwo\rthree\u{2028}four\u{7}\u{1B}[2J\tfive\n\n" }
        == .text("one\ntwo\nthree\nfour[2J\tfive"))
    #expect(Self.value(.camera) { $0.camera = "X\u{7F}100" } == .text("X 100"))
    let tags = Self.facts { $0.keywords = ["a\nb", "\u{1B}", "", "  ", "a b"] }.tags
    // What becomes one tag is one.
    #expect(tags == ["a b"])
  }

  @Test(arguments: ["", " ", "\n\u{0}\t"]) func emptyTextsAreNone(_ text: String) {
    #expect(Self.value(.title) { $0.title = text } == nil)
    #expect(Self.value(.caption) { $0.caption = text } == nil)
    #expect(Self.value(.camera) { $0.camera = text } == nil)
  }

  @Test func tagsAreInOneForm() {
    let tags = Self.facts { $0.keywords = ["Cafe\u{301}", "Caf\u{E9}"] }.tags
    #expect(tags.map { Array($0.utf8) } == [Array("Caf\u{E9}".utf8)])
  }
}
