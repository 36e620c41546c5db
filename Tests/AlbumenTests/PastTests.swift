import Albumen
import TestSupport
import Testing

/// A library at points of its past, as the reference found it.
@Suite struct PastTests {
  @Test(arguments: 0..<4) func pointsOfThePast(_ quarter: Int) async throws {
    let points = try PastPoint.read(ReplayTests.fixtures / "past.txt")
    let names = points.keys.sorted().enumerated().filter { $0.offset % 40 == quarter * 10 }
    #expect(!names.isEmpty)
    for name in names.map(\.element) {
      try await Scenario.run { scenario in
        let library = try await scenario.create()
        _ = try await library.replay(ReplayTests.fixtures / (Path("\(name).jsonl") ?? Path()))
        for point in points[name] ?? [] {
          let time = try Self.time(point)
          let json = try await library.stateJSON(at: time)
          let digest = try StateDigest.of(json.utf8)
          #expect(digest == point.digest, "\(name) \(point.kind) \(point.name)")
          try await Self.compareAlbums(library, time, "\(name) \(point.kind) \(point.name)")
        }
        await library.close()
      }
    }
  }

  private static func time(_ point: PastPoint) throws -> PointInTime {
    switch point.kind {
    case .at: .transaction(try #require(Dot(point.name)))
    case .back: .back(try #require(Int(point.name)))
    case .wall: .moment(try #require(Int64(point.name)))
    }
  }

  /// An album read by itself is the one in the whole.
  private static func compareAlbums(
    _ library: PhotoLibrary, _ time: PointInTime, _ what: Comment
  ) async throws {
    let whole = try await library.past(at: time)
    for album in try await library.albums(includingDeleted: true) {
      let part = try await library.past(of: album.id, at: time)
      let expected = whole.album(album.id)
      let found = part.album(album.id)
      #expect(found?.title == expected?.title, what)
      #expect(found?.fields == expected?.fields, what)
      #expect(found?.isDeleted == expected?.isDeleted, what)
      #expect(found?.count == expected?.count, what)
      #expect(found?.parent == expected?.parent, what)
      #expect(part.members(of: album.id).count <= whole.members(of: album.id).count, what)
    }
  }

  @Test func pointsThatAreNotThere() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      await #expect(throws: AlbumenError.self) { try await library.past(at: .back(1)) }
      try scenario.photo("a.jpg", 1)
      _ = try await library.scan()
      let made = try await library.performChanges("Make") { try $0.createAlbum("Rome") }
      let dot = try #require(made.transaction)
      func code(_ point: PointInTime) async -> AlbumenError.Code? {
        do {
          _ = try await library.past(at: point)
          return nil
        } catch { return error.code }
      }
      #expect(await code(.back(2)) == .notFound)
      #expect(await code(.back(1)) == nil)
      #expect(await code(.moment(1000)) == .notFound)
      #expect(await code(.transaction(Dot(log: dot.log, seq: 99))) == .notFound)
      let before = try await library.past(at: .back(1))
      #expect(before.albums().isEmpty && before.assets().count == 1)
      #expect(before.assets().first?.file == "a.jpg")
      let short = "\(dot.log.description.prefix(6)):\(dot.seq)"
      #expect(try await library.findTransaction(short) == dot)
      #expect(try await library.findTransaction("\(dot)") == dot)
      await #expect(throws: AlbumenError.self) { try await library.findTransaction("ab:1") }
      await #expect(throws: AlbumenError.self) { try await library.findTransaction("nothing") }
      await library.close()
    }
  }
}
