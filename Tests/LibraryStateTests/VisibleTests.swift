import LibraryState
import Operations
import TestSupport
import Testing

/// What one sees of a library (docs/design/0001-operations.md, "What one sees").
@Suite struct VisibleTests {
  private let album = AlbumID(1)
  private var one = Device(1)
  private var two = Device(2)

  private func asset(_ number: UInt64) -> AssetID { AssetID(number) }

  private func part(_ part: UInt64, of whole: UInt64) -> Operation.Change {
    .setAsset(asset(part), .partOf, .asset(asset(whole)))
  }

  private func trash(_ asset: AssetID, _ observed: Dot) -> Operation.Change {
    .trashAsset(asset, observed: [observed], purges: [])
  }

  /// Adds assets 1 to `count`; asset n has dot n.
  private mutating func addAssets(_ count: UInt64) throws -> Transaction {
    let transaction = try one.write((1...count).map { .addAsset(AssetID($0)) })
    two.see(transaction)
    return transaction
  }

  // MARK: Assets

  @Test mutating func anAssetIsKnownOnceItWasAddedOrRestored() throws {
    let named = try one.write(
      .setAsset(asset(1), .rating, .int(5)), .addTag(asset(2), "cat"), .purgeAsset(asset(3)),
      .addReference(album, asset(4), nil), .restoreAsset(asset(5)), .addAsset(asset(6)))
    let state = try settle([named])
    #expect(state.assets.filter(\.value.isKnown).keys.sorted() == [asset(5), asset(6)])
    let text = try state.normalizedJSON()
    for number in 1...4 as ClosedRange<UInt64> {
      #expect(!text.contains("\"id\":\"\(asset(number))\""))
    }
    #expect(text.contains("\"id\":\"\(asset(5))\""))
  }

  @Test mutating func anAssetThatWasRemovedBeforeItCameIsKnown() throws {
    let first = try one.write(trash(asset(1), Dot(log: two.log, seq: 1)))
    let added = try two.write(.addAsset(asset(1)))
    let state = try settle([first, added])
    #expect(state.assets[asset(1)]?.isKnown == true)
    #expect(state.status(of: asset(1)) == .trashed)
  }

  @Test mutating func aliveComesBeforePurgedBeforeTrashed() throws {
    let base = try addAssets(3)
    let changed = try one.write(
      .purgeAsset(asset(1)), trash(asset(2), base.dot(at: 1)), .purgeAsset(asset(2)),
      trash(asset(3), base.dot(at: 2)))
    let state = try settle([base, changed])
    #expect((1...3).map { state.status(of: asset($0)) } == [.alive, .purged, .trashed])
    #expect(state.status(of: asset(9)) == .trashed)
  }

  // MARK: Parts

  @Test mutating func aChainOfPartsEndsAtTheWhole() throws {
    let base = try addAssets(4)
    let joined = try one.write(part(1, of: 2), part(2, of: 3), part(4, of: 3))
    let wholes = try settle([base, joined]).wholes()
    #expect(wholes == [asset(1): asset(3), asset(2): asset(3), asset(4): asset(3)])
  }

  @Test mutating func inACycleOfPartsTheSmallestIdIsTheWhole() throws {
    let base = try addAssets(4)
    let mine = try one.write(part(2, of: 3), part(1, of: 4))
    let theirs = try two.write(part(3, of: 2), part(4, of: 3))
    let wholes = try settle([base, mine, theirs]).wholes()
    // 1 and 4 lead into the cycle of 2 and 3.
    #expect(wholes == [asset(1): asset(2), asset(3): asset(2), asset(4): asset(2)])
  }

  @Test mutating func anAssetThatIsPartOfItselfIsWhole() throws {
    let base = try addAssets(2)
    let joined = try one.write(part(1, of: 1), part(2, of: 1))
    #expect(try settle([base, joined]).wholes() == [asset(2): asset(1)])
  }

  @Test mutating func aWholeThatIsNotAliveEndsTheChainBeforeIt() throws {
    let base = try addAssets(3)
    let joined = try one.write(part(1, of: 2), part(2, of: 3))
    let trashed = try two.write(trash(asset(3), base.dot(at: 2)))
    #expect(try settle([base, joined, trashed]).wholes() == [asset(1): asset(2)])
    let middle = try two.write(trash(asset(2), base.dot(at: 1)))
    #expect(try settle([base, joined, middle, trashed]).wholes() == [:])
  }

  @Test mutating func partOfShowsAsTheWhole() throws {
    let base = try addAssets(3)
    let joined = try one.write(part(1, of: 2), part(2, of: 3))
    let text = try settle([base, joined]).normalizedJSON()
    #expect(text.matches(of: /partOf/).count == 2)
    #expect(text.matches(of: /"partOf":"0000000000000003/).count == 2)
  }

  @Test(.timeLimit(.minutes(10))) func deepChainsOfPartsTakeTimeInProportion() {
    let edges = Dictionary(
      uniqueKeysWithValues: (1..<100_000 as Range<UInt64>).map { (AssetID($0), AssetID($0 + 1)) })
    let wholes = LibraryState.wholes(edges) { _ in true }
    #expect(wholes.count == 99_999)
    #expect(wholes.values.allSatisfy { $0 == AssetID(100_000) })
  }

  // MARK: Albums

  @Test mutating func aReferenceShowsWhileItsAssetIsAlive() throws {
    let base = try addAssets(2)
    let filled = try one.write(
      .createAlbum(album), .addReference(album, asset(1), try Position(1)),
      .addReference(album, asset(2), try Position(2)), .addReference(album, asset(3), nil))
    #expect(try settle([base, filled]).members(of: album) == [asset(1), asset(2)])
    let trashed = try one.write(trash(asset(1), base.dot(at: 0)), .purgeAsset(asset(1)))
    #expect(try settle([base, filled, trashed]).members(of: album) == [asset(2)])
    // Latent: it comes back in its place.
    let restored = try one.write(.restoreAsset(asset(1)))
    #expect(
      try settle([base, filled, trashed, restored]).members(of: album) == [asset(1), asset(2)])
  }

  @Test mutating func referencesOfADeletedAlbumAreListedWithIt() throws {
    let base = try addAssets(1)
    let filled = try one.write(.createAlbum(album), .addReference(album, asset(1), nil))
    let deleted = try one.write(.deleteAlbum(album, observed: [filled.dot]))
    let state = try settle([base, filled, deleted])
    #expect(state.members(of: album) == [asset(1)])
    #expect(try state.normalizedJSON().contains("\"status\":\"deleted\""))
    let restored = try one.write(.restoreAlbum(album))
    #expect(try settle([base, filled, deleted, restored]).members(of: album) == [asset(1)])
  }

  @Test mutating func referencesInAFolderAreLatent() throws {
    let base = try addAssets(1)
    let filled = try one.write(.createAlbum(album), .addReference(album, asset(1), nil))
    let turned = try two.write(.setAlbum(album, .type, .text("folder")), at: 9000)
    #expect(try !settle([base, filled, turned]).normalizedJSON().contains("\"assets\":[\"0"))
    let back = try one.write(.setAlbum(album, .type, .text("album")), at: 9001)
    #expect(
      try settle([base, filled, turned, back]).normalizedJSON().contains("\"assets\":[\"0"))
  }

  @Test mutating func anUnknownTypeIsAnAlbum() throws {
    let made = try one.write(
      .createAlbum(album, type: "smart"), .createAlbum(AlbumID(2), in: album))
    let state = try settle([made])
    #expect(state.parents() == [:])
    let text = try state.normalizedJSON()
    #expect(!text.contains("smart"))
    #expect(text.matches(of: /"type":"album"/).count == 2)
  }

  @Test mutating func aHiddenAssetShowsFlagged() throws {
    let base = try addAssets(1)
    let filled = try one.write(
      .createAlbum(album), .addReference(album, asset(1), nil),
      .setAsset(asset(1), .hidden, .bool(true)))
    let state = try settle([base, filled])
    #expect(state.members(of: album) == [asset(1)])
    #expect(try state.normalizedJSON().contains("\"hidden\":true"))
  }

  @Test mutating func membersAreOrderedByPositionThenIdAndWithoutPositionLast() throws {
    let base = try addAssets(6)
    let long = try #require(Position(bytes: [0x10, 0x00]))
    let filled = try one.write(
      .createAlbum(album), .addReference(album, asset(6), try Position(0x10)),
      .addReference(album, asset(5), long), .addReference(album, asset(4), try Position(0x10)),
      .addReference(album, asset(3), nil), .addReference(album, asset(2), try Position(0xFF)),
      .addReference(album, asset(1), nil))
    let state = try settle([base, filled])
    #expect(state.members(of: album) == [4, 6, 5, 2, 1, 3].map { asset($0) })
  }

  @Test mutating func aMovedReferenceKeepsItsMoveWhenItIsAddedAgain() throws {
    let base = try addAssets(1)
    let filled = try one.write(
      .createAlbum(album), .addReference(album, asset(1), try Position(0x10)),
      .moveReference(album, asset(1), try Position(0x20)))
    let again = try one.write(
      .removeReference(album, asset(1), observed: [filled.dot(at: 1)]),
      .addReference(album, asset(1), try Position(0x30)))
    let state = try settle([base, filled, again])
    #expect(state.reference(album, asset(1))?.position.value == .bytes([0x20]))
  }

  // MARK: Parents

  private func folder(_ number: UInt64, in parent: UInt64? = nil) -> Operation.Change {
    .createAlbum(AlbumID(number), type: "folder", in: parent.map { AlbumID($0) })
  }

  private func move(_ album: UInt64, to parent: UInt64) -> Operation.Change {
    .setAlbum(AlbumID(album), .parent, .album(AlbumID(parent)))
  }

  @Test mutating func aParentCountsIfBothAreAliveAndItIsAFolder() throws {
    let made = try one.write(
      folder(1), folder(2, in: 1), .createAlbum(AlbumID(3), in: AlbumID(2)),
      .createAlbum(AlbumID(4), in: AlbumID(3)), .createAlbum(AlbumID(5), in: AlbumID(9)))
    #expect(
      try settle([made]).parents() == [AlbumID(2): AlbumID(1), AlbumID(3): AlbumID(2)])
    let cleared = try one.write(.setAlbum(AlbumID(3), .parent, .null))
    #expect(try settle([made, cleared]).parents() == [AlbumID(2): AlbumID(1)])
  }

  @Test mutating func deletingAFolderLeavesItsChildrenAtTheTop() throws {
    let made = try one.write(folder(1), folder(2, in: 1), folder(3, in: 2))
    let deleted = try one.write(.deleteAlbum(AlbumID(2), observed: [made.dot(at: 1)]))
    let state = try settle([made, deleted])
    #expect(state.parents() == [:])
    #expect(state.albums[AlbumID(3)]?.life.isEmpty == false)
    let restored = try one.write(.restoreAlbum(AlbumID(2)))
    #expect(
      try settle([made, deleted, restored]).parents()
        == [AlbumID(2): AlbumID(1), AlbumID(3): AlbumID(2)])
  }

  @Test mutating func inACycleOfParentsTheLastMovedShowsAtTheTop() throws {
    let made = try one.write(folder(1), folder(2), folder(3, in: 1))
    two.see(made)
    let mine = try one.write(move(1, to: 2), at: 3000)
    let theirs = try two.write(move(2, to: 1), at: 2000)
    #expect(
      try settle([made, mine, theirs]).parents()
        == [AlbumID(2): AlbumID(1), AlbumID(3): AlbumID(1)])
  }

  @Test mutating func theCycleIsJudgedByWhatStandsNotByWhatWas() throws {
    let made = try one.write(folder(1, in: 2), folder(2), folder(3))
    two.see(made)
    // The parent of 1 is an initial value, with a stamp of its own.
    let closed = try two.write(move(2, to: 1))
    #expect(try settle([made, closed]).parents() == [AlbumID(1): AlbumID(2)])
    let aside = try two.write(move(2, to: 3))
    #expect(
      try settle([made, closed, aside]).parents()
        == [AlbumID(1): AlbumID(2), AlbumID(2): AlbumID(3)])
  }

  @Test mutating func aFolderInItselfShowsAtTheTop() throws {
    let made = try one.write(folder(1, in: 1))
    #expect(try settle([made]).parents() == [:])
  }

  @Test mutating func titlesAreNotUnique() throws {
    let made = try one.write(.createAlbum(AlbumID(1), "Trip"), .createAlbum(AlbumID(2), "Trip"))
    let state = try settle([made])
    #expect(state.title(of: AlbumID(1)) == "Trip" && state.title(of: AlbumID(2)) == "Trip")
  }
}
