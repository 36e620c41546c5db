import Albumen
import Operations
import TestSupport
import Testing

/// One library folder, opened by two machines (a shared mount): each appends to its own log and keeps its
/// own catalogue, and one keeps the view.
@Suite struct SharedFolderTests {
  private func withTwo(
    _ body: (Scenario, PhotoLibrary, PhotoLibrary) async throws -> Void
  ) async throws {
    try await Scenario.run { scenario in
      for number in 1...4 { try scenario.photo("roll/\(number).jpg", number) }
      let one = try await scenario.create(machine: 1)
      _ = try await one.scan()
      let two = try await PhotoLibrary.open(at: scenario.root, try configuration(scenario))
      try await body(scenario, one, two)
      await one.close()
      await two.close()
    }
  }

  /// The second machine's, which has its state on a disk of its own.
  private func configuration(_ scenario: Scenario) throws -> PhotoLibrary.Configuration {
    var configuration = try scenario.configuration(machine: 2)
    configuration.stateDirectory = scenario.top / "state 2"
    return configuration
  }

  private func own(_ library: PhotoLibrary) async throws -> LogID {
    try #require(try await library.devices().first(where: \.isOwn)).log
  }

  /// The bytes of a log's files.
  private func bytes(_ scenario: Scenario, _ log: LogID) throws -> [Path: [UInt8]] {
    let directory = scenario.root / ".albumen/log" / (Path(log.description) ?? Path())
    return Dictionary(
      uniqueKeysWithValues: try listTree(directory).map { ($0, try readFile(directory / $0)) })
  }

  @Test func eachAppendsToItsOwnLogAndSeesTheOthers() async throws {
    try await withTwo { scenario, one, two in
      let album = try await two.performChanges("Make") { try $0.createAlbum("Rome") }.value
      let (first, second) = (try await own(one), try await own(two))
      #expect(first != second)
      let before = try bytes(scenario, first)
      let assets = try await two.assets().map(\.id)
      #expect(assets.count == 4)
      _ = try await two.performChanges("Fill") { try $0.add(assets, to: album) }
      #expect(try bytes(scenario, first) == before)
      let theirs = try bytes(scenario, second)
      _ = try await one.performChanges("Rename") { try $0.rename(album, to: "Roma") }
      #expect(try bytes(scenario, second) == theirs)
      #expect(try await two.albums().map(\.title) == ["Roma"])
      #expect(try await one.stateJSON() == two.stateJSON())
      #expect(Set(try await one.devices().compactMap(\.name)) == ["machine 1", "machine 2"])
      for library in [one, two] {
        #expect(try await library.conflicts().isEmpty)
        #expect(try await library.verify().problems.isEmpty)
      }
    }
  }

  @Test func bothAtOnceLoseNothingAndDoubleNothing() async throws {
    try await withTwo { scenario, one, two in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (name, library) in [("one", one), ("two", two)] {
          group.addTask {
            for number in 0..<15 {
              _ = try await library.performChanges("Make") { changes in
                try changes.createAlbum("\(name) \(number)")
                try changes.findOrCreateAlbum("both \(number)")
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let titles = try await one.albums().map(\.title)
      #expect(titles.count == 45 && Set(titles).count == 45)
      #expect(try await one.stateJSON() == two.stateJSON())
      #expect(try await one.verify().problems.isEmpty)
      #expect(try await one.devices().count == 2)
    }
  }

  /// Both find a new file: one asset; and each knows the folder by itself.
  @Test func aNewFileIsOneAssetWhoeverFindsIt() async throws {
    try await withTwo { scenario, one, two in
      _ = try await two.scan()
      try scenario.photo("roll/5.jpg", 5)
      async let first = one.scan()
      async let second = two.scan()
      _ = try await (first, second)
      for library in [one, two] {
        #expect(try await library.assets().count == 5)
        #expect(try await library.status().missing == 0)
        #expect(try await library.scan().added.isEmpty)
      }
      try moveFile(scenario.root / "roll/5.jpg", to: scenario.root / "roll/five.jpg")
      #expect(try await one.scan().moved.count == 1)
      _ = try await two.scan()
      #expect(try await one.stateJSON() == two.stateJSON())
      #expect(try await two.assets().compactMap(\.file).contains("roll/five.jpg"))
    }
  }

  @Test func oneKeepsTheViewForBoth() async throws {
    try await withTwo { scenario, one, two in
      let assets = try await two.assets().map(\.id)
      _ = try await two.performChanges("Make") { changes in
        try changes.add(assets, to: try changes.createAlbum("Rome"))
      }
      // The keeper makes the links of what the other has done; the other never touches them.
      #expect((try? FileStatus.ofLink(at: scenario.root / "Albums/Rome")) == nil)
      #expect(try await two.scan().view?.off?.contains("another machine") == true)
      _ = try await one.scan()
      #expect(try listTree(scenario.root / "Albums/Rome").count == 4)
      _ = try await two.takeView()
      _ = try await two.performChanges("Oslo") { try $0.createAlbum("Oslo") }
      #expect((try? FileStatus.ofLink(at: scenario.root / "Albums/Oslo")) != nil)
      let tree = try scenario.tree()
      #expect(try await one.scan().view?.off?.contains("another machine") == true)
      #expect(try scenario.tree() == tree)
    }
  }

  /// A machine that loses its state goes on in a new log; the other goes on as it was.
  @Test func aMachineThatIsSetUpAnewDisturbsNobody() async throws {
    try await withTwo { scenario, one, two in
      _ = try await two.performChanges("Make") { try $0.createAlbum("Rome") }
      let old = try await own(two)
      await two.close()
      removeTree(scenario.top / "state 2")
      let again = try await PhotoLibrary.open(at: scenario.root, try configuration(scenario))
      _ = try await again.performChanges("Make") { try $0.createAlbum("Oslo") }
      #expect(try await own(again) != old)
      _ = try await one.performChanges("Make") { try $0.createAlbum("Bergen") }
      #expect(try await one.stateJSON() == again.stateJSON())
      #expect(try await one.albums().count == 3)
      #expect(try await one.devices().count == 3)
      await again.close()
    }
  }
}
