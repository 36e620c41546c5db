import Platform
import TestSupport
import Testing

@Suite struct ImportTests {
  @Test func `files come in from outside, with an album`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let card = bench.place / "card"
      try writeFile(card / "1.jpg", bytes: try Bench.photo("1"))
      try writeFile(card / "sub/2.jpg", bytes: try Bench.photo("2"))
      try writeFile(card / "notes.txt", "hello")
      let tried = try bench.output("import", "-n", "\(card)", "--album", "Card")
      #expect(tried.contains("would copy \(card)/1.jpg to Camera Roll/2024/05/1.jpg\n"))
      #expect(try bench.records("ls").count == 1)
      #expect(
        try bench.output("import", "\(card)", "--album", "Card")
          == "Took in 2 photos and videos; added 2 references to albums; passed over 1 other file.\n"
      )
      #expect(try bench.records("ls", "Card").count == 2)
      #expect(try bench.records("log").count == 2)
      #expect(try listTree(card).count == 4)
    }
  }

  @Test func `what fails is listed, and what works is done`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let photo = bench.place / "1.jpg"
      try writeFile(photo, bytes: try Bench.photo("1"))
      let text = bench.place / "notes.txt"
      try writeFile(text, "hello")
      let none = "\(bench.place)/none.jpg"
      let partly = try bench.run("import", "\(photo)", "\(text)", none)
      #expect(partly.exitCode == 3)
      #expect(partly.outputText == "Took in 1 photo or video; 2 failed.\n")
      #expect(partly.errorLines.filter { $0.hasPrefix("albumen: ") }.count == 2)
      #expect(try bench.run("import", none).exitCode == 4)
      #expect(try bench.run("import", "\(text)").exitCode == 1)
      let records = try Record.lines(try bench.run("import", none, "--json").output)
      #expect(records.map { $0.text("outcome") } == ["failed"])
    }
  }

  @Test func `--move removes what is safe`() async throws {
    try await withBench { bench in
      let photo = bench.place / "1.jpg"
      try writeFile(photo, bytes: try Bench.photo("1"))
      try bench.output("import", "--move", "\(photo)", "--into", "In/{year}")
      #expect((try? FileStatus.ofLink(at: photo)) == nil)
      #expect(try bench.records("ls").first?.text("path") == "In/2024/1.jpg")
    }
  }

  @Test func `what comes back from the trash is told`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      let card = bench.place / "card"
      for name in ["a.jpg", "b.jpg"] {
        try writeFile(card / (Path(name) ?? ""), bytes: try Bench.photo(name))
      }
      try bench.output("trash", "a.jpg")
      #expect(
        try bench.output("import", "-n", "\(card)")
          == "Would take in nothing new; 2 were here already; 1 would be restored from the trash.\n"
      )
      #expect(
        try bench.output("import", "\(card)")
          == "Took in nothing new; 2 were here already; 1 restored from the trash.\n")
      #expect(
        try bench.output("import", "\(card)") == "Took in nothing new; 2 were here already.\n")
    }
  }
}
