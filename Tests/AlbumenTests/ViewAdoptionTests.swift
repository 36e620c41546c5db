import TestSupport
import Testing

@testable import Albumen

/// A view's folder that was there before, and photos that stay in the view
/// (docs/design/0019-folder-as-albums.md).
@Suite struct ViewAdoptionTests {
  /// The regular files in the root with their inodes.
  private func files(_ scenario: Scenario) throws -> [Path: UInt64] {
    var files: [Path: UInt64] = [:]
    for path in try scenario.tree() {
      let status = try FileStatus.ofLink(at: scenario.root / path)
      if status.kind == .regular { files[path] = status.inode }
    }
    return files
  }

  private func scan(
    _ library: PhotoLibrary, confirms: Bool = false
  ) async throws -> ScanReport {
    var options = PhotoLibrary.ScanOptions()
    options.confirmsMissing = confirms
    options.viewDelays = PhotoLibrary.ViewDelays(quiet: .zero, ripe: .zero)
    return try await library.scan(options)
  }

  private func members(_ library: PhotoLibrary, _ album: String) async throws -> [String] {
    try await library.members(of: try await library.findAlbum(album).id).map {
      $0.file?.display ?? "missing"
    }
  }

  /// A library over a folder with an `Albums/` of its own.
  private func adopted(
    _ configure: (inout PhotoLibrary.Configuration) -> Void = { _ in },
    _ body: (Scenario, PhotoLibrary) async throws -> Void
  ) async throws {
    try await Scenario.run { scenario in
      try scenario.photo("roll/1.jpg", 1)
      try scenario.photo("Albums/Rome/1 again.jpg", 1)
      try scenario.photo("Albums/Rome/2.jpg", 2)
      try scenario.photo("Albums/Trips/Oslo/3.jpg", 3)
      try scenario.photo("Albums/Trips/Oslo/2 too.jpg", 2)
      try writeFile(scenario.root / "Albums/Rome/notes.txt", "by hand")
      var configuration = try scenario.configuration()
      configure(&configuration)
      let library = try await PhotoLibrary.create(at: scenario.root, configuration).library
      _ = try await library.turnViewOn(name: nil, adopts: true)
      _ = try await scan(library)
      try await body(scenario, library)
      await library.close()
    }
  }

  @Test("it is never taken over silently")
  func refused() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("Albums/Rome/2.jpg", 2)
      let library = try await scenario.create()
      let before = try files(scenario)
      let report = try await scan(library)
      #expect(report.view?.off?.contains("--adopt-view") == true)
      await #expect(throws: AlbumenError.self) { try await library.turnViewOn() }
      #expect(try await library.albums().isEmpty)
      #expect(try files(scenario) == before)
      await library.close()
    }
  }

  @Test("its directories become albums by reference, and every file stays where it is")
  func adoption() async throws {
    try await adopted { scenario, library in
      let before = try files(scenario)
      #expect(before.count == 6)
      #expect(try await library.assets().count == 3)
      let rome = try await members(library, "Rome")
      #expect(rome == ["roll/1.jpg", "Albums/Rome/2.jpg"])
      #expect(Set(try await members(library, "Trips/Oslo")).count == 2)
      let report = try await scan(library)
      #expect(report.transaction == nil && report.view?.hasChanges == false)
      #expect(try await library.viewStatus().isInStep)
      // Later changes do not move them either.
      let album = try await library.findAlbum("Rome").id
      let third = try #require(
        try await library.assets().first { $0.file == "Albums/Trips/Oslo/3.jpg" }
      ).id
      _ = try await library.performChanges("Add") { try $0.add([third], to: album, at: .first) }
      _ = try await scan(library)
      #expect(try files(scenario) == before)
      #expect(
        try await members(library, "Rome") == [
          "Albums/Trips/Oslo/3.jpg", "roll/1.jpg", "Albums/Rome/2.jpg",
        ])
      let links = try scenario.tree().filter {
        try FileStatus.ofLink(at: scenario.root / $0).kind == .symbolicLink
      }
      #expect(links.count == 1)
      for link in links {
        #expect(try FileStatus.ofTarget(at: scenario.root / link).kind == .regular)
      }
      #expect(try await scan(library).view?.hasChanges == false)
    }
  }

  @Test(
    "a file that moves between albums takes its reference along; one that is deleted is missing")
  func movedAndDeleted() async throws {
    try await adopted { scenario, library in
      let root = scenario.root
      try moveFile(
        root / "Albums/Trips/Oslo/3.jpg", to: root / "Albums/Rome/three.jpg")
      _ = try await scan(library)
      #expect(
        try await members(library, "Rome") == [
          "roll/1.jpg", "Albums/Rome/2.jpg", "Albums/Rome/three.jpg",
        ])
      #expect(try await members(library, "Trips/Oslo").count == 1)
      try moveFile(root / "Albums/Rome", to: root / "Albums/Roma")
      _ = try await scan(library)
      #expect(try await members(library, "Roma").last == "Albums/Roma/three.jpg")
      #expect(try await library.assets().count == 3)
      try removeFile(root / "Albums/Roma/three.jpg")
      _ = try await scan(library)
      #expect(try await members(library, "Roma") == ["roll/1.jpg", "Albums/Roma/2.jpg", "missing"])
      try scenario.photo("Albums/Roma/back.jpg", 3)
      _ = try await scan(library)
      #expect(try await members(library, "Roma").count == 3)
      #expect(try await library.assets().count == 3)
    }
  }

  @Test("one that is changed in place is an edit, and stays")
  func editedInPlace() async throws {
    try await adopted { scenario, library in
      try scenario.photo("Albums/Trips/Oslo/3.jpg", 33)
      _ = try await scan(library)
      #expect(try await library.assets().count == 3)
      #expect(Set(try await members(library, "Trips/Oslo")).contains("Albums/Trips/Oslo/3.jpg"))
      #expect(try readFile(scenario.root / "Albums/Trips/Oslo/3.jpg") == TinyPhoto.jpeg(33))
      #expect(try await scan(library).view?.hasChanges == false)
    }
  }

  @Test("turned off, its files are the roll's, and turned on again they are the albums'")
  func offAndOn() async throws {
    try await adopted { scenario, library in
      let before = try files(scenario)
      _ = try await library.turnViewOff()
      #expect(try await scan(library).transaction == nil)
      #expect(try await library.assets().count == 3)
      #expect(try files(scenario) == before)
      _ = try await library.turnViewOn(name: nil, adopts: true)
      _ = try await scan(library)
      #expect(try files(scenario) == before)
      #expect(try await library.albums().filter { !$0.isFolder }.count == 2)
      #expect(try await members(library, "Rome").count == 2)
    }
  }

  @Test("where view.collect is leave, what is put into the view stays there")
  func left() async throws {
    try await adopted({ $0.leavesFilesInView = true }) { scenario, library in
      try scenario.photo("Albums/Rome/7.jpg", 7)
      try scenario.photo("Albums/New/8.jpg", 8)
      let before = try files(scenario)
      _ = try await scan(library)
      #expect(try files(scenario) == before)
      #expect(try await members(library, "Rome").last == "Albums/Rome/7.jpg")
      #expect(try await members(library, "New") == ["Albums/New/8.jpg"])
      #expect(try await scan(library).view?.hasChanges == false)
    }
  }

  @Test("where it is move, what comes later goes to where imports go, and what was adopted stays")
  func movedLater() async throws {
    try await adopted({ $0.importTemplate = "Taken/{year}" }) { scenario, library in
      try scenario.photo("Albums/Rome/7.jpg", 7, captured: "2024:05:01 10:00:00")
      let before = try files(scenario)
      _ = try await scan(library)
      var expected = before
      expected["Albums/Rome/7.jpg"] = nil
      expected["Taken/2024/7.jpg"] = before["Albums/Rome/7.jpg"]
      #expect(try files(scenario) == expected)
      #expect(try await members(library, "Rome").last == "Taken/2024/7.jpg")
    }
  }

  @Test("a view of another name leaves Albums to the roll, and nothing of it is scanned")
  func otherName() async throws {
    try await Scenario.run { scenario in
      try scenario.photo("Albums/Rome/2.jpg", 2)
      let library = try await scenario.create()
      _ = try await library.turnViewOn(name: "Views")
      _ = try await scan(library)
      #expect(try await library.assets().map(\.path) == ["Albums/Rome/2.jpg"])
      let asset = try #require(try await library.assets().first).id
      _ = try await library.performChanges("Add") {
        try $0.add([asset], to: try $0.findOrCreateAlbum("Oslo").id)
      }
      #expect(try listTree(scenario.root / "Views").map(\.display).count == 2)
      // What is put into the view is the view's, and no file of the roll in place.
      try scenario.photo("Views/Oslo/5.jpg", 5)
      let report = try await scan(library)
      #expect(report.added.isEmpty && report.view?.collected.count == 1)
      var options = ImportOptions()
      options.template = "Views/x"
      let source = try scenario.source("6.jpg", 6)
      await #expect(throws: AlbumenError.self) {
        try await library.importFiles([source], options)
      }
      options.template = "Albums/x"
      _ = try await library.importFiles([source], options)
      #expect(try await library.assets().contains { $0.path == "Albums/x/6.jpg" })
      await library.close()
    }
  }
}
