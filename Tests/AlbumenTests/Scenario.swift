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
    KeptFiles.of(root)?.look(at: root)
    return try await PhotoLibrary.open(at: root, try configuration(machine: machine))
  }

  /// Makes the library, with something else than links in its view.
  func create(_ link: PhotoLibrary.ViewLink) async throws -> PhotoLibrary {
    try await PhotoLibrary.create(at: root, try configuration(link)).library
  }

  func open(_ link: PhotoLibrary.ViewLink) async throws -> PhotoLibrary {
    KeptFiles.of(root)?.look(at: root)
    return try await PhotoLibrary.open(at: root, try configuration(link))
  }

  private func configuration(
    _ link: PhotoLibrary.ViewLink
  ) throws -> PhotoLibrary.Configuration {
    var configuration = try configuration()
    configuration.viewLink = link
    return configuration
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
      try? removeFile(file)
    }
  }

  /// Writes a small JPEG that differs from any with another number.
  @discardableResult
  func photo(_ name: String, _ number: Int, captured: String? = nil) throws -> Path {
    let path = root / (Path(name) ?? Path())
    try writeFile(path, bytes: TinyPhoto.jpeg(number, captured: captured))
    return path
  }

  // MARK: From outside

  /// A card, a phone: where imports come from.
  var card: Path { top / "card" }

  /// Writes a small JPEG outside the library and returns its path.
  @discardableResult
  func source(_ name: String, _ number: Int, captured: String? = nil) throws -> Path {
    let path = card / (Path(name) ?? Path())
    try writeFile(path, bytes: TinyPhoto.jpeg(number, captured: captured))
    return path
  }

  /// What is in the folder, the library's own directory apart.
  func tree() throws -> [Path] {
    try listTree(root).filter { !$0.isInside(".albumen") }
  }

  /// The photos in the folder, by path, as the numbers that they were made with.
  func photos() throws -> [Path: [UInt8]] {
    var photos: [Path: [UInt8]] = [:]
    for path in try tree() where try FileStatus.ofLink(at: root / path).kind == .regular {
      photos[path] = try readFile(root / path)
    }
    return photos
  }

  /// What steps under way have left.
  func steps() throws -> [Path] { try listTree(root / ".albumen/tmp") }

  // MARK: Logs

  /// The segments of all logs, relative to the root.
  func segments() throws -> [Path] {
    try listTree(root).filter { $0.lastComponent.display.hasSuffix(".segment") }
  }

  // MARK: The program

  /// What the program keeps outside the root, when it runs with `environment`.
  var programState: Path { state / "albumen" }

  /// How a library is opened in this process beside the program, which takes the machine to be this one.
  func programConfiguration() throws -> PhotoLibrary.Configuration {
    PhotoLibrary.Configuration(
      stateDirectory: programState, mediaHelper: try builtExecutable("albumen-media"),
      deviceName: "here", lockTimeout: .seconds(20))
  }

  /// The environment that the program sees.
  func environment(_ more: [String: String] = [:]) -> [String] {
    var variables = [
      "PATH": "/usr/bin:/bin", "HOME": "\(top / "home")", "XDG_STATE_HOME": "\(state)",
      "TZ": "UTC",
    ]
    variables.merge(more) { _, new in new }
    return variables.map { "\($0)=\($1)" }.sorted()
  }

  /// Runs the program to its end, in the library's folder.
  @discardableResult
  func run(
    _ arguments: [String], _ more: [String: String] = [:]
  ) throws -> ProgramResult {
    KeptFiles.of(root)?.look(at: root)
    defer { KeptFiles.of(root)?.look(at: root) }
    return try TestSupport.run(
      try builtExecutable("albumen"), arguments, environment: environment(more),
      workingDirectory: root, limit: hangLimit)
  }

  /// Starts the program and leaves it running.
  func start(_ arguments: [String], _ more: [String: String] = [:]) throws -> ChildProcess {
    try ChildProcess(
      executable: try builtExecutable("albumen"), arguments: arguments,
      environment: environment(more), workingDirectory: root, errorOutput: .pipe)
  }
}
