import Albumen
import TestSupport
import Testing

/// Several processes with one library.
@Suite struct ParallelTests {
  @Test func changesOfSeveralProcessesAreAllThere() async throws {
    try await Scenario.run { scenario in
      for number in 0..<8 { try scenario.photo("\(number).jpg", number) }
      let sources = try (0..<2).map { card in
        try (0..<5).map { try scenario.source("\(card)/\($0).jpg", 100 + 10 * card + $0) }
      }
      #expect(try scenario.run(["init"]).exitCode == 0)
      #expect(try scenario.run(["album", "create", "Shared"]).exitCode == 0)
      var commands: [[String]] = []
      for number in 0..<8 {
        commands.append(["album", "add", "Shared", "\(number).jpg"])
        if number % 2 == 0 { commands.append(["album", "create", "Own \(number)"]) }
      }
      for card in sources {
        commands.append(["import"] + card.map(\.display) + ["--album", "Shared"])
      }
      try await withThrowingTaskGroup(of: (ProgramResult, [String]).self) { group in
        for command in commands {
          group.addTask { (try scenario.run(command), command) }
        }
        for try await (result, command) in group {
          #expect(result.exitCode == 0, "\(command): \(result.errorText)")
        }
      }
      let library = try await PhotoLibrary.open(
        at: scenario.root, try scenario.programConfiguration())
      #expect(try await library.verify().problems.isEmpty)
      let albums = try await library.albums()
      #expect(Set(albums.map(\.title)) == ["Shared", "Own 0", "Own 2", "Own 4", "Own 6"])
      let shared = try #require(albums.first { $0.title == "Shared" })
      #expect(shared.count == 18)
      // The scan, the album, and what the commands wrote: one transaction each, in one log.
      let history = try await library.history()
      #expect(history.count == 2 + commands.count)
      #expect(Set(history.map(\.id.log)).count == 1)
      // An import's photos stay together, in their order.
      let names = try await library.members(of: shared.id).map { $0.filename ?? "" }
      let places = try await library.members(of: shared.id).map(\.id)
      #expect(names.count == 18)
      for card in sources {
        let report = try await library.importFiles(card)
        let first = try #require(places.firstIndex(of: report.known[0].asset))
        #expect(Array(places[first..<(first + 5)]) == report.known.map(\.asset))
      }
      let before = try await library.stateJSON()
      await library.close()
      // A catalogue that is built from the log alone says the same.
      try scenario.removeCatalogue()
      let again = try await PhotoLibrary.open(
        at: scenario.root, try scenario.programConfiguration())
      #expect(try await again.stateJSON() == before)
      await again.close()
    }
  }

  /// Two libraries open in one process see each other's changes, too.
  @Test func anOpenLibrarySeesWhatAnotherWrites() async throws {
    try await Scenario.run { scenario in
      let one = try await scenario.create()
      let two = try await scenario.open()
      for number in 0..<5 {
        _ = try await one.performChanges("One") { try $0.createAlbum("One \(number)") }
        #expect(try await two.albums().count == 2 * number + 1)
        _ = try await two.performChanges("Two") { try $0.createAlbum("Two \(number)") }
        #expect(try await one.albums().count == 2 * number + 2)
      }
      #expect(try await one.verify().problems.isEmpty)
      await one.close()
      await two.close()
    }
  }

  @Test func aLockThatIsHeldIsAnErrorUntilItsHolderDies() async throws {
    try await Scenario.run { scenario in
      var configuration = try scenario.configuration()
      configuration.lockTimeout = .milliseconds(50)
      let library = try await PhotoLibrary.create(at: scenario.root, configuration).library
      _ = try await library.performChanges("One") { try $0.createAlbum("One") }
      let lock = try #require(
        try listTree(scenario.state).first { $0.lastComponent == "lock" })
      // Holds the lock itself, while what it starts does not.
      var holder = try ChildProcess(
        executable: "/usr/bin/flock",
        arguments: [
          "-x", "-o", (scenario.state / lock).display, "/bin/sh", "-c", "echo held; exec cat",
        ])
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16, alignment: 1)
      defer { buffer.deallocate() }
      #expect(try holder.read(into: buffer, until: Deadline(after: hangLimit)) == 5)
      let error = try await #require(throws: AlbumenError.self) {
        try await library.performChanges("Two") { try $0.createAlbum("Two") }
      }
      #expect(error.code == .locked)
      #expect(error.disposition == .retry)
      // Reading needs no lock.
      #expect(try await library.albums().count == 1)
      holder.kill()
      _ = try holder.wait(until: Deadline(after: hangLimit))
      _ = try await library.performChanges("Two") { try $0.createAlbum("Two") }
      #expect(try await library.albums().count == 2)
      await library.close()
    }
  }

  /// Whatever is under way when a library is closed ends with an error, or is done.
  @Test func closingWithWorkUnderWayIsSafe() async throws {
    try await Scenario.run { scenario in
      for number in 0..<40 { try scenario.photo("\(number).jpg", number) }
      let sources = try (0..<40).map { try scenario.source("\($0).jpg", 100 + $0) }
      for round in 0..<6 {
        let library = try await scenario.create()
        async let scanned = try? library.scan()
        async let imported = try? library.importFiles(sources)
        async let made = try? library.performChanges("Make") { try $0.createAlbum("\(round)") }
        await library.close()
        _ = await (scanned, imported, made)
        await #expect(throws: AlbumenError.self) { try await library.albums() }
        await #expect(throws: AlbumenError.self) {
          try await library.performChanges("Late") { try $0.createAlbum("Late") }
        }
      }
      let library = try await scenario.open()
      #expect(try await library.verify().problems.isEmpty)
      #expect(try await library.importFiles(sources).failed.isEmpty)
      _ = try await library.scan()
      #expect(try await library.assets().count == 80)
      #expect(try await library.albums().allSatisfy { $0.title != "Late" })
      #expect(try await library.status().isInSync)
      await library.close()
    }
  }
}
