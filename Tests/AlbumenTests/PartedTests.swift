import Albumen
import Operations
import Platform
import TestSupport
import Testing

/// A log that had two ends, and is taken back to where they part.
@Suite struct PartedTests {
  /// Makes two ends, and a fourth device that has the original's one and what retires the log.
  ///
  /// - Returns: the fourth device, which takes the end off with its next exchange, and the log.
  private func fourth(_ devices: Devices) async throws -> (PhotoLibrary, LogID) {
    var twins = try await Twins.apart(devices)
    let fourth = try await devices.open(4)
    try await devices.connect(fourth, 1)
    try await fourth.mustSync()
    let log = try #require(try await fourth.devices().first { $0.name == "device 1" }).log
    // The clone meets the other end, gives the log up, and leaves both ends with the first remote.
    let library = try await devices.open(1)
    _ = try await library.sync()
    _ = try await library.sync()
    await library.close()
    try twins.swap()
    return (fourth, log)
  }

  private func checkSettled(_ library: PhotoLibrary, _ log: LogID) async throws {
    #expect(try await library.titles() == ["Clone", "Common", "Original"])
    #expect(try await library.verify().problems.isEmpty)
    #expect(try await library.status().waiting.isEmpty)
    let device = try #require(try await library.devices().first { $0.log == log })
    #expect(device.retiredAt == device.lastSeq)
  }

  /// What goes wrong with one log is told, and ends no exchange.
  @Test(arguments: ["aside.parted.rename", "aside.settled.rename"])
  func aLogThatCannotBeTakenBackIsToldOf(failpoint: String) async throws {
    try await Devices.run { devices in
      let (fourth, log) = try await fourth(devices)
      let reports = try await Failpoint.withScope {
        Failpoint.arm(failpoint, action: .error(5))
        return try await fourth.sync()
      }.result
      #expect(reports.flatMap(\.problems).map(\.log) == [log], "\(reports)")
      #expect(reports.allSatisfy { $0.error == nil })
      try await fourth.mustSync()
      try await checkSettled(fourth, log)
      let notices = await fourth.notices()
      #expect(notices.count == 1 && notices[0].contains("was gone on with twice"), "\(notices)")
      await fourth.close()
    }
  }

  /// A log that was taken back on purpose is not one that was put back to an earlier time, wherever the
  /// process ends.
  @Test(arguments: ["log.cut.fsyncDirectory", "log.mend.rename", "log.mend.fsyncDirectory"])
  func aLogThatWasTakenBackIsNotLost(failpoint: String) async throws {
    try await Devices.run { devices in
      var (fourth, log) = try await fourth(devices)
      let (_, hits) = try await Failpoint.withScope {
        Failpoint.arm(failpoint, action: .error(5))
        _ = try await fourth.sync()
      }
      #expect(hits[failpoint] ?? 0 > 0)
      var notices = await fourth.notices()
      await fourth.close()
      fourth = try await devices.open(4)
      try await fourth.mustSync()
      try await checkSettled(fourth, log)
      notices += await fourth.notices()
      #expect(notices.allSatisfy { !$0.contains("earlier time") }, "\(notices)")
      let names = try listTree(devices.directory(4) / "state").map(\.lastComponent)
      #expect(!names.contains("lost"))
      await fourth.close()
    }
  }

  /// Another machine that has the same folder open finds a log shorter than it knew it.
  @Test func whoSharesTheFolderDoesNotTakeItForLost() async throws {
    try await Devices.run { devices in
      let (fourth, log) = try await fourth(devices)
      var other = try devices.configuration(4)
      other.stateDirectory = devices.directory(5) / "state"
      other.machine = [UInt8](repeating: 5, count: 16)
      try Files.createDirectories(other.stateDirectory)
      let fifth = try await PhotoLibrary.open(at: devices.root(4), other)
      #expect(try await fifth.titles() == ["Common", "Original"])
      try await fourth.mustSync()
      try await checkSettled(fifth, log)
      #expect(await fifth.notices().allSatisfy { !$0.contains("earlier time") })
      for library in [fourth, fifth] { await library.close() }
    }
  }

  /// What a machine had lost comes in two parts, the second one after it has settled the first one: nobody
  /// else has it.
  @Test func whatComesLateIsTakenIn() async throws {
    try await Devices.run { devices in
      var twins = try await Twins.begun(devices, remotes: 2)
      var library = try await devices.open(1)
      try await library.album("Lost")
      _ = try await library.sync(["r1"])
      let first = Set(try devices.files())
      try await library.album("Lost later")
      _ = try await library.sync(["r1"])
      let late = try devices.files().filter { !first.contains($0) }
      await library.close()
      #expect(!late.isEmpty)
      // A program that copies the files has not brought the second part yet.
      for path in late { try moveFile(devices.remote() / path, to: hidden(devices, path)) }
      try twins.swap()
      library = try await devices.open(1)
      try await library.album("New")
      _ = try await library.sync(["r2"])
      _ = try await library.sync()
      #expect(try await library.titles() == ["Common", "Lost", "New"])
      let third = try await devices.open(3)
      for remote in 1...2 { try await devices.connect(third, remote) }
      for _ in 0..<2 { for device in [library, third] { _ = try await device.sync() } }
      for path in late { try moveFile(hidden(devices, path), to: devices.remote() / path) }
      for _ in 0..<2 { for device in [library, third] { _ = try await device.sync() } }
      let state = try await library.stateJSON()
      for device in [library, third] {
        let reports = try await device.mustSync()
        #expect(reports.allSatisfy { $0.bytesReceived == 0 }, "\(reports)")
        #expect(try await device.titles() == ["Common", "Lost", "Lost later", "New"])
        #expect(try await device.stateJSON() == state)
        #expect(try await device.verify().problems.isEmpty)
        await device.close()
      }
    }
  }

  private func hidden(_ devices: Devices, _ path: Path) -> Path {
    devices.top / (Path("late-\(path.lastComponent)") ?? "")
  }

  /// A machine gives its log up only where all of the other history could be read.
  @Test func nothingIsGivenUpForWhatCannotBeRead() async throws {
    try await Devices.run { devices in
      var twins = try await Twins.begun(devices, remotes: 2)
      var library = try await devices.open(1)
      let album = try await library.album("Lost")
      _ = try await library.sync(["r1"])
      _ = try await library.performChanges("Rename") { try $0.rename(album, to: "Lost later") }
      _ = try await library.sync(["r1"])
      await library.close()
      try twins.swap()
      library = try await devices.open(1)
      try await library.album("New")
      _ = try await library.sync(["r2"])
      let own = try #require(try await library.devices().first(where: \.isOwn)?.log)
      let (reports, hits) = try await Failpoint.withScope {
        Failpoint.arm("remote.read", action: .error(5), onHit: 2)
        return try await library.sync(["r1"])
      }
      #expect(hits["remote.read"] ?? 0 >= 2, "\(hits)")
      #expect(!reports[0].problems.isEmpty && !reports[0].forks.isEmpty, "\(reports)")
      #expect(reports[0].sentOperations == 0)
      #expect(try await library.devices().first(where: \.isOwn)?.log == own)
      _ = try await library.sync()
      try await library.mustSync()
      #expect(try await library.devices().first(where: \.isOwn)?.log != own)
      #expect(try await library.titles() == ["Common", "Lost later", "New"])
      await library.close()
    }
  }

  /// One address that is none keeps no other remote from being used, and can be removed.
  @Test func anAddressThatIsNoneAnyMoreCanBeRemoved() async throws {
    try await Devices.run { devices in
      let library = try await devices.create()
      try await devices.connect(library)
      try await library.album("One")
      let list = try #require(
        try listTree(devices.directory(1) / "state").first { $0.lastComponent == "remotes" })
      let path = devices.directory(1) / "state" / list
      var text = String(decoding: try readFile(path), as: UTF8.self)
      text += "git old ssh://me:secret@host/it's\n"
      try writeFile(path, text)
      #expect(try await library.remotes().map(\.name) == ["r1", "old"])
      #expect(try await library.remotes().allSatisfy { !$0.address.contains("secret") })
      let reports = try await library.sync()
      #expect(reports[0].isDone && reports[1].error?.code == .invalid, "\(reports)")
      // What is written anew keeps it.
      try await devices.connect(library, 2)
      #expect(try await library.remotes().map(\.name) == ["r1", "old", "r2"])
      _ = try await library.removeRemote("old")
      #expect(try await library.mustSync().map(\.remote.name) == ["r1", "r2"])
      await library.close()
    }
  }
}
