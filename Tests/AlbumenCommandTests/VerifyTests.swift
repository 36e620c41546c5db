import Albumen
import Platform
import SQLiteKit
import TestSupport
import Testing

@testable import AlbumenCommand

@Suite struct VerifyTests {
  private func kinds(_ result: ProgramResult) throws -> [String] {
    let record = try #require(try Record.lines(result.output).first, "\(result)")
    return record.list("findings").compactMap { finding in
      guard case .object(let members) = finding,
        case .string(let kind)? = members.first(where: { $0.name == "kind" })?.value
      else { return nil }
      return kind
    }
  }

  /// Changes a file's bytes, and sets its modification time back to what it was.
  private func overwrite(_ path: Path, _ bytes: [UInt8]) throws {
    try asUser(of: path) {
      let before = try FileStatus.ofLink(at: path)
      let file = try Descriptor.open(path, [.write])
      try file.writeAll(bytes)
      try file.setModificationTime(nanoseconds: before.mtimeNanoseconds)
    }
  }

  @Test func `a sound library is sound`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "b.jpg", "a.jpg")
      try bench.output("trash", "a.jpg")
      #expect(try bench.output("verify").hasSuffix("and 2 files: all sound.\n"))
      let words = try bench.output("verify", "--content")
      #expect(words.contains("of which 2 were read (") && words.hasSuffix(": all sound.\n"))
      let record = try #require(try bench.records("verify", "--content").first)
      #expect(record.bool("sound") == true && record.int("filesRead") == 2)
    }
  }

  @Test func `what a scan would take in is told, and is no damage`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]) { bench in
      try removeFile(bench.photos / "a.jpg")
      try writeFile(bench.photos / "b.jpg", bytes: try Bench.photo("other"))
      for flags in [[], ["--content"]] {
        let result = try bench.run(["verify", "--json"] + flags)
        #expect(result.exitCode == 15)
        #expect(try kinds(result) == ["missing", "changed"])
        #expect(result.errorLines.count == 2)
      }
      try bench.output("scan")
      try bench.output("verify")
    }
  }

  @Test func `bytes that changed by themselves are found, and only by reading`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg", "c.jpg"]) { bench in
      // As bit rot is: the index believes what the file system says of the file now. It is written in by
      // hand here, because no test can make a disk lie.
      for (name, offset) in [("a.jpg", 200), ("b.jpg", 0)] {
        let path = bench.photos / (Path(name) ?? "")
        var bytes = try readFile(path)
        bytes[offset] ^= 0x40
        try overwrite(path, bytes)
        let now = try FileStatus.ofLink(at: path)
        try bench.sql(
          "UPDATE file SET ctime_ns = \(now.ctimeNanoseconds), "
            + "hashed_at_ns = \(now.ctimeNanoseconds + 10_000_000_000) WHERE path = CAST('\(name)' AS BLOB)"
        )
      }
      let quick = try bench.run("verify")
      #expect(quick.exitCode == 0, "\(quick.errorText)")
      let result = try bench.run("verify", "--content")
      #expect(result.exitCode == 16)
      let errors = result.errorLines.filter { $0.hasPrefix("albumen: its bytes are not those") }
      #expect(errors.count == 2 && errors[0].hasSuffix(": a.jpg") && errors[1].hasSuffix(": b.jpg"))
      #expect(result.errorText.contains("hint: put it back from a backup whose SHA-256 is "))
      #expect(try kinds(try bench.run("verify", "--content", "--json")) == ["rot", "rot"])
      // It changes nothing: asked again, it says the same.
      #expect(try bench.run("verify", "--content").errorText == result.errorText)
    }
  }

  @Test func `what was hashed right behind a change is not called rot`() async throws {
    try await withBench(photos: ["a.jpg"]) { bench in
      let path = bench.photos / "a.jpg"
      var bytes = try readFile(path)
      bytes[200] ^= 0x40
      try overwrite(path, bytes)
      let now = try FileStatus.ofLink(at: path)
      try bench.sql(
        "UPDATE file SET ctime_ns = \(now.ctimeNanoseconds), hashed_at_ns = \(now.ctimeNanoseconds)"
      )
      let result = try bench.run("verify", "--content", "--json")
      #expect(result.exitCode == 15)
      #expect(try kinds(result) == ["changed"])
    }
  }

  @Test func `a damaged log is damage, and the catalogue is not judged by it`() async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      let segment = try #require(
        try listTree(bench.photos / ".albumen/log").first { $0.description.hasSuffix(".segment") })
      let path = bench.photos / ".albumen/log" / segment
      var bytes = try readFile(path)
      bytes[bytes.count / 2] ^= 1
      try writeFile(path, bytes: bytes)
      let result = try bench.run("verify", "--json")
      #expect(result.exitCode == 16)
      // What is known of the log ends at the fault, and with it what the catalogue can be held to.
      #expect(Set(try kinds(result)).isSubset(of: ["log", "unreadable"]), "\(result)")
      #expect(try kinds(result).contains("log"))
      #expect(try readFile(path) == bytes)
    }
  }

  @Test(arguments: [
    "UPDATE asset SET alive = 0", "DELETE FROM dot WHERE kind = 5", "UPDATE album SET alive = 0",
    "DELETE FROM register",
  ])
  func `a catalogue that does not hold what the logs say is found`(change: String) async throws {
    try await withBench(photos: ["a.jpg", "b.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "a.jpg")
      try bench.sql(change)
      let result = try bench.run("verify", "--json")
      #expect(result.exitCode == 16, "\(result)")
      #expect(Set(try kinds(result)) == ["catalogue"])
      #expect(result.errorText.contains("hint: remove \(bench.state)"))
      // As it says, that helps.
      try bench.removeCatalogue()
      // Which files there are shows only in a look at the folder.
      #expect(try bench.run("verify").exitCode == 15)
      try bench.output("scan")
      #expect(try bench.run("verify").exitCode == 0)
    }
  }

  /// What many devices did at once, with removals before additions, waivers and unknown operations: none of
  /// it may pass for damage.
  @Test(arguments: [
    "001", "037", "058", "101", "144", "180", "200", "lost-02", "lost-07", "lost-13",
  ])
  func `a history of many devices is sound, and a row of it that is changed is found`(
    name: String
  ) async throws {
    try await withBench(isLibrary: false) { bench in
      try bench.output("init", "--no-scan")
      let history = Bench.fixtures / "histories" / (Path("\(name).jsonl") ?? "")
      #expect([0, 3].contains(try bench.run("replay", "\(history)").exitCode))
      // Sound, but nobody has looked for the files yet.
      let sound = try bench.run("verify")
      #expect(sound.exitCode == 15 && sound.errorLines.count == 1, "\(sound.errorText)")
      #expect(sound.errorText.hasPrefix("albumen: warning: no file is known: "))
      try bench.sql(
        "DELETE FROM dot WHERE (kind, a, b, log, seq) IN "
          + "(SELECT kind, a, b, log, seq FROM dot LIMIT 1)")
      #expect(try bench.run("verify").exitCode == 16)
    }
  }

  @Test(.enabled(if: (try? FileStatus.ofTarget(at: "/usr/bin/setpriv")) != nil))
  func `what cannot be read is told, and nothing is concluded of it`() async throws {
    try await withBench(photos: ["a.jpg", "sub/b.jpg"]) { bench in
      // As another user, because nothing is unreadable to root.
      for path in [bench.place] + (try listTree(bench.place).map { bench.place / $0 }) {
        guard let status = try? FileStatus.ofLink(at: path) else { continue }
        setPermissions(path, status.kind == .directory ? 0o777 : 0o666)
      }
      setPermissions(bench.photos / "sub", 0o000)
      defer { setPermissions(bench.photos / "sub", 0o755) }
      let arguments = [
        "--reuid", "65534", "--regid", "65534", "--clear-groups", "\(bench.program)", "verify",
        "--content", "--json",
      ]
      let result = try TestSupport.run(
        "/usr/bin/setpriv", arguments, environment: bench.environment(),
        workingDirectory: bench.photos)
      // Where this process is not root, or the build is out of the other user's reach.
      if result.errorText.contains("setpriv") { return }
      #expect(result.exitCode == 3, "\(result)")
      #expect(try kinds(result) == ["unreadable"])
    }
  }
}

extension Bench {
  private func catalogue() throws -> Path {
    let found = try listTree(state).first { $0.lastComponent == "catalogue.sqlite" }
    return state / (try #require(found))
  }

  /// Changes the catalogue behind the program's back.
  fileprivate func sql(_ statement: String) throws {
    let connection = try Connection(try catalogue())
    try connection.execute(statement)
    #expect(connection.changes > 0)
    try connection.close()
  }

  /// Removes the catalogue, which is a cache.
  fileprivate func removeCatalogue() throws {
    let path = try catalogue()
    for file in try listTree(path.parent) where file.description.hasPrefix("catalogue") {
      try removeFile(path.parent / file)
    }
  }
}
