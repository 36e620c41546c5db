import Operations
import TestSupport
import Testing

@testable import LibraryState

/// The rules of undo and redo, one by one.
@Suite struct UndoTests {
  private let asset = AssetID(1), other = AssetID(2), album = AlbumID(1)

  /// A device with an album and two photos.
  private func device(_ number: UInt64 = 1) throws -> UndoingDevice {
    var device = UndoingDevice(number)
    try device.write([
      .addAsset(asset), .addAsset(other), .createAlbum(album, "Rome"),
      .addReference(album, asset, try Position(1)),
    ])
    return device
  }

  @Test func anImportIsTrashedAndComesBackInPlace() throws {
    var device = UndoingDevice(1)
    try device.write([.createAlbum(album, "Rome")])
    let imported = try #require(
      try device.write([
        .addAsset(asset, filename: "a.jpg"), .addReference(album, asset, try Position(5)),
      ]))
    let plan = try device.undo(imported)
    #expect(
      plan.changes == [
        .trashAsset(asset, observed: [imported.dot], purges: []),
        .removeReference(album, asset, observed: [imported.dot(at: 1)]),
      ])
    #expect(plan.left.isEmpty)
    #expect(device.state.status(of: asset) == .trashed)
    let again = try device.redo(try #require(device.newestUndo))
    #expect(again.changes == [.restoreAsset(asset), .addReference(album, asset, nil)])
    #expect(device.state.members(of: album) == [asset])
    #expect(
      device.state.reference(album, asset)?.position.value
        == .bytes(try Position(5).bytes))
  }

  @Test func aFieldThatWasChangedSinceIsLeft() throws {
    var device = try device()
    let first = try #require(try device.write([.setAlbum(album, .title, .text("Roma"))]))
    let second = try #require(try device.write([.setAlbum(album, .title, .text("Rom"))]))
    var plan = try device.undo(first)
    // That it is off is written down all the same, by what has no effect.
    #expect(plan.changes == [.deleteAlbum(album, observed: [])])
    #expect(plan.left == [.init(.album(album), .title, .changedSince)])
    #expect(device.state.albums[album]?.registers[.title]?.value == .text("Rom"))
    plan = try device.undo(second)
    #expect(plan.changes == [.setAlbum(album, .title, .text("Rome"))])
    plan = try device.redo(try #require(device.newestUndo))
    #expect(plan.changes == [.setAlbum(album, .title, .text("Rom"))])
    let firstUndo = try #require(device.transactions.first { $0.undoes == first.dot })
    #expect(try device.redo(firstUndo).left.map(\.reason) == [.changedSince])
    plan = try device.undo(second)
    #expect(plan.changes == [.setAlbum(album, .title, .text("Roma"))])
  }

  @Test func whatOthersHaveUsedIsLeft() throws {
    var mine = UndoingDevice(1)
    let made = try #require(
      try mine.write([
        .createAlbum(album, "Rome"), .addAsset(asset), .addReference(album, asset, try Position(1)),
      ]))
    var yours = UndoingDevice(2)
    yours.receive(mine.transactions)
    try yours.write([.addAsset(other), .addReference(album, other, try Position(2))])
    mine.receive(yours.transactions)
    let plan = mine.planner(for: made).undo()
    #expect(plan.left == [.init(.album(album), nil, .usedSince)])
    #expect(
      plan.changes == [
        .trashAsset(asset, observed: [made.dot(at: 1)], purges: []),
        .removeReference(album, asset, observed: [made.dot(at: 2)]),
      ])
    // What they have taken back is no use.
    try yours.undo(try #require(yours.newest))
    mine.receive(yours.transactions)
    #expect(mine.planner(for: made).undo().left.isEmpty)
  }

  @Test func whatSomeoneElseRemovedAsWellStaysAway() throws {
    var mine = try device()
    var yours = UndoingDevice(2)
    yours.receive(mine.transactions)
    func remove(_ device: inout UndoingDevice) throws -> Transaction {
      let dots = device.state.reference(album, asset)?.life.sorted ?? []
      return try #require(
        try device.write([.removeReference(album, asset, observed: dots)]))
    }
    let here = try remove(&mine)
    let there = try remove(&yours)
    mine.receive(yours.transactions)
    let plan = try mine.undo(there)
    #expect(plan.left == [.init(.reference(album, asset), nil, .removedByOthers)])
    #expect(mine.state.members(of: album) == [])
    #expect(mine.planner(for: here).undo().changes == [.addReference(album, asset, nil)])
  }

  @Test func aRedoLeavesWhatWasAddedAgain() throws {
    var device = try device()
    let dots = device.state.reference(album, asset)?.life.sorted ?? []
    let removal = try #require(
      try device.write([.removeReference(album, asset, observed: dots)]))
    try device.undo(removal)
    let undo = try #require(device.newestUndo)
    try device.write([.addReference(album, asset, nil)], origin: "folder")
    let plan = try device.redo(undo)
    #expect(plan.left == [.init(.reference(album, asset), nil, .addedByOthers)])
    #expect(device.state.members(of: album) == [asset])
  }

  @Test func aPurgeIsTakenBackWhileTheBytesAreThere() throws {
    var device = try device()
    try device.write([
      .trashAsset(asset, observed: device.state.assets[asset]?.life.sorted ?? [], purges: [])
    ])
    let purge = try #require(try device.write([.purgeAsset(asset)]))
    #expect(device.state.status(of: asset) == .purged)
    let late = device.planner(for: purge) { _ in true }.undo()
    #expect(late.changes.isEmpty)
    #expect(late.left == [.init(.purge(asset), nil, .bytesGone)])
    try device.undo(purge)
    #expect(device.state.status(of: asset) == .trashed)
    try device.redo(try #require(device.newestUndo))
    #expect(device.state.status(of: asset) == .purged)
  }

  @Test func factsStay() throws {
    var device = try device()
    let found = try #require(
      try device.write([
        .setAsset(asset, .path, .text("new/a.jpg")), .setAsset(asset, .caption, .text("Forum")),
        .addCopy(ContentID(1), PlaceID(1)), .setLog(device.log, .name, .text("laptop")),
      ]))
    let plan = try device.undo(found)
    #expect(plan.changes == [.setAsset(asset, .caption, .null)])
    #expect(Set(plan.left.map(\.reason)) == [.fact])
    #expect(plan.left.count == 3)
  }

  @Test func whatIsUnknownStays() throws {
    var device = try device()
    let strange = try #require(
      try device.write([
        .opaque(kind: "face.add", fields: []), .addTag(asset, "cat"),
      ]))
    let plan = try device.undo(strange)
    #expect(plan.left == [.init(nil, nil, .unknown)])
    #expect(plan.changes.count == 1)
  }

  /// Two devices undo the same thing, not knowing of each other: it is undone once, and one redo brings it
  /// back.
  @Test func twoUndosAreOne() throws {
    var mine = try device()
    var yours = UndoingDevice(2)
    let tagged = try #require(
      try mine.write([.addTag(asset, "cat"), .setAsset(asset, .caption, .text("Forum"))]))
    yours.receive(mine.transactions)
    try mine.undo(tagged)
    try yours.undo(tagged)
    mine.receive(yours.transactions)
    #expect(mine.relation.isOff(tagged.dot))
    try mine.redo(try #require(mine.newestUndo))
    #expect(!mine.relation.isOff(tagged.dot))
    #expect(mine.state.assets[asset]?.registers[.caption]?.value == .text("Forum"))
    #expect(mine.state.assets[asset]?.tags[ExactText("cat")]?.isEmpty == false)
    yours.receive(mine.transactions)
    #expect(yours.state.pruned == mine.state.pruned)
    // And it can be undone again.
    try yours.undo(tagged)
    #expect(yours.state.assets[asset]?.tags[ExactText("cat")]?.isEmpty != false)
  }

  /// What two imports brought and one trash took comes back as one dot: it stands for both.
  @Test func oneDotStandsForSeveral() throws {
    var device = UndoingDevice(1)
    let first = try #require(try device.write([.addAsset(asset)]))
    let second = try #require(try device.write([.addAsset(asset)]))
    let trash = try #require(
      try device.write([
        .trashAsset(asset, observed: [first.dot, second.dot], purges: [])
      ]))
    try device.undo(trash)
    // Nothing of it shows, but that it is off is written down.
    let plan = try device.undo(second)
    #expect(plan.changes == [.trashAsset(asset, observed: [], purges: [])])
    #expect(device.state.status(of: asset) == .alive)
    #expect(device.newest == first)
    try device.undo(first)
    #expect(device.state.status(of: asset) == .trashed)
  }

  @Test func aRelationThatMakesNoSenseIsRead() {
    let log = LogID(1)
    func entry(_ seq: UInt64, _ hlc: UInt64, _ undoes: UInt64) -> UndoRelation.Entry {
      .init(
        stamp: Stamp(hlc: hlc, dot: Dot(log: log, seq: seq)), undoes: Dot(log: log, seq: undoes))
    }
    // One that undoes itself, two that undo each other, one of the future, one out of time.
    let relation = UndoRelation([
      entry(1, 10, 1), entry(2, 20, 3), entry(3, 30, 2), entry(4, 5, 9),
      entry(5, HybridClock.end, 6),
    ])
    #expect(!relation.isOff(Dot(log: log, seq: 6)))
    #expect(relation.isOff(Dot(log: log, seq: 9)))
    #expect(relation.root(of: Dot(log: log, seq: 1)).depth == 1)
    _ = relation.isOff(Dot(log: log, seq: 2))
  }

  @Test func ofALongHistoryOnlyWhatConcernsTheChangeIsKept() throws {
    var device = try device()
    let tagged = try #require(try device.write([.addTag(asset, "sea")]))
    for number: UInt8 in 1...20 {
      try device.write([
        .addTag(other, "tag \(number)"), .setAsset(asset, .caption, .text("\(number)")),
        .moveReference(album, asset, try Position(number)),
      ])
    }
    let planner = device.planner(for: tagged)
    #expect(planner.history.sets.keys.map { $0 } == [.tag(asset, ExactText("sea"))])
    #expect(planner.history.writes.isEmpty)
    #expect(planner.undo().changes == [.removeTag(asset, "sea", observed: [tagged.dot])])
  }

  @Test func returningOneAlbumLeavesTheRest() throws {
    var device = try device()
    let then = device.state
    try device.write([
      .setAlbum(album, .title, .text("Roma")), .addReference(album, other, try Position(2)),
      .moveReference(album, asset, try Position(3)), .setAsset(asset, .caption, .text("x")),
      .createAlbum(AlbumID(2), "Oslo"),
    ])
    let plan = RevertPlanner(from: device.state, to: then) { _ in false }.plan(for: album)
    try device.write(plan.changes)
    #expect(device.state.members(of: album) == [asset])
    #expect(device.state.albums[album]?.registers[.title]?.value == .text("Rome"))
    #expect(device.state.assets[asset]?.registers[.caption]?.value == .text("x"))
    #expect(device.state.albums[AlbumID(2)]?.life.isEmpty == false)
  }

  @Test func aReturnDoesNotBringBackBytesThatAreGone() throws {
    var device = try device()
    let life = device.state.assets[asset]?.life.sorted ?? []
    try device.write([.trashAsset(asset, observed: life, purges: [])])
    let then = device.state
    try device.write([.purgeAsset(asset)])
    let plan = RevertPlanner(from: device.state, to: then) { _ in true }.plan()
    #expect(plan.changes.isEmpty)
    #expect(plan.left == [.init(.purge(asset), nil, .bytesGone)])
  }
}
