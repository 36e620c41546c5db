import Operations
import TestSupport
import Testing

@testable import Reconciling

/// What was withheld is not concluded by what comes later: it is confirmed, or it is back.
@Suite struct ViewWithheldTests {
  private static func path(_ name: String) -> [[UInt8]] { [Array(name.utf8)] }

  /// A library whose albums are shown: each has as many photos as are given.
  private static func model(_ albums: (String, Int)...) throws -> (ViewModel, [AlbumID]) {
    var model = ViewModel()
    for number in 1...60 { model.addAsset(number, at: "roll/\(number).jpg") }
    let ids = albums.map { model.makeAlbum($0.0, $0.1 > 0 ? Array(1...$0.1) : []) }
    try model.sync()
    return (model, ids)
  }

  @Test("an emptied album to which something is added is still an emptied one")
  func anEmptiedAlbumIsAddedTo() throws {
    var (model, ids) = try Self.model(("Trip", 5), ("Other", 1))
    model.disk[Self.path("Trip")]?.items = [:]
    model.link(9, as: "new.jpg", in: "Trip")
    for _ in 0..<3 {
      #expect(try model.sync(confirms: false).findings.withheld.count == 5)
      #expect(model.acts == [.add(ids[0], [ViewModel.asset(9)])])
    }
    model.link(10, as: "another.jpg", in: "Trip")
    for _ in 0..<2 { #expect(try model.sync(confirms: false).findings.withheld.count == 5) }
    #expect(model.members(of: ids[0]).count == 7)
    #expect(try model.sync(confirms: true).findings.withheld.isEmpty)
    #expect(model.members(of: ids[0]) == [ViewModel.asset(9), ViewModel.asset(10)])
  }

  @Test("an emptied album whose directory goes as well is not deleted by that")
  func anEmptiedAlbumLosesItsDirectory() throws {
    var (model, ids) = try Self.model(("Trip", 5), ("Other", 1))
    let whole = model.disk
    model.disk[Self.path("Trip")]?.items = [:]
    #expect(try model.sync(confirms: false).findings.withheld.count == 5)
    model.removeTree(Self.path("Trip"))
    for _ in 0..<2 {
      #expect(try model.sync(confirms: false).findings.withheld == [Self.path("Trip")])
    }
    #expect(model.acts.isEmpty)
    var other = model
    try other.sync(confirms: true)
    #expect(other.acts == [.delete(ids[0])])
    model.disk = whole
    #expect(try model.sync(confirms: false).findings.withheld.isEmpty)
    #expect(model.acts.isEmpty && model.disk == whole)
  }

  @Test("of many that are gone the last few are as withheld as all were")
  func mostOfThemComeBack() throws {
    var (model, ids) = try Self.model(("Trip", 60))
    let whole = model.disk
    for name in model.names("Trip").prefix(40) {
      model.disk[Self.path("Trip")]?.items[Array(name.utf8)] = nil
    }
    #expect(try model.sync(confirms: false).findings.withheld.count == 40)
    let gone = Set(whole[Self.path("Trip")]?.items.keys.map { $0 } ?? [])
      .subtracting(model.disk[Self.path("Trip")]?.items.keys.map { $0 } ?? [])
    for name in gone.dropFirst(3) {
      model.disk[Self.path("Trip")]?.items[name] = whole[Self.path("Trip")]?.items[name]
    }
    for _ in 0..<2 { #expect(try model.sync(confirms: false).findings.withheld.count == 3) }
    // One more goes: it waits with them.
    let other = model.disk[Self.path("Trip")]?.items.removeValue(forKey: Array("0600 60.jpg".utf8))
    #expect(other != nil)
    #expect(try model.sync(confirms: false).findings.withheld.count == 4)
    #expect(model.acts.isEmpty && model.members(of: ids[0]).count == 60)
    model.disk = whole
    #expect(try model.sync(confirms: false).findings.withheld.isEmpty)
    #expect(model.acts.isEmpty && model.disk == whole)
    // What goes now is one link, and no more.
    model.disk[Self.path("Trip")]?.items[Array("0600 60.jpg".utf8)] = nil
    try model.sync(confirms: false)
    #expect(model.acts == [.remove(ids[0], [ViewModel.asset(60)])])
  }

  @Test("of albums that are all gone the last one is as withheld as all were")
  func mostDirectoriesComeBack() throws {
    var (model, ids) = try Self.model(("One", 1), ("Two", 2))
    let one = model.removeTree(Self.path("One"))
    model.removeTree(Self.path("Two"))
    #expect(try model.sync(confirms: false).findings.withheld.count == 2)
    model.disk[Self.path("One")] = one[[]]
    for _ in 0..<2 {
      #expect(try model.sync(confirms: false).findings.withheld == [Self.path("Two")])
    }
    #expect(model.acts.isEmpty)
    try model.sync(confirms: true)
    #expect(model.acts == [.delete(ids[1])])
  }

  @Test("a view that was gone and is made again empty deletes not even the only album")
  func theViewItselfIsMadeAgain() throws {
    var (model, _) = try Self.model(("Only", 2))
    let whole = model.disk
    model.disk = [:]
    #expect(try model.sync(confirms: false).findings.withheld == [[]])
    model.disk = [[]: ViewModel.Node(inode: 7)]
    for _ in 0..<2 {
      #expect(try model.sync(confirms: false).findings.withheld == [Self.path("Only")])
    }
    model.disk = whole
    #expect(try model.sync(confirms: false).findings.withheld.isEmpty)
    #expect(model.acts.isEmpty && model.disk == whole)
  }

  @Test("an album whose directory is there does not come back as another one")
  func aDeletedAlbumHasOneDirectory() throws {
    var (model, ids) = try Self.model(("Trip", 2), ("Trip", 2))
    let marked = model.base.directories.first { $0.value.name.count > 4 }?.key
    let (bare, other) = marked == ids[0] ? (ids[1], ids[0]) : (ids[0], ids[1])
    model.setMembers(of: other, [1, 2, 3].map(ViewModel.asset))
    try model.sync()
    let removed = model.removeTree(Self.path("Trip"))
    try model.sync(confirms: false)
    #expect(model.acts == [.delete(bare)])
    // The other one is deleted by a command. Before the view follows, the first comes back as a copy, with
    // more in it: that it has more in common with the other one does not make it that.
    model.deleted.insert(other)
    model.disk[Self.path("Trip")] = ViewModel.Node(
      inode: model.freshInode(), items: removed[[]]?.items ?? [:])
    model.base.forget(where: { $0 == bare })
    model.link(3, as: "three.jpg", in: "Trip")
    for _ in 0..<2 { try model.sync(confirms: false) }
    #expect(
      model.acts == [.delete(bare), .restore(bare), .add(bare, [ViewModel.asset(3)])])
    #expect(model.deleted == [other] && model.directories == ["Trip"])
  }

  /// How much is recorded as withheld.
  private static func withheld(_ base: ViewBase) -> Int {
    base.directories.values.count { $0.standing == .withheld }
      + base.entries.values.reduce(0) { $0 + $1.values.count { $0.standing == .withheld } }
  }

  @Test("whatever happens, what was withheld is concluded only when that is confirmed")
  func withheldStaysWithheld() throws {
    let seed = ViewHistory.lawSeed()
    var count = 0
    for round in 0..<UInt64(rounds(60, nightly: 5_000)) {
      var random = SeededGenerator(seed: seed &+ round)
      var model = ViewHistory.begin(&random)
      model.makeAlbum("Large", Array(1...8))
      var history = ViewHistory(SeededGenerator(seed: random.next()))
      try model.sync()
      for _ in 0..<6 {
        for _ in 0..<Int.random(in: 0...2, using: &random) { history.changeAlbums(&model) }
        for _ in 0..<Int.random(in: 0...3, using: &random) { history.changeView(&model) }
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          let large = model.base.directories.keys.filter { model.members(of: $0).count >= 5 }.min()
          if let path = large.flatMap({ model.base.path(of: $0) }) { model.disk[path]?.items = [:] }
        case 1: for path in model.disk.keys where path.count == 1 { model.removeTree(path) }
        default: break
        }
        let before = model.base
        let findings = try model.sync(confirms: false).findings
        for act in findings.acts {
          switch act {
          case .remove(let album, let assets):
            let were = assets.filter { before.entry(album, $0)?.standing == .withheld }
            #expect(were.isEmpty, "seed \(random.seed): \(act)")
          case .delete(let album):
            #expect(!before.hasWithheld(album), "seed \(random.seed): \(act)")
          default: break
          }
        }
        let recorded = Self.withheld(model.base)
        #expect(recorded >= findings.withheld.count, "seed \(random.seed): \(findings.withheld)")
        count += recorded
      }
    }
    #expect(count > 0, "nothing was withheld; seed \(seed)")
  }
}
