import TestSupport
import Testing

@testable import Albumen

/// What the tools do that people use: rsync, rclone, exiftool, and file systems without links.
@Suite struct RealToolTests {
  /// Says whether a program is installed; one that is not is told of, since its tests say nothing then.
  private static func has(_ path: Path) -> Bool {
    if (try? FileStatus.ofTarget(at: path)) != nil { return true }
    print("SKIPPED: \(path.lastComponent) is not installed, so what it does is not tested")
    return false
  }

  private static let rsync = has("/usr/bin/rsync")
  private static let rclone = has("/usr/bin/rclone")
  private static let exiftool = has("/usr/bin/exiftool")

  private func tool(_ program: Path, _ arguments: [String], at place: Path) throws {
    let result = try asUser(of: place) {
      try run(
        program, arguments,
        environment: [
          "PATH=/usr/bin:/bin", "HOME=\(place)", "RCLONE_CONFIG=\(place / "rclone.conf")",
        ])
    }
    guard result.exitCode == 0 else {
      throw TestFailure("\(program) \(arguments): \(result.errorText)")
    }
  }

  private func scan(
    _ library: PhotoLibrary, confirms: Bool = false
  ) async throws -> ScanReport {
    var options = PhotoLibrary.ScanOptions()
    options.confirmsMissing = confirms
    options.viewDelays = PhotoLibrary.ViewDelays(quiet: .zero, ripe: .zero)
    return try await library.scan(options)
  }

  /// The living albums with their members, in order.
  private func albums(_ library: PhotoLibrary) async throws -> [String: [AssetID]] {
    var albums: [String: [AssetID]] = [:]
    for album in try await library.albums() where !album.isFolder {
      let title = albums[album.title] == nil ? album.title : "\(album.title) \(album.id)"
      albums[title] = try await library.members(of: album.id).map(\.id)
    }
    return albums
  }

  /// A library with two albums and their view.
  private func withAlbums(
    _ body: (Scenario, PhotoLibrary) async throws -> Void
  ) async throws {
    try await Scenario.run { scenario in
      for number in 1...6 { try scenario.photo("2024/\(number).jpg", number) }
      let library = try await scenario.create()
      _ = try await scan(library)
      let assets = try await library.assets().map(\.id)
      _ = try await library.performChanges("Albums") {
        try $0.add(assets.reversed(), to: try $0.findOrCreateAlbum("Rome").id)
        try $0.add(Array(assets.prefix(2)), to: try $0.findOrCreateAlbum("Oslo").id)
        try $0.createAlbum("Empty")
      }
      _ = try await scan(library)
      #expect(try listTree(scenario.root / "Albums").count == 11)
      try await body(scenario, library)
      await library.close()
    }
  }

  /// A copy of the folder, opened by this machine and by another, has the albums of the original.
  private func checkCopy(
    _ scenario: Scenario, _ copy: Path, _ expected: [String: [AssetID]]
  ) async throws {
    for machine: UInt8 in [1, 2] {
      let library = try await PhotoLibrary.open(
        at: copy, try scenario.configuration(machine: machine))
      for _ in 0..<2 { _ = try await scan(library) }
      #expect(try await albums(library) == expected, "machine \(machine)")
      #expect(try await library.assets().allSatisfy { $0.file != nil }, "machine \(machine)")
      await library.close()
    }
  }

  @Test(
    "rsync -r loses the links: neither the copy nor the original loses a reference",
    .enabled(if: rsync))
  func rsyncCopy() async throws {
    try await withAlbums { scenario, library in
      let expected = try await albums(library)
      let copy = scenario.top / "copy"
      try tool("/usr/bin/rsync", ["-r", "\(scenario.root)/", "\(copy)"], at: scenario.top)
      #expect(try listTree(copy / "Albums/Rome").isEmpty)
      try await checkCopy(scenario, copy, expected)
      // And back over the original: files are written anew, links are left alone.
      try tool(
        "/usr/bin/rsync",
        ["-rI", "--exclude=.albumen", "--exclude=Albums", "\(copy)/", "\(scenario.root)"],
        at: scenario.top)
      let report = try await scan(library)
      #expect(report.added.isEmpty && report.missing.isEmpty && report.view?.acts == [])
      #expect(try await albums(library) == expected)
    }
  }

  @Test(
    "rclone sync loses links and empty directories: the copy has all albums", .enabled(if: rclone))
  func rcloneCopy() async throws {
    try await withAlbums { scenario, library in
      let expected = try await albums(library)
      let copy = scenario.top / "copy"
      try tool("/usr/bin/rclone", ["sync", "-q", "\(scenario.root)", "\(copy)"], at: scenario.top)
      try await checkCopy(scenario, copy, expected)
    }
  }

  @Test(
    "exiftool in the folder and over a link: edits of the same photos, with their albums",
    .enabled(if: exiftool))
  func exiftoolEdits() async throws {
    let fixtures: Path = {
      let file: Path = #filePath
      return file.parent.parent.parent / "Fixtures/camera/Phone"
    }()
    try await Scenario.run { scenario in
      let bytes = try readFile(fixtures / "IMG_0004.JPG")
      for name: Path in ["a.jpg", "b.jpg"] {
        try writeFile(scenario.root / name, bytes: bytes + name.bytes)
      }
      let library = try await scenario.create()
      _ = try await scan(library)
      let assets = try await library.assets().map(\.id)
      _ = try await library.performChanges("Album") {
        try $0.add(assets, to: try $0.findOrCreateAlbum("Rome").id)
      }
      _ = try await scan(library)
      // Only the change time tells of it.
      try tool(
        "/usr/bin/exiftool",
        ["-q", "-overwrite_original_in_place", "-P", "-Comment=x", "\(scenario.root / "a.jpg")"],
        at: scenario.top)
      #expect(try await scan(library).edited.count == 1)
      let link = try #require(
        try listTree(scenario.root / "Albums/Rome").first { $0.display.hasSuffix("b.jpg") })
      let original = try readFile(scenario.root / "b.jpg")
      try tool(
        "/usr/bin/exiftool",
        ["-q", "-overwrite_original", "-Comment=y", "\(scenario.root / "Albums/Rome" / link)"],
        at: scenario.top)
      _ = try await scan(library)
      #expect(try readFile(scenario.root / "b.jpg") == original)
      let album = try await library.findAlbum("Rome").id
      #expect(try await library.members(of: album).map(\.id) == assets)
      #expect(try await library.assets().count == 2)
      for name in try listTree(scenario.root / "Albums/Rome") {
        let status = try FileStatus.ofLink(at: scenario.root / "Albums/Rome" / name)
        #expect(status.kind == .symbolicLink)
      }
      #expect(try await scan(library).view?.hasChanges == false)
      await library.close()
    }
  }

  @Test(
    "on a file system without links there is no view, and all else works",
    arguments: ["vfat", "exfat"])
  func withoutLinks(type: String) async throws {
    try await withAlbums { scenario, library in
      let expected = try await albums(library)
      let image = scenario.top / "image"
      let disk = scenario.top / "disk"
      try Files.createDirectory(disk)
      let made = try? run(
        "/bin/sh",
        [
          "-c",
          """
          truncate -s 64M '\(image)' && PATH=$PATH:/usr/sbin:/sbin mkfs.\(type) '\(image)' \\
            && mount -o loop -t \(type) '\(image)' '\(disk)'
          """,
        ])
      guard made?.exitCode == 0 else {
        print("SKIPPED: no \(type) can be mounted here: \(made?.errorText ?? "")")
        return
      }
      defer {
        KeptFiles.of(disk)?.noteUnmount(disk)
        _ = try? run("/bin/umount", ["-l", "\(disk)"])
      }
      // The library as it is copied to such a disk.
      let copy = disk / "photos"
      let copied = try run("/bin/cp", ["-r", "\(scenario.root)", "\(copy)"])
      #expect(copied.exitCode != nil)
      let other = try await PhotoLibrary.open(at: copy, try scenario.configuration(machine: 2))
      for _ in 0..<2 { #expect(try await scan(other).view?.off != nil) }
      #expect(try await albums(other) == expected)
      try moveFile(copy / "2024/1.jpg", to: copy / "2024/one.jpg")
      try writeFile(copy / "2024/7.jpg", bytes: TinyPhoto.jpeg(7))
      #expect(try await scan(other).added.count == 1)
      #expect(try await albums(other) == expected)
      #expect(try await library.assets().count == 6)
      await other.close()
    }
  }
}
