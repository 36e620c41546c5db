import LibraryState
import Operations
import TestSupport
import Testing

/// The rules that follow from the three mechanisms, each on the smallest history that shows it, in every
/// order of arrival (docs/design/0001-operations.md, "Resulting rules").
@Suite struct RuleTests {
  private let asset = AssetID(1)
  private let album = AlbumID(1)
  private var one = Device(1)
  private var two = Device(2)
  private let base: Transaction

  /// Both devices know an asset in an album.
  init() throws {
    base = try one.write(
      .addAsset(asset), .createAlbum(album), .addReference(album, asset, try Position(0x80)))
    two.see(base)
  }

  private var added: Dot { base.dot(at: 0) }
  private var created: Dot { base.dot(at: 1) }
  private var referenced: Dot { base.dot(at: 2) }

  @Test mutating func addBeatsConcurrentRemove() throws {
    let removed = try one.write(.removeReference(album, asset, observed: [referenced]))
    let again = try two.write(.addReference(album, asset, nil))
    let state = try settle([base, removed, again])
    #expect(state.members(of: album) == [asset])
  }

  @Test mutating func addOfATagBeatsConcurrentRemove() throws {
    let tagged = try one.write(.addTag(asset, "cat"))
    two.see(tagged)
    let removed = try one.write(.removeTag(asset, "cat", observed: [tagged.dot]))
    let again = try two.write(.addTag(asset, "cat"))
    let state = try settle([base, tagged, removed, again])
    #expect(state.assets[asset]?.tags[ExactText("cat")]?.sorted == [again.dot])
  }

  @Test mutating func addOfACopyBeatsConcurrentRemove() throws {
    let content = ContentID(1), place = PlaceID(1)
    let copied = try one.write(.addCopy(content, place))
    two.see(copied)
    let removed = try one.write(.removeCopy(content, place, observed: [copied.dot]))
    let again = try two.write(.addCopy(content, place))
    let state = try settle([copied, base, removed, again])
    #expect(state.copies[content]?[place]?.sorted == [again.dot])
  }

  @Test mutating func removeBeatsConcurrentMove() throws {
    let removed = try one.write(.removeReference(album, asset, observed: [referenced]))
    let moved = try two.write(.moveReference(album, asset, try Position(0x90)), at: 9000)
    let state = try settle([base, removed, moved])
    #expect(state.members(of: album) == [])
  }

  @Test mutating func concurrentAddsNeverDuplicate() throws {
    let other = AssetID(2)
    let mine = try one.write(.addAsset(other), .addReference(album, other, try Position(0x10)))
    let theirs = try two.write(.addAsset(other), .addReference(album, other, try Position(0x90)))
    let state = try settle([base, mine, theirs])
    #expect(state.members(of: album) == [other, asset])
    #expect(state.assets.count == 2)
  }

  @Test mutating func concurrentMovesNeverDuplicate() throws {
    let mine = try one.write(.moveReference(album, asset, try Position(0x10)), at: 2000)
    let theirs = try two.write(.moveReference(album, asset, try Position(0x90)), at: 3000)
    let state = try settle([base, mine, theirs])
    #expect(state.members(of: album) == [asset])
    #expect(state.reference(album, asset)?.position.value == .bytes([0x90]))
  }

  @Test mutating func anEditNeverUntrashes() throws {
    let trashed = try one.write(.trashAsset(asset, observed: [added], purges: []))
    let edited = try two.write(
      .setAsset(asset, .rating, .int(5)), .addTag(asset, "cat"), .addReference(album, asset, nil),
      at: 9000)
    let state = try settle([base, trashed, edited])
    #expect(state.status(of: asset) == .trashed)
    #expect(state.assets[asset]?.registers[.rating]?.value == .int(5))
  }

  @Test mutating func restoreBeatsConcurrentTrash() throws {
    let trashed = try one.write(.trashAsset(asset, observed: [added], purges: []))
    two.see(trashed)
    let restored = try two.write(.restoreAsset(asset))
    let again = try one.write(.trashAsset(asset, observed: [added], purges: []), at: 9000)
    let state = try settle([base, trashed, restored, again])
    #expect(state.status(of: asset) == .alive)
  }

  @Test mutating func reimportBeatsConcurrentTrash() throws {
    let trashed = try one.write(.trashAsset(asset, observed: [added], purges: []), at: 9000)
    let imported = try two.write(.addAsset(asset))
    let state = try settle([base, trashed, imported])
    #expect(state.status(of: asset) == .alive)
    #expect(state.members(of: album) == [asset])
  }

  @Test mutating func restoreBeatsConcurrentPurge() throws {
    let trashed = try one.write(.trashAsset(asset, observed: [added], purges: []))
    two.see(trashed)
    let purged = try one.write(.purgeAsset(asset), at: 9000)
    let restored = try two.write(.restoreAsset(asset))
    #expect(try settle([base, trashed, purged]).status(of: asset) == .purged)
    #expect(try settle([base, trashed, purged, restored]).status(of: asset) == .alive)
  }

  @Test mutating func reimportBeatsConcurrentPurge() throws {
    let trashed = try one.write(.trashAsset(asset, observed: [added], purges: []))
    let purged = try one.write(.purgeAsset(asset), at: 9000)
    let imported = try two.write(.addAsset(asset))
    #expect(try settle([base, trashed, purged, imported]).status(of: asset) == .alive)
  }

  @Test mutating func aTrashTakesBackThePurgesThatItSaw() throws {
    let trashed = try one.write(.trashAsset(asset, observed: [added], purges: []))
    let purged = try one.write(.purgeAsset(asset))
    two.see(trashed)
    let other = try two.write(.purgeAsset(asset))
    let back = try one.write(.trashAsset(asset, observed: [], purges: [purged.dot]))
    #expect(try settle([base, trashed, purged, back]).status(of: asset) == .trashed)
    // A purge that it did not see stands.
    #expect(try settle([base, trashed, purged, other, back]).status(of: asset) == .purged)
  }

  @Test mutating func restoreOfAnAlbumBeatsConcurrentDelete() throws {
    let deleted = try one.write(.deleteAlbum(album, observed: [created]))
    two.see(deleted)
    let restored = try two.write(.restoreAlbum(album))
    let again = try one.write(.deleteAlbum(album, observed: [created]), at: 9000)
    let state = try settle([base, deleted, restored, again])
    #expect(state.albums[album]?.life.sorted == [restored.dot])
    #expect(state.members(of: album) == [asset])
  }

  @Test mutating func theGreatestStampWins() throws {
    let mine = try one.write(.setAlbum(album, .title, .text("Rome")), at: 3000)
    let theirs = try two.write(.setAlbum(album, .title, .text("Paris")), at: 2000)
    #expect(try settle([base, mine, theirs]).title(of: album) == "Rome")
  }

  @Test mutating func ofEqualTimesTheGreaterLogWins() throws {
    let mine = try one.write(.setAlbum(album, .title, .text("Rome")), at: 2000)
    let theirs = try two.write(.setAlbum(album, .title, .text("Paris")), at: 2000)
    #expect(try settle([base, mine, theirs]).title(of: album) == "Paris")
  }

  @Test mutating func ofOneTransactionTheLastWriteWins() throws {
    let changed = try one.write(
      .setAlbum(album, .title, .text("Rome")), .setAlbum(album, .title, .text("Paris")))
    #expect(try settle([base, changed]).title(of: album) == "Paris")
  }

  @Test mutating func applyingTwiceChangesNothing() throws {
    let removed = try one.write(.removeReference(album, asset, observed: [referenced]))
    let renamed = try one.write(.setAlbum(album, .title, .text("Rome")))
    let feeder = Feeder([base, removed, renamed])
    let before = feeder.state
    for transaction in [base, removed, renamed, base] { feeder.take(transaction) }
    #expect(feeder.state == before)
    #expect(feeder.delivered == [base, removed, renamed])
  }

  @Test mutating func outAndInAgainInOneTransaction() throws {
    let changed = try one.write(
      .removeReference(album, asset, observed: [referenced]), .addReference(album, asset, nil))
    let state = try settle([base, changed])
    #expect(state.reference(album, asset)?.life.sorted == [changed.dot(at: 1)])
    // It has kept its place.
    #expect(state.reference(album, asset)?.position.value == .bytes([0x80]))
  }

  @Test mutating func aRemovalCanNameItsOwnTransaction() throws {
    let own = Dot(log: one.log, seq: one.next)
    let changed = try one.write(
      .addTag(asset, "cat"), .removeTag(asset, "cat", observed: [own]),
      .removeTag(asset, "cat", observed: [own, own]))
    let state = try settle([base, changed])
    #expect(state.assets[asset]?.tags[ExactText("cat")]?.isEmpty == true)
    #expect(state.pruned.dead.isEmpty)
  }

  @Test mutating func aRemovalThatComesFirstInItsTransactionCounts() throws {
    let later = Dot(log: one.log, seq: one.next + 1)
    let changed = try one.write(
      .removeTag(asset, "cat", observed: [later]), .addTag(asset, "cat"))
    let state = try settle([base, changed])
    #expect(state.assets[asset]?.tags[ExactText("cat")]?.isEmpty ?? true)
  }

  @Test mutating func aRemoverTakesOnlyTheAddThatItSaw() throws {
    let again = try two.write(.addReference(album, asset, nil))
    var three = Device(3)
    three.see(base)
    let removed = try three.write(.removeReference(album, asset, observed: [referenced]))
    let state = try settle([base, again, removed])
    #expect(state.reference(album, asset)?.life.sorted == [again.dot])
    // Who has seen both takes both.
    three.see(again)
    let both = try three.write(
      .removeReference(album, asset, observed: [referenced, again.dot]))
    #expect(try settle([base, again, removed, both]).members(of: album) == [])
  }

  @Test mutating func aDotThatBelongsToSomethingElseIsNoMatter() throws {
    // Each removal names a dot of another asset, album, tag or kind of set.
    let changed = try two.write(
      .removeReference(album, asset, observed: [added, created]),
      .trashAsset(asset, observed: [referenced], purges: [added]),
      .deleteAlbum(album, observed: [referenced]),
      .removeTag(asset, "cat", observed: [added]),
      .removeCopy(ContentID(1), PlaceID(1), observed: [added]))
    let state = try settle([base, changed])
    #expect(state.members(of: album) == [asset])
    #expect(state.albums[album]?.life.sorted == [created])
    #expect(state.pruned == Feeder([base]).state.seen(changed).pruned)
    // Nothing is remembered of what cannot come any more.
    #expect(state.dead.isEmpty)
  }
}

extension LibraryState {
  func title(of album: AlbumID) -> String? { albums[album]?.registers[.title]?.value?.text }

  /// The state with a transaction counted, but without its effect.
  func seen(_ transaction: Transaction) -> LibraryState {
    var state = self
    state.vector[transaction.log] = transaction.lastSeq
    state.clock.observe(transaction.hlc)
    return state
  }
}
