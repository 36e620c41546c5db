import TestSupport
import Testing

@testable import Albumen

/// Faults of folder and view that were known, and are mended.
@Suite struct FolderFaultTests {
  private func scan(_ library: PhotoLibrary) async throws -> ScanReport {
    var options = PhotoLibrary.ScanOptions()
    options.viewDelays = PhotoLibrary.ViewDelays(quiet: .zero, ripe: .zero)
    return try await library.scan(options)
  }

  private func add(_ library: PhotoLibrary, to title: String) async throws {
    let assets = try await library.assets().map(\.id)
    _ = try await library.performChanges("Add") {
      try $0.add(assets, to: try $0.findOrCreateAlbum(title).id)
    }
  }

  @Test(
    "on a full disk the reserve is given up so that trash works, and kept again when there is room",
    .enabled(if: SmallFileSystem.canMount, "mounting takes root"))
  func reserve() async throws {
    try await Scenario.run { scenario in
      try await SmallFileSystem.with(at: scenario.root, kilobytes: 12_000) { disk in
        for number in 1...3 { try scenario.photo("\(number).jpg", number) }
        let library = try await scenario.create()
        _ = try await scan(library)
        let assets = try await library.assets().map(\.id)
        let filler = try disk.fill()
        let reserve = scenario.root / ".albumen/reserve"
        // Anything else fails as before, and leaves the reserve.
        await #expect(throws: AlbumenError.self) {
          for number in 0..<1_000 {
            _ = try await library.performChanges("Fill") { try $0.createAlbum("\(number)") }
          }
        }
        #expect(try FileStatus.ofLink(at: reserve).size == 4 << 20)
        for asset in assets {
          _ = try await library.performChanges("Trash", usesReserve: true) { try $0.trash([asset]) }
        }
        #expect(try await library.assets().isEmpty)
        #expect(throws: (any Error).self) { try FileStatus.ofLink(at: reserve) }
        #expect(try await library.purge(assets).moved.count == 3)
        try removeFile(filler)
        try disk.resize(kilobytes: 200_000)
        _ = try await library.performChanges("More") { try $0.createAlbum("More") }
        #expect(try FileStatus.ofLink(at: reserve).size == 4 << 20)
        await library.close()
      }
    }
  }

  @Test(
    "after the catalogue was deleted, view off removes the links, and a command says what is to do")
  func lostCatalogue() async throws {
    try await Scenario.run { scenario in
      for number in 1...3 { try scenario.photo("\(number).jpg", number) }
      var library = try await scenario.create()
      _ = try await scan(library)
      try await add(library, to: "Rome")
      #expect(try listTree(scenario.root / "Albums").count == 4)
      await library.close()
      try scenario.removeCatalogue()
      library = try await scenario.open()
      _ = try await library.performChanges("Other") { try $0.createAlbum("Oslo") }
      #expect(await library.notices().contains { $0.contains("albumen scan") })
      _ = try await library.turnViewOff()
      #expect(throws: (any Error).self) { try FileStatus.ofLink(at: scenario.root / "Albums") }
      #expect(try scenario.photos().count == 3)
      await library.close()
    }
  }

  @Test(
    "a photo that is put into the view on another file system comes to the roll by a verified copy",
    .enabled(if: SmallFileSystem.canMount, "mounting takes root"))
  func acrossFileSystems() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("1.jpg", 1)
      let library = try await scenario.create()
      _ = try await scan(library)
      let view = scenario.root / "Albums"
      try await SmallFileSystem.with(at: view, kilobytes: 4_000) { _ in
        try scenario.photo("Albums/Rome/2.jpg", 2, captured: "2024:05:01 10:00:00")
        let report = try await scan(library)
        #expect(report.view?.failed.isEmpty == true)
        #expect(report.view?.collected.count == 1)
        #expect(
          try readFile(scenario.root / "Camera Roll/2024/05/2.jpg")
            == TinyPhoto.jpeg(2, captured: "2024:05:01 10:00:00"))
        #expect(try await library.members(of: library.findAlbum("Rome").id).count == 1)
        let names = try listTree(view / "Rome")
        #expect(names.count == 1)
        #expect(try FileStatus.ofLink(at: view / "Rome" / names[0]).kind == .symbolicLink)
        #expect(try await scan(library).view?.hasChanges == false)
      }
      await library.close()
    }
  }

  @Test("a copy that cannot be finished leaves the photo where it is")
  func acrossFails() async throws {
    guard SmallFileSystem.canMount else { return }
    for point in ["view.across.copy", "view.across.fsync", "view.across.aside"] {
      try await Scenario.run { scenario in
        try scenario.photo("1.jpg", 1)
        let library = try await scenario.create()
        _ = try await scan(library)
        try await SmallFileSystem.with(at: scenario.root / "Albums", kilobytes: 4_000) { _ in
          try scenario.photo("Albums/Rome/2.jpg", 2)
          let (report, hits) = try await Failpoint.withScope {
            Failpoint.arm(point, action: .error(5))
            return try await scan(library)
          }
          #expect(hits[point] == 1)
          #expect(report.view?.failed.isEmpty == false, "\(point)")
          #expect(
            try readFile(scenario.root / "Albums/Rome/2.jpg") == TinyPhoto.jpeg(2), "\(point)")
          _ = try await scan(library)
          #expect(try await library.assets().count == 2, "\(point)")
        }
        await library.close()
      }
    }
  }

  @Test("a scan tells of a known file that was emptied at once")
  func emptied() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("1.jpg", 1)
      let library = try await scenario.create()
      _ = try await scan(library)
      try writeFile(scenario.root / "1.jpg", bytes: [])
      let report = try await scan(library)
      #expect(report.unsettled == ["1.jpg"] && report.missing.isEmpty)
      await library.close()
    }
  }

  @Test("what a killed process left behind is removed by the next change, what is new is not")
  func litter() async throws {
    try await Scenario.run { scenario in
      var library = try await scenario.create()
      await library.close()
      let own = scenario.root / ".albumen"
      for name: Path in [".albumen-1f.tmp", ".albumen-2f.tmp"] { try writeFile(own / name, "half") }
      let old = try Descriptor.open(own / ".albumen-1f.tmp", [.readWrite])
      try old.setModificationTime(
        nanoseconds: SystemClock.wallNanoseconds - 2 * LibraryStore.litterAge, path: Path())
      library = try await scenario.open()
      _ = try await library.performChanges("Album") { try $0.createAlbum("Rome") }
      let names = Set(try listTree(own).map(\.display))
      #expect(!names.contains(".albumen-1f.tmp") && names.contains(".albumen-2f.tmp"))
      await library.close()
    }
  }

  @Test("verify looks at the view: links that lead to nothing, and albums that it does not show")
  func verifiedView() async throws {
    try await Scenario.run { scenario in
      for number in 1...3 { try scenario.photo("\(number).jpg", number) }
      let library = try await scenario.create()
      _ = try await scan(library)
      try await add(library, to: "Rome")
      #expect(try await library.check(readingFiles: false).findings.isEmpty)
      try removeFile(scenario.root / "2.jpg")
      let check = try await library.check(readingFiles: false)
      #expect(
        check.findings.contains { $0.kind == .view && $0.message.contains("leads to nothing") })
      #expect(check.findings.contains { $0.kind == .missing } && check.isSound)
      await library.close()
    }
  }
}
