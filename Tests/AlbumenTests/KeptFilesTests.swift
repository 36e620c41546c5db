import Albumen
import TestSupport
import Testing

/// The walk that ends every test with a folder of photos: it must find what is lost, and nothing else.
@Suite struct KeptFilesTests {
  /// Runs a body with the folder of a library that has two photos.
  private static func run(_ body: (Scenario, KeptFiles) async throws -> Void) async throws {
    try await Scenario.run { scenario in
      try scenario.photo("roll/1.jpg", 1)
      try scenario.photo("roll/2.jpg", 2)
      try Files.createDirectories(scenario.root / ".albumen/trash")
      try await body(scenario, try #require(KeptFiles.of(scenario.root)))
    }
  }

  /// What might be done to a photo by a fault of the program's.
  enum Loss: CaseIterable {
    case removed, replaced, written, truncated, movedOut
    /// Its bytes are in another photo, too, or the album view has them: that is no other copy of it.
    case removedBesideTwin, removedBesideView
  }

  @Test(arguments: Loss.allCases) func whatIsLostIsFound(_ loss: Loss) async throws {
    let outside = try TemporaryDirectory()
    defer { outside.remove() }
    let error = await #expect(throws: TestFailure.self) {
      try await Self.run { scenario, files in
        let (one, two) = (scenario.root / "roll/1.jpg", scenario.root / "roll/2.jpg")
        if loss == .removedBesideTwin { try scenario.photo("roll/twin.jpg", 1) }
        if loss == .removedBesideView {
          try Files.createDirectories(scenario.root / "Albums/Trip")
          try DurableFile.replace(
            scenario.root / "Albums/Trip/0010 1.jpg", with: TinyPhoto.jpeg(1))
        }
        #expect(files.walk().lost.isEmpty)
        switch loss {
        case .removed, .removedBesideTwin, .removedBesideView: try Files.unlink(one)
        case .replaced: try Files.rename(two, to: one)
        case .written: try Descriptor.open(one, [.write]).writeAll([1, 2, 3])
        case .truncated: try Descriptor.open(one, [.write]).setSize(100)
        case .movedOut: try Files.rename(one, to: outside.path / "1.jpg")
        }
        #expect(files.walk().lost == [one])
      }
    }
    #expect(error?.description.contains("users' files were lost: ") == true)
    #expect(error?.description.contains("photos/roll/1.jpg") == true)
  }

  @Test func whatIsMovedOrCopiedIsKept() async throws {
    try await Self.run { scenario, files in
      let (one, two) = (scenario.root / "roll/1.jpg", scenario.root / "roll/2.jpg")
      try Files.rename(one, to: scenario.root / ".albumen/trash/1.jpg")
      // As to another file system: the bytes are there, the file is another one.
      try DurableFile.replace(scenario.root / "roll/copy.jpg", with: TinyPhoto.jpeg(2))
      try Files.unlink(two)
      let walked = files.walk()
      #expect(walked.lost.isEmpty)
      #expect(walked.kept == 2)
      #expect(walked.files == 2)
      // The test's own, photos, roll, .albumen, trash.
      #expect(walked.directories == 5)
    }
  }

  @Test func whatTheTestItselfTakesBackIsNotLost() async throws {
    try await Self.run { scenario, files in
      for number in 3...8 { try scenario.photo("roll/\(number).jpg", number) }
      let root = scenario.root
      try Files.link(root / "roll/8.jpg", as: root / "roll/eight.jpg")
      try removeFile(root / "roll/1.jpg")
      try moveFile(root / "roll/2.jpg", to: root / "roll/3.jpg")
      try scenario.photo("roll/4.jpg", 44)
      try moveFile(root / "roll", to: root / "other")
      try asUser(of: root) { try Files.unlink(root / "other/5.jpg") }
      try removeFile(root / "other/8.jpg")
      // 2 as 3, 4, 6, 7, and 8 by its other name.
      #expect(files.walk().kept == 5)
      removeTree(root / "other")
      #expect(files.walk().files == 0)
    }
  }

  /// What the program has put into the folder is the user's from then on.
  @Test func whatWasImportedIsKeptToo() async throws {
    let error = await #expect(throws: TestFailure.self) {
      try await Scenario.run { scenario in
        try scenario.source("1.jpg", 1)
        #expect(try scenario.run(["init"]).exitCode == 0)
        #expect(try scenario.run(["import", scenario.card.display]).exitCode == 0)
        let files = try #require(KeptFiles.of(scenario.root))
        #expect(files.walk().kept == 1)
        let path = try #require(try scenario.photos().keys.first)
        // That it is still on the card does not help.
        try Files.unlink(scenario.root / path)
      }
    }
    #expect(error != nil)
  }

  @Test(.enabled(if: SmallFileSystem.canMount, "cannot mount here"))
  func whatIsOnAnotherFileSystemCountsUntilItIsUnmounted() async throws {
    let error = await #expect(throws: TestFailure.self) {
      try await Self.run { scenario, files in
        for isLost in [false, true] {
          let disk = scenario.root / "disk"
          try await SmallFileSystem.with(at: disk, kilobytes: 1024) { _ in
            try scenario.photo("disk/3.jpg", 3)
            if isLost { try Files.unlink(disk / "3.jpg") }
          }
          #expect(files.walk().kept == 2)
          #expect(files.walk().lost.isEmpty != isLost)
        }
      }
    }
    #expect(error?.description.contains("disk/3.jpg") == true)
  }

  /// There may be no other file left by then.
  @Test(.enabled(if: SmallFileSystem.canMount, "cannot mount here"))
  func whatIsLostOnAnotherFileSystemAloneIsFound() async throws {
    let error = await #expect(throws: TestFailure.self) {
      try await Self.run { scenario, files in
        let disk = scenario.root / "disk"
        try await SmallFileSystem.with(at: disk, kilobytes: 1024) { _ in
          try scenario.photo("disk/3.jpg", 3)
          try Files.unlink(disk / "3.jpg")
        }
        for name in ["roll/1.jpg", "roll/2.jpg"] as [Path] { try removeFile(scenario.root / name) }
        #expect(files.walk().lost == [disk / "3.jpg"])
      }
    }
    #expect(error?.description.contains("disk/3.jpg") == true)
  }
}
