import Platform
import TestSupport
import Testing

/// The album view by the command.
@Suite struct ViewCommandTests {
  @Test func theViewIsMadeShownAndRemoved() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      #expect(try listTree(bench.photos).contains("Albums"))
      try bench.output("album", "create", "Trip")
      try bench.output("album", "add", "Trip", "a.jpg", "b.jpg")
      #expect(
        try listTree(bench.photos / "Albums/Trip").map(\.display) == ["0010 a.jpg", "0020 b.jpg"])
      #expect(try bench.output("view", "show") == "in step\n")
      #expect(try bench.output("status").contains("view     Albums, in step\n"))
      // A link of a person's is taken over at once; what it would be is told before.
      try Files.symlink("../../a.jpg", as: bench.photos / "Albums/Trip/again.jpg")
      try bench.output("album", "create", "Other")
      try Files.symlink("../../b.jpg", as: bench.photos / "Albums/Other/b.jpg")
      let show = try bench.run("view", "show")
      #expect(show.exitCode == 15)
      #expect(show.outputText == "Add 1 photo or video to \"Other\"\nnot in step\n")
      #expect(try bench.run("status").exitCode == 15)
      #expect(
        try bench.output("scan") == "albums: Add 1 photo or video to \"Other\".\n")
      #expect(try bench.output("ls", "Other").contains("b.jpg"))
      let record = try #require(try bench.records("view", "show").first)
      #expect(record.text("schema") == "albumen.view/1")
      // What is left when it is off is what was not made here.
      #expect(try bench.output("view", "off") == "The album view is off.\n")
      #expect(try listTree(bench.photos / "Albums").map(\.display) == ["Trip", "Trip/again.jpg"])
      #expect(try bench.output("status").contains("view     off: it was turned off"))
      #expect(try bench.output("ls", "Trip").contains("a.jpg"))
      #expect(try bench.run("view", "off").exitCode == 4)
      try bench.output("view", "on")
      // The link that was left is as good as one of ours.
      #expect(
        try listTree(bench.photos / "Albums/Trip").map(\.display) == ["0010 a.jpg", "0020 b.jpg"])
      #expect(try bench.output("view", "show") == "in step\n")
    }
  }

  @Test func linksThatAreGoneCanBeMadeAnew() async throws {
    let names = (1...30).map { "\($0).jpg" }
    try await withBench(photos: names) { bench in
      try bench.output("album", "create", "Trip")
      try bench.run(["album", "add", "Trip"] + names)
      let links = try listTree(bench.photos / "Albums/Trip")
      #expect(links.count == 30)
      for link in links.dropFirst() { try removeFile(bench.photos / "Albums/Trip" / link) }
      let scan = try bench.run("scan")
      #expect(scan.exitCode == 14)
      #expect(scan.errorLines.last?.contains("make the links anew with: albumen view take") == true)
      try bench.output("view", "take")
      #expect(try listTree(bench.photos / "Albums/Trip") == links)
      #expect(try bench.output("ls", "Trip").split(separator: "\n").count == 30)
    }
  }

  @Test func whatGoesToTheTrashIsTold() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg", "c.jpg"]) { bench in
      try bench.output("config", "set", "view.link", "copy")
      try bench.output("scan")
      try bench.output("album", "create", "Trip")
      try bench.output("album", "add", "Trip", "a.jpg", "b.jpg", "c.jpg")
      try removeFile(bench.photos / "a.jpg")
      try removeFile(bench.photos / "b.jpg")
      let text = try bench.output("scan")
      #expect(
        text.contains(
          "2 copies or hard links of the album view kept in .albumen/trash ("))
      #expect(text.contains("its bytes are nowhere else in the folder for certain"))
      #expect(try listTree(bench.photos / ".albumen/trash").count == 2)
      #expect(try !bench.output("scan").contains("kept"))
    }
  }

  @Test func anotherFolderInThePlaceOfTheViewIsTold() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Trip")
      try bench.output("album", "add", "Trip", "a.jpg")
      try moveFile(bench.photos / "Albums", to: bench.photos / ".away")
      try Files.createDirectory(bench.photos / "Albums")
      let scan = try bench.run("scan")
      #expect(scan.exitCode == 14)
      #expect(scan.errorText.contains("another folder is in the place of the album view"))
      #expect(scan.errorLines.last?.contains("albumen scan --confirm-missing") == true)
      // As the remedy says.
      try bench.output("view", "take")
      #expect(try listTree(bench.photos / "Albums/Trip").map(\.display) == ["0010 a.jpg"])
      #expect(try bench.output("view", "show") == "in step\n")
    }
  }

  @Test func aViewThatIsGoneCanBeMadeAnew() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Trip")
      try bench.output("album", "add", "Trip", "a.jpg", "b.jpg")
      removeTree(bench.photos / "Albums")
      let status = try bench.run("status")
      #expect(status.exitCode == 15)
      #expect(status.outputText.contains("gone from Albums (albumen view on makes it anew):"))
      #expect(
        status.outputText.hasSuffix("out of sync; albumen view on makes Albums anew\n"),
        "\(status.outputText)")
      for arguments in [["scan"], ["scan", "--confirm-missing"]] {
        let result = try bench.run(arguments)
        #expect(result.exitCode == 14)
        #expect(
          result.errorLines == [
            "albumen: the album view is gone, so nothing is concluded: Albums",
            "hint: bring it back, or make it anew with: albumen view on",
          ])
      }
      for remedy in ["on", "take"] {
        try bench.output("view", remedy)
        #expect(try listTree(bench.photos / "Albums/Trip").count == 2)
        #expect(try bench.run("status").exitCode == 0)
        removeTree(bench.photos / "Albums")
      }
      try bench.output("view", "on")
    }
  }

  @Test func namesThatCannotBeAreRefused() async throws {
    try await withBench(photos: ["Albums/old.jpg"], isLibrary: false) { bench in
      #expect(try bench.output("init").contains("There is no album view: Albums/ was there before"))
      let error = try bench.run("view", "on")
      #expect(error.exitCode != 0 && error.errorText.contains("was there before"))
      for name in ["a/b", "..", ".hidden", "@x", ""] {
        let result = try bench.run("view", "on", "--name", name)
        #expect(result.exitCode != 0, "\(name)")
        #expect(result.errorLines.count <= 2, "\(name): \(result.errorText)")
      }
      #expect(try bench.output("view", "on", "--name", "Views") == "in step\n")
      #expect(try listTree(bench.photos).contains("Views"))
      #expect(try readFile(bench.photos / "Albums/old.jpg") == Bench.photo("Albums/old.jpg"))
    }
  }

  /// Killed at every step of a round, the program comes to the same end when it is run again.
  @Test func aKillAtAnyStepIsMadeGood() async throws {
    for name in [
      "view.file.rename", "log.append.fsync", "catalogue.commit", "view.mkdir", "view.move",
      "view.link", "view.rename", "view.aside", "view.unlink", "view.rmdir", "view.fsync",
    ] {
      try await withBench(photos: ["a.jpg", "b.jpg", "c.jpg"]) { bench in
        try bench.output("album", "create", "Trip")
        try bench.output("album", "add", "Trip", "a.jpg", "b.jpg")
        try bench.output("album", "create", "Dead")
        try bench.output("album", "add", "Dead", "c.jpg")
        try bench.output("log", "export", "../history.jsonl")
        // Each of these commands is cut short at the step, if it passes it.
        for arguments in [
          ["album", "add", "Trip", "c.jpg", "--first"],
          ["album", "move", "Trip", "b.jpg", "--first"],
          ["album", "rename", "Trip", "Rome"], ["album", "create", "New"],
          ["album", "remove", "Rome", "a.jpg"], ["album", "delete", "Dead"],
        ] {
          let result = try bench.run(
            arguments, environment: ["ALBUMEN_FAILPOINTS": "\(name)=kill"])
          if result.exitCode != 0 { _ = try bench.run(arguments) }
        }
        #expect(try bench.run("scan").exitCode == 0, "\(name)")
        let titles = try bench.records("albums").compactMap { $0.text("title") }.sorted()
        // A command that was killed behind its transaction has been done twice by now.
        #expect(Set(titles) == ["New", "Rome"], "\(name)")
        #expect(
          try listTree(bench.photos / "Albums/Rome").map { $0.display.split(separator: " ")[1] }
            == ["b.jpg", "c.jpg"], "\(name)")
        #expect(try bench.run("status").exitCode == 0, "\(name)")
        #expect(try listTree(bench.photos / ".albumen/tmp").isEmpty, "\(name)")
      }
    }
  }
}

@Suite struct FolderAsAlbumsCommandTests {
  @Test func `why names the rule of an ignore file, with file and line`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try writeFile(bench.photos / "sub/.albumenignore", "# scans\n*.jpg\n!keep.jpg\n")
      for name in ["sub/1.jpg", "sub/keep.jpg"] {
        try writeFile(bench.photos / (Path(name) ?? Path()), bytes: try Bench.photo("b.jpg"))
      }
      let words = try bench.output("why", "sub/1.jpg")
      #expect(words.contains("the rule *.jpg in sub/.albumenignore, line 2"))
      let record = try bench.records("why", "sub/1.jpg").first
      #expect(record?.text("standing") == "ignored")
      #expect(try bench.output("why", "sub/keep.jpg").contains("not taken in yet"))
    }
  }

  @Test func `init can take a view's folder over, or name another`() async throws {
    try await withBench(isLibrary: false) { bench in
      let photo = bench.photos / "Albums/Rome/a.jpg"
      try writeFile(photo, bytes: try Bench.photo("a.jpg"))
      try bench.output("init", "--adopt-view")
      #expect(try bench.output("ls", "Rome").contains("a.jpg"))
      #expect(try FileStatus.ofLink(at: photo).kind == .regular)
      #expect(try bench.output("view", "show").hasSuffix("in step\n"))
    }
    try await withBench(isLibrary: false) { bench in
      let photo = bench.photos / "Albums/Rome/a.jpg"
      try writeFile(photo, bytes: try Bench.photo("a.jpg"))
      try bench.output("init", "--view", "Views")
      #expect(try bench.output("ls").contains("Albums/Rome/a.jpg"))
      #expect(try FileStatus.ofLink(at: bench.photos / "Views").kind == .directory)
      #expect(try bench.run("view", "on", "--name", "Other").exitCode == 1)
    }
  }

  @Test func `sources are added, listed and removed`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try writeFile(bench.photos / "phone/b.jpg", bytes: try Bench.photo("b.jpg"))
      try bench.output("scan")
      #expect(try bench.run("source", "add", "phone").exitCode == 2)
      #expect(
        try bench.output("source", "add", "phone", "--album", "Inbox")
          == "What appears in phone goes to \"Inbox\"; 1 reference was added for what is there.\n")
      #expect(try bench.output("source", "list") == "phone to \"Inbox\"\n")
      let record = try #require(try bench.records("source", "list").first)
      #expect(record.text("outcome") == "listed" && record.text("directory") == "phone")
      try writeFile(bench.photos / "phone/c.jpg", bytes: try Bench.photo("c.jpg"))
      #expect(try bench.output("scan").contains("1 put into albums"))
      try bench.output("source", "remove", "phone")
      #expect(try bench.run("source", "remove", "phone").exitCode == 4)
      #expect(try bench.run("source", "add", "nowhere", "--album", "Inbox").exitCode == 4)
    }
  }

  @Test func `import understands a path of titles and an id`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let card = bench.place / "card/b.jpg"
      try writeFile(card, bytes: try Bench.photo("b.jpg"))
      try bench.output("album", "create", "--folder", "Trips")
      try bench.output("album", "create", "Rome", "--in", "Trips")
      try bench.output("import", "\(card)", "--album", "Trips/Rome", "--album", "Trips/Oslo")
      #expect(try bench.output("ls", "Trips/Rome").contains("b.jpg"))
      let oslo = try bench.records("show", "Trips/Oslo").first
      let id = try #require(oslo?.text("id"))
      let other = bench.place / "card/c.jpg"
      try writeFile(other, bytes: try Bench.photo("c.jpg"))
      try bench.output("import", "\(other)", "--album", "@\(id.prefix(8))")
      #expect(try bench.output("ls", "Trips/Oslo").contains("c.jpg"))
      #expect(try bench.run("import", "\(other)", "--album", "@0123456789").exitCode == 4)
      #expect(try bench.output("albums").contains("@0123456789") == false)
    }
  }
}

@Suite struct KnownFaultCommandTests {
  @Test func `what cannot stand in the view is named by all that tell of it`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Trip")
      try bench.output("album", "add", "Trip", "a.jpg")
      try bench.output("config", "set", "view.link", "reflink")
      // The file system of the tests may be able to.
      let environment = ["ALBUMEN_FAILPOINTS": "view.probe=95"]
      let reason = "view.link is reflink, and the file system cannot share blocks between files"
      let hint = "albumen config set view.link sym (or hard, copy)"
      let scan = try bench.run(["scan"], environment: environment)
      #expect(scan.exitCode == 3)
      #expect(
        scan.errorLines
          == ["albumen: the album view could not follow: \(reason) (\(hint)): Albums"])
      let show = try bench.run(["view", "show"], environment: environment)
      #expect(show.exitCode == 15 && show.outputText == "not in step\n")
      #expect(show.errorLines == ["albumen: \(reason) (\(hint)): Albums"])
      let status = try bench.run(["status"], environment: environment)
      #expect(status.exitCode == 15 && status.outputText.contains("  Albums: \(reason)"))
    }
  }

  @Test func `links that are not taken in are told, with the reason`() async throws {
    try await withBench(photos: ["a.jpg", "sub/b.jpg"]) { bench in
      try bench.output("album", "create", "Trip")
      try bench.output("album", "add", "Trip", "a.jpg")
      try writeFile(bench.place / "out.jpg", bytes: try Bench.photo("out.jpg"))
      try writeFile(bench.photos / "note.txt", "a note")
      for (name, target) in [
        ("nothing.jpg", "../sub/b.jpg"), ("out.jpg", "../../../out.jpg"), ("dir", "../../sub"),
        ("note", "../../note.txt"),
      ] {
        try Files.symlink(
          Path(target) ?? Path(), as: bench.photos / "Albums/Trip" / (Path(name) ?? Path()))
      }
      for _ in 0..<2 {
        let show = try bench.output("view", "show").split(separator: "\n")
        #expect(
          show == [
            "left: Albums/Trip/dir: the link leads to a directory: ../../sub",
            "left: Albums/Trip/note: the link leads to no known photo or video: ../../note.txt",
            "left: Albums/Trip/nothing.jpg: the link leads to nothing: ../sub/b.jpg",
            "left: Albums/Trip/out.jpg: the link leads out of the library: ../../../out.jpg",
            "in step; 4 entries left as above",
          ])
        #expect(
          try bench.output("status").contains(
            "view     Albums, in step; 4 entries left (albumen view show tells why)\n"))
        try bench.output("scan")
      }
    }
  }

  @Test func `why tells of a directory inside an album`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "--folder", "Years")
      try bench.output("album", "create", "Trip", "--in", "Years")
      try bench.output("album", "add", "Trip", "a.jpg")
      let directory = bench.photos / "Albums/Years/Trip/deep/sub"
      try writeFile(directory / "b.jpg", bytes: try Bench.photo("b.jpg"))
      for path in ["deep/sub/b.jpg", "deep/sub", "deep"] {
        let record = try #require(try bench.records("why", "Albums/Years/Trip/\(path)").first)
        #expect(record.text("standing") == "ignored")
        #expect(
          record.text("reason")
            == "it is in a directory inside the album \"Trip\", and an album holds none", "\(path)")
      }
      let above = try #require(try bench.records("why", "Albums/Years/Trip").first)
      #expect(above.text("reason")?.hasSuffix("Albums/ is the album view") == true)
    }
  }

  @Test func `view on that is only tried says what it would do`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      #expect(try bench.output("view", "on", "-n").hasSuffix("in step\n"))
      try bench.output("view", "off")
      try writeFile(bench.photos / "Views/Rome/b.jpg", bytes: try Bench.photo("b.jpg"))
      let before = try listTree(bench.photos)
      #expect(try bench.output("view", "on", "-n") == "Would make the album view as Albums.\n")
      let refused = try bench.run("view", "on", "-n", "--name", "Views")
      #expect(refused.exitCode == 1 && refused.errorText.contains("--adopt-view"), "\(refused)")
      #expect(try bench.run("view", "on", "-n", "--name", ".x").exitCode == 1)
      #expect(
        try bench.output("view", "on", "-n", "--name", "Views", "--adopt-view")
          == "Would make the album view as Views, and albums of the folders in it.\n")
      #expect(try listTree(bench.photos) == before)
      #expect(try bench.run("status").outputText.contains("view     off: "))
    }
  }

  @Test func `status names what could not be done in the view`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try writeFile(bench.photos / ".albumen/view", "no view\n")
      let status = try bench.run("status")
      #expect(
        status.outputText.contains(
          "not done in Albums:\n  Albums: the album view could not follow"),
        "\(status)")
    }
  }

  @Test func `view on says that view and albums agree`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Rome")
      try bench.output("album", "add", "Rome", "a.jpg")
      try bench.output("view", "off")
      #expect(try bench.output("view", "on").hasSuffix("\nin step\n"))
    }
  }

  @Test func `why of a path outside that is not there ends with 4`() async throws {
    try await withBench { bench in
      let missing = try bench.run("why", "/nowhere/a.jpg")
      let there = try bench.run("why", "/")
      #expect(missing.exitCode == 4 && there.exitCode == 0)
    }
  }

  @Test func `a reversed span is an error`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("album", "create", "Rome")
      try bench.output("album", "create", "Oslo")
      let result = try bench.run("replay", "--from", "now~1", "--to", "now~2")
      #expect(result.exitCode == 1 && result.errorText.contains("ends before it begins"))
      #expect(try bench.run("replay", "--from", "now~1", "--to", "now~1").exitCode == 0)
      #expect(try bench.run("replay", "--from", "now~2", "--to", "now").exitCode == 0)
    }
  }

  @Test func `a setting that is given twice is told with the file, not its lock`() async throws {
    try await withBench { bench in
      let file = bench.place / "home/.config/albumen/config"
      try writeFile(file, "[watch]\n\tsettle = 1\n\tsettle = 2\n")
      let result = try bench.run("config", "set", "watch.settle", "3")
      #expect(result.exitCode != 0 && result.errorText.contains("albumen/config"))
      #expect(!result.errorText.contains("config.lock"))
      try writeFile(file, "[include]\n\tpath = other\n")
      try writeFile(file.parent / "other", "[watch]\n\tsettle = never\n")
      #expect(try bench.run("scan").errorText.contains("or in a file that it includes"))
    }
  }
}
