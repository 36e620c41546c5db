import Albumen
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

@Suite struct ForgetTests {
  /// What is in the folder and no file of the library's.
  private func photos(_ bench: Bench) throws -> [Path] {
    try listTree(bench.photos).filter { !$0.isInside(".albumen") }
  }

  @Test func `the machine forgets, and the history gives everything back`() async throws {
    try await withBench(photos: ["a.jpg", "sub/b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "a.jpg")
      let before = try listTree(bench.photos)
      let asked = try bench.run("forget")
      #expect(asked.exitCode == 14 && asked.errorText.hasPrefix("albumen: needs confirmation: "))
      #expect(try listTree(bench.photos) == before)
      let tried = try bench.output("forget", "-n")
      #expect(tried.hasPrefix("would remove \(bench.state)"))
      #expect(!(try listTree(bench.state).filter { $0.lastComponent == "identity" }.isEmpty))
      try bench.output("forget", "--yes")
      #expect(try listTree(bench.photos) == before)
      #expect(try listTree(bench.state).filter { $0.lastComponent == "identity" }.isEmpty)
      #expect(try listTree(bench.state).allSatisfy { !$0.description.hasSuffix(".sqlite") })
      #expect(try bench.output("ls", "Summer").contains("a.jpg"))
      #expect(try bench.run("log", "verify").exitCode == 0)
    }
  }

  @Test func `a person is asked, and may say no`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      for (answer, code) in [("", 14), ("n", 14), ("nein", 14), ("y", 0)] {
        let result = try bench.shell(
          "echo '\(answer)' | script -qec \"$program forget\" /dev/null; echo; echo $?")
        let text = result.outputText
        #expect(text.contains("forget the library in \(bench.photos), and keep its history"))
        #expect(text.contains("[y/N]"))
        #expect(text.contains("not confirmed; nothing was done") == (code == 14), "\(text)")
        let isKnown = try listTree(bench.state).contains { $0.lastComponent == "identity" }
        #expect(isKnown == (code == 14), "\(answer)")
      }
    }
  }

  @Test func `with its history a library is gone, and the photos are not`() async throws {
    try await withBench(photos: ["a.jpg", "sub/b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("source", "add", "sub", "--album", "Summer")
      // The album view goes along: its links would lead nowhere.
      let before = try photos(bench).filter { !$0.isInside("Albums") }
      let tried = try #require(try bench.records("forget", "--history", "-n").first)
      #expect(tried.list("removed").count == 3 && tried.bool("history") == true)
      #expect(try bench.run("albums").outputText.contains("Summer"))
      try bench.output("forget", "--history", "--yes")
      #expect(try photos(bench) == before && listTree(bench.photos) == before)
      // It is no folder that lost its library, either.
      #expect(try bench.run("ls").exitCode == 10)
      #expect(try bench.run("forget", "--yes", "\(bench.photos)").exitCode == 10)
      try bench.output("init")
      #expect(try bench.records("ls").count == 2 && bench.records("albums").isEmpty)
    }
  }

  @Test func `cut short anywhere, it can be done again`() async throws {
    for hit in 1...20 {
      await Task.yield()
      let isOver = try withTemporaryDirectory { place in
        let bench = try Bench(place)
        try bench.addPhoto("a.jpg")
        try bench.output("init")
        try bench.output("album", "create", "Summer")
        let killed = try bench.run(
          ["forget", "--history", "--yes", "\(bench.photos)"],
          environment: ["ALBUMEN_FAILPOINTS": "forget.unlink=kill@\(hit)"])
        if killed.exitCode != nil { return true }
        #expect(try photos(bench).map { "\($0)" } == ["a.jpg"])
        let again = try bench.run("forget", "--history", "--yes", "\(bench.photos)")
        #expect(again.exitCode == 0, "\(hit): \(again.errorText)")
        #expect(try listTree(bench.photos).map { "\($0)" } == ["a.jpg"])
        #expect(try bench.run("ls").exitCode == 10)
        return false
      }
      if isOver {
        #expect(hit > 6)
        return
      }
    }
    Issue.record("it never came to its end")
  }

  /// A replay that is only tried has its place in what the machine keeps.
  @Test func `what a killed trial of a replay has left is no obstacle`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let identity = try #require(
        try listTree(bench.state).first { $0.lastComponent == "identity" })
      let left = bench.state / identity.parent / "replay-00000000"
      try Files.createDirectories(left)
      try writeFile(left / "lock", "")
      let result = try bench.run("forget", "--yes")
      #expect(result.exitCode == 0, "\(result.errorText)")
      #expect(try !listTree(bench.state).contains { $0.lastComponent == "identity" })
      #expect(throws: PlatformError.self) { try FileStatus.ofLink(at: left) }
    }
  }

  @Test func `what is not the library's stays, and is told`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try writeFile(bench.photos / ".albumen/mine.txt", "mine")
      try writeFile(bench.photos / ".albumen/log/notes/x.segment.bak", "mine")
      let result = try bench.run("forget", "--history", "--yes")
      #expect(result.exitCode == 3)
      #expect(
        result.errorText.contains(
          "this is not the library's, and stays: \(bench.photos)/.albumen/mine.txt"))
      #expect(
        try listTree(bench.photos / ".albumen").map { "\($0)" }
          == ["log", "log/notes", "log/notes/x.segment.bak", "mine.txt"])
    }
  }

  @Test(arguments: ["trash/IMG.jpg", "tmp/import-1/0"])
  func `a history is not removed while it holds files of the user`(path: String) async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try writeFile(bench.photos / ".albumen" / (Path(path) ?? ""), "photo")
      let before = try listTree(bench.photos)
      let result = try bench.run("forget", "--history", "--yes")
      #expect(result.exitCode == 1 && result.errorText.contains(path), "\(result)")
      #expect(try listTree(bench.photos) == before)
    }
  }

  @Test func `a library that is watched is not left`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      var watch = try bench.start("watch", "--quiet")
      try await wait(for: "the watch to stand") {
        try bench.run("status").outputText.contains("watch    watching")
      }
      for flags in [["-n"], ["--yes"], ["--yes", "--history"]] {
        let result = try bench.run(["forget"] + flags)
        #expect(
          result.exitCode == 11 && result.errorText.contains("it is being watched"), "\(result)")
      }
      watch.kill()
      _ = try watch.finish(until: Deadline(after: .seconds(60)))
      try bench.output("forget", "--yes")
    }
  }

  @Test func `a library whose logs are being exchanged is not left`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("config", "set", "lock.timeout", "1")
      let identity = try #require(
        try listTree(bench.state).first { $0.lastComponent == "identity" })
      let lock = try FileLock.acquire(
        bench.state / identity.parent / "exchange.lock", until: Deadline(after: hangLimit))
      let result = try bench.run("forget", "--yes")
      #expect(
        result.exitCode == 11 && result.errorText.contains("its logs are being exchanged"),
        "\(result)")
      lock.release()
      try bench.output("forget", "--yes")
    }
  }

  @Test func `a folder that lost its library, or is gone, can be forgotten`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try moveFile(bench.photos / ".albumen", to: bench.place / "away")
      #expect(try bench.run("ls").exitCode == 13)
      try bench.output("forget", "--yes", ".")
      #expect(try bench.run("ls").exitCode == 10)
      try moveFile(bench.place / "away", to: bench.photos / ".albumen")
      try bench.output("scan")
      try moveFile(bench.photos, to: bench.place / "elsewhere")
      let gone = try bench.run(
        ["forget", "--yes", "\(bench.photos)"], in: bench.place)
      #expect(gone.exitCode == 0, "\(gone.errorText)")
      #expect(try listTree(bench.state).filter { $0.lastComponent == "identity" }.isEmpty)
    }
  }

  @Test func `forgotten before, the links are known by what they say`() async throws {
    try await withBench(photos: ["a.jpg", "sub/b.jpg"]) { bench in
      try bench.output("album", "create", "--folder", "Trips")
      try bench.output("album", "create", "Summer", "--in", "Trips")
      try bench.output("album", "add", "Summer", "a.jpg", "sub/b.jpg")
      #expect(try listTree(bench.photos / "Albums").count == 4)
      try bench.output("forget", "--yes")
      try bench.output("forget", "--history", "--yes")
      #expect(
        try listTree(bench.photos).map { "\($0)" }.sorted() == ["a.jpg", "sub", "sub/b.jpg"])
    }
  }

  @Test func `what a person made in the view stays with its directory`() async throws {
    try await withBench(photos: ["a.jpg", "sub/b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "create", "Winter")
      try bench.output("album", "add", "Summer", "a.jpg")
      try bench.output("album", "add", "Winter", "a.jpg")
      try bench.output("forget", "--yes")
      let summer = bench.photos / "Albums/Summer"
      try writeFile(summer / "note.txt", "mine")
      try Files.symlink("../../sub/b.jpg", as: summer / "unnumbered.jpg")
      try Files.symlink("/etc/hostname", as: summer / "0007 away.jpg")
      let result = try bench.run("forget", "--history", "--yes")
      #expect(result.exitCode == 3)
      #expect(result.errorText.contains("stays: \(bench.photos)/Albums"), "\(result.errorText)")
      #expect(
        try listTree(bench.photos / "Albums").map { "\($0)" }.sorted()
          == ["Summer", "Summer/0007 away.jpg", "Summer/note.txt", "Summer/unnumbered.jpg"])
    }
  }
}
