import Albumen
import TestSupport

/// Is a library in a folder of a test's own, with a machine of its own.
struct Scenario: Sendable {
  /// Holds everything of the test.
  let top: Path
  /// The library's root.
  var root: Path { top / "photos" }
  /// The machine's state directory.
  var state: Path { top / "state" }

  /// Runs a test's body.
  static func run(_ body: (Scenario) async throws -> Void) async throws {
    try await withTemporaryDirectory { top in
      let scenario = Scenario(top: top)
      try Files.createDirectory(scenario.root)
      try await body(scenario)
    }
  }

  func configuration(machine: UInt8 = 1) throws -> PhotoLibrary.Configuration {
    PhotoLibrary.Configuration(
      stateDirectory: state, mediaHelper: try builtExecutable("albumen-media"),
      machine: [UInt8](repeating: machine, count: 16), deviceName: "machine \(machine)",
      lockTimeout: .seconds(5))
  }

  /// Makes the library.
  func create(machine: UInt8 = 1) async throws -> PhotoLibrary {
    try await PhotoLibrary.create(at: root, try configuration(machine: machine)).library
  }

  func open(machine: UInt8 = 1) async throws -> PhotoLibrary {
    try await PhotoLibrary.open(at: root, try configuration(machine: machine))
  }

  /// Where the catalogue is.
  func catalogue() throws -> Path {
    let found = try listTree(state).filter { $0.lastComponent == "catalogue.sqlite" }
    guard let path = found.first, found.count == 1 else {
      throw TestFailure("there are \(found.count) catalogues")
    }
    return state / path
  }

  func removeCatalogue() throws {
    let path = try catalogue()
    for suffix in ["", "-wal", "-shm"] {
      guard let file = path.appending(suffix: suffix.utf8) else { continue }
      try? Files.unlink(file)
    }
  }

  /// Writes a small JPEG that differs from any with another number.
  @discardableResult
  func photo(_ name: String, _ number: Int, captured: String? = nil) throws -> Path {
    let path = root / (Path(name) ?? Path())
    try writeFile(path, bytes: TinyPhoto.jpeg(number, captured: captured))
    return path
  }
}
