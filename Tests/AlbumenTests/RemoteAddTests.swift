import Albumen
import TestSupport
import Testing

/// What `remote add` makes of a path at which nothing is.
@Suite struct RemoteAddTests {
  @Test func aDirectoryThatIsNotThereYetIsMadeAndToldOf() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      let place = machines.top / "stick"
      let added = try machines.output(1, "remote", "add", "stick", "\(place)")
      #expect(added.contains("it is not there yet: albumen sync makes it"), "\(added)")
      let record = try machines.output(1, "remote", "add", "two", "\(place)", "-n", "--json")
      #expect(record.contains(#""isToBeMade":true"#), "\(record)")
      #expect(try Files.isThere(place) == false)
      try machines.output(1, "sync", "stick")
      #expect(try Files.isThere(place / "albumen-remote"))
      let again = try machines.output(1, "remote", "add", "two", "\(place)")
      #expect(!again.contains("not there yet"), "\(again)")
      let last = try machines.output(1, "remote", "add", "six", "\(place)", "-n", "--json")
      #expect(!last.contains("isToBeMade"))
    }
  }

  @Test func aMistypedPathIsAnErrorWithARemedy() async throws {
    try await Machines.run { machines in
      try machines.output(1, "init")
      try Files.createDirectories(machines.top / "empty.git")
      let wrong: [(String, Int32)] = [
        ("\(machines.top)/nsa/albumen", 4), ("github.com/ada/albums", 4),
        ("\(machines.top)/logs.git", 4), ("\(machines.top)/empty.git", 4),
        ("https:/example.org/ada/albums", 1), ("file:/srv/albums", 1),
      ]
      for (address, code) in wrong {
        let result = try machines.run(1, "remote", "add", "origin", address)
        #expect(result.exitCode == code, "\(address): \(result.errorText)")
        let lines = result.errorText.split(separator: "\n")
        #expect(lines.count == 2 && lines[1].hasPrefix("hint: "), "\(result.errorText)")
      }
      #expect(try machines.output(1, "remote", "list").isEmpty)
      // What is a repository is one, whatever it is called; so is what git knows as an address.
      for (name, path) in [("bare", "logs.git"), ("other", "logs")] {
        let made = try run(
          "/usr/bin/git", ["init", "-q", "--bare", "\(machines.top / (Path(path) ?? Path()))"])
        #expect(made.exitCode == 0)
        let added = try machines.output(1, "remote", "add", name, "\(machines.top)/\(path)")
        #expect(added.contains("git "), "\(added)")
      }
      try machines.output(1, "remote", "add", "far", "ada@example.org:albums")
      try machines.output(1, "remote", "add", "host", "example:albums")
    }
  }
}

extension Files {
  fileprivate static func isThere(_ path: Path) throws -> Bool {
    do throws(PlatformError) {
      _ = try FileStatus.ofLink(at: path)
      return true
    } catch {
      guard error.code == .notFound else { throw error }
      return false
    }
  }
}
