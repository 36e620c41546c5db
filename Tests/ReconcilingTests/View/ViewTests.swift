import Operations
import Testing

@testable import Reconciling

/// The rows of the table in docs/design/0013-album-view.md, one by one, in both directions.
@Suite struct ViewTests {
  private static func model(_ count: Int = 6) -> ViewModel {
    var model = ViewModel()
    for number in 1...count { model.addAsset(number, at: "roll/\(number).jpg") }
    return model
  }

  private static func assets(_ numbers: Int...) -> [AssetID] { numbers.map(ViewModel.asset) }

  /// A model with one album that is shown.
  private static func trip(_ members: [Int] = [1, 2, 3]) throws -> (ViewModel, AlbumID) {
    var model = model()
    let trip = model.makeAlbum("Trip", members)
    try model.sync()
    return (model, trip)
  }

  // MARK: From the albums to the view

  @Test func albumsShowAsDirectoriesOfLinks() throws {
    var (model, trip) = try Self.trip()
    #expect(model.directories == ["Trip"])
    #expect(model.names("Trip") == ["0010 1.jpg", "0020 2.jpg", "0030 3.jpg"])
    let folder = model.makeAlbum("Years", isFolder: true)
    model.albums[trip]?.parent = folder
    try model.sync()
    #expect(model.directories == ["Years", "Years/Trip"])
    #expect(
      model.disk[[Array("Years".utf8), Array("Trip".utf8)]]?.items[Array("0010 1.jpg".utf8)]
        == .link(Array("../../../roll/1.jpg".utf8)))
    #expect(model.acts.isEmpty)
  }

  @Test func aChangeOfOrderRenamesOneLink() throws {
    var (model, trip) = try Self.trip()
    model.setMembers(of: trip, Self.assets(1, 4, 2, 3))
    #expect(try model.sync().changes.count == 1)
    #expect(model.names("Trip") == ["0010 1.jpg", "0015 4.jpg", "0020 2.jpg", "0030 3.jpg"])
    model.setMembers(of: trip, Self.assets(3, 1, 4, 2))
    #expect(try model.sync().changes.count == 1)
    #expect(model.names("Trip") == ["0005 3.jpg", "0010 1.jpg", "0015 4.jpg", "0020 2.jpg"])
    #expect(model.acts.isEmpty)
  }

  @Test func whatIsDeletedGoesAndWhatIsRestoredComesBack() throws {
    var (model, trip) = try Self.trip()
    model.deleted.insert(trip)
    try model.sync()
    #expect(model.directories.isEmpty)
    model.deleted.remove(trip)
    try model.sync()
    #expect(model.names("Trip") == ["0010 1.jpg", "0020 2.jpg", "0030 3.jpg"])
    #expect(model.acts.isEmpty)
  }

  @Test func titlesThatClashAreToldApart() throws {
    var model = Self.model()
    let ids = (0..<3).map { _ in model.makeAlbum("Trip") }
    try model.sync()
    #expect(model.directories.contains("Trip"))
    let marked = ids.dropFirst().map { "Trip ~\($0.description.prefix(8))" }
    #expect(
      Set(model.directories).subtracting(["Trip"]).isSubset(
        of: Set(ids.map { "Trip ~\($0.description.prefix(8))" })))
    #expect(model.directories.count == 3 && marked.count == 2)
    // Who has the bare name keeps it, whatever comes.
    let holder = model.base.directories.first { $0.value.name == Array("Trip".utf8) }?.key
    model.makeAlbum("trip")
    try model.sync()
    #expect(model.base.directories.first { $0.value.name == Array("Trip".utf8) }?.key == holder)
    #expect(model.directories.count == 4)
    #expect(model.acts.isEmpty)
  }

  @Test func titlesThatChangePlacesDoToo() throws {
    var model = Self.model()
    let one = model.makeAlbum("One", [1])
    let two = model.makeAlbum("Two", [2])
    try model.sync()
    model.albums[one]?.title = "Two"
    model.albums[two]?.title = "One"
    try model.sync()
    #expect(model.names("Two") == ["0010 1.jpg"] && model.names("One") == ["0010 2.jpg"])
    #expect(model.acts.isEmpty)
    let before = model.disk
    try model.sync()
    #expect(model.disk == before)
  }

  @Test func aFileThatMovedGetsItsLinkAnew() throws {
    var (model, _) = try Self.trip()
    model.move(ViewModel.asset(2), to: Array("elsewhere/two.jpg".utf8))
    try model.sync()
    #expect(model.names("Trip") == ["0010 1.jpg", "0020 two.jpg", "0030 3.jpg"])
    #expect(model.acts.isEmpty)
  }

  @Test func directoriesThatWereLeftAreNotMovedTo() throws {
    var (model, trip) = try Self.trip()
    let years = model.makeAlbum("Years", isFolder: true)
    try model.sync()
    // An earlier view had it there, by either name.
    let marks = (8...9).map { "Trip ~\(trip.description.prefix($0))" }
    model.link(1, as: "0010 1.jpg", in: "Years/Trip")
    model.link(1, as: "0010 1.jpg", in: "Years/\(marks[0])")
    model.base = ViewBase()
    try model.sync()
    model.albums[trip]?.parent = years
    try model.sync()
    #expect(
      model.directories == ["Years", "Years/Trip", "Years/\(marks[0])", "Years/\(marks[1])"])
    #expect(model.names("Years/\(marks[1])").count == 3)
    #expect(try model.sync().changes.isEmpty)
    #expect(model.acts.isEmpty)
  }

  @Test func aDirectoryThatWasLeftIsAnAlbumsAgain() throws {
    var (model, _) = try Self.trip()
    model.link(1, as: "0010 1.jpg", in: "Rome")
    model.link(2, as: "0020 3.jpg", in: "Rome")
    model.base = ViewBase()
    try model.sync()
    model.makeAlbum("Rome", [1, 3])
    try model.sync()
    // One link is as it is to be; the other one leads elsewhere, and stays.
    let mark = ViewModel.asset(3).description.prefix(8)
    #expect(model.names("Rome") == ["0010 1.jpg", "0020 3.jpg", "0020 ~\(mark) 3.jpg"])
    #expect(try model.sync().changes.isEmpty)
    #expect(model.acts.isEmpty)
  }

  @Test func aLinkThatDanglesInADirectoryThatWasLeftIsNoReferenceLater() throws {
    var (model, _) = try Self.trip()
    let years = model.makeAlbum("Years", isFolder: true)
    try model.sync()
    model.link(5, as: "0010 5.jpg", in: "Years/Rome")
    model.base = ViewBase()
    try model.sync()
    // It says what the link in "Trip" does, and leads nowhere from here.
    let link = model.disk[[Array("Trip".utf8)]]?.items[Array("0010 1.jpg".utf8)]
    model.disk[[Array("Years".utf8), Array("Rome".utf8)]]?.items[Array("copy.jpg".utf8)] = link
    model.makeAlbum("Rome", in: years, [4])
    for _ in 0..<2 { try model.sync() }
    #expect(model.acts.isEmpty)
    #expect(model.names("Years/Rome") == ["0010 4.jpg", "0010 5.jpg", "copy.jpg"])
  }

  @Test func aNameThatWasLeftIsNotInTheWay() throws {
    var (model, trip) = try Self.trip()
    // A view that nothing is known of had a link like one of ours: it stays, and stands for nothing.
    model.link(5, as: "0040 4.jpg", in: "Trip")
    model.base = ViewBase()
    try model.sync()
    model.setMembers(of: trip, Self.assets(1, 2, 3, 4))
    try model.sync()
    let mark = ViewModel.asset(4).description.prefix(8)
    #expect(model.names("Trip").suffix(2) == ["0040 4.jpg", "0040 ~\(mark) 4.jpg"])
    #expect(try model.sync().changes.isEmpty)
    #expect(model.acts.isEmpty)
  }

  // MARK: From the view to the albums

  @Test func aRemovedLinkIsARemovedReference() throws {
    var (model, trip) = try Self.trip()
    model.disk[[Array("Trip".utf8)]]?.items[Array("0020 2.jpg".utf8)] = nil
    try model.sync()
    #expect(model.acts == [.remove(trip, Self.assets(2))])
    #expect(model.names("Trip") == ["0010 1.jpg", "0030 3.jpg"])
  }

  @Test func aMovedLinkIsRemovedThereAndAddedHere() throws {
    var (model, trip) = try Self.trip()
    let rome = model.makeAlbum("Rome", [4])
    try model.sync()
    let name = Array("0020 2.jpg".utf8)
    let item = model.disk[[Array("Trip".utf8)]]?.items.removeValue(forKey: name)
    model.disk[[Array("Rome".utf8)]]?.items[name] = item
    try model.sync()
    #expect(model.acts == [.add(rome, Self.assets(2)), .remove(trip, Self.assets(2))])
    // It keeps its name: that is behind the others already.
    #expect(model.names("Rome") == ["0010 4.jpg", "0020 2.jpg"])
  }

  @Test func aLinkThatCameFromAnotherDepthIsKnownByWhatItSays() throws {
    var (model, trip) = try Self.trip()
    let years = model.makeAlbum("Years", isFolder: true)
    let rome = model.makeAlbum("Rome", in: years, [4])
    try model.sync()
    let name = Array("0010 4.jpg".utf8)
    let item = model.disk[[Array("Years".utf8), Array("Rome".utf8)]]?.items.removeValue(
      forKey: name)
    model.disk[[Array("Trip".utf8)]]?.items[name + [0x7E]] = item
    try model.sync()
    #expect(Set(model.members(of: trip)) == Set(Self.assets(1, 2, 3, 4)))
    #expect(model.members(of: rome).isEmpty)
    // It is made anew, to lead where it did.
    let links = model.disk[[Array("Trip".utf8)]]?.items.values.map { $0 } ?? []
    #expect(links.contains(.link(Array("../../roll/4.jpg".utf8))) && links.count == 4)
  }

  @Test func aLinkOfAnyKindIsAReference() throws {
    var (model, trip) = try Self.trip()
    model.link(5, as: "best.jpg", in: "Trip")
    model.disk[[Array("Trip".utf8)]]?.items[Array("abs.jpg".utf8)] = .link(
      Array("/photos/roll/6.jpg".utf8))
    model.disk[[Array("Trip".utf8)]]?.items[Array("out.jpg".utf8)] = .link(
      Array("/etc/passwd".utf8))
    try model.sync()
    #expect(model.acts == [.add(trip, Self.assets(6, 5))])
    model.setMembers(of: trip, Self.assets(1, 2, 3))
    try model.sync()
    // What was not made here is not removed, and is no reference anew.
    #expect(model.names("Trip").contains("abs.jpg") && model.names("Trip").contains("out.jpg"))
    #expect(!model.names("Trip").contains("best.jpg"))
    #expect(model.acts.count == 1)
    try model.sync()
    #expect(model.acts.count == 1)
  }

  @Test func aRenamedDirectoryIsARenamedAlbum() throws {
    var (model, trip) = try Self.trip()
    model.moveTree([Array("Trip".utf8)], [Array("Roma: AC%2FDC".utf8)])
    try model.sync()
    #expect(model.acts == [.setTitle(trip, "Roma: AC%2FDC")])
    #expect(model.directories == ["Roma: AC%2FDC"])
    let before = model.disk
    try model.sync()
    #expect(model.disk == before)
  }

  @Test func aRemovedDirectoryIsADeletedAlbumAndComesBack() throws {
    var (model, trip) = try Self.trip()
    model.makeAlbum("Other", [1])
    try model.sync()
    let removed = model.removeTree([Array("Trip".utf8)])
    try model.sync(confirms: false)
    #expect(model.acts == [.delete(trip)])
    #expect(model.members(of: trip) == Self.assets(1, 2, 3))
    // Back from the trash: the same inode.
    model.disk[[Array("Trip".utf8)]] = removed[[]]
    try model.sync()
    #expect(model.acts == [.delete(trip), .restore(trip)])
    #expect(model.names("Trip") == ["0010 1.jpg", "0020 2.jpg", "0030 3.jpg"])
    // Back as a copy: other inode, its links.
    let again = model.removeTree([Array("Trip".utf8)])
    try model.sync()
    var copy = ViewModel.Node(inode: model.freshInode())
    copy.items = again[[]]?.items ?? [:]
    copy.items[Array("0020 2.jpg".utf8)] = nil
    model.disk[[Array("Trip".utf8)]] = copy
    try model.sync()
    #expect(model.acts.suffix(2) == [.delete(trip), .restore(trip)])
    #expect(model.names("Trip") == ["0010 1.jpg", "0020 2.jpg", "0030 3.jpg"])
  }

  @Test func aNewDirectoryBecomesAnAlbum() throws {
    var model = Self.model()
    try model.sync()
    model.disk[[Array("New".utf8)]] = ViewModel.Node(inode: model.freshInode())
    model.link(1, as: "x.jpg", in: "Years/Rome")
    model.disk[[Array("Years".utf8)]] = ViewModel.Node(inode: model.freshInode())
    try model.sync()
    let titles = model.albums.values.map { "\($0.title) \($0.isFolder)" }.sorted()
    #expect(titles == ["New false", "Rome false", "Years true"])
    let rome = try #require(model.albums.first { $0.value.title == "Rome" }?.key)
    #expect(model.members(of: rome) == Self.assets(1))
    #expect(model.albums[model.parent(of: rome) ?? rome]?.title == "Years")
    #expect(model.directories == ["New", "Years", "Years/Rome"])
  }

  @Test func namesInAnotherOrderAreAnotherOrder() throws {
    var (model, trip) = try Self.trip([1, 2, 3, 4])
    let path = [Array("Trip".utf8)]
    let item = model.disk[path]?.items.removeValue(forKey: Array("0040 4.jpg".utf8))
    model.disk[path]?.items[Array("15 4.jpg".utf8)] = item
    try model.sync()
    #expect(model.acts == [.order(trip, Self.assets(4), after: ViewModel.asset(1))])
    #expect(model.members(of: trip) == Self.assets(1, 4, 2, 3))
    // In that order already: no name is touched.
    #expect(model.names("Trip").contains("15 4.jpg"))
  }

  @Test func aPhotoOfItsOwnIsCollectedAndASavedOneIsAnEdit() throws {
    var (model, trip) = try Self.trip()
    let path = [Array("Trip".utf8)]
    let new: ContentID = ViewModel.asset(99).cast()
    let edit: ContentID = ViewModel.asset(98).cast()
    model.disk[path]?.items[Array("new.jpg".utf8)] = .media(new)
    model.disk[path]?.items[Array("0020 2.jpg".utf8)] = .media(edit)
    model.disk[path]?.items[Array("copy.jpg".utf8)] = .media(ViewModel.asset(5).cast())
    let findings = try model.sync().findings
    #expect(findings.acts == [.add(trip, Self.assets(5))])
    #expect(
      findings.files.sorted { $0.path[1].count < $1.path[1].count }.map(\.isEdit) == [false, true])
    #expect(findings.files.first { $0.isEdit }?.asset == ViewModel.asset(2))
  }

  // MARK: Nothing is concluded from absence alone

  @Test func tooMuchAtOnceIsWithheld() throws {
    var model = Self.model(60)
    let big = model.makeAlbum("Big", Array(1...60))
    let small = model.makeAlbum("Small", Array(1...5))
    try model.sync()
    for name in model.names("Big").prefix(21) {
      model.disk[[Array("Big".utf8)]]?.items[Array(name.utf8)] = nil
    }
    var other = model
    #expect(try model.sync(confirms: false).findings.withheld.count == 21)
    #expect(model.acts.isEmpty && model.names("Big").count == 39)
    try model.sync(confirms: true)
    #expect(model.members(of: big).count == 39)
    // Back before it was confirmed: in step again.
    other.disk[[Array("Small".utf8)]]?.items = [:]
    #expect(try other.sync(confirms: false).findings.withheld.count == 26)
    #expect(other.members(of: small).count == 5)
  }

  @Test func aViewThatIsGoneDeletesNothing() throws {
    var (model, _) = try Self.trip()
    model.makeAlbum("Other", [1])
    try model.sync()
    model.disk = [:]
    for confirms in [false, true] {
      let result = try model.sync(confirms: confirms)
      #expect(!result.findings.withheld.isEmpty)
      #expect(model.acts.isEmpty)
    }
    model.disk = [[]: ViewModel.Node(inode: 1)]
    #expect(try model.sync(confirms: false).findings.withheld.count == 2)
    #expect(model.acts.isEmpty)
  }

  @Test func whatWasNotReadWholeOrIsStillChangingConcludesNothing() throws {
    for (isWhole, isQuiet) in [(false, true), (true, false)] {
      var (model, _) = try Self.trip()
      model.disk[[Array("Trip".utf8)]]?.items[Array("0020 2.jpg".utf8)] = nil
      var look = model.look()
      for index in look.directories.indices {
        look.directories[index].isWhole = isWhole
        look.directories[index].isQuiet = isQuiet
      }
      var reader = ViewReader(
        model, model.state, model.base, ViewModel.links,
        absenceLimit: LibraryModel.absenceLimit, newAlbum: { model.freshAlbum() })
      let findings = reader.read(look)
      #expect(findings.acts.isEmpty)
      var renderer = ViewRenderer(model.state, findings, findings.base)
      #expect(renderer.plan().isEmpty)
    }
  }

  @Test func withoutABaseTheAlbumsWinAndTheDiskOnlyAdds() throws {
    var (model, trip) = try Self.trip()
    // An older view: one link is missing, one is there that is no reference, and an unknown album.
    let path = [Array("Trip".utf8)]
    model.disk[path]?.items[Array("0010 1.jpg".utf8)] = nil
    model.link(5, as: "0040 5.jpg", in: "Trip")
    model.link(6, as: "mine.jpg", in: "Trip")
    model.link(1, as: "0010 1.jpg", in: "Unknown")
    model.disk[[Array("Empty".utf8)]] = ViewModel.Node(inode: model.freshInode())
    model.base = ViewBase()
    try model.sync()
    #expect(model.acts == [.add(trip, Self.assets(6))])
    #expect(
      model.names("Trip") == ["0010 1.jpg", "0020 2.jpg", "0030 3.jpg", "0040 5.jpg", "mine.jpg"])
    #expect(model.albums.count == 1)
    for _ in 0..<2 { try model.sync() }
    #expect(model.acts.count == 1)
    // The log comes: the album has its directory.
    model.albums[model.freshAlbum()] = ViewState.Album(
      title: "Unknown", isFolder: false, parent: nil)
    try model.sync()
    #expect(model.directories == ["Empty", "Trip", "Unknown"])
    #expect(model.acts.count == 1)
  }
}
