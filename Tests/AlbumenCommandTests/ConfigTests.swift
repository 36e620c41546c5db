import Albumen
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

@Suite struct ConfigTests {
  private func withConfig(_ text: String? = nil, _ body: (Bench, Path) throws -> Void) async throws
  {
    try await withBench(isLibrary: false) { bench in
      let file = bench.place / "home/.config/albumen/config"
      if let text { try writeFile(file, text) }
      try body(bench, file)
    }
  }

  @Test func `sets, shows and takes back`() async throws {
    try await withConfig { bench, file in
      #expect(try bench.output("config", "get", "watch.settle") == "100\n")
      #expect(try bench.output("config", "set", "watch.settle", "250", "-n").hasPrefix("Would set"))
      #expect((try? FileStatus.ofLink(at: file)) == nil)
      try bench.output("config", "set", "watch.settle", "250")
      #expect(try bench.output("config", "get", "watch.settle") == "250\n")
      let all = try bench.output("config", "list").split(separator: "\n")
      #expect(all.count == Setting.all.count)
      #expect(all.contains("watch.settle          250"), "\(all)")
      #expect(all.contains { $0.hasPrefix("lock.timeout ") && $0.hasSuffix("(default)") })
      try bench.output("config", "unset", "watch.settle")
      try bench.output("config", "unset", "watch.settle")
      #expect(try bench.output("config", "get", "watch.settle") == "100\n")
      let record = try #require(try bench.records("config", "get", "device.name").first)
      #expect(record.text("value") == nil && record.bool("isSet") == false)
    }
  }

  @Test func `the place is the one that XDG_CONFIG_HOME says`() async throws {
    try await withConfig { bench, file in
      let place = bench.place / "cfg"
      let result = try bench.run(
        ["config", "set", "lock.timeout", "3"], environment: ["XDG_CONFIG_HOME": "\(place)"])
      #expect(result.exitCode == 0)
      #expect(try readFile(place / "albumen/config") == Array("[lock]\n\ttimeout = 3\n".utf8))
      // What is relative, or nowhere, is no place.
      let nowhere = try bench.run(
        ["config", "set", "lock.timeout", "3"],
        environment: ["XDG_CONFIG_HOME": "rel", "HOME": ""])
      #expect(nowhere.isError(1, "there is no place for settings"))
    }
  }

  @Test(arguments: [
    ("watch.settle", "soon", "watch.settle takes a whole number from 0 to 3600000 (milliseconds)"),
    ("watch.settle", "-1", "watch.settle takes a whole number from 0 to 3600000 (milliseconds)"),
    (
      "scan.missing-percent", "101",
      "scan.missing-percent takes a whole number from 0 to 100 (percent)"
    ),
    ("import.into", "../out", "import.into takes a path below the library's folder"),
    ("import.into", "{week}", "import.into takes a path below the library's folder"),
    ("device.name", "", "device.name takes one line of text of 1 to 255 bytes"),
    ("device.name", "a\nb", "device.name takes one line of text of 1 to 255 bytes"),
  ])
  func `a value that a setting does not take is refused, with what it takes`(
    name: String, value: String, message: String
  ) async throws {
    try await withConfig { bench, file in
      let result = try bench.run("config", "set", "--", name, value)
      #expect(
        result.exitCode == 2 && result.errorText.hasPrefix("albumen: \(message)"), "\(result)")
      #expect((try? FileStatus.ofLink(at: file)) == nil)
      // The same value in the file stops what would go by it, and says where it stands.
      try bench.output("init")
      let quoted = value.split(separator: "\n").joined(separator: "\\n")
      let parts = name.split(separator: ".")
      try writeFile(file, "[\(parts[0])]\n\(parts[1]) = \"\(quoted)\"\n")
      let scan = try bench.run("scan")
      #expect(scan.exitCode == 1 && scan.errorText.hasPrefix("albumen: \(message)"), "\(scan)")
      #expect(scan.errorText.contains("it stands in \(file)"))
      let list = try bench.run("config", "list")
      #expect(
        list.exitCode == 1 && list.outputText.contains(name) && list.errorText == scan.errorText)
      // It can be put right without an editor.
      try bench.output("config", "unset", name)
      try bench.output("scan")
    }
  }

  @Test func `a name that is no setting has the nearest offered`() async throws {
    try await withConfig("[watch]\n\tsetle = 7\n") { bench, file in
      let typed = try bench.run("config", "set", "watch.setle", "7")
      #expect(typed.isError(2, "no such setting: watch.setle"))
      #expect(typed.errorText.contains("did you mean watch.settle?"))
      #expect(try bench.output("complete", "settings").contains("watch.settle\n"))
      try bench.output("init", "--quiet")
      let scan = try bench.run("scan")
      #expect(scan.exitCode == 0)
      #expect(
        scan.errorText
          == "albumen: warning: no such setting: watch.setle\n"
          + "hint: it stands in \(file); did you mean watch.settle?\n")
    }
  }

  @Test func `a file that cannot be understood or read is an error, with its line`() async throws {
    try await withConfig("[watch]\n\tsettle = 5\n[scan\n") { bench, file in
      for line in ["config list", "config get lock.timeout", "config set lock.timeout 3", "init"] {
        let result = try bench.run(line.split(separator: " ").map { String($0) })
        #expect(result.exitCode == 1, "\(line)")
        #expect(
          result.errorText.contains("missing ']' in section header: \(file):3\n"), "\(result)")
      }
      #expect(
        try String(decoding: readFile(file), as: UTF8.self) == "[watch]\n\tsettle = 5\n[scan\n")
      try removeFile(file)
      try Files.createDirectory(file)
      let directory = try bench.run("init")
      #expect(directory.isError(1, "the settings cannot be read: this is no plain file: \(file)"))
      // What needs no settings goes on without them.
      #expect(try bench.run("version").exitCode == 0)
    }
  }

  @Test func `of two programs that set at once neither loses`() async throws {
    try await withConfig { bench, file in
      let names = ["watch.settle", "watch.retry", "lock.timeout", "scan.missing-files"]
      let line = names.map {
        "for i in 1 2 3 4 5; do albumen config set \($0) 1$i || echo bad; done &"
      }
      let result = try bench.shell((line + ["wait"]).joined(separator: "\n"))
      #expect(!result.outputText.contains("bad") && result.errorOutput.isEmpty, "\(result)")
      for name in names { #expect(try bench.output("config", "get", name) == "15\n") }
      #expect(try listTree(file.parent) == ["config"])
    }
  }

  @Test func `settings take effect`() async throws {
    try await withBench(photos: (0..<30).map { "p\($0).jpg" }) { bench in
      try bench.output("config", "set", "import.into", "In/{year}")
      let outside = bench.place / "c.jpg"
      try writeFile(outside, bytes: try Bench.photo("c"))
      let item = try #require(try bench.records("import", "\(outside)").first)
      #expect(item.text("path")?.hasPrefix("In/") == true)
      let other = bench.place / "d.jpg"
      try writeFile(other, bytes: try Bench.photo("d"))
      let given = try #require(try bench.records("import", "\(other)", "--into", "Here").first)
      #expect(given.text("path") == "Here/d.jpg")
      // Four of 32 gone are too many for a limit of three, and few enough for one of four.
      for index in 0..<4 { try removeFile(bench.photos / (Path("p\(index).jpg") ?? "")) }
      try bench.output("config", "set", "scan.missing-percent", "0")
      try bench.output("config", "set", "scan.missing-files", "3")
      #expect(try bench.run("scan").exitCode == 14)
      try bench.output("config", "set", "scan.missing-files", "4")
      #expect(try bench.run("scan").exitCode == 0)
    }
  }

  @Test func `a change waits as long as is set for another one`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try bench.output("config", "set", "lock.timeout", "0")
      let path = try #require(try listTree(bench.state).first { $0.lastComponent == "lock" })
      guard let lock = try FileLock.tryAcquire(bench.state / path) else {
        throw TestFailure("somebody has the lock")
      }
      #expect(try bench.run("album", "create", "x").exitCode == 11)
      lock.release()
      try bench.output("album", "create", "x")
    }
  }

  @Test func `a device is called as it is set`() async throws {
    try await withBench(isLibrary: false) { bench in
      try bench.output("config", "set", "device.name", "Büro")
      try bench.addPhoto("a.jpg")
      try bench.output("init")
      #expect(try bench.records("log").first?.text("device") == "Büro")
    }
  }

  @Test func `nothing of libgit2 is in memory where nothing is set`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      // What a process has mapped when it is about to end: a watch that waits.
      func maps() async throws -> String {
        var watch = try bench.start("watch", "--quiet")
        let health = bench.photos
        try await wait(for: "the watch to stand") {
          try bench.run("-L", "\(health)", "status").outputText.contains("watch    watching")
        }
        let path = try #require(Path("/proc/\(watch.identifier)/maps"))
        let text = String(decoding: try readFile(path), as: UTF8.self)
        watch.kill()
        _ = try watch.finish(until: Deadline(after: .seconds(60)))
        return text
      }
      #expect(try await !maps().contains("libgit2"))
      try bench.output("config", "set", "watch.settle", "50")
      #expect(try await maps().contains("libgit2"))
    }
  }
}
