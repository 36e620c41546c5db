import TestSupport

@testable import Albumen

/// Is a library with an album view, whose photos are called by the numbers that they were made with.
struct ViewScenario: Sendable {
  let scenario: Scenario
  var library: PhotoLibrary

  /// The view's directory.
  var top: Path { scenario.root / "Albums" }

  func path(_ below: String) -> Path { top / (Path(below) ?? Path()) }

  /// A scan that takes what it finds in the view to be at rest.
  func options(confirms: Bool = false) -> PhotoLibrary.ScanOptions {
    var options = PhotoLibrary.ScanOptions()
    options.confirmsMissing = confirms
    options.viewDelays = PhotoLibrary.ViewDelays(quiet: .zero, ripe: .zero)
    return options
  }

  @discardableResult
  func scan(confirms: Bool = false) async throws -> ScanReport {
    KeptFiles.of(scenario.root)?.look(at: scenario.root)
    defer { KeptFiles.of(scenario.root)?.look(at: scenario.root) }
    return try await library.scan(options(confirms: confirms))
  }

  func names(_ directory: String) throws -> [String] {
    try listTree(path(directory)).map(\.display)
  }

  func directories() throws -> [String] {
    try listTree(top).filter { try FileStatus.ofLink(at: top / $0).kind == .directory }.map(
      \.display)
  }

  func album(_ title: String) async throws -> AlbumID { try await library.findAlbum(title).id }

  func asset(_ number: Int) async throws -> AssetID {
    let wanted = TinyPhoto.jpeg(number)
    for asset in try await library.assets() {
      if let file = asset.file, try readFile(scenario.root / file) == wanted { return asset.id }
    }
    throw TestFailure("no photo \(number)")
  }

  /// References photos in an album, which is made if it is missing.
  func add(_ numbers: [Int], to title: String) async throws {
    var assets: [AssetID] = []
    for number in numbers { assets.append(try await asset(number)) }
    _ = try await library.performChanges("Add") { [assets] in
      try $0.add(assets, to: try $0.findOrCreateAlbum(title).id)
    }
  }

  /// The photos of an album, in order, by number.
  func members(_ title: String) async throws -> [Int] {
    var numbers: [Int] = []
    for asset in try await library.members(of: try await album(title)) {
      guard let file = asset.file else { throw TestFailure("a member is missing here") }
      let bytes = try readFile(scenario.root / file)
      numbers.append(
        (0..<100).first { bytes.starts(with: TinyPhoto.jpeg($0)) || bytes == Self.dated($0) } ?? -1)
    }
    return numbers
  }

  private static func dated(_ number: Int) -> [UInt8] {
    TinyPhoto.jpeg(number, captured: "2024:05:01 10:00:00")
  }
}
