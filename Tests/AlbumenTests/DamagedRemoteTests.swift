import Albumen
import Platform
import TestSupport
import Testing

/// What is said of a damaged piece of a remote is what was done with it.
@Suite struct DamagedRemoteTests {
  /// Overwrites two bytes in the middle of a file.
  private func damage(_ file: Path) throws {
    var bytes = try readFile(file)
    let middle = bytes.count / 2
    for place in [middle, middle + 1] { bytes[place] ^= 0xFF }
    try writeFile(file, bytes: bytes)
  }

  private func piece(in remote: Path) throws -> Path {
    remote / (try #require(try listTree(remote).first { $0.display.hasSuffix(".segment") }))
  }

  @Test func aYoungPieceIsToldOfUntilItIsReplaced() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      let file = try piece(in: machines.remote)
      let sound = try readFile(file)
      try damage(file)
      let damaged = try readFile(file)
      for arguments in [["sync", "--check"], ["sync", "nas"], ["sync", "--check"], ["sync"]] {
        let sync = try machines.run(1, arguments)
        #expect(sync.exitCode == 3, "\(arguments): \(sync.outputText)\(sync.errorText)")
        #expect(!sync.outputText.contains("sent"), "\(arguments): \(sync.outputText)")
        #expect(
          sync.errorText.contains(
            "; it is replaced when its file has not changed for 10 minutes, by a sync after "),
          "\(sync.errorText)")
        #expect(try readFile(file) == damaged)
        let status = try machines.run(1, "status")
        #expect(status.exitCode == 15 && status.outputText.contains(file.lastComponent.display))
      }
      // What comes to be in between is written, and brings what the damaged file had.
      try Descriptor.open(file, .readWrite).setModificationTime(nanoseconds: 0)
      let sync = try machines.run(1, "sync", "nas")
      #expect(sync.outputText.contains("nas: sent"), "\(sync.outputText)")
      #expect(sync.errorText.contains("; it was renamed, and is written again"))
      #expect(try readFile(file) == sound)
      #expect(try machines.run(1, "status").exitCode == 0)
      let again = try machines.output(1, "sync", "--check")
      #expect(again.contains("nothing new"), "\(again)")
    }
  }

  @Test func aDamagedObjectOfARepositoryIsNotSaidToBeSent() async throws {
    try await Machines.run { machines in
      let repository = machines.top / "logs.git"
      try git("init", "-q", "--bare", "\(repository)")
      try machines.output(1, "init")
      for title in 1...40 { try machines.output(1, "album", "create", "Album \(title)") }
      try machines.output(1, "remote", "add", "origin", "\(repository)")
      try machines.output(1, "sync")
      let packs = repository / "objects/pack"
      let pack = packs / (try #require(try listTree(packs).first { $0.display.hasSuffix(".pack") }))
      let sound = try readFile(pack)
      #expect(try run("/bin/chmod", ["u+w", "\(pack)"]).exitCode == 0)
      try damage(pack)
      for arguments in [["sync", "--check"], ["sync"]] {
        let sync = try machines.run(1, arguments)
        #expect(sync.exitCode == 3, "\(arguments): \(sync.outputText)\(sync.errorText)")
        #expect(!sync.outputText.contains("sent"), "\(arguments): \(sync.outputText)")
        #expect(sync.errorText.contains("git fsck"), "\(sync.errorText)")
        #expect(try machines.run(1, "status").exitCode == 15)
      }
      try writeFile(pack, bytes: sound)
      try machines.output(1, "sync")
      #expect(try machines.run(1, "status").exitCode == 0)
    }
  }

  /// Whatever keeps the log from being looked at in between.
  @Test func aDamagedPieceIsNotBelievedBehindALookThatFailed() async throws {
    try await Devices.run { devices in
      let library = try await devices.create()
      try await devices.connect(library)
      for title in 1...20 { try await library.album("Album \(title)") }
      try await library.mustSync()
      try damage(try piece(in: devices.remote()))
      #expect(try await library.sync(checkingAll: true)[0].problems.count == 1)
      let failed = try await Failpoint.withScope { () async throws -> SyncReport in
        Failpoint.arm("remote.list", action: .error(5))
        return try await library.sync()[0]
      }.result
      #expect(!failed.isDone)
      #expect(try await library.sync()[0].problems.count == 1)
      #expect(try await library.status().remotes.first?.unread.isEmpty == false)
      await library.close()
    }
  }

  /// Only so many faults of a log are remembered.
  @Test func moreThanAreRememberedAreReadAgain() async throws {
    try await Devices.run { devices in
      let library = try await devices.create()
      try await devices.connect(library)
      // Each is less than half of the one before, so that none takes another in.
      for power in (0...8).reversed() {
        let bytes = (0..<power).reduce(250) { size, _ in size * 9 / 4 } - 150
        _ = try await library.performChanges("Make some") { changes in
          for number in 0..<max(1, bytes / 1_000) {
            let letter = String(repeating: "x", count: min(bytes, 1_000))
            _ = try changes.createAlbum("\(number) \(letter)")
          }
        }
        try await library.mustSync()
      }
      let pieces = try devices.files().filter { $0 != "albumen-remote" }
      try #require(pieces.count > 8)
      for piece in pieces { try damage(devices.remote() / piece) }
      for checksAll in [true, false, false] {
        let report = try await library.sync(checkingAll: checksAll)[0]
        #expect(report.problems.count == pieces.count, "\(report.problems.count)")
        // In another piece, and once.
        #expect((report.sentOperations > 0) == checksAll)
      }
      #expect(try devices.files().count == pieces.count + 2)
      let second = try await devices.open(2)
      try await devices.connect(second)
      _ = try await second.sync()
      #expect(try await second.stateJSON() == library.stateJSON())
      for library in [library, second] { await library.close() }
    }
  }
}
