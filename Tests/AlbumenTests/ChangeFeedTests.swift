import Foundation
import Operations
import TestSupport
import Testing

@testable import Albumen

/// What a program is told of changes.
@Suite struct ChangeFeedTests {
  @Test func aTokenIsReadBackAndNothingElseIs() throws {
    var vector = VersionVector()
    vector[LogID(high: 1, low: 2)] = 7
    vector[LogID(high: 3, low: 4)] = 1 << 40
    let token = PersistentChangeToken(library: LibraryID(high: 5, low: 6), vector: vector)
    let text = "\(token)"
    #expect(PersistentChangeToken(text) == token)
    let json = try JSONEncoder().encode([token])
    #expect(try JSONDecoder().decode([PersistentChangeToken].self, from: json) == [token])
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(PersistentChangeToken.self, from: Data("\"00\"".utf8))
    }
    var generator = SeededGenerator(seed: testSeed())
    for _ in 0..<500 {
      var digits = Array(text.utf8)
      let index = Int.random(in: digits.indices, using: &generator)
      digits[index] = digits[index] == 0x30 ? 0x31 : 0x30
      let other = String(decoding: digits, as: UTF8.self)
      if other != text { #expect(PersistentChangeToken(other) == nil, "\(other)") }
    }
    for other in ["", "00", String(text.dropLast(2)), text + "00", "x" + text, text.uppercased()] {
      #expect(other == text || PersistentChangeToken(other) == nil, "\(other)")
    }
  }

  @Test func whatChangedSinceATokenIsTold() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      for number in 1...3 { try scenario.photo("\(number).jpg", number) }
      let empty = try await library.currentChangeToken()
      _ = try await library.scan()
      let assets = try await library.assets().map(\.id)
      let start = try await library.currentChangeToken()
      #expect(try await library.persistentChanges(since: start).isEmpty)
      let album = try await library.performChanges("Make") { changes in
        let album = try changes.createAlbum("Rome")
        try changes.add(assets, to: album)
        return album
      }.value
      _ = try await library.performChanges("Change") { changes in
        try changes.move([assets[2]], in: album, to: .first)
        try changes.remove([assets[0]], from: album)
        try changes.rename(album, to: "Roma")
        try changes.set(FieldName("caption"), of: assets[0], to: .text("x"))
        try changes.addTag("cat", to: assets[1])
        try changes.trash([assets[2]])
      }
      // Another device of the library, and the token works there as well.
      let other = try await scenario.open(machine: 2)
      _ = try await other.performChanges("Delete") { try $0.deleteAlbum(album) }
      for library in [library, other] {
        let changes = try await library.persistentChanges(since: start)
        #expect(changes.map(\.label) == ["Make", "Change", "Delete"])
        #expect(changes.map(\.device) == ["machine 1", "machine 1", "machine 2"])
        #expect(changes[0].albums.inserted == [album])
        #expect(changes[0].albumDetails[album]?.added == assets)
        #expect(changes[1].albums.updated == [album])
        #expect(changes[1].albumDetails[album]?.moved == [assets[2]])
        #expect(changes[1].albumDetails[album]?.removed == [assets[0]])
        #expect(changes[1].albumDetails[album]?.fields == [.title])
        #expect(changes[1].assets.updated.sorted() == [assets[0], assets[1]].sorted())
        #expect(changes[1].assets.deleted == [assets[2]])
        #expect(changes[1].assetFields[assets[0]]?.map(\.text) == ["caption"])
        #expect(changes[1].assetFields[assets[1]]?.map(\.text) == ["tags"])
        #expect(changes[2].albums.deleted == [album])
        // From each change one can go on.
        let rest = try await library.persistentChanges(since: changes[0].token)
        #expect(rest.map(\.transaction) == changes.dropFirst().map(\.transaction))
        let last = try #require(changes.last?.token)
        #expect(try await library.persistentChanges(since: last).isEmpty)
        // In portions they are the same.
        var portions: [Dot] = []
        var position = empty
        while let next = try await library.persistentChanges(since: position, limit: 1).first {
          portions.append(next.transaction)
          position = next.token
        }
        let all = try await library.persistentChanges(since: nil)
        #expect(portions == all.map(\.transaction) && all.count == 4)
        #expect(all[0].assets.inserted == assets.sorted())
      }
      await other.close()
      await library.close()
    }
  }

  @Test func aTokenOfAnotherLibraryIsRefused() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let token = PersistentChangeToken(
        library: LibraryID(high: 1, low: 1), vector: VersionVector())
      do throws(AlbumenError) {
        _ = try await library.persistentChanges(since: token)
        Issue.record("it was taken")
      } catch { #expect(error.code == .invalid) }
      await library.close()
    }
  }

  @Test(.oneWatcher) func changesOfOthersAreToldAsTheyHappen() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let start = try await library.currentChangeToken()
      let stream = library.changes(since: start, with: OneWatcher.factory)
      let labels = Task {
        var labels: [String] = []
        for try await change in stream {
          labels.append(change.label)
          if labels.count == 3 { break }
        }
        return labels
      }
      _ = try await library.performChanges("mine") { try $0.createAlbum("Rome") }
      let other = try await scenario.open(machine: 2)
      _ = try await other.performChanges("yours") { try $0.createAlbum("Oslo") }
      _ = try await other.performChanges("yours again") { try $0.createAlbum("Bonn") }
      let told = try await withTimeLimit(.seconds(120), "three changes") { try await labels.value }
      #expect(told == ["mine", "yours", "yours again"])
      await other.close()
      await library.close()
    }
  }
}
