import Albumen
import Operations
import TestSupport
import Testing

/// Devices by name, and what becomes of those that are gone for good (docs/design/0017-devices-and-restore.md).
@Suite struct DevicesTests {
  @Test func aDeviceIsNamedByItsMachineUntilSomebodyNamesIt() async throws {
    try await Fleet.run(2) { fleet in
      #expect(try await fleet[0].devices().isEmpty)
      try await fleet.makeAlbum("Rome", on: 0)
      try await fleet.makeAlbum("Oslo", on: 1)
      try await fleet.meet()
      for (own, library) in fleet.libraries.enumerated() {
        let devices = try await library.devices()
        #expect(Set(devices.compactMap(\.name)) == ["machine 1", "machine 2"])
        #expect(devices.allSatisfy { $0.application == PhotoLibrary.application })
        #expect(devices.filter(\.isOwn).map(\.name) == ["machine \(own + 1)"])
        #expect(devices.allSatisfy { $0.lastSeq == 3 && $0.lastWrite != nil && $0.waiting == nil })
      }
      // Any device names any.
      let other = try await fleet.log(1)
      _ = try await fleet[0].performChanges("Name") { try $0.renameDevice(other, to: "phone") }
      try await fleet.meet()
      #expect(try await fleet[1].findDevice("this").name == "phone")
      #expect(try await fleet[1].findDevice("machine 1").log == fleet.log(0))
      #expect(try await fleet[0].history().contains { $0.device == "phone" })
    }
  }

  @Test func aNameCanBeGivenBeforeAnythingIsWritten() async throws {
    try await Fleet.run(1) { fleet in
      await #expect(throws: AlbumenError.self) { try await fleet[0].findDevice("this") }
      _ = try await fleet[0].performChanges("Name") { try $0.renameDevice(nil, to: "laptop") }
      #expect(try await fleet[0].devices().map(\.name) == ["laptop"])
      // Once more is nothing to do.
      let again = try await fleet[0].performChanges("Name") {
        try $0.renameDevice(nil, to: "laptop")
      }
      #expect(again.transaction == nil)
    }
  }

  @Test func aDeviceIsFoundByNameAndByTheStartOfItsID() async throws {
    try await Fleet.run(2) { fleet in
      try await fleet.makeAlbum("Rome", on: 0)
      try await fleet.makeAlbum("Oslo", on: 1)
      try await fleet.meet()
      let logs = [try await fleet.log(0), try await fleet.log(1)]
      for log in logs {
        #expect(try await fleet[0].findDevice(log.description.prefix(12).uppercased()).log == log)
      }
      _ = try await fleet[0].performChanges("Name") {
        try $0.renameDevice(logs[1], to: "machine 1")
      }
      let error = await #expect(throws: AlbumenError.self) {
        try await fleet[0].findDevice("machine 1")
      }
      #expect(error?.code == .ambiguous)
      #expect(logs.allSatisfy { error?.hint?.contains($0.description.prefix(12)) == true })
      let missing = await #expect(throws: AlbumenError.self) {
        try await fleet[0].findDevice("tablet")
      }
      #expect(missing?.code == .notFound)
    }
  }

  /// A phone gives its changes to one device, which builds on them, and is lost before it gives them to
  /// another.
  private static func withLostPhone(
    _ body: (Fleet, _ phone: LogID) async throws -> Void
  ) async throws {
    try await Fleet.run(3) { fleet in
      try await fleet.makeAlbum("Before", on: 2)
      try await fleet.meet()
      let album = try await fleet.makeAlbum("Phone's", on: 2)
      let phone = try await fleet.log(2)
      try await fleet.give(2, to: 0)
      try await fleet.rename(album, to: "Ours", on: 0)
      try await fleet.makeAlbum("After", on: 0)
      try await fleet.give(0, to: 1, without: [phone])
      try await body(fleet, phone)
    }
  }

  @Test func whatIsLostIsToldWithTheRemedyAndWaivedByRetiring() async throws {
    try await Self.withLostPhone { fleet, phone in
      let first = try await fleet.log(0)
      let status = try await fleet[1].status()
      let part = try #require(status.missingParts.first)
      #expect(status.missingParts.count == 1 && part.log == phone && part.name == "machine 3")
      #expect(part.here == 3 && part.needed == 4 && part.waiting == [first] && part.canBeWaived)
      #expect(status.waiting.map(\.log) == [first] && !status.isInSync)
      let devices = try await fleet[1].devices()
      #expect(devices.first { $0.log == phone }?.missingUpTo == 4)
      #expect(devices.first { $0.log == first }?.waiting != nil)
      #expect(try await fleet[1].albums().map(\.title) == ["Before"])

      let tried = try await fleet[1].retire(phone, isDryRun: true)
      #expect(tried.change.value == 3 && tried.change.transaction == nil)
      #expect(try await fleet[1].status().missingParts.count == 1)

      let retired = try await fleet[1].retire(phone)
      #expect(retired.change.value == 3 && retired.freed == 2)
      #expect(try await fleet[1].status().missingParts.isEmpty)
      #expect(try await fleet[1].devices().first { $0.log == phone }?.retiredAt == 3)
      // What the lost part made is not here; what was built upon it is.
      #expect(Set(try await fleet[1].albums().map(\.title)) == ["Before", "After"])
      // Again is nothing to do, and never more than was waived.
      #expect(try await fleet[1].retire(phone, at: 9).change.transaction == nil)

      // A fourth device, which has the waiver only, comes to the same state.
      let state = try await fleet[1].stateJSON()
      try await Scenario.run { scenario in
        let fourth = try await scenario.create(machine: 4)
        try ReplayTests.write(try await fleet.lines(1), to: scenario.top / "all.jsonl")
        let report = try await fourth.replay(scenario.top / "all.jsonl")
        #expect(report.waiting.isEmpty)
        #expect(try await fourth.stateJSON() == state)
        await fourth.close()
      }
      // Late, but it comes: as usual, and everybody ends at one state.
      try await fleet.meet()
      #expect(try await fleet.states().count == 1)
      #expect(Set(try await fleet[1].albums().map(\.title)) == ["Before", "After", "Ours"])
    }
  }

  @Test func ofSeveralWaiversTheSmallestHolds() async throws {
    try await Self.withLostPhone { fleet, phone in
      _ = try await fleet[0].retire(phone, at: 1)
      _ = try await fleet[1].retire(phone)
      try await fleet.give(0, to: 1)
      try await fleet.give(1, to: 0)
      for number in 0...1 {
        #expect(try await fleet[number].findDevice("machine 3").retiredAt == 1)
      }
      try await fleet.meet()
      #expect(try await fleet.states().count == 1)
    }
  }

  @Test func theOwnLogIsNotRetired() async throws {
    try await Fleet.run(1) { fleet in
      try await fleet.makeAlbum("Rome", on: 0)
      let own = try await fleet.log(0)
      let error = await #expect(throws: AlbumenError.self) { _ = try await fleet[0].retire(own) }
      #expect(error?.code == .invalid)
      let unknown = await #expect(throws: AlbumenError.self) {
        _ = try await fleet[0].retire(LogID.random())
      }
      #expect(unknown?.code == .notFound)
    }
  }

  /// A device that was only thought to be lost must not write where nobody waits for it.
  @Test func aDeviceThatWasRetiredGoesOnInANewLog() async throws {
    try await Fleet.run(2) { fleet in
      try await fleet.makeAlbum("Rome", on: 0)
      try await fleet.makeAlbum("Oslo", on: 1)
      try await fleet.meet()
      let old = try await fleet.log(1)
      _ = try await fleet[0].retire(old)
      try await fleet.meet()
      try await fleet.makeAlbum("Bergen", on: 1)
      let new = try await fleet.log(1)
      #expect(new != old)
      #expect(await fleet[1].notices().contains { $0.contains("was retired") })
      try await fleet.makeAlbum("Turku", on: 1)
      #expect(try await fleet.log(1) == new)
      try await fleet.meet()
      #expect(try await fleet.states().count == 1)
      #expect(try await fleet[0].albums().count == 4)
    }
  }

  /// The copies of what this machine's own log was written after are lost: nothing could say so if it had
  /// to be said in that log.
  @Test func aDeviceWhoseOwnLogWaitsRetiresFromANewOne() async throws {
    try await Fleet.run(2) { fleet in
      let album = try await fleet.makeAlbum("Rome", on: 1)
      try await fleet.give(1, to: 0)
      try await fleet.rename(album, to: "Roma", on: 0)
      try await fleet.makeAlbum("Oslo", on: 0)
      let lost = try await fleet.log(1)
      let own = try await fleet.log(0)
      await fleet[0].close()
      removeTree(fleet.root(0) / ".albumen/log" / (Path(lost.description) ?? Path()))
      try await fleet.reopen(0, withoutCatalogue: true)
      #expect(try await fleet[0].status().missingParts.map(\.log) == [lost])
      await #expect(throws: AlbumenError.self) { try await fleet.makeAlbum("Bergen", on: 0) }
      let retired = try await fleet[0].retire(lost)
      #expect(retired.change.value == 0 && retired.freed == 2)
      #expect(try await fleet.log(0) != own)
      try await fleet.makeAlbum("Bergen", on: 0)
      #expect(Set(try await fleet[0].albums().map(\.title)) == ["Oslo", "Bergen"])
      // Who has it all the same brings it back.
      try await fleet.meet()
      #expect(try await fleet.states().count == 1)
      #expect(Set(try await fleet[0].albums().map(\.title)) == ["Oslo", "Bergen", "Roma"])
    }
  }
}
