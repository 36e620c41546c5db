import Albumen
import Operations
import TestSupport
import Testing

/// Two histories of one log whose devices are gone (docs/design/0017-devices-and-restore.md).
@Suite struct ResolveTests {
  /// An original and its clone go on apart and are lost; a second and a third device have each built on
  /// one end, and a fourth has seen both.
  private func withLostTwins(
    _ body: (_ log: LogID, _ devices: [PhotoLibrary]) async throws -> Void
  ) async throws {
    try await Devices.run { devices in
      _ = try await Twins.apart(devices, clone: ["Clone", "Clone again"])
      let (second, third) = try await Twins.builders(devices)
      // The log of the twins is the one that the second device did not begin.
      let log = try #require(try await second.devices().first { !$0.isOwn }).log
      let fourth = try await Twins.witness(devices)
      _ = try await fourth.sync()
      try await body(log, [second, third, fourth])
      for library in [second, third, fourth] { await library.close() }
    }
  }

  /// The state without the heights of logs, of which those of the two histories may differ for ever.
  private func visible(_ library: PhotoLibrary) async throws -> String {
    guard
      case .object(let members) = try JSONParser.parse(
        Array(try await library.stateJSON().utf8))
    else { throw TestFailure("no state") }
    return "\(members.filter { $0.name != "vector" })"
  }

  @Test func whoHasSeenBothAdoptsThemAndAllComeToOneState() async throws {
    try await withLostTwins { log, devices in
      let fourth = devices[2]
      #expect(try await fourth.titles() == ["Common", "On the original", "Original"])
      #expect(try await fourth.devices().first { $0.log == log }?.hasOtherHistory == true)
      let tried = try await fourth.resolve(log, isDryRun: true)
      #expect(tried.transactions == 3 && tried.adopted.count == 2 && tried.change == nil)
      #expect(try await fourth.devices().count == 3)

      let done = try await fourth.resolve(log)
      #expect(done.adopted == tried.adopted && done.at == tried.at && done.transactions == 3)
      let all = ["Clone", "Clone again", "Common", "On the clone", "On the original", "Original"]
      for _ in 0..<3 { for device in devices { _ = try await device.sync() } }
      let state = try await visible(fourth)
      for device in devices {
        #expect(try await device.titles() == all)
        #expect(try await visible(device) == state)
        #expect(try await device.status().waiting.isEmpty)
        #expect(try await device.verify().problems.isEmpty)
        try await device.mustSync()
      }
      #expect(try await fourth.devices().first { $0.log == log }?.hasOtherHistory == false)
      let again = await #expect(throws: AlbumenError.self) { _ = try await fourth.resolve(log) }
      #expect(again?.code == .notFound)
    }
  }

  /// Whoever adopts them makes the same logs.
  @Test func twoThatAdoptThemApartMakeTheSame() async throws {
    try await withLostTwins { log, devices in
      // The third one has met the other end through the fourth's remote only once it asks there.
      let (third, fourth) = (devices[1], devices[2])
      let remote = try #require(try await fourth.remotes().first { $0.name == "r1" })
      _ = try await third.addRemote("r1", Array(remote.address.utf8), from: "/")
      _ = try await third.sync(["r1"])
      let mine = try await fourth.resolve(log)
      let theirs = try await third.resolve(log)
      #expect(Set(mine.adopted) == Set(theirs.adopted))
      for _ in 0..<3 { for device in devices { _ = try await device.sync() } }
      let states = [try await visible(third), try await visible(fourth)]
      #expect(states[0] == states[1])
      #expect(try await third.verify().problems.isEmpty)
      for device in devices { try await device.mustSync() }
    }
  }

  @Test func whereThereIsNothingToAdoptItIsRefused() async throws {
    try await withLostTwins { log, devices in
      let second = devices[0]
      let error = await #expect(throws: AlbumenError.self) { _ = try await second.resolve(log) }
      #expect(error?.code == .notFound)
      let own = try #require(try await second.devices().first(where: \.isOwn)).log
      let refused = await #expect(throws: AlbumenError.self) { _ = try await second.resolve(own) }
      #expect(refused?.code == .invalid)
    }
  }

  /// A piece that cannot be read is told of: nothing is written, and nothing settled without it.
  @Test(arguments: [true, false]) func aPieceThatCannotBeReadIsNotPassedOver(
    _ isTruncated: Bool
  ) async throws {
    try await withLostTwins { log, devices in
      let fourth = devices[2]
      let aside = fourth.root.parent / "state"
      let name = try #require(
        try listTree(aside).first { $0.display.contains("aside/\(log)/") })
      let bytes = try readFile(aside / name)
      let before = try await fourth.devices().count
      try removeFile(aside / name)
      if isTruncated {
        try writeFile(aside / name, bytes: Array(bytes.dropLast(30)))
      } else {
        try Files.createDirectories(aside / name)
      }
      let error = await #expect(throws: AlbumenError.self) { _ = try await fourth.resolve(log) }
      #expect(error?.message.contains("a piece of another history cannot be read") == true)
      #expect(try await fourth.devices().count == before)
      #expect(try await fourth.devices().first { $0.log == log }?.hasOtherHistory == true)
      if isTruncated {
        try removeFile(aside / name)
      } else {
        try Files.removeDirectory(aside / name)
      }
      try writeFile(aside / name, bytes: bytes)
      #expect(try await fourth.resolve(log).left == 0)
      #expect(try await fourth.titles().contains("Clone again"))
      #expect(try await fourth.devices().first { $0.log == log }?.hasOtherHistory == false)
    }
  }

  /// A sync gets again what is kept and damaged, and keeps that as well.
  @Test func aPieceThatCannotBeReadIsKeptAnew() async throws {
    try await withLostTwins { log, devices in
      let fourth = devices[2]
      let state = fourth.root.parent / "state"
      let kept = try #require(try files(of: log, in: state, "0").first)
      let bytes = try readFile(kept)
      try spoil(kept)
      let rotten = try readFile(kept)
      _ = try await fourth.sync()
      #expect(try readFile(kept) == bytes)
      let damaged = try files(of: log, in: state, "damaged-")
      #expect(damaged.count == 1)
      #expect(try readFile(damaged[0]) == rotten)
      #expect(try await fourth.resolve(log).left == 0)
      #expect(try await fourth.titles().contains("Clone again"))
    }
  }

  /// The files that are kept aside of a log whose names begin with something.
  private func files(of log: LogID, in state: Path, _ beginning: String) throws -> [Path] {
    let wanted = "aside/\(log)/\(beginning)"
    return try listTree(state).filter { $0.display.contains(wanted) }.map { state / $0 }
  }

  private func spoil(_ file: Path) throws {
    var bytes = try readFile(file)
    bytes[bytes.count / 2] ^= 0xFF
    try writeFile(file, bytes: bytes)
  }
}
