import Albumen
import Operations
import Platform
import TestSupport
import Testing

/// Libraries that come back from a remote, and folders that join one, by the real program and through real
/// directories (docs/design/0017-devices-and-restore.md).
@Suite struct RestoreTests {
  @Test func anEmptyMachineHasEverythingAtOnce() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      let result = try machines.run(2, "restore", "\(machines.remote)", "--no-scan")
      #expect(result.exitCode == 0 && result.errorOutput.isEmpty, "\(result.errorText)")
      #expect(result.outputText.contains("Restored 2 albums in 1 folder with 5 references"))
      // Before anything was read: order, titles, trash and history.
      #expect(try machines.state(2) == machines.state(1))
      #expect(try machines.output(2, "ls", "Rome") == machines.output(1, "ls", "Rome").withoutFiles)
      #expect(try machines.output(2, "log") == machines.output(1, "log"))
      #expect(try machines.photos(2).isEmpty)
      // The log is the same, byte for byte.
      let log = try #require(try machines.ownLog(1))
      let segments = try machines.segments(1, of: log)
      #expect(!segments.isEmpty)
      #expect(try machines.segments(2, of: log) == segments)
      // What is not here is missing, and keeps its albums.
      let before = try machines.state(2)
      try machines.output(2, "scan")
      #expect(try machines.run(2, "status").outputText.contains("5 missing here"))
      #expect(try machines.state(2) == before)
      // It comes one by one, by whatever name, and is taken for what it is.
      try writeFile(machines.root(2) / "old/renamed.jpg", bytes: TinyPhoto.jpeg(3))
      #expect(try machines.output(2, "scan").hasPrefix("1 back under another path; albums: "))
      try moveFile(
        machines.root(2) / "old/renamed.jpg", to: machines.root(2) / "renamed.jpg")
      #expect(try machines.output(2, "scan").hasPrefix("1 moved; albums: "))
      #expect(try machines.run(2, "status").outputText.contains("4 missing here"))
      #expect(try machines.links(2) == ["Rome", "Rome/0010 renamed.jpg", "Trips", "Trips/Oslo"])
      // And it is a device like any other.
      try machines.output(2, "album", "create", "Mine")
      try machines.output(2, "sync")
      try machines.output(1, "sync")
      #expect(try machines.output(1, "albums").contains("Mine"))
      #expect(try machines.devices(1) == machines.devices(2))
    }
  }

  @Test func whatIsThereIsKnownByItsContentAndNotCopied() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      for (name, number) in [("x/one.jpg", 1), ("two.jpg", 2), ("gone.jpg", 6), ("new.jpg", 9)] {
        try writeFile(machines.root(2) / (Path(name) ?? Path()), bytes: TinyPhoto.jpeg(number))
      }
      let photos = try machines.photos(2)
      let result = try machines.run(2, "restore", "../../remote", ".", "--json")
      #expect(result.exitCode == 0, "\(result.errorText)")
      #expect(result.outputText.split(separator: "\n").count == 2)
      #expect(try machines.photos(2) == photos)
      // The trashed one stays in the trash, though its file is there; the new one is new.
      let ids = try machines.output(2, "ls", "--json").split(separator: "\n")
      #expect(ids.count == 6)
      #expect(try machines.run(2, "status").outputText.contains("3 missing here"))
      #expect(try machines.run(2, "status").outputText.contains("1 in the trash"))
    }
  }

  /// The photos come after the library, the trashed one among them: nobody has wanted it back.
  @Test func whatIsInTheTrashStaysThereWhenThePhotosComeLater() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      try machines.output(2, "restore", "\(machines.remote)")
      for number in 1...6 {
        try writeFile(
          machines.root(2) / (Path("\(number).jpg") ?? Path()), bytes: TinyPhoto.jpeg(number))
      }
      try machines.output(2, "scan")
      #expect(try machines.run(2, "status").outputText.contains("1 in the trash"))
      // Gone and back again, it is wanted.
      try removeFile(machines.root(2) / "6.jpg")
      try machines.output(2, "scan")
      try writeFile(machines.root(2) / "6.jpg", bytes: TinyPhoto.jpeg(6))
      try machines.output(2, "scan")
      #expect(try machines.run(2, "status").outputText.contains("0 in the trash"))
    }
  }

  @Test func aLibraryThatWasDeletedGoesOnAsItWas() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      let (state, devices) = (try machines.state(1), try machines.devices(1))
      let links = try machines.links(1)
      removeTree(machines.root(1) / ".albumen")
      #expect(try machines.run(1, "status").exitCode == 13)
      // By the name that it has here.
      let result = try machines.run(1, "restore", "nas")
      #expect(result.exitCode == 0 && result.errorOutput.isEmpty, "\(result.errorText)")
      #expect(try machines.state(1) == state)
      #expect(try machines.links(1) == links)
      try machines.output(1, "sync")
      #expect(try machines.run(1, "status").exitCode == 0)
      // No log was begun that would not have been needed.
      try machines.output(1, "album", "create", "Mine")
      #expect(try machines.devices(1) == devices)
      #expect(try machines.output(1, "remote", "list").split(separator: "\n").count == 1)
    }
  }

  /// What this machine, or the folder, says of what was there is not taken for nothing where it cannot be read.
  @Test(arguments: ["identity", "remotes", "log"])
  func whatCannotBeReadIsNotTakenForNothing(_ what: String) async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      removeTree(machines.root(1) / ".albumen")
      if what == "log" {
        try writeFile(machines.root(1) / ".albumen/log", "no directory")
      } else {
        let state = machines.top / "1/state"
        let file = try #require(try listTree(state).first { $0.lastComponent.display == what })
        try writeFile(state / file, "no such thing\n")
      }
      let result = try machines.run(1, "restore", "nas")
      #expect(result.exitCode != 0 && result.exitCode != 18, "\(result.errorText)")
      #expect(result.errorText.contains(what), "\(result.errorText)")
      if what == "identity" { #expect(result.errorText.contains("hint: where it cannot be put")) }
      #expect(
        (try? FileStatus.ofLink(at: machines.root(1) / ".albumen/library")) == nil,
        "\(result.errorText)")
    }
  }

  @Test func aDirectoryInTheViewsPlaceIsNoFullRestore() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      try writeFile(machines.root(2) / "Albums/notes.txt", "mine")
      let result = try machines.run(2, "restore", "\(machines.remote)")
      #expect(result.exitCode == 3, "\(result.errorText)")
      #expect(result.errorText.contains("there is no album view: "), "\(result.errorText)")
      // Who has turned it off is told, and no more.
      try machines.output(1, "view", "off")
      #expect(try machines.run(1, "restore", "nas").exitCode == 0)
    }
  }

  @Test func whatWasNotOnTheRemoteIsToldAndDoesNotComeTwice() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      try machines.output(1, "album", "create", "Unsynced")
      removeTree(machines.root(1) / ".albumen")
      let result = try machines.run(1, "restore", "nas")
      #expect(result.exitCode == 3)
      #expect(result.errorText.contains("goes on in a new one"))
      // The same that status tells.
      let lost = try #require(
        try machines.run(1, "status").outputText.split(separator: "\n").first {
          $0.contains("has lost operations ")
        })
      let words = try #require(lost.split(separator: ": ", maxSplits: 1).last)
      #expect(result.errorText.contains(" \(words)"), "\(result.errorText)")
      #expect(result.outputText.contains("All of them are here."))
      try machines.output(1, "album", "create", "Next")
      #expect(try machines.devices(1).count == 2)
      let status = try machines.run(1, "status")
      #expect(status.exitCode == 15 && status.outputText.contains("has lost operation"))
      let remedy = try #require(
        status.outputText.split(separator: "\n").first { $0.contains("device retire") })
      let log = try #require(remedy.split(separator: " ").last)
      #expect(try machines.run(1, "device", "retire", String(log)).exitCode == 0)
      try machines.output(1, "sync")
      #expect(try machines.run(1, "status").exitCode == 0)
      try machines.output(2, "restore", "\(machines.remote)")
      #expect(try machines.state(2) == machines.state(1))
      #expect(!(try machines.output(2, "albums").contains("Unsynced")))
    }
  }

  @Test func aMachineThatLosesItsStateAloneGoesOn() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      let state = try machines.state(1)
      removeTree(machines.top / "1/state")
      let result = try machines.run(1, "restore", "\(machines.remote)")
      #expect(result.exitCode == 0, "\(result.errorText)")
      #expect(try machines.state(1) == state)
      #expect(try machines.run(1, "status").exitCode == 0)
      #expect(try machines.links(1).contains("Rome/0010 3.jpg"))
      try machines.output(1, "album", "create", "Mine")
      #expect(try machines.devices(1).count == 2)
    }
  }

  @Test func whatCannotBeARestoreMakesNothing() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      try Files.createDirectories(machines.top / "empty")
      let new = machines.top / "new"
      for (remote, message) in [
        ("\(machines.top / "empty")", "the directory is empty"),
        ("\(machines.top / "nowhere")", "there is no such directory"),
        ("noname", "albumen remote list"),
        ("\(machines.root(1) / "roll")", "other things in it"),
        ("\(machines.top / "no/where")", ""),
      ] {
        let result = try machines.run(3, "restore", remote, "\(new)")
        #expect(result.exitCode == 18 && result.errorText.contains(message), "\(result.errorText)")
        #expect(result.errorText.split(separator: "\n").count <= 2)
        #expect((try? FileStatus.ofLink(at: new)) == nil)
      }
      #expect(try machines.run(3, "restore", "\(machines.remote)", "\(new)", "-n").exitCode == 0)
      #expect((try? FileStatus.ofLink(at: new)) == nil)
      let above = machines.top / "no/such"
      #expect(try machines.run(3, "restore", "\(machines.remote)", "\(above)").exitCode == 4)
      #expect(try machines.run(3, "restore").exitCode == 2)
      let lone = try machines.run(3, "restore", "\(machines.root(1))")
      #expect(lone.exitCode == 2 && lone.errorText.contains("REMOTE is missing"))
      // In another library, or with the remote in it: neither.
      let inside = machines.root(1) / "inside"
      let result = try machines.run(3, "restore", "\(machines.remote)", "\(inside)")
      #expect(result.exitCode == 1 && (try? FileStatus.ofLink(at: inside)) == nil)
      #expect(try machines.run(3, "restore", "\(machines.remote)", "\(machines.top)").exitCode == 1)
      // A folder of another library is left as it is.
      try machines.output(2, "init")
      try machines.output(2, "album", "create", "Mine")
      let before = try listTree(machines.root(2))
      let refused = try machines.run(2, "restore", "\(machines.remote)")
      #expect(refused.exitCode == 18 && refused.errorText.contains("--join"))
      #expect(try listTree(machines.root(2)) == before)
      removeTree(machines.root(2) / ".albumen")
      let known = try machines.run(2, "restore", "\(machines.remote)")
      #expect(known.exitCode == 18 && known.errorText.contains("was in this folder"))
    }
  }

  @Test func whatIsThisLibraryAlreadyIsNotCalledRestored() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      let first = try machines.output(2, "restore", "\(machines.remote)", "--no-scan")
      #expect(first.contains("Restored 2 albums") && first.contains("the remote origin"))
      let again = try machines.output(2, "restore", "\(machines.remote)", "--no-scan")
      #expect(again.contains("this library already; nothing was missing"), "\(again)")
      #expect(!again.contains("Restored"), "\(again)")
      let other = try machines.output(1, "restore", "\(machines.remote)", "--no-scan")
      #expect(other.contains("remote nas") && !other.contains("origin"), "\(other)")
    }
  }

  @Test func aLibrarysFolderIsNoRemote() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      try machines.output(2, "init")
      try machines.output(2, "album", "create", "Mine")
      for place in [machines.root(1), machines.root(1) / "roll", machines.root(1) / "new"] {
        let result = try machines.run(2, "remote", "add", "o", "\(place)")
        #expect(result.exitCode == 1, "\(result.errorText)")
        #expect(result.errorText.contains("hint: "), "\(result.errorText)")
      }
      #expect(try machines.run(2, "sync").errorText.contains("NAME DIR|URL"))
      // Of another library: it is said how the two become one.
      try machines.output(2, "remote", "add", "o", "\(machines.remote)")
      #expect(try machines.run(2, "sync").errorText.contains("restore --join"))
      let nobody = try machines.run(2, "log", "--device", "nobody")
      #expect(nobody.errorText.contains("albumen devices"))
    }
  }

  @Test func aSourceWhoseAlbumIsGoneIsTold() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      try machines.output(1, "source", "add", "roll", "--album", "All")
      #expect(try machines.run(1, "scan").errorOutput.isEmpty)
      try machines.output(1, "undo")
      for command in ["scan", "list"] {
        let result = try machines.run(1, command == "scan" ? ["scan"] : ["source", "list"])
        #expect(result.exitCode == 0, "\(result.errorText)")
        #expect(result.errorText.contains("album restore @"), "\(command): \(result.errorText)")
      }
      let hint = try machines.run(1, "scan").errorText
      let at = try #require(hint.firstRange(of: "restore @")).upperBound
      try machines.output(1, "album", "restore", "@\(hint[at...].prefix(8))")
      #expect(try machines.run(1, "scan").errorOutput.isEmpty)
    }
  }

  @Test func aGitRepositoryDoesAsWell() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      let bare = machines.top / "bare.git"
      let made = try TestSupport.run(
        "/usr/bin/git", ["init", "-q", "--bare", "\(bare)"], environment: [],
        workingDirectory: machines.top)
      try #require(made.exitCode == 0)
      try machines.output(1, "remote", "add", "git", "\(bare)")
      try machines.output(1, "sync")
      let result = try machines.run(2, "restore", "file://\(bare)", "--no-scan")
      #expect(result.exitCode == 0 && result.errorOutput.isEmpty, "\(result.errorText)")
      #expect(try machines.state(2) == machines.state(1))
      try machines.output(2, "album", "create", "Mine")
      try machines.output(2, "sync")
      try machines.output(1, "sync", "git")
      #expect(try machines.output(1, "albums").contains("Mine"))
      let none = machines.top / "empty.git"
      _ = try TestSupport.run(
        "/usr/bin/git", ["init", "-q", "--bare", "\(none)"], environment: [],
        workingDirectory: machines.top)
      let empty = try machines.run(3, "restore", "\(none)", "\(machines.top / "new")")
      #expect(empty.exitCode == 18 && empty.errorText.contains("no library"), "\(empty.errorText)")
      let nobody = try machines.run(3, "restore", "git://127.0.0.1:1/x", "\(machines.top / "new")")
      #expect(nobody.exitCode == 18, "\(nobody.errorText)")
      #expect((try? FileStatus.ofLink(at: machines.top / "new")) == nil)
    }
  }

  @Test func damagedLogsAreToldAndTheRestIsThere() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      try machines.output(2, "restore", "\(machines.remote)")
      try machines.output(2, "album", "create", "Second")
      try machines.output(2, "sync")
      let own = try #require(try machines.ownLog(2))
      let pieces = try listTree(machines.remote).filter { $0.display.contains("\(own)/") }
      for piece in pieces {
        var bytes = try readFile(machines.remote / piece)
        bytes[bytes.count / 2] ^= 1
        try writeFile(machines.remote / piece, bytes: bytes)
      }
      let result = try machines.run(3, "restore", "\(machines.remote)")
      #expect(result.exitCode == 3 && result.errorText.contains(own), "\(result.errorText)")
      #expect(try machines.output(3, "albums").contains("Rome"))
    }
  }

  /// Killed at any of the steps that write something, another run comes to the same library.
  @Test(arguments: [
    "library.fsync", "library.publish", "remotes.rename", "log.append.fsync", "log.segment.create",
    "exchange.knowledge.rename", "catalogue.commit", "view.file.rename", "view.link",
  ])
  func aRestoreThatWasCutShortIsFinishedByAnother(_ step: String) async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      let state = try machines.state(1)
      var kills = 0
      for passage in [1, 2, 4, 7] {
        let device = 10 + passage
        try writeFile(machines.root(device) / "one.jpg", bytes: TinyPhoto.jpeg(1))
        let cut = try machines.run(
          device, ["restore", "\(machines.remote)"],
          ["ALBUMEN_FAILPOINTS": "\(step)=kill@\(passage)"])
        if cut.status == .signalled(9) { kills += 1 }
        let result = try machines.run(device, "restore", "\(machines.remote)")
        #expect(result.exitCode == 0, "\(step) \(passage): \(result.errorText)")
        #expect(try machines.albums(device) == machines.albums(1), "\(step) \(passage)")
        // Only that its own first words were not sent yet may be left to do.
        let status = try machines.run(device, "status")
        #expect(
          status.exitCode == 0 || status.outputText.contains("albumen sync exchanges"),
          "\(step) \(passage): \(status.outputText)")
        #expect(
          try machines.links(device).contains("Rome/0010 one.jpg") == true, "\(step) \(passage)")
        #expect(try machines.run(device, "log", "verify").exitCode == 0)
        #expect(try machines.devices(device).count <= 2)
      }
      #expect(kills > 0, "\(step) is never passed")
      #expect(try machines.state(1) == state)
    }
  }
}

extension String {
  /// A list of assets, with each as it shows where it has no file.
  fileprivate var withoutFiles: String {
    split(separator: "\n").map { $0.replacing(".jpg  ", with: ".jpg (not here)  ") }
      .joined(separator: "\n") + "\n"
  }
}
