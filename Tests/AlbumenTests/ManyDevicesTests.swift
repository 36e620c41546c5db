import Albumen
import Operations
import Platform
import TestSupport
import Testing

/// What an exchange costs where a library has many devices, counted on both sides of a git server.
@Suite struct ManyDevicesTests {
  private static let deviceCount = 40
  /// What an exchange may transfer for each new commit: the commit, its tree, the text about the log, a piece,
  /// and a directory of pieces where one is filled.
  private static let objectsPerCommit = 5

  @Test("with forty devices, what is transferred for new commits is what they have")
  func newCommitsCostWhatTheyHave() async throws {
    try await Devices.run { devices in
      let server = try Server(in: devices.top)
      let logs = try await makeLogs(devices)
      let authors = Array(1...5)
      let reader = 6
      var libraries: [Int: PhotoLibrary] = [:]
      for device in authors + [reader] {
        let library = try await devices.open(device)
        _ = try await library.addRemote("git", Array(server.address.utf8), from: devices.top)
        // The first one writes all of them there, the others fetch them.
        try await library.mustSync()
        libraries[device] = library
      }
      #expect(try devices.logs(reader) == logs.union(try devices.logs(1)))
      let tips = try server.tips()
      #expect(tips.count == Self.deviceCount)

      var next = 0
      for count in [1, 5, 10] {
        let tips = try server.tips()
        let before = try Transfers(devices, reader, server)
        for _ in 0..<count {
          let device = authors[next % authors.count]
          next += 1
          let library = try #require(libraries[device])
          // What others have written since is none of what is counted.
          try await library.mustSync()
          let pushed = try server.pushedObjects()
          let taken = try Transfers(devices, device, server)
          try await library.album("Album \(next)")
          let report = try await library.mustSync()[0]
          #expect(report.sentOperations > 0 && report.fetched == 0)
          let sent = try server.pushedObjects() - pushed
          #expect(sent > 0 && sent <= Self.objectsPerCommit, "\(sent) objects were pushed")
          // What it keeps here is the same commit: nothing was fetched for it.
          let kept = try Transfers(devices, device, server)
          #expect(kept.total - taken.total <= Self.objectsPerCommit)
          #expect(kept.changed(since: taken) == 1)
        }
        let now = try server.tips()
        let moved = Set(now.keys.filter { now[$0] != tips[$0] })
        #expect(moved.count == min(count, authors.count) && now.count == Self.deviceCount)
        let new = try server.objects(in: now, since: tips)
        #expect(new <= Self.objectsPerCommit * count)

        let library = try #require(libraries[reader])
        let report = try await library.mustSync()[0]
        #expect(report.fetched == count && report.sentOperations == 0)
        let after = try Transfers(devices, reader, server)
        // Those that are new, each once, and nothing else.
        #expect(after.total - before.total == new, "\(count) commits")
        #expect(after.changed(since: before) == moved.count)
        #expect(try await library.mustSync()[0].bytesReceived == 0)
        #expect(try Transfers(devices, reader, server) == after)
      }
      #expect(try server.pushedObjects() == server.objects(in: try server.tips(), since: [:]))
      let library = try #require(libraries[reader])
      #expect(try await library.albums().count == Self.deviceCount + next)
      for library in libraries.values { await library.close() }
    }
  }

  /// Makes a library of as many devices, each with an album, all of whose logs are on the first device alone.
  ///
  /// - Returns: the logs but the first device's own.
  private func makeLogs(_ devices: Devices) async throws -> Set<String> {
    let first = try await devices.create()
    try await first.album("Device 1")
    await first.close()
    var logs: Set<String> = []
    for device in 2...Self.deviceCount {
      let library = try await devices.open(device)
      try await library.album("Device \(device)")
      await library.close()
      for log in try devices.logs(device) {
        let path = Path(".albumen/log/\(log)") ?? Path()
        for file in try listTree(devices.root(device) / path) {
          let target = devices.root(1) / path / file
          try Files.createDirectories(target.parent)
          try writeFile(target, bytes: try readFile(devices.root(device) / path / file))
        }
        logs.insert(log)
      }
    }
    return logs
  }
}

/// A git daemon with one repository, which keeps each pack that is pushed.
private final class Server {
  let address: String
  private let repository: Path
  private let process: ServerProcess

  init(in place: Path) throws {
    let served = place / "served"
    repository = served / "logs.git"
    try Files.createDirectories(served)
    let environment = ["HOME=\(served)", "PATH=/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM=1"]
    let port = try ListeningSocket.freePort()
    address = "git://127.0.0.1:\(port)/logs.git"
    for arguments in [
      ["init", "-q", "--bare", "\(repository)"],
      // As a pack, however few objects come: so they can be counted as they came.
      ["-C", "\(repository)", "config", "receive.unpackLimit", "1"],
      ["-C", "\(repository)", "config", "receive.autogc", "false"],
      // Each object as itself: where one is sent as what it is more than another, whoever takes it puts that
      // other one, which was here before, into the pack as well.
      ["-C", "\(repository)", "config", "pack.window", "0"],
    ] {
      let result = try run("/usr/bin/git", arguments, environment: environment)
      guard result.exitCode == 0 else { throw TestFailure(result.errorText) }
    }
    process = try ServerProcess(
      "/usr/lib/git-core/git-daemon",
      [
        "--reuseaddr", "--listen=127.0.0.1", "--port=\(port)", "--base-path=\(served)",
        "--export-all", "--enable=receive-pack",
      ], port: port, environment: environment, workingDirectory: served)
  }

  private func git(_ arguments: [String]) throws -> [Substring] {
    let result = try run("/usr/bin/git", ["-C", "\(repository)"] + arguments)
    guard result.exitCode == 0 else { throw TestFailure(result.errorText) }
    return result.outputText.split(separator: "\n")
  }

  /// The branches and their commits.
  func tips() throws -> [String: String] {
    let lines = try git(["for-each-ref", "--format=%(refname) %(objectname)"])
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let words = line.split(separator: " ")
        return (String(words[0]), String(words[1]))
      })
  }

  /// How many objects some commits have with all that belongs to them, which others have not.
  func objects(in tips: [String: String], since old: [String: String]) throws -> Int {
    try git(["rev-list", "--objects"] + tips.values + old.values.map { "^\($0)" }).count
  }

  /// How many objects came with all pushes, in packs or as files.
  func pushedObjects() throws -> Int {
    let loose = try listTree(repository / "objects").count { path in
      path.components.count == 2 && path.components.first?.bytes.count == 2
    }
    return loose + (try PackIndex.counts(below: repository).values.reduce(0, +))
  }
}

/// What a device has of each log out of the packs that it fetched, or made for a push.
private struct Transfers: Equatable {
  /// How many objects there are, by repository.
  private var counts: [Path: Int] = [:]

  init(_ devices: Devices, _ device: Int, _ server: Server) throws {
    let caches = try devices.configuration(device).stateDirectory / "cache"
    for (file, count) in try PackIndex.counts(below: caches) {
      counts[file.parent, default: 0] += count
    }
    guard counts.count == 40 else { throw TestFailure("\(counts.count) repositories") }
  }

  var total: Int { counts.values.reduce(0, +) }

  /// How many repositories have come to have more.
  func changed(since before: Transfers) -> Int {
    counts.count { before.counts[$0.key] != $0.value }
  }
}

private enum PackIndex {
  /// The number of objects of each pack below a directory.
  static func counts(below directory: Path) throws -> [Path: Int] {
    var counts: [Path: Int] = [:]
    for file in try listTree(directory) where file.display.hasSuffix(".idx") {
      // The last number of the fan-out table.
      let bytes = try readFile(directory / file)
      counts[file] = bytes[(8 + 255 * 4)..<(8 + 256 * 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    return counts
  }
}
