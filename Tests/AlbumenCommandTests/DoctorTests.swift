import Albumen
import Platform
import TestSupport
import Testing

@testable import AlbumenCommand

@Suite struct DoctorTests {
  private func diagnose(_ bench: Bench, environment: [String: String] = [:]) throws
    -> (code: Int32?, lines: [String: Record])
  {
    let result = try bench.run(["doctor", "--json"], environment: environment)
    let records = try Record.lines(result.output)
    return (
      result.exitCode,
      Dictionary(records.map { ($0.text("subject") ?? "", $0) }, uniquingKeysWith: { $1 })
    )
  }

  @Test func `looks at machine and folder, and changes neither`() async throws {
    try await withBench(photos: ["a.jpg", "sub/b.jpg"]) { bench in
      let before = try listTree(bench.place)
      let (code, lines) = try diagnose(bench)
      #expect(code == 0, "\(lines)")
      for subject in [
        "clock", "state directory", "settings", "media helper", "libraries", "library",
        "file system", "folder", "free space", "symbolic links", "letter case", "locks",
        "time of changes", "other programs", "remotes", "inotify watches", "inotify instances",
        "inotify queue", "directories", "watch",
      ] {
        #expect(lines[subject] != nil, "\(subject)")
      }
      #expect(lines["media helper"]?.text("text")?.hasPrefix("it starts") == true)
      #expect(lines["directories"]?.text("text") == "all 2 can be read")
      #expect(try listTree(bench.place) == before)
      let words = try bench.output("doctor").split(separator: "\n")
      #expect(words.contains { $0.hasPrefix("ok       library: \(bench.photos), id ") })
    }
  }

  @Test func `remotes that are away, or were not named again, are told`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      func remotes() throws -> Record? { try diagnose(bench).lines["remotes"] }
      #expect(try remotes()?.text("text") == "there are none")
      let disk = bench.place / "disk"
      try bench.output("remote", "add", "disk", "\(disk)")
      #expect(try remotes()?.text("text") == "disk cannot be reached, as it is not there: \(disk)")
      try Files.createDirectory(disk)
      #expect(try remotes()?.text("remedy") == "albumen sync disk")
      try bench.output("sync")
      #expect(try remotes()?.text("verdict") == "ok")
      // The folder comes back without what the machine kept of it.
      removeTree(bench.state)
      try bench.output("album", "create", "Summer")
      #expect(try remotes()?.text("verdict") == "warning")
      #expect(try remotes()?.text("remedy")?.contains("albumen remote add") == true)
    }
  }

  @Test func `outside of a library only the machine is looked at`() async throws {
    try await withBench(isLibrary: false) { bench in
      let (code, lines) = try diagnose(bench)
      #expect(code == 0 && lines["clock"] != nil && lines["library"] == nil)
      #expect(try listTree(bench.place).map { "\($0)" } == ["Photos"])
      #expect(try bench.run("doctor", "-L", "\(bench.photos)").exitCode == 1)
    }
  }

  @Test func `a helper that is none, and settings that are wrong, are problems`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let programs = bench.place / "bin"
      try Files.createDirectories(programs)
      try Files.link(bench.program, as: programs / "albumen")
      let alone = try TestSupport.run(
        programs / "albumen", ["doctor"], environment: bench.environment(),
        workingDirectory: bench.photos)
      #expect(alone.exitCode == 1)
      #expect(
        alone.outputText.contains("problem  media helper: the media helper cannot be started"))
      try writeFile(bench.place / "home/.config/albumen/config", "[watch]\nsettle = soon\n")
      let wrong = try diagnose(bench)
      #expect(wrong.code == 1 && wrong.lines["settings"]?.text("verdict") == "problem")
      try writeFile(bench.place / "home/.config/albumen/config", "[watch\n")
      let broken = try diagnose(bench)
      #expect(broken.lines["settings"]?.text("text")?.hasSuffix("/config:1") == true)
    }
  }

  @Test func `another program that synchronises the folder is told of, with the line to add`()
    async throws
  {
    try await withBench(photos: ["a.jpg"]) { bench in
      try Files.createDirectories(bench.place / ".stfolder")
      let (code, lines) = try diagnose(bench)
      #expect(code == 0)
      #expect(lines["other programs"]?.text("verdict") == "warning")
      let line = "add this line to \(bench.place)/.stignore: /Photos/Albums"
      #expect(lines["other programs"]?.text("remedy") == line)
      try writeFile(bench.place / ".stignore", "x\n/Photos/Albums\n")
      #expect(try diagnose(bench).lines["other programs"]?.text("verdict") == "ok")
    }
  }

  @Test func `a library that is damaged or gone is a problem`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      try writeFile(bench.photos / ".albumen/library", "something else")
      let damaged = try diagnose(bench)
      #expect(damaged.code == 1 && damaged.lines["library"]?.text("verdict") == "problem")
      try moveFile(bench.photos / ".albumen", to: bench.place / "away")
      #expect(try bench.run("doctor").exitCode == 13)
    }
  }

  @Test func `a log from the future is told of, and a watch that runs`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let segment = try #require(
        try listTree(bench.photos / ".albumen/log").first { $0.description.hasSuffix(".segment") })
      let later = SystemClock.wallNanoseconds + 86_400_000_000_000
      try Descriptor.open(bench.photos / ".albumen/log" / segment, [.write])
        .setModificationTime(nanoseconds: later)
      #expect(try diagnose(bench).lines["time of changes"]?.text("verdict") == "warning")
      var watch = try bench.start("watch", "--quiet")
      try await wait(for: "the watch to be seen") {
        try diagnose(bench).lines["watch"]?.text("text") == "one runs: watching"
      }
      watch.kill()
      _ = try watch.finish(until: Deadline(after: .seconds(60)))
      #expect(try diagnose(bench).lines["watch"]?.text("text") == "none runs")
    }
  }
}
