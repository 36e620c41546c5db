import Albumen
import TestSupport
import Testing

/// Errors of the disk at every place where there can be one: a call that fails has done nothing, or is
/// done by the next one; a call that returns has done everything.
@Suite struct FailureTests {
  /// What is done to a library.
  enum Deed: String, CaseIterable, Sendable {
    case firstChange, change, importing, scan, replay
  }

  /// What a library has, and what its folder has.
  private struct Look: Equatable {
    var albums: [String]
    var members: [String]
    var assets: [String]
    var photos: [Path]
  }

  private func look(_ scenario: Scenario, _ library: PhotoLibrary) async throws -> Look {
    let albums = try await library.albums().sorted { $0.title < $1.title }
    var members: [String] = []
    for album in albums {
      members += try await library.members(of: album.id).map { "\(album.title) \($0.id)" }
    }
    return Look(
      albums: albums.map(\.title), members: members,
      assets: try await library.assets().map(\.id.description).sorted(),
      photos: try scenario.photos().keys.sorted())
  }

  private func prepare(_ scenario: Scenario, _ deed: Deed) async throws -> PhotoLibrary {
    let library = try await scenario.create()
    if deed != .firstChange {
      _ = try await library.performChanges("Before") { try $0.createAlbum("Before") }
    }
    switch deed {
    case .firstChange, .change: break
    case .importing: for number in 0..<3 { try scenario.source("\(number).jpg", number) }
    case .scan: for number in 0..<3 { try scenario.photo("\(number).jpg", number) }
    case .replay:
      let log = String(repeating: "b", count: 32)
      let lines = (1...2).map { number in
        """
        {"log":"\(log)","seq":\(number),"hlc":"000000000001000\(number)","context":{},"wall":1,\
        "label":"Make","ops":[{"kind":"album.create","album":\
        "\(String(repeating: "\(number)", count: 32))","title":"Foreign \(number)","type":"album"}]}

        """
      }
      try writeFile(scenario.top / "history.jsonl", lines.joined())
    }
    return library
  }

  private func perform(
    _ deed: Deed, _ scenario: Scenario, _ library: PhotoLibrary
  ) async throws {
    switch deed {
    case .firstChange, .change:
      _ = try await library.performChanges("Do") { changes in
        try changes.findOrCreateAlbum("One")
        try changes.findOrCreateAlbum("Two")
      }
    case .importing:
      var options = ImportOptions()
      options.albums = ["Trip"]
      let report = try await library.importFiles([scenario.card], options)
      // A file that could not be copied is told of; here that is a failure like any other.
      if let failed = report.failed.first { throw failed.error }
    case .scan: _ = try await library.scan()
    case .replay: _ = try await library.replay(scenario.top / "history.jsonl")
    }
  }

  @Test(arguments: Deed.allCases) func everyFailureIsWholeOrNothing(_ deed: Deed) async throws {
    var before: Look?
    var after: Look?
    var passed: [String: Int] = [:]
    try await Scenario.run { scenario in
      let library = try await prepare(scenario, deed)
      before = try await look(scenario, library)
      passed = try await Failpoint.withScope {
        try await perform(deed, scenario, library)
      }.hits
      after = try await look(scenario, library)
      await library.close()
    }
    #expect(before != after)
    #expect(!passed.isEmpty)
    for (name, times) in passed.sorted(by: { $0.key < $1.key }) {
      for passage in Set([1, times]) {
        // EIO and ENOSPC.
        for number: Int32 in [5, 28] {
          let note: Comment = "\(name), passage \(passage), error \(number)"
          try await Scenario.run { scenario in
            let library = try await prepare(scenario, deed)
            var failure: (any Error)?
            do {
              _ = try await Failpoint.withScope {
                Failpoint.arm(name, action: .error(number), onHit: passage)
                try await perform(deed, scenario, library)
              }
            } catch { failure = error }
            let left = try await look(scenario, library)
            if failure == nil {
              #expect(left == after, note)
            } else if deed != .importing {
              // An import may have taken in what could be copied.
              #expect(left == before || left == after, note)
            }
            if let failure = failure as? AlbumenError, number == 28 {
              #expect(failure.code == .full, "\(failure); \(note)")
            }
            try await perform(deed, scenario, library)
            var wanted = after
            // What came in before the rest is before it in the album.
            if name == "import.copy" { wanted?.members = try await look(scenario, library).members }
            #expect(wanted?.members.sorted() == after?.members.sorted(), note)
            #expect(try await look(scenario, library) == wanted, note)
            #expect(try await library.verify().problems.isEmpty, note)
            #expect(try scenario.steps().isEmpty, note)
            await library.close()
            // Nothing of it was only in memory.
            try scenario.removeCatalogue()
            let again = try await scenario.open()
            #expect(try await look(scenario, again) == wanted, note)
            await again.close()
          }
        }
      }
    }
  }

  @Test func anInitThatFailsLeavesNoLibrary() async throws {
    var passed: [String: Int] = [:]
    try await Scenario.run { scenario in
      passed = try await Failpoint.withScope {
        await (try await scenario.create()).close()
      }.hits
    }
    #expect(passed["library.publish"] != nil)
    for name in passed.keys.sorted() {
      try await Scenario.run { scenario in
        var failure: (any Error)?
        do {
          _ = try await Failpoint.withScope {
            Failpoint.arm(name, action: .error(28))
            await (try await scenario.create()).close()
          }
        } catch { failure = error }
        if failure != nil {
          #expect((failure as? AlbumenError)?.code == .full, "\(name)")
          // Either nothing is there, or all of it.
          let tree = try listTree(scenario.root)
          #expect(tree.isEmpty || tree.contains(".albumen/library"), "\(name): \(tree)")
        }
        let library = try await scenario.create()
        _ = try await library.performChanges("Make") { try $0.createAlbum("Made") }
        #expect(try await library.albums().count == 1, "\(name)")
        await library.close()
      }
    }
  }
}
