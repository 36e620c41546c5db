import Albumen
import TestSupport
import Testing

/// Folders that were a library and join another one (docs/design/0017-devices-and-restore.md, "Joining").
@Suite struct JoinTests {
  /// Makes the first machine's library, and on the second another one, with photos in common.
  private func withTwoLibraries(_ body: (Machines) async throws -> Void) async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      for number in [1, 6, 20, 21, 22] {
        let name = Path("mine/\(number).jpg") ?? Path()
        try writeFile(machines.root(2) / name, bytes: TinyPhoto.jpeg(number))
      }
      try machines.output(2, "init")
      try machines.output(2, "album", "create", "Work", "--folder")
      try machines.output(2, "album", "create", "Best", "--in", "Work")
      try machines.output(
        2, "album", "add", "Best", "mine/22.jpg", "mine/20.jpg", "mine/1.jpg", "mine/6.jpg")
      try machines.output(2, "album", "create", "Rome")
      try machines.output(2, "album", "add", "Rome", "mine/21.jpg")
      try machines.output(2, "album", "create", "Gone")
      try machines.output(2, "album", "delete", "Gone")
      try machines.output(2, "set", "mine/1.jpg", "--title", "Not this", "--favorite")
      try machines.output(2, "set", "mine/20.jpg", "--title", "Twenty", "--rating", "5")
      try machines.output(2, "tag", "mine/1.jpg", "-t", "mine")
      try machines.output(2, "trash", "mine/21.jpg")
      // An edit, which only the history tells from another photo.
      try writeFile(machines.root(2) / "mine/22.jpg", bytes: TinyPhoto.jpeg(23))
      try machines.output(2, "scan")
      try await body(machines)
    }
  }

  /// The albums of the second library, with its photos by the ids that they have in both.
  private func expectJoined(_ machines: Machines, _ note: String) throws {
    let listed = try machines.output(2, "albums", "--tree")
    #expect(listed.split(separator: "\n").count == 6, "\(note): \(listed)")
    #expect(!listed.contains("Gone"), "\(note)")
    let best = try machines.output(2, "ls", "Best")
    let names = best.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasSuffix(".jpg") }
    }
    // The one that the other library has in the trash does not show; it keeps its place.
    #expect(names == ["mine/22.jpg", "mine/20.jpg", "mine/1.jpg"], "\(note): \(best)")
    // Five living ones of the first library, and two more.
    #expect(try machines.output(2, "ls").split(separator: "\n").count == 7, "\(note)")
    try machines.output(2, "sync")
    let status = try machines.run(2, "status")
    #expect(status.exitCode == 0, "\(note): \(status.outputText)")
    #expect(status.outputText.contains("7 photos and videos, 2 in the trash"), "\(note)")
    #expect(status.outputText.contains("4 missing here"), "\(note)")
    #expect(try machines.run(2, "log", "verify").exitCode == 0, "\(note)")
  }

  @Test func assetsAreNotAddedAgainAndAlbumsComeAlong() async throws {
    try await withTwoLibraries { machines in
      let photos = try machines.photos(2)
      let old = try #require(try machines.ownLog(2))
      let result = try machines.run(2, "restore", "--join", "\(machines.remote)")
      #expect(result.exitCode == 0, "\(result.errorText)")
      #expect(
        result.outputText.contains("3 photos and videos and 3 albums"), "\(result.outputText)")
      #expect(try machines.photos(2) == photos)
      try expectJoined(machines, "joined")
      // What was said there stands, what was said only here comes along.
      let one = try machines.output(2, "show", "mine/1.jpg")
      #expect(one.contains("Forum") && !one.contains("Not this"))
      #expect(one.contains("sun") && one.contains("mine"))
      #expect(try machines.output(2, "show", "mine/1.jpg", "--json").contains(#""favorite":true"#))
      let twenty = try machines.output(2, "show", "mine/20.jpg", "--json")
      #expect(twenty.contains(#""rating":5"#) && twenty.contains("Twenty"))
      // The links are those of before.
      #expect(try machines.links(2).contains("Work/Best/0020 20.jpg"))
      // The old log is kept, and no log of the library; another run finds nothing to do.
      #expect(!(try machines.devices(2)).contains(old))
      #expect(
        try listTree(machines.root(2) / ".albumen/joined").contains { $0.display.contains(old) })
      let before = try machines.output(2, "log", "--json")
      let again = try machines.run(2, "restore", "\(machines.remote)")
      #expect(again.exitCode == 0, "\(again.errorText)")
      #expect(try machines.output(2, "log", "--json") == before)
      // The other library gets all of it.
      try machines.output(2, "sync")
      try machines.output(1, "sync")
      #expect(try machines.state(1) == machines.state(2))
      // What comes out of the trash there is in its place here.
      try machines.output(1, "untrash", "roll/6.jpg")
      try machines.output(1, "sync")
      try machines.output(2, "sync")
      #expect(try machines.output(2, "ls", "Best").split(separator: "\n").count == 4)
    }
  }

  @Test func aFolderWhoseLogIsDamagedDoesNotJoin() async throws {
    try await withTwoLibraries { machines in
      let log = try #require(try machines.ownLog(2))
      let logs = machines.root(2) / ".albumen/log" / (Path(log) ?? Path())
      let name = try #require(try listTree(logs).first { $0.display.hasSuffix("1.segment") })
      var bytes = try readFile(logs / name)
      bytes[20] ^= 0x10
      try writeFile(logs / name, bytes: bytes)
      let before = try listTree(machines.root(2)).map(\.display).sorted()
      let file = try readFile(machines.root(2) / ".albumen/library")
      let result = try machines.run(2, "restore", "--join", "\(machines.remote)")
      #expect(result.exitCode == 16, "\(result.errorText)")
      #expect(result.errorText.contains("the folder cannot join"), "\(result.errorText)")
      #expect(result.errorText.split(separator: "\n").count == 2, "\(result.errorText)")
      #expect(try listTree(machines.root(2)).map(\.display).sorted() == before)
      #expect(try readFile(machines.root(2) / ".albumen/library") == file)
      #expect(try readFile(logs / name) == bytes)
    }
  }

  @Test func aFolderOfWhichMuchIsGoneAtOnceDoesNotJoin() async throws {
    try await withTwoLibraries { machines in
      for number in 100..<130 {
        let name = Path("disk/\(number).jpg") ?? Path()
        try writeFile(machines.root(2) / name, bytes: TinyPhoto.jpeg(number))
      }
      try machines.output(2, "scan")
      try moveFile(machines.root(2) / "disk", to: machines.top / "disk")
      let file = try readFile(machines.root(2) / ".albumen/library")
      let result = try machines.run(2, "restore", "--join", "\(machines.remote)")
      #expect(result.exitCode == 1, "\(result.errorText)")
      #expect(result.errorText.contains("30 of its entries are gone"), "\(result.errorText)")
      #expect(try readFile(machines.root(2) / ".albumen/library") == file)
      try moveFile(machines.top / "disk", to: machines.root(2) / "disk")
      try machines.output(2, "restore", "--join", "\(machines.remote)")
    }
  }

  /// One that shows only once the folder is the other library's must not be passed over either.
  @Test func aJoinIsNotFinishedWithoutALogThatCannotBeRead() async throws {
    try await withTwoLibraries { machines in
      let log = try #require(try machines.ownLog(2))
      let logs = machines.root(2) / ".albumen/log" / (Path(log) ?? Path())
      let name = try #require(try listTree(logs).first { $0.display.hasSuffix("1.segment") })
      _ = try machines.run(
        2, ["restore", "--join", "\(machines.remote)"],
        ["ALBUMEN_FAILPOINTS": "join.move=kill@1"])
      let bytes = try readFile(logs / name)
      var harmed = bytes
      harmed[20] ^= 0x10
      try writeFile(logs / name, bytes: harmed)
      let result = try machines.run(2, "restore", "--join", "\(machines.remote)")
      #expect(result.exitCode == 16, "\(result.errorText)")
      try writeFile(logs / name, bytes: bytes)
      let again = try machines.run(2, "restore", "--join", "\(machines.remote)")
      #expect(again.exitCode == 0, "\(again.errorText)")
      try expectJoined(machines, "mended")
    }
  }

  @Test(arguments: [
    ("join.keep.rename", [1]), ("join.library.rename", [1]), ("join.move", [1]),
    ("remotes.rename", [1]), ("exchange.knowledge.rename", [1]), ("log.append.fsync", [1, 2]),
    ("catalogue.commit", [1, 2, 3, 4, 5, 6, 7]), ("join.finish.rename", [1]),
    ("view.file.rename", [1]),
  ])
  func aJoinThatWasCutShortIsFinishedByAnother(_ step: String, _ passages: [Int]) async throws {
    var kills = 0
    for passage in passages {
      try await withTwoLibraries { machines in
        let photos = try machines.photos(2)
        let cut = try machines.run(
          2, ["restore", "--join", "\(machines.remote)"],
          ["ALBUMEN_FAILPOINTS": "\(step)=kill@\(passage)"])
        if cut.status == .signalled(9) { kills += 1 }
        let result = try machines.run(2, "restore", "--join", "\(machines.remote)")
        #expect(result.exitCode == 0, "\(step) \(passage): \(result.errorText)")
        try expectJoined(machines, "\(step) \(passage)")
        #expect(try machines.photos(2) == photos)
      }
    }
    #expect(kills > 0, "\(step) is never passed")
  }
}
