import Albumen
import TestSupport
import Testing

@Suite struct AlbumDeletionTests {
  /// Also in a library's first change, which introduces the device besides.
  @Test func whatWasDeletedIsReturned() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let made = try await library.performChanges("Make") { changes in
        let outer = try changes.createFolder("Outer")
        let inner = try changes.createFolder("Inner", in: outer)
        let album = try changes.createAlbum("Album", in: inner)
        let beside = try changes.createAlbum("Beside")
        let deleted = try changes.deleteAlbum(outer, withContents: true)
        #expect(deleted == [outer, inner, album])
        return beside
      }
      #expect(try await library.albums().map(\.id) == [made.value])
      let alone = try await library.performChanges("Delete") { try $0.deleteAlbum(made.value) }
      #expect(alone.value == [made.value])
      await library.close()
    }
  }

  @Test(.timeLimit(.minutes(10))) func aChainOfManyFoldersIsDeletedInTime() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let count = 3000
      let result = try await library.performChanges("Make and delete") { changes in
        let top = try changes.createFolder("Top")
        for number in 1..<count { try changes.createFolder("\(number)", in: top) }
        return try changes.deleteAlbum(top, withContents: true)
      }
      #expect(result.value.count == count && Set(result.value).count == count)
      #expect(try await library.albums().isEmpty)
      await library.close()
    }
  }

  @Test func nothingIsPlacedBesideItself() async throws {
    try await Scenario.run { scenario in
      for number in 1...3 { try scenario.photo("\(number).jpg", number) }
      let library = try await scenario.create()
      let assets = try await library.scan().added
      let album = try await library.performChanges("Trip") { changes in
        let album = try changes.createAlbum("Trip")
        try changes.add(assets, to: album)
        return album
      }.value
      for place in [Placement.before(assets[0]), .after(assets[0])] {
        for moved in [[assets[0]], [assets[1], assets[0]]] {
          let error = await #expect(throws: AlbumenError.self) {
            try await library.performChanges("Move") { try $0.move(moved, in: album, to: place) }
          }
          #expect(error?.code == .invalid)
          #expect(error?.message == "an asset cannot be placed beside itself")
        }
      }
      await library.close()
    }
  }
}
