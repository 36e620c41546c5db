import Albumen
import Platform
import TestSupport
import Testing

/// One log that two machines believe to be theirs.
@Suite struct ForkTests {
  @Test func aClonedDiskGoesOnInTwoLogs() async throws {
    try await Devices.run { devices in
      var twins = try await Twins.begun(devices)
      let before = try devices.logs(1)
      #expect(before.count == 1)

      var library = try await devices.open(1)
      try await library.album("Original")
      try await library.mustSync()
      await library.close()

      try twins.swap()
      library = try await devices.open(1)
      try await library.album("Clone")
      let album = try await library.findAlbum("Clone").id
      _ = try await library.performChanges("Delete") { try $0.deleteAlbum(album) }
      try await library.album("Clone")
      let (_, reads) = try await Failpoint.withScope { _ = try await library.mustSync() }
      // The other end is read once to be compared, and once to be taken in.
      #expect(reads["remote.read"] == 2, "\(reads)")
      let notices = await library.notices()
      #expect(notices.count == 1 && notices[0].contains("goes on in a new log"), "\(notices)")
      #expect(try await library.titles() == ["Clone", "Common", "Original"])
      #expect(try await library.verify().problems.isEmpty)
      // Once is enough.
      try await library.mustSync()
      try await library.album("Clone later")
      try await library.mustSync()
      #expect(await library.notices() == notices)
      let state = try await library.stateJSON()
      await library.close()
      let after = try devices.logs(1)
      #expect(after.count == 2 && after.isSuperset(of: before))

      try twins.swap()
      library = try await devices.open(1)
      try await library.mustSync()
      #expect(await library.notices().isEmpty)
      #expect(try await library.stateJSON() == state)
      try await library.album("Original later")
      try await library.mustSync()
      #expect(try devices.logs(1) == after)
      let last = try await library.stateJSON()
      await library.close()

      let third = try await devices.open(3)
      try await devices.connect(third)
      try await third.mustSync()
      #expect(try await third.stateJSON() == last)
      #expect(
        try await third.titles()
          == ["Clone", "Clone later", "Common", "Original", "Original later"])
      await third.close()
    }
  }

  /// What a new log begins with is settled when it is begun, whatever the machine is called when it is
  /// finished.
  @Test func aNewLogThatWasCutShortIsFinishedAsItWasBegun() async throws {
    try await Devices.run { devices in
      var twins = try await Twins.begun(devices)
      var library = try await devices.open(1)
      try await library.album("Original")
      try await library.mustSync()
      await library.close()

      try twins.swap()
      var nameless = try devices.configuration(1)
      nameless.deviceName = ""
      library = try await PhotoLibrary.open(at: devices.root(1), nameless)
      let album = try await library.album("Clone")
      _ = try await library.performChanges("Rename") { try $0.rename(album, to: "Twin") }
      let cut = try await Failpoint.withScope {
        Failpoint.arm("log.identity.rename", action: .error(5))
        return try await library.sync()
      }.result
      #expect(cut.first?.error != nil)
      #expect(
        try listTree(devices.directory(1) / "state").contains { $0.lastComponent == "yield" })
      await library.close()
      library = try await devices.open(1)
      try await library.mustSync()
      #expect(try await library.history().count { $0.label == "Rename" } == 1)
      #expect(try await library.titles() == ["Common", "Original", "Twin"])
      #expect(try await library.verify().problems.isEmpty)
      await library.close()
    }
  }

  /// The whole machine was set back, and nothing was done on it since.
  @Test func yesterdaysBackupGoesOnInItsLog() async throws {
    try await Devices.run { devices in
      var twins = try await Twins.begun(devices, album: "Monday")
      var library = try await devices.open(1)
      try await library.album("Tuesday")
      try await library.mustSync()
      await library.close()
      try twins.swap()
      let logs = try devices.logs(1)
      library = try await devices.open(1)
      #expect(try await library.titles() == ["Monday"])
      try await library.mustSync()
      #expect(try await library.titles() == ["Monday", "Tuesday"])
      try await library.album("Wednesday")
      try await library.mustSync()
      #expect(try devices.logs(1) == logs)
      #expect(await library.notices().isEmpty)
      #expect(try await library.verify().problems.isEmpty)
      await library.close()
    }
  }

  /// The whole machine was set back, wrote again, and sent that to another remote than the one that has
  /// what it had lost: nobody but itself can take that in, and it does.
  @Test func whatAMachineHadLostComesBackFromTheOtherRemote() async throws {
    try await Devices.run { devices in
      var twins = try await Twins.begun(devices, remotes: 2)
      let third = try await devices.open(3)
      try await devices.connect(third, 1)
      try await third.mustSync()
      var library = try await devices.open(1)
      let log = try #require(try await library.devices().first).log
      try await library.album("Lost")
      try await library.album("Lost later")
      _ = try await library.sync(["r1"])
      await library.close()
      try await third.mustSync()
      try twins.swap()
      library = try await devices.open(1)
      try await library.album("New")
      _ = try await library.sync(["r2"])
      try await library.mustSync()
      let all = ["Common", "Lost", "Lost later", "New"]
      #expect(try await library.titles() == all)
      #expect(await library.notices().count { $0.contains("goes on in a new log") } == 1)
      try await third.mustSync()
      #expect(try await third.titles() == all)
      // Who has only seen the other remote gets it all there.
      try await library.mustSync()
      let fourth = try await devices.open(4)
      try await devices.connect(fourth, 2)
      try await fourth.mustSync()
      #expect(try await fourth.titles() == all)
      try await library.album("Later")
      for device in [library, third, library, fourth] { try await device.mustSync() }
      for device in [library, third, fourth] {
        #expect(try await device.titles() == (all + ["Later"]).sorted())
        #expect(try await device.status().waiting.isEmpty)
        #expect(try await device.verify().problems.isEmpty)
        #expect(try await device.devices().first { $0.log == log }?.hasOtherHistory == false)
        await device.close()
      }
    }
  }

  /// A machine was set back twice, and each time had sent what it lost to another remote: it gives its log up
  /// where it meets the one, and has to settle what it finds in the other although the log is its own no
  /// more.
  @Test func aMachineThatGaveItsLogUpSettlesWhatItFindsOfIt() async throws {
    try await Devices.run { devices in
      var twins = try await Twins.begun(devices, remotes: 2)
      var library = try await devices.open(1)
      let log = try #require(try await library.devices().first).log
      try await library.album("First")
      _ = try await library.sync(["r2"])
      await library.close()
      try twins.swap()
      library = try await devices.open(1)
      try await library.album("Second")
      await library.close()
      try twins.clone()
      library = try await devices.open(1)
      try await library.album("Third")
      _ = try await library.sync(["r1"])
      await library.close()
      try twins.swap()
      let second = try await devices.open(2)
      try await devices.connect(second, 1)
      let third = try await devices.open(3)
      try await devices.connect(third, 2)
      for other in [second, third] { try await other.mustSync() }
      library = try await devices.open(1)
      try await library.album("Fourth")
      // What it knows says that nobody has anything of its end, so the log is left to the other one.
      _ = try await library.sync(["r2"])
      #expect(try await library.devices().first { $0.isOwn }?.log != log)
      for _ in 0..<2 {
        for device in [library, second, third] { _ = try await device.sync() }
      }
      let all = ["Common", "First", "Fourth", "Second", "Third"]
      let state = try await library.stateJSON()
      for device in [library, second, third] {
        let reports = try await device.mustSync()
        #expect(reports.allSatisfy { $0.fetched == 0 && $0.bytesReceived == 0 }, "\(reports)")
        #expect(try await device.titles() == all)
        #expect(try await device.stateJSON() == state)
        #expect(try await device.status().waiting.isEmpty)
        #expect(try await device.verify().problems.isEmpty)
        #expect(try await device.devices().allSatisfy { !$0.hasOtherHistory })
        await device.close()
      }
    }
  }

  /// Both ends of one log were published, each to a remote of its own.
  @Test func twoPublishedEndsComeTogether() async throws {
    try await Devices.run { devices in
      var twins = try await Twins.apart(devices)
      let (second, third) = try await Twins.builders(devices)
      #expect(try await second.titles() == ["Common", "On the original", "Original"])
      #expect(try await third.titles() == ["Clone", "Common", "On the clone"])
      // A fourth one sees both: it keeps the one that it met first, and mixes nothing.
      let fourth = try await Twins.witness(devices)
      let reports = try await fourth.sync()
      #expect(reports[0].forks.isEmpty && reports[1].forks.count == 1, "\(reports)")
      #expect(try await fourth.titles() == ["Common", "On the original", "Original"])
      #expect(try await fourth.verify().problems.isEmpty)

      for _ in 0..<3 {
        for _ in 0..<2 {
          let library = try await devices.open(1)
          _ = try await library.sync()
          await library.close()
          try twins.swap()
        }
        for device in [second, third, fourth] { _ = try await device.sync() }
      }
      let all = ["Clone", "Common", "On the clone", "On the original", "Original"]
      var library = try await devices.open(1)
      let state = try await library.stateJSON()
      #expect(try await library.titles() == all)
      for device in [second, third, fourth] {
        #expect(try await device.titles() == all)
        #expect(try await device.status().waiting.isEmpty)
        #expect(try await device.verify().problems.isEmpty)
        try await device.mustSync()
        await device.close()
      }
      await library.close()
      try twins.swap()
      library = try await devices.open(1)
      #expect(try await library.stateJSON() == state)
      try await library.mustSync()
      await library.close()
    }
  }

  /// Whoever meets two histories of another machine's log is told what helps where that is gone.
  @Test func theProgramNamesWhatHelps() async throws {
    try await Devices.run { devices in
      _ = try await Twins.apart(devices)
      let fourth = try await devices.open(4, forProgram: true)
      for remote in 1...2 { try await devices.connect(fourth, remote) }
      await fourth.close()
      let told = try devices.run(4, ["sync"])
      #expect(told.exitCode == 3, "\(told)")
      let command = try #require(told.errorText.split(separator: "albumen device resolve ").last)
      let log = String(command.prefix { $0 != "\n" })
      let resolved = try devices.run(4, ["device", "resolve", log])
      #expect(resolved.exitCode == 0, "\(resolved)")
      let again = try devices.run(4, ["sync"])
      #expect(again.exitCode == 0 && !again.errorText.contains("device resolve"), "\(again)")
    }
  }

  /// What was published to a remote that is no more one of this machine's is with others all the same.
  @Test func anEndThatHasLeftIsNotTakenOff() async throws {
    try await Devices.run { devices in
      var twins = try await Twins.apart(devices)
      var library = try await devices.open(1)
      let third = try await devices.open(3)
      try await devices.connect(third, 2)
      try await third.mustSync()
      // With it goes what is known of it.
      _ = try await library.removeRemote("r2")
      _ = try await library.sync()
      await library.close()
      try twins.swap()
      library = try await devices.open(1)
      _ = try await library.sync(["r1"])
      _ = try await library.sync(["r1"])
      #expect(try await library.titles() == ["Clone", "Common", "Original"])
      try await devices.connect(third, 1)
      _ = try await third.sync(["r1"])
      #expect(try await third.titles() == ["Clone", "Common", "Original"])
      #expect(try await third.status().waiting.isEmpty)
      await library.close()
      await third.close()
    }
  }

  /// A folder that is copied to another machine, or to another place, has a log of its own from its first change.
  @Test func aCopiedFolderGoesOnInALogOfItsOwn() async throws {
    try await Devices.run { devices in
      let first = try await devices.create()
      try await devices.connect(first)
      try await first.album("Common")
      try await first.mustSync()
      try Files.createDirectories(devices.directory(2))
      try copyTree(devices.root(1), to: devices.root(2))
      let second = try await devices.open(2)
      try await devices.connect(second)
      try await first.album("First")
      try await second.album("Second")
      try await second.mustSync()
      try await first.mustSync()
      try await second.mustSync()
      #expect(try await first.titles() == ["Common", "First", "Second"])
      #expect(try await first.stateJSON() == (try await second.stateJSON()))
      #expect(try devices.logs(1).count == 2)
      #expect(try devices.logs(2).count == 2)
      await first.close()
      await second.close()
    }
  }
}
