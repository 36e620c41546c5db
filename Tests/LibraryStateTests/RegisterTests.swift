import LibraryState
import Operations
import TestSupport
import Testing

/// Initial values, writes, and what has no effect at all.
@Suite struct RegisterTests {
  private let asset = AssetID(1)
  private let album = AlbumID(1)
  private var one = Device(1)
  private var two = Device(2)

  private func filename(_ state: LibraryState) -> Value? {
    state.assets[asset]?.registers[.filename]?.value
  }

  @Test mutating func theInitialValueIsThatWithTheSmallestStamp() throws {
    let late = try one.write(.addAsset(asset, filename: "late.jpg"), at: 3000)
    let early = try two.write(.addAsset(asset, filename: "early.jpg"), at: 2000)
    #expect(filename(try settle([late, early])) == .text("early.jpg"))
  }

  @Test mutating func eachInitialValueIsChosenForItself() throws {
    let early = try one.write(.addAsset(asset, initial: [Field(.size, .int(1))]), at: 2000)
    let late = try two.write(
      .addAsset(asset, initial: [Field(.filename, .text("a.jpg")), Field(.size, .int(2))]), at: 3000
    )
    let state = try settle([late, early])
    #expect(filename(state) == .text("a.jpg"))
    #expect(state.assets[asset]?.registers[.size]?.value == .int(1))
  }

  @Test mutating func anEditBeatsTheInitialValueWhateverItsStamp() throws {
    let imported = try one.write(.addAsset(asset, filename: "a.jpg"), at: 9000)
    let edited = try two.write(.setAsset(asset, .filename, .text("b.jpg")), at: 2000)
    #expect(filename(try settle([imported, edited])) == .text("b.jpg"))
  }

  @Test mutating func aSecondImportDoesNotOverwriteAnEdit() throws {
    let imported = try one.write(.addAsset(asset, filename: "a.jpg"))
    let edited = try one.write(.setAsset(asset, .filename, .text("b.jpg")))
    two.see(edited)
    let again = try two.write(.addAsset(asset, filename: "c.jpg"))
    #expect(filename(try settle([imported, edited, again])) == .text("b.jpg"))
  }

  @Test mutating func aSecondImportDoesNotReplaceAnInitialValue() throws {
    let imported = try one.write(.addAsset(asset, filename: "a.jpg"))
    two.see(imported)
    let again = try two.write(.addAsset(asset, filename: "c.jpg"))
    #expect(filename(try settle([imported, again])) == .text("a.jpg"))
  }

  @Test mutating func aWrittenNullHidesTheInitialValue() throws {
    let imported = try one.write(.addAsset(asset, filename: "a.jpg"))
    let cleared = try one.write(.setAsset(asset, .filename, .null))
    let state = try settle([imported, cleared])
    #expect(filename(state) == nil)
    #expect(try !state.normalizedJSON().contains("filename"))
  }

  @Test mutating func anInitialNullHidesALaterInitialValue() throws {
    let imported = try one.write(.addAsset(asset, initial: [Field(.size, .null)]))
    two.see(imported)
    let again = try two.write(.addAsset(asset, initial: [Field(.size, .int(7))]))
    #expect(try settle([imported, again]).assets[asset]?.registers[.size]?.value == nil)
  }

  @Test mutating func aFieldOfALaterVersionIsARegisterToo() throws {
    let imported = try one.write(.addAsset(asset))
    let set = try one.write(.setAsset(asset, FieldName("mood"), .text("blue")))
    #expect(try settle([imported, set]).normalizedJSON().contains("\"mood\":\"blue\""))
  }

  @Test mutating func fieldsOfLaterVersionsAreToldApartByTheirBytes() throws {
    let composed = FieldName("\u{E9}"), decomposed = FieldName("e\u{301}")
    let set = try one.write(
      .setAsset(asset, composed, .int(1)), .setAsset(asset, decomposed, .int(2)))
    let registers = try settle([set]).assets[asset]?.registers
    #expect(registers?[composed]?.value == .int(1))
    #expect(registers?[decomposed]?.value == .int(2))
  }

  @Test mutating func tagsAreToldApartByTheirBytes() throws {
    let tagged = try one.write(
      .addAsset(asset), .addTag(asset, "\u{E9}"), .addTag(asset, "e\u{301}"))
    two.see(tagged)
    let removed = try two.write(.removeTag(asset, "e\u{301}", observed: [tagged.dot(at: 2)]))
    let state = try settle([tagged, removed])
    #expect(state.assets[asset]?.tags[ExactText("\u{E9}")]?.isEmpty == false)
    #expect(state.assets[asset]?.tags[ExactText("e\u{301}")]?.isEmpty == true)
    // A removal under the other spelling takes nothing away.
    let wrong = try two.write(.removeTag(asset, "e\u{301}", observed: [tagged.dot(at: 1)]))
    let after = try settle([tagged, removed, wrong])
    #expect(after.assets[asset]?.tags[ExactText("\u{E9}")]?.isEmpty == false)
  }

  @Test mutating func whatIsMalformedOrUnknownCountsAndHasNoEffect() throws {
    let lines = [
      #"{"kind":"face.add","asset":"\#(asset)"}"#,
      #"{"kind":"asset.add"}"#,
      #"{"kind":"asset.add","asset":"no hex"}"#,
      #"{"kind":"asset.add","asset":"\#(asset)","filename":7}"#,
      #"{"kind":"album.create","album":"\#(album)","title":"Trip"}"#,
      #"{"kind":"ref.add","album":"\#(album)","asset":"\#(asset)","position":""}"#,
      #"{"kind":"asset.trash","asset":"\#(asset)","observed":[]}"#,
      #"{"kind":"asset.trash","asset":"\#(asset)","observed":["no dot"],"purges":[]}"#,
      #"{"kind":"asset.set","asset":"\#(asset)","field":"rating"}"#,
      #"{"kind":"log.retire","log":"\#(one.log)","at":"one"}"#,
    ]
    let line =
      #"{"log":"\#(one.log)","seq":1,"hlc":"0000000000000001","context":{},"wall":0,"label":"","ops":["#
      + lines.joined(separator: ",") + "]}"
    let transaction = try Transaction(jsonLine: Array(line.utf8))
    let feeder = Feeder([transaction])
    #expect(feeder.state.pruned == LibraryState().seen(transaction).pruned)
    #expect(feeder.state.vector[one.log] == 10)
    #expect(feeder.delivery.waivers.isEmpty)
    _ = try settle([transaction])
  }

  @Test mutating func anUnknownFieldOfAKnownKindLeavesItsEffect() throws {
    let line =
      #"{"log":"\#(one.log)","seq":1,"hlc":"0000000000000001","context":{},"wall":0,"label":"","#
      + #""mood":"blue","ops":[{"kind":"asset.add","asset":"\#(asset)","mood":"blue"}]}"#
    let state = try settle([try Transaction(jsonLine: Array(line.utf8))])
    #expect(state.status(of: asset) == .alive)
    #expect(state.assets[asset]?.registers.isEmpty == true)
  }

  @Test(arguments: [HybridClock.end, .max])
  mutating func aTimeOutOfRangeTakesTheEffect(_ hlc: UInt64) throws {
    let base = try one.write(.addAsset(asset))
    two.see(base)
    let wrong = try two.write(
      [
        .addAsset(AssetID(2)), .setAsset(asset, .rating, .int(5)),
        .trashAsset(asset, observed: [base.dot], purges: []), .retireLog(one.log, at: 0),
      ], at: hlc)
    let feeder = Feeder([base, wrong])
    #expect(feeder.state.pruned == Feeder([base]).state.seen(wrong).pruned)
    #expect(feeder.state.vector[two.log] == 4)
    #expect(feeder.state.clock.highest == base.hlc)
    #expect(feeder.delivery.waivers.isEmpty)
    _ = try settle([base, wrong])
  }

  @Test mutating func theLastTimeInRangeHasItsEffect() throws {
    let base = try one.write([.addAsset(asset)], at: HybridClock.end - 1)
    #expect(try settle([base]).status(of: asset) == .alive)
  }

  @Test mutating func anAlbumWasCreatedAtTheSmallestStampOfItsCreations() throws {
    let late = try one.write(.createAlbum(album), .createAlbum(album), at: 3000)
    let early = try two.write(.restoreAlbum(album), .createAlbum(album), at: 2000)
    let state = try settle([late, early])
    #expect(state.albums[album]?.created == Stamp(hlc: 2000, dot: early.dot(at: 1)))
  }

  @Test mutating func aLogsNameIsARegister() throws {
    let named = try one.write(.setLog(one.log, .name, .text("laptop")), at: 2000)
    let renamed = try two.write(.setLog(one.log, .name, .text("desk")), at: 3000)
    #expect(try settle([named, renamed]).logs[one.log]?[.name]?.value == .text("desk"))
  }
}
