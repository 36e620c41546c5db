import Albumen
import OperationLog
import Operations
import Replication
import TestSupport
import Testing

/// However much a remote has of another history of a log, little of it is held at a time.
@Suite struct OtherHistoryMemoryTests {
  /// How many transactions the other history has, and how many bytes each.
  private static let size = (transactions: 80, bytes: 2 << 20)
  /// What a process may have of memory of its own, in KiB: less than that history has by itself.
  private static let limit = 128 << 10

  /// Continues the clone's end of a log by transactions that are large together, and puts them into a remote.
  private func enlarge(
    _ log: LogID, of library: LibraryID, _ devices: Devices, remote: Int
  ) throws {
    let logs = LogStore(directory: devices.root(1) / ".albumen/log", library: library)
    let start = try logs.reader(log).tip()
    let writer = try LogWriter(store: logs, log: log, settings: .init(application: "test/1"))
    let album = AlbumID(high: 1, low: 2)
    let now = UInt64(SystemClock.wallMilliseconds) << 16
    for number in 0..<UInt64(Self.size.transactions) {
      // What does not look like what came before, nor like itself.
      let text = String(repeating: "\(number), ", count: Self.size.bytes / 4)
      let initial = [Field(.title, .text("Large")), Field(.type, .text("album"))]
      let operation = Operation(
        number == 0
          ? .createAlbum(album, initial: initial)
          : .setAlbum(album, FieldName("note"), .text(String(text.prefix(Self.size.bytes)))))
      _ = try writer.append(contentsOf: [
        try Transaction(
          log: log, seq: writer.mark.seq + 1, hlc: now + number, context: .empty, wall: 0,
          origin: "command", label: "Large \(number)", operations: [operation])
      ])
    }
    var cursor = try logs.reader(log).entries(from: start)
    while true {
      var builder = LogPieceBuilder(log, of: library, behind: cursor.mark)
      while !builder.isFull, let entry = try cursor.next() {
        try builder.add(entry, evenIfFull: true)
      }
      guard let piece = builder.sealed else { break }
      let name = try #require(PieceName(log, piece.firstSeq, piece.lastSeq))
      let directory = devices.remote(remote) / (Path("\(log)") ?? Path())
      try writeFile(directory / (Path(name.fileName) ?? Path()), bytes: piece.bytes)
    }
  }

  /// Runs the program with little memory; it must end with one of some codes.
  private func run(
    _ devices: Devices, _ arguments: [String], endingWith codes: [Int32]
  ) throws -> String {
    let program = try builtExecutable("albumen")
    let result = try TestSupport.run(
      "/bin/sh", ["-c", "ulimit -d \(Self.limit); exec \"$@\"", "sh", "\(program)"] + arguments,
      environment: [
        "PATH=/usr/bin:/bin", "HOME=\(devices.directory(4))", "TZ=UTC",
        "XDG_STATE_HOME=\(devices.directory(4) / "state")",
      ], workingDirectory: devices.root(4))
    guard let code = result.exitCode, codes.contains(code) else {
      throw TestFailure("\(arguments): \(result.status) \(result.errorText)")
    }
    return result.outputText
  }

  @Test func aHistoryOfAnySizeIsKeptReadAndAdopted() async throws {
    try await Devices.run { devices in
      _ = try await Twins.apart(devices)
      let (second, third) = try await Twins.builders(devices)
      let log = try #require(try await second.devices().first { !$0.isOwn }).log
      let library = second.id
      for device in [second, third] { await device.close() }
      try enlarge(log, of: library, devices, remote: 2)
      let fourth = try await devices.open(4, forProgram: true)
      for remote in 1...2 { try await devices.connect(fourth, remote) }
      await fourth.close()

      _ = try run(devices, ["sync"], endingWith: [3])
      // What is kept is not fetched once more, as long as it is what is there.
      let again = try run(devices, ["sync", "--json"], endingWith: [3])
      #expect(again.contains(#""bytesReceived":0"#) && again.contains("\(log):"), "\(again)")
      #expect(!again.replacing(#""bytesReceived":0,"#, with: "").contains("bytesReceived"))
      let pieces = try listTree(devices.directory(4) / "state").filter {
        $0.display.contains("aside/\(log)/0") && $0.display.hasSuffix(".segment")
      }
      #expect(pieces.count > 20)

      let name = String("\(log)".prefix(12))
      let count = Self.size.transactions + 1
      let tried = try run(devices, ["device", "resolve", name, "-n"], endingWith: [0])
      #expect(tried.contains("\(count + 1) transactions"), "\(tried)")
      // What is lost here is fetched once more.
      let lost = devices.directory(4) / "state" / pieces[10]
      let bytes = try readFile(lost)
      try Files.unlink(lost)
      let fetched = try run(devices, ["sync", "--json"], endingWith: [3])
      #expect(fetched.contains("\"bytesReceived\":\(bytes.count),"), "\(fetched)")
      #expect(try readFile(lost) == bytes)

      _ = try run(devices, ["device", "resolve", name], endingWith: [0])
      let albums = try run(devices, ["albums"], endingWith: [0])
      for title in ["Large", "Original", "Clone"] { #expect(albums.contains(title), "\(albums)") }
    }
  }
}
