import LibraryState
import Operations
import Testing

/// The shape of the visible state (docs/formats/state.md).
@Suite struct StateJSONTests {
  private let asset = AssetID(1)
  private var one = Device(1)

  private func json(_ transactions: Transaction...) throws -> String {
    try settle(transactions).normalizedJSON()
  }

  @Test func theEmptyLibraryHasAllMembers() throws {
    #expect(
      try LibraryState().normalizedJSON()
        == normalized(#"{"vector":{},"assets":[],"albums":[],"copies":{},"logs":[]}"#.utf8))
  }

  @Test mutating func everyMemberIsThere() throws {
    let whole = AssetID(2), gone = AssetID(3)
    let folder = AlbumID(1), album = AlbumID(2), log = one.log
    let added = try one.write(
      .addAsset(asset, initial: [Field(.filename, .text("a.jpg")), Field(.size, .int(7))]),
      .addAsset(whole), .addAsset(gone), .createAlbum(folder, "Trips", type: "folder"),
      .createAlbum(album, "Rome", in: folder), .addReference(album, asset, try Position(2)),
      .addReference(album, whole, try Position(1)), .addReference(album, gone, nil))
    let changed = try one.write(
      .setAsset(asset, .partOf, .asset(whole)), .addTag(asset, "cat"), .addTag(asset, "Ape"),
      .setAlbum(album, .cover, .asset(gone)), .addCopy(ContentID(1), PlaceID(2)),
      .addCopy(ContentID(1), PlaceID(1)), .setLog(log, .name, .text("laptop")),
      .trashAsset(gone, observed: [added.dot(at: 2)], purges: []), .purgeAsset(gone),
      .setAsset(asset, FieldName("latitude"), .double(48.5)),
      .setAsset(asset, .hidden, .bool(true)))
    let expected = """
      {"vector": {"\(log)": 19},
       "assets": [
        {"id": "\(asset)", "status": "alive", "filename": "a.jpg", "size": 7, "partOf": "\(whole)",
         "tags": ["Ape", "cat"], "latitude": 48.5, "hidden": true},
        {"id": "\(whole)", "status": "alive"}, {"id": "\(gone)", "status": "purged"}],
       "albums": [
        {"id": "\(folder)", "status": "alive", "title": "Trips", "type": "folder"},
        {"id": "\(album)", "status": "alive", "title": "Rome", "type": "album",
         "parent": "\(folder)", "cover": "\(gone)", "assets": ["\(whole)", "\(asset)"]}],
       "copies": {"\(ContentID(1))": ["\(PlaceID(1))", "\(PlaceID(2))"]},
       "logs": [{"id": "\(log)", "name": "laptop"}]}
      """
    #expect(try json(added, changed) == normalized(expected.utf8))
  }

  @Test mutating func valuesOfLaterVersionsHaveTheirWrappers() throws {
    let values: [Value] = [
      .bytes([1, 2]), .dots([Dot(log: LogID(1), seq: 1)]), .list([.int(1), .asset(asset)]),
      .map([Value.MapEntry("a", .null)]), .double(.infinity), .album(AlbumID(1)),
    ]
    let set = try one.write(
      [.addAsset(asset)]
        + values.enumerated().map { .setAsset(asset, FieldName("later\($0)"), $1) })
    let expected = """
      {"vector": {"\(one.log)": 7}, "albums": [], "copies": {}, "logs": [], "assets": [
        {"id": "\(asset)", "status": "alive", "later0": {"bytes": "0102"},
         "later1": {"dots": ["\(LogID(1)):1"]}, "later2": [1, {"id": "\(asset)"}],
         "later3": {"map": {"a": null}}, "later4": {"double": "7ff0000000000000"},
         "later5": "\(AlbumID(1))"}]}
      """
    #expect(try json(set) == normalized(expected.utf8))
  }

  @Test mutating func noFieldPassesItselfOffAsAMember() throws {
    let names = ["id", "status", "tags", "assets", "type", "parent", "partOf"]
    let album = AlbumID(1), log = one.log
    let set = try one.write(
      [.addAsset(asset), .restoreAlbum(album)]
        + names.flatMap { name -> [Operation.Change] in
          let field = FieldName(name), value = Value.text("x")
          return [
            .setAsset(asset, field, value), .setAlbum(album, field, value),
            .setLog(log, field, value),
          ]
        })
    let expected = """
      {"vector": {"\(log)": 23}, "copies": {}, "assets": [
        {"id": "\(asset)", "status": "alive", "assets": "x", "type": "x", "parent": "x"}],
       "albums": [{"id": "\(album)", "status": "alive", "type": "album", "assets": [],
        "tags": "x", "partOf": "x"}],
       "logs": [{"id": "\(log)", "status": "x", "tags": "x", "assets": "x", "type": "x",
        "parent": "x", "partOf": "x"}]}
      """
    #expect(try json(set) == normalized(expected.utf8))
  }

  @Test mutating func aLogWithoutFieldsIsNotListed() throws {
    let named = try one.write(.setLog(one.log, .name, .text("laptop")))
    let cleared = try one.write(.setLog(one.log, .name, .null))
    #expect(try json(named, cleared).contains("\"logs\":[]"))
  }

  @Test mutating func contentsThatAreNowhereAreNotListed() throws {
    let copied = try one.write(.addCopy(ContentID(1), PlaceID(1)))
    let removed = try one.write(.removeCopy(ContentID(1), PlaceID(1), observed: [copied.dot]))
    #expect(try json(copied, removed).contains("\"copies\":{\n}"))
  }

  @Test mutating func controlCharactersAreEscaped() throws {
    let set = try one.write(
      .addAsset(asset), .setAsset(asset, .title, .text("a\u{1B}[2J\u{9B}\u{7F}")))
    var out = JSONWriter()
    Feeder([set]).state.write(to: &out)
    #expect(out.bytes.allSatisfy { (0x20..<0x7F).contains($0) })
    #expect(String(decoding: out.bytes, as: UTF8.self).contains(#"a\u001b[2J\u009b\u007f"#))
  }
}
