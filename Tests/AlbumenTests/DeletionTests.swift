import TestSupport
import Testing

@testable import Albumen

/// `scan.deletion = trash`: a file that is deleted in the folder trashes its asset.
@Suite struct DeletionTests {
  private func library(_ scenario: Scenario) async throws -> PhotoLibrary {
    var configuration = try scenario.configuration()
    configuration.trashesDeleted = true
    return try await PhotoLibrary.create(at: scenario.root, configuration).library
  }

  @Test(
    "a whole look trashes what is gone, once its last file is, and a file that is back restores it")
  func trashAndBack() async throws {
    try await Scenario.run { scenario in
      for number in 1...3 { try scenario.photo("\(number).jpg", number) }
      try scenario.photo("copy of 2.jpg", 2)
      let library = try await library(scenario)
      _ = try await library.scan()
      try removeFile(scenario.root / "1.jpg")
      try removeFile(scenario.root / "2.jpg")
      try moveFile(scenario.root / "3.jpg", to: scenario.root / "three.jpg")
      let report = try await library.scan()
      #expect(report.trashed.count == 1 && report.missing.isEmpty)
      #expect(try await library.assets().count == 2)
      #expect(try await library.assets(.trashed).count == 1)
      #expect(try await library.scan().transaction == nil)
      try scenario.photo("1.jpg", 1)
      #expect(try await library.scan().restored.count == 1)
      await library.close()
    }
  }

  @Test("so much at once that nothing is concluded trashes nothing, until it is confirmed")
  func guarded() async throws {
    try await Scenario.run { scenario in
      for number in 1...30 { try scenario.photo("sub/\(number).jpg", number) }
      let library = try await library(scenario)
      _ = try await library.scan()
      try moveFile(scenario.root / "sub", to: scenario.top / "away")
      let report = try await library.scan()
      #expect(report.withheld.count == 30 && report.trashed.isEmpty && report.transaction == nil)
      var options = PhotoLibrary.ScanOptions()
      options.confirmsMissing = true
      #expect(try await library.scan(options).trashed.count == 30)
      await library.close()
    }
  }

  @Test("where something could not be read, nothing is trashed")
  func unsound() async throws {
    try await Scenario.run { scenario in
      for number in 1...3 { try scenario.photo("\(number).jpg", number) }
      try scenario.photo("closed/4.jpg", 4)
      let library = try await library(scenario)
      _ = try await library.scan()
      try writeFile(
        scenario.root / "closed/.albumenignore",
        bytes: [UInt8](repeating: 10, count: (1 << 20) + 1))
      try removeFile(scenario.root / "1.jpg")
      #expect(try await library.scan().trashed.isEmpty)
      #expect(try await library.assets().count == 4)
      try removeFile(scenario.root / "closed/.albumenignore")
      #expect(try await library.scan().trashed.count == 1)
      await library.close()
    }
  }

  @Test("a watch looks at everything before it trashes", .oneWatcher)
  func watched() async throws {
    try await Scenario.run { scenario in
      for number in 1...3 { try scenario.photo("\(number).jpg", number) }
      let library = try await library(scenario)
      let watch = try await WatchScenario(scenario, library)
      try removeFile(scenario.root / "1.jpg")
      try await watch.wait(for: "the trash") { watch.scans.contains { $0.trashed.count == 1 } }
      try await watch.end()
      await library.close()
    }
  }
}
