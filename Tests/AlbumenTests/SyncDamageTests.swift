import Albumen
import TestSupport
import Testing

/// What is damaged or missing, here or in a remote, comes back from who has it.
@Suite struct SyncDamageTests {
  /// Two devices that agree, through one remote.
  private func agree(_ devices: Devices) async throws -> (PhotoLibrary, PhotoLibrary) {
    let first = try await devices.create()
    let second = try await devices.open(2)
    try await devices.connect(first)
    try await devices.connect(second)
    for title in ["One", "Two", "Three"] {
      try await first.album(title)
      try await first.mustSync()
    }
    try await second.mustSync()
    try await second.album("Four")
    try await second.mustSync()
    try await first.mustSync()
    return (first, second)
  }

  private func segments(_ devices: Devices, _ device: Int) throws -> [Path] {
    try listTree(devices.root(device) / ".albumen/log").filter {
      $0.lastComponent.display.hasSuffix(".segment")
    }.sorted().map { devices.root(device) / ".albumen/log" / $0 }
  }

  private func flip(_ path: Path, at place: Int) throws {
    var bytes = try readFile(path)
    bytes[place] ^= 0x40
    try writeFile(path, bytes: bytes)
  }

  @Test func aRemoteThatIsEmptyIsFilledAgain() async throws {
    try await Devices.run { devices in
      let (first, second) = try await agree(devices)
      let before = try await first.stateJSON()
      // All but the marker, as after a slip of the hand.
      for path in try devices.files() where path != "albumen-remote" {
        try removeFile(devices.remote() / path)
      }
      // One device is enough, for all logs.
      try await second.mustSync()
      let third = try await devices.open(3)
      try await devices.connect(third)
      try await third.mustSync()
      #expect(try await third.stateJSON() == before)
      for library in [first, second, third] { await library.close() }
    }
  }

  @Test func aRemoteThatIsAwayIsNotBegunAnew() async throws {
    try await Devices.run { devices in
      let (first, second) = try await agree(devices)
      try moveFile(devices.remote(), to: devices.top / "elsewhere")
      for isMountPoint in [false, true] {
        if isMountPoint { try Files.createDirectory(devices.remote()) }
        let report = try await first.sync()[0]
        #expect(report.error?.code == .unreachable && report.error?.hint != nil)
        #expect((try? listTree(devices.remote())) ?? [] == [])
      }
      // Unless a person says so.
      _ = try await first.removeRemote("r1")
      try await devices.connect(first)
      try await first.mustSync()
      #expect(try devices.files().count > 1)
      for library in [first, second] { await library.close() }
    }
  }

  @Test func aRemoteOfAnotherLibraryIsRefused() async throws {
    try await Devices.run { devices in
      let (first, second) = try await agree(devices)
      let text = "albumen remote\nformat 1\nlibrary 000102030405060708090a0b0c0d0e0f\n"
      try writeFile(devices.remote() / "albumen-remote", text)
      let before = try devices.files()
      try await first.album("More")
      let report = try await first.sync()[0]
      #expect(report.error?.code == .failed && report.fetched == 0 && report.sentOperations == 0)
      #expect(try devices.files() == before)
      try writeFile(devices.remote() / "albumen-remote", "albumen remote\nformat 2\nnew\n\n")
      #expect(try await first.sync()[0].error?.code == .newerVersion)
      #expect(try devices.files() == before)
      for library in [first, second] { await library.close() }
    }
  }

  /// Every piece in turn, in every part of it.
  @Test func aDamagedPieceIsWrittenAgain() async throws {
    try await Devices.run { devices in
      let (first, second) = try await agree(devices)
      let state = try await first.stateJSON()
      let pieces = try devices.files().filter { $0 != "albumen-remote" }
      #expect(pieces.count >= 2)
      for piece in pieces {
        let whole = try readFile(devices.remote() / piece)
        for place in [
          0, 30, 100, whole.count / 2, whole.count - 50, whole.count - 20, whole.count - 1,
        ] {
          var bytes = whole
          bytes[place] ^= 0x40
          try writeFile(devices.remote() / piece, bytes: bytes)
          try makeOld(devices.remote() / piece)
          // Who has nothing takes nothing from it, and no harm.
          let third = try await devices.open(3)
          try await devices.connect(third)
          _ = try await third.sync()
          #expect(try await third.verify().problems.isEmpty)
          await third.close()
          // Who has the log writes it again.
          let report = try await first.sync(checkingAll: true)[0]
          #expect(report.error == nil && report.forks.isEmpty, "\(piece) at \(place): \(report)")
          _ = try await second.sync()
          let again = try await devices.open(3)
          try await again.mustSync()
          #expect(try await again.stateJSON() == state, "\(piece) at \(place)")
          await again.close()
          try remove(devices.directory(3))
          for path in try devices.files() where path.display.contains(".damaged-") {
            try removeFile(devices.remote() / path)
          }
        }
      }
      for library in [first, second] {
        #expect(await library.notices().isEmpty)
        await library.close()
      }
    }
  }

  /// Half a file, of whatever length, is passed over until it is whole.
  @Test func halfACopyIsWaitedFor() async throws {
    try await Devices.run { devices in
      let (first, second) = try await agree(devices)
      let state = try await first.stateJSON()
      let third = try await devices.open(3)
      try await devices.connect(third)
      var whole: [Path: [UInt8]] = [:]
      for path in try devices.files() where path != "albumen-remote" {
        whole[path] = try readFile(devices.remote() / path)
      }
      for part in [0, 1, 87, 88, 89, 150, 200] {
        for (path, bytes) in whole {
          try writeFile(
            devices.remote() / path, bytes: Array(bytes.prefix(min(part, bytes.count - 1))))
        }
        let report = try await third.sync()[0]
        #expect(report.error == nil && report.fetched == 0)
        // Each is told of, and left.
        #expect(report.problems.count == whole.count, "\(report.problems)")
        #expect(report.problems.allSatisfy { $0.reason.contains("is not whole yet") })
        #expect(try devices.files().allSatisfy { !$0.display.contains(".damaged-") })
        #expect(try await third.titles().isEmpty)
      }
      // What sync programs leave beside a file, or make of a conflict, is no piece.
      for (path, bytes) in whole {
        let name = path.lastComponent.display
        for other in [
          ".syncthing.\(name).tmp", "\(name).part", ".\(name).Xq3Gh1",
          "\(name.dropLast(8))"
            + ".sync-conflict-20260503-101500-ABCDEFG.segment", "\(name.dropLast(8)) (1).segment",
        ] {
          try writeFile(
            devices.remote() / path.parent / (Path(other) ?? ""), bytes: Array(bytes.reversed()))
        }
        try writeFile(devices.remote() / path, bytes: bytes)
      }
      try await third.mustSync()
      #expect(try await third.stateJSON() == state)
      for library in [first, second, third] { await library.close() }
    }
  }

  @Test(arguments: [1, 2]) func aDamagedLogIsFetchedAgain(device: Int) async throws {
    try await Devices.run { devices in
      var (first, second) = try await agree(devices)
      let titles: [String] = try await first.titles()
      let count = try segments(devices, device).count
      #expect(count == 2)
      for index in 0..<count {
        for isGone in [false, true] {
          let segment = try segments(devices, device)[index]
          await first.close()
          await second.close()
          if isGone { try removeFile(segment) } else { try flip(segment, at: 120) }
          first = try await devices.open(1)
          second = try await devices.open(2)
          let library = device == 1 ? first : second
          let report = try await library.sync(checkingAll: true)[0]
          #expect(report.isDone, "\(report)")
          // The newest segment that is gone is fetched as what is new is; any other is mended.
          #expect(report.mendedOperations > 0 || isGone && report.fetched > 0, "\(report)")
          #expect(try await library.verify().problems.isEmpty)
          #expect(try await library.titles() == titles)
          let album = try await library.album("After")
          _ = try await library.performChanges("Delete") { try $0.deleteAlbum(album) }
          try await library.mustSync()
          #expect(try devices.logs(device).count == 2, "\(index) \(isGone)")
        }
      }
      for library in [first, second] { await library.close() }
    }
  }

  /// What rots here is not taken for the fault of the piece that is compared with it.
  @Test func aSoundPieceIsLeftWhereTheCopyHereIsDamaged() async throws {
    try await Devices.run { devices in
      var (first, second) = try await agree(devices)
      await second.close()
      let own = try #require(try await first.devices().first(where: \.isOwn)?.log)
      let copy = try #require(
        try segments(devices, 2).last { "\($0)".contains("\(own)") })
      // A few bytes from the end, where a plain exchange reads; the size stays.
      try flip(copy, at: try readFile(copy).count - 60)
      try await first.album("Five")
      try await first.mustSync()
      for path in try devices.files() { try makeOld(devices.remote() / path) }
      second = try await devices.open(2)
      let report = try await second.sync()[0]
      #expect(report.error == nil && report.mendedOperations > 0, "\(report)")
      #expect(try devices.files().allSatisfy { !$0.display.contains(".damaged-") })
      #expect(try await second.verify().problems.isEmpty)
      #expect(try await second.titles() == ["Five", "Four", "One", "Three", "Two"])
      for library in [first, second] { await library.close() }
    }
  }

  /// What stands behind the damage, and nowhere else, stays.
  @Test func whatWasNotSentOutlivesDamageBeforeIt() async throws {
    try await Devices.run { devices in
      var first = try await devices.create()
      try await devices.connect(first)
      for title in ["One", "Two"] { try await first.album(title) }
      try await first.mustSync()
      for title in ["Three", "Four"] { try await first.album(title) }
      let logs = try devices.logs(1)
      await first.close()
      try flip(try segments(devices, 1)[0], at: 120)
      first = try await devices.open(1)
      let report = try await first.sync(checkingAll: true)[0]
      #expect(report.isDone && report.mendedOperations > 0, "\(report)")
      #expect(try await first.verify().problems.isEmpty)
      #expect(try await first.titles() == ["Four", "One", "Three", "Two"])
      #expect(try devices.logs(1) == logs)
      let second = try await devices.open(2)
      try await devices.connect(second)
      try await second.mustSync()
      #expect(try await second.titles() == ["Four", "One", "Three", "Two"])
      for library in [first, second] { await library.close() }
    }
  }

  /// Where what was here cannot come back nothing is put in its place.
  @Test func aSegmentIsNotMendedWithLess() async throws {
    try await Devices.run { devices in
      var first = try await devices.create()
      try await devices.connect(first)
      try await first.album("One")
      try await first.mustSync()
      let segment = try segments(devices, 1)[0]
      let sent = try readFile(segment).count
      for title in ["Two", "Three", "Four"] { try await first.album(title) }
      await first.close()
      try flip(segment, at: sent + 20)
      let damaged = try readFile(segment)
      first = try await devices.open(1)
      let report = try await first.sync(checkingAll: true)[0]
      #expect(!report.isDone && report.mendedOperations == 0, "\(report)")
      #expect(try readFile(segment).starts(with: damaged))
      await first.close()
    }
  }

  /// A disk that is not mounted is no new remote because what is known of it cannot be read.
  @Test func aRemoteOfWhichNothingCanBeReadIsNotBegunAnew() async throws {
    try await Devices.run { devices in
      let (first, second) = try await agree(devices)
      try moveFile(devices.remote(), to: devices.top / "elsewhere")
      try Files.createDirectory(devices.remote())
      let state = devices.directory(1) / "state"
      let known = try #require(
        try listTree(state).first { "\($0)".hasSuffix("exchange/r1") })
      try removeFile(state / known)
      try Files.createDirectory(state / known)
      #expect(try await first.sync()[0].error != nil)
      #expect(try listTree(devices.remote()) == [])
      try Files.removeDirectory(state / known)
      try writeFile(state / known, "something else\n")
      #expect(try await first.sync()[0].error?.code == .damaged)
      #expect(try listTree(devices.remote()) == [])
      // Whoever asks how the library is gets an answer all the same.
      #expect(try await first.remotes().map(\.name) == ["r1"])
      #expect(try await first.status().remotes.map(\.name) == ["r1"])
      let notices = await first.notices()
      #expect(notices.count { $0.contains("the remote r1 cannot be read") } == 1, "\(notices)")
      _ = try await first.removeRemote("r1")
      try await devices.connect(first)
      try await first.mustSync()
      for library in [first, second] { await library.close() }
    }
  }

  private func makeOld(_ path: Path) throws {
    try Descriptor.open(path, .readWrite).setModificationTime(
      nanoseconds: 1_600_000_000_000_000_000)
  }

  private func remove(_ directory: Path) throws {
    for path in try listTree(directory).sorted().reversed() {
      if try FileStatus.ofLink(at: directory / path).kind == .directory {
        try Files.removeDirectory(directory / path)
      } else {
        try removeFile(directory / path)
      }
    }
  }
}
