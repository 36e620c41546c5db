import Platform
import TestSupport
import Testing

@Suite struct LibraryLookupTests {
  @Test func `the library is found upwards, by option and by variable`() async throws {
    try await withBench(photos: ["2026/a.jpg"]) { bench in
      let below = try bench.run(["ls"], in: bench.photos / "2026")
      #expect(below.outputText.contains("a.jpg"))
      let place = "\(bench.photos)"
      let named = try bench.run(["ls"], in: "/", environment: ["ALBUMEN_LIBRARY": place])
      #expect(named.output == below.output)
      // The option wins over the variable, the variable over the place.
      let both = try bench.run(
        ["-L", place, "ls"], in: "/", environment: ["ALBUMEN_LIBRARY": "/nonexistent"])
      #expect(both.output == below.output)
      let wrong = try bench.run(["ls"], environment: ["ALBUMEN_LIBRARY": "/nonexistent"])
      #expect(wrong.exitCode == 4)
    }
  }

  @Test func `paths of assets are seen from where one is`() async throws {
    try await withBench(photos: ["2026/a.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      let result = try bench.run(["album", "add", "Summer", "a.jpg"], in: bench.photos / "2026")
      #expect(result.outputText == "Added 1 photo or video to \"Summer\".\n")
    }
  }

  @Test func `no library is exit code 10`() async throws {
    try await withBench(isLibrary: false) { bench in
      for words in [["ls"], ["status"], ["scan"], ["state"], ["log"], ["watch"], ["albums"]] {
        let result = try bench.run(words)
        #expect(
          result.isError(10, "no library here: \(bench.photos)"), "\(words) \(result.errorText)")
      }
    }
  }

  @Test(arguments: [
    "status", "init -n --no-scan", "init -n --no-scan sub", "restore -n --from-view", "forget -n",
    "import -n a.jpg", "restore -n ../remote", "-L Photos ls",
  ])
  func `in a directory that was removed no other one is taken`(_ words: String) async throws {
    try await withBench(isLibrary: false) { bench in
      // Nothing but tries: what the current directory is taken for would be written to.
      let result = try bench.shell("mkdir gone && cd gone && rmdir ../gone && albumen \(words)")
      #expect(
        result.isError(4, "the current directory is not there any more, or cannot be reached"),
        "\(words) \(result.outputText) \(result.errorText)")
      #expect(result.errorText.contains("hint: "))
    }
  }

  @Test func `who names everything by absolute paths needs no current directory`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let result = try bench.shell(
        "mkdir gone && cd gone && rmdir ../gone && albumen -L '\(bench.photos)' ls && albumen --help"
      )
      #expect(result.exitCode == 0 && result.outputText.contains("a.jpg"), "\(result.errorText)")
    }
  }

  @Test func `without a place for state it says what to set`() async throws {
    try await withBench { bench in
      let result = try bench.run(
        ["ls"], environment: ["HOME": "", "XDG_STATE_HOME": "relative/is/ignored"])
      #expect(result.isError(1, "there is no place for this machine's state"))
    }
  }

  @Test func `init is idempotent`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"], isLibrary: false) { bench in
      let photos = bench.photos
      #expect(try bench.output("init", "-n") == "Would make a library of \(photos).\n")
      #expect(try bench.run("ls").exitCode == 10)
      #expect(
        try bench.output("init") == "Made a library of 2 photos and videos in \(photos).\n")
      let again = try bench.output("init")
      #expect(again.hasPrefix("\(photos) is a library already, of 2 photos and videos.\n"))
      try bench.addPhoto("c.jpg")
      #expect(try bench.output("init").hasSuffix("\n+1 photo or video.\n"))
      #expect(try bench.output("log").split(separator: "\n").count == 2)
    }
  }

  @Test func `roots that cannot be one are told apart`() async throws {
    try await withBench(photos: ["below/a.jpg"]) { bench in
      let place = bench.place
      try writeFile(place / "file", "x")
      let missing = try bench.run("init", "\(place / "none")")
      #expect(missing.isError(4, "no such folder: \(place / "none")"), "\(missing.errorText)")
      #expect(try bench.run("init", "-n", "\(place / "none")").exitCode == 4)
      #expect(try bench.run("-L", "\(place / "none")", "ls").exitCode == 4)
      let file = try bench.run("init", "\(place / "file")")
      #expect(
        file.isError(1, "this is a file, not a folder: \(place / "file")"), "\(file.errorText)")
      let inside = try bench.run("init", "\(bench.photos / "below")")
      #expect(
        inside.isError(1, "the folder lies in another library: \(bench.photos)"),
        "\(inside.errorText)")
    }
  }

  @Test func `a known root that lost its library is exit code 13`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try moveFile(bench.photos / ".albumen", to: bench.place / "elsewhere")
      for words in [["ls"], ["init"], ["scan"]] {
        let result = try bench.run(words)
        #expect(result.exitCode == 13 && result.output.isEmpty, "\(words) \(result.errorText)")
      }
      #expect(try bench.run("init", "--new").exitCode == 0)
    }
  }

  @Test func `what only shows what the kernel knows is wrong usage`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let remote = bench.place / "remote"
      try bench.output("remote", "add", "nas", "\(remote)")
      try bench.output("sync")
      for words in [
        ["init", "/proc/self"], ["init", "-n", "/proc/self"],
        ["restore", "\(remote)", "/proc/self"],
        ["restore", "--from-view", "/proc/self"],
      ] {
        let result = try bench.run(words)
        #expect(
          result.isError(
            2, "this shows what the system knows, and no photos are kept in it: /proc/self"),
          "\(words): \(result.errorText)")
        #expect(
          result.errorLines.last
            == "hint: name the folder that holds the photos, such as ~/Pictures")
      }
    }
  }

  @Test func `a lost library's remotes are named`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("remote", "add", "nas", "\(bench.place / "nas")")
      try bench.output("remote", "add", "disk", "\(bench.place / "disk")")
      try bench.output("sync")
      try moveFile(bench.photos / ".albumen", to: bench.place / "elsewhere")
      let lost = try bench.run("ls")
      #expect(lost.exitCode == 13)
      #expect(
        lost.errorLines.last
          == "hint: is a disk not mounted? To bring it back from nas or disk: "
          + "albumen restore nas \(bench.photos); to begin anew: albumen init --new")
      try bench.output("restore", "nas", "\(bench.photos)")
      #expect(try bench.records("ls").count == 1)
    }
  }

  @Test func `a folder is restored into no folder that is not there`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let remote = bench.place / "remote"
      try bench.output("remote", "add", "nas", "\(remote)")
      try bench.output("sync")
      let none = bench.place / "none"
      let result = try bench.run("restore", "\(remote)", "\(none / "Pictures")")
      #expect(result.isError(4, "no such folder: \(none)"), "\(result)")
      #expect((try? FileStatus.ofLink(at: none)) == nil)
    }
  }
}
