import Albumen
import TestSupport

/// Is a library on several devices, each with a folder, a machine and a state directory of its own, and
/// directories between them.
struct Devices: Sendable {
  /// Holds everything of the test.
  let top: Path

  /// Runs a test's body.
  static func run(_ body: (Devices) async throws -> Void) async throws {
    try await withTemporaryDirectory { top in
      try await body(Devices(top: top))
    }
  }

  /// The folder of a device.
  func root(_ device: Int) -> Path { directory(device) / "photos" }
  func directory(_ device: Int) -> Path { top / (Path("device\(device)") ?? "") }
  /// A directory that all devices reach.
  func remote(_ number: Int = 1) -> Path { top / (Path("remote\(number)") ?? "") }

  func configuration(_ device: Int) throws -> PhotoLibrary.Configuration {
    PhotoLibrary.Configuration(
      stateDirectory: directory(device) / "state",
      mediaHelper: try builtExecutable("albumen-media"),
      machine: [UInt8](repeating: UInt8(device), count: 16), deviceName: "device \(device)",
      lockTimeout: .seconds(20))
  }

  /// Makes the library on the first device.
  func create(forProgram: Bool = false) async throws -> PhotoLibrary {
    try Files.createDirectories(root(1))
    return try await PhotoLibrary.create(
      at: root(1), forProgram ? try programConfiguration(1) : try configuration(1)
    ).library
  }

  /// Opens the library on a device; on one that has none it is the first one's, empty.
  func open(_ device: Int, forProgram: Bool = false) async throws -> PhotoLibrary {
    let own = root(device) / ".albumen"
    if (try? FileStatus.ofLink(at: own / "library")) == nil {
      try Files.createDirectories(own)
      try writeFile(own / "library", bytes: try readFile(root(1) / ".albumen/library"))
    }
    return try await PhotoLibrary.open(
      at: root(device), forProgram ? try programConfiguration(device) : try configuration(device))
  }

  /// Gives a library a remote.
  func connect(_ library: PhotoLibrary, _ number: Int = 1) async throws {
    _ = try await library.addRemote(
      "r\(number)", Array("\(remote(number))".utf8), from: top)
  }

  /// The logs that are on a device.
  func logs(_ device: Int) throws -> Set<String> {
    Set(
      try listTree(root(device) / ".albumen/log").compactMap { path in
        path.components.count == 1 && path != "lock" ? path.display : nil
      })
  }

  // MARK: The program

  /// How a library is opened in this process beside the program, which takes the machine to be this one.
  func programConfiguration(_ device: Int) throws -> PhotoLibrary.Configuration {
    PhotoLibrary.Configuration(
      stateDirectory: directory(device) / "state/albumen",
      mediaHelper: try builtExecutable("albumen-media"), deviceName: "device \(device)",
      lockTimeout: .seconds(20))
  }

  /// Runs the program to its end, in the folder of a device.
  @discardableResult
  func run(
    _ device: Int, _ arguments: [String], _ more: [String: String] = [:]
  ) throws -> ProgramResult {
    var variables = [
      "PATH": "/usr/bin:/bin", "HOME": "\(directory(device))",
      "XDG_STATE_HOME": "\(directory(device) / "state")", "TZ": "UTC",
    ]
    variables.merge(more) { _, new in new }
    return try TestSupport.run(
      try builtExecutable("albumen"), arguments,
      environment: variables.map { "\($0)=\($1)" }.sorted(), workingDirectory: root(device),
      limit: hangLimit)
  }

  /// The files of a remote that are no temporary ones, relative to it.
  func files(_ number: Int = 1) throws -> [Path] {
    try listTree(remote(number)).filter { path in
      (try? FileStatus.ofLink(at: remote(number) / path))?.kind == .regular
    }.sorted()
  }
}

extension PhotoLibrary {
  /// Exchanges with all remotes, which must come to be done.
  @discardableResult
  func mustSync() async throws -> [SyncReport] {
    let reports = try await sync()
    for report in reports where !report.isDone {
      throw TestFailure("\(report)")
    }
    return reports
  }

  @discardableResult
  func album(_ title: String) async throws -> AlbumID {
    try await performChanges("Create \(title)") { try $0.createAlbum(title) }.value
  }

  func titles() async throws -> [String] { try await albums().map(\.title).sorted() }
}
