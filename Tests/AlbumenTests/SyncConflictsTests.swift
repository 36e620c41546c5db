import Albumen
import Operations
import TestSupport
import Testing

/// An exchange tells of conflicts that came with what it fetched.
@Suite struct SyncConflictsTests {
  /// What each of two libraries counts when it exchanges, one behind the other.
  private func counts(_ libraries: [PhotoLibrary]) async throws -> [Int] {
    var counts: [Int] = []
    for library in libraries {
      counts.append(try await library.mustSync().compactMap(\.conflicts).reduce(0, +))
    }
    return counts
  }

  private func rename(
    _ album: AlbumID, to title: String, in library: PhotoLibrary
  ) async throws {
    _ = try await library.performChanges("Rename") { try $0.rename(album, to: title) }
  }

  @Test func whatCameApartIsCountedOnceAndWhereItCame() async throws {
    try await Devices.run { devices in
      let first = try await devices.create()
      let second = try await devices.open(2)
      for library in [first, second] { try await devices.connect(library) }
      let rome = try await first.album("Rome")
      let oslo = try await first.album("Oslo")
      let both = [first, second]
      #expect(try await counts(both) == [0, 0])

      // Apart, and of different things.
      try await rename(rome, to: "Roma", in: first)
      try await rename(oslo, to: "Christiania", in: second)
      #expect(try await counts(both + [first]) == [0, 0, 0])

      // Apart, and of one thing: whoever gets the other's learns of it.
      try await rename(rome, to: "Rom", in: first)
      try await rename(rome, to: "Rzym", in: second)
      _ = try await second.performChanges("Delete") { try $0.deleteAlbum(oslo) }
      try await rename(oslo, to: "Oslo", in: first)
      #expect(try await counts([first, second, first, second]) == [0, 1, 1, 0])
      #expect(try await first.conflicts().count == 1)

      // One that is settled by whoever has seen both, and something new beside an old one.
      try await rename(rome, to: "Roma", in: first)
      #expect(try await counts(both) == [0, 0])
      _ = try await first.performChanges("Delete") { try $0.deleteAlbum(rome) }
      _ = try await second.performChanges("Again") {
        try $0.deleteAlbum(rome)
        try $0.restoreAlbum(rome)
      }
      #expect(try await counts([first, second, first]) == [0, 1, 1])
      try await second.album("Paris")
      #expect(try await counts([second, first]) == [0, 0])
      for library in both { await library.close() }
    }
  }

  @Test func theCommandSaysSoOnOneLine() async throws {
    try await Machines.run { machines in
      try machines.fill(1)
      try machines.output(2, "restore", "\(machines.remote)", "--no-scan")
      try machines.output(1, "album", "rename", "Rome", "Roma")
      try machines.output(2, "album", "rename", "Rome", "Rom")
      let quiet = try machines.output(1, "sync")
      #expect(!quiet.contains("conflict"))
      let told = try machines.output(2, "sync").split(separator: "\n")
      #expect(told.count == 2, "\(told)")
      #expect(told[1].hasPrefix("origin: 1 conflict came with that; albumen conflicts"))
      let record = try machines.output(1, "sync", "--json")
      #expect(record.contains(#""forks":[],"conflicts":1,"error":null"#), "\(record)")
      #expect(try machines.output(1, "conflicts").contains("Rom"))
      #expect(!(try machines.output(1, "sync", "--json")).contains("conflicts"))
    }
  }

  @Test func photosThatBecameOneAreCounted() async throws {
    try await Devices.run { devices in
      let first = try await devices.create()
      let second = try await devices.open(2)
      for library in [first, second] { try await devices.connect(library) }
      try writeFile(devices.root(1) / "a.jpg", bytes: TinyPhoto.jpeg(1))
      _ = try await first.scan()
      #expect(try await counts([first, second]) == [0, 0])
      // What is an edited photo to one of them is a new one to the other.
      try writeFile(devices.root(1) / "a.jpg", bytes: TinyPhoto.jpeg(2))
      _ = try await first.scan()
      try writeFile(devices.root(2) / "b.jpg", bytes: TinyPhoto.jpeg(2))
      _ = try await second.scan()
      #expect(try await counts([first, second, first]) == [0, 1, 1])
      for library in [first, second] {
        #expect(try await library.conflicts().map(\.kind) == [.content])
        await library.close()
      }
    }
  }

  /// What cannot be read says nothing, least of all that there is nothing.
  @Test func whatCannotBeToldIsNotNothing() async throws {
    try await Devices.run { devices in
      let first = try await devices.create()
      let second = try await devices.open(2)
      let third = try await devices.open(3)
      for library in [first, second, third] { try await devices.connect(library) }
      let rome = try await first.album("Rome")
      #expect(try await counts([first, second, third]) == [0, 0, 0])
      try await rename(rome, to: "Roma", in: first)
      try await rename(rome, to: "Rom", in: second)
      try await first.album("Later")
      #expect(try await counts([first, third]) == [0, 0])
      _ = try await second.sync()
      // What the third has of the first's log is damaged behind its back, and so is what the remote has.
      let own = try #require(try await first.devices().first(where: \.isOwn)).log
      let directory = Path("\(own)") ?? Path()
      try spoil(devices.root(3) / ".albumen/log" / directory)
      try spoil(devices.remote() / directory)
      let report = try await third.sync()[0]
      #expect(report.fetched > 0 && report.conflicts == nil, "\(report)")
      #expect(await third.notices().contains { $0.contains("cannot be told") })
      for library in [first, second, third] { await library.close() }
    }
  }

  /// Damages the place of a title in the files of a log.
  private func spoil(_ directory: Path) throws {
    let title = Array("Roma".utf8)
    for name in try listTree(directory) {
      var bytes = try readFile(directory / name)
      guard
        let place = bytes.indices.dropLast(4).first(where: {
          Array(bytes[$0..<($0 + 4)]) == title
        })
      else { continue }
      bytes[place] ^= 0xFF
      try writeFile(directory / name, bytes: bytes)
    }
  }
}
