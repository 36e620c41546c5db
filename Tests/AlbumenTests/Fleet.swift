import Albumen
import Operations
import TestSupport

/// Is several devices that have one library, each in a folder of its own; what one has written comes to
/// another by hand, all of it or some logs only.
final class Fleet {
  let top: Path
  private(set) var libraries: [PhotoLibrary] = []

  /// Runs a test's body with so many devices, which are called `machine 1` and so on.
  static func run(_ count: Int, _ body: (Fleet) async throws -> Void) async throws {
    try await withTemporaryDirectory { top in
      let fleet = Fleet(top: top)
      for number in 0..<count { try await fleet.open(number) }
      try await body(fleet)
      for library in fleet.libraries { await library.close() }
    }
  }

  private init(top: Path) { self.top = top }

  private func open(_ number: Int) async throws {
    let root = root(number)
    try Files.createDirectories(root)
    libraries.append(
      try await PhotoLibrary.create(at: root, try configuration(number)).library)
  }

  func root(_ number: Int) -> Path { top / (Path("\(number)/photos") ?? Path()) }

  func configuration(_ number: Int) throws -> PhotoLibrary.Configuration {
    PhotoLibrary.Configuration(
      stateDirectory: top / (Path("\(number)/state") ?? Path()),
      mediaHelper: try builtExecutable("albumen-media"),
      machine: [UInt8](repeating: UInt8(number + 1), count: 16),
      deviceName: "machine \(number + 1)", lockTimeout: .seconds(20))
  }

  subscript(number: Int) -> PhotoLibrary { libraries[number] }

  /// Opens a device's library anew, with another catalogue if that is asked for.
  func reopen(_ number: Int, withoutCatalogue: Bool = false) async throws {
    await libraries[number].close()
    if withoutCatalogue {
      for path in try listTree(top / (Path("\(number)/state") ?? Path()))
      where path.lastComponent.display.hasPrefix("catalogue.sqlite") {
        try removeFile(top / (Path("\(number)/state") ?? Path()) / path)
      }
    }
    libraries[number] = try await PhotoLibrary.open(at: root(number), try configuration(number))
  }

  /// What a device has, a line a transaction.
  func lines(_ number: Int) async throws -> [ArraySlice<UInt8>] {
    let collector = Collector()
    try await libraries[number].exportLog { collector.append($0) }
    return collector.bytes.split(separator: 10)
  }

  /// The transactions that a device has.
  func transactions(_ number: Int) async throws -> [Transaction] {
    try await lines(number).map { try Transaction(jsonLine: $0) }
  }

  /// Gives one device what another has, but for some logs.
  @discardableResult
  func give(
    _ from: Int, to: Int, without logs: Set<LogID> = []
  ) async throws -> ReplayReport {
    let lines = try await lines(from).filter { line in
      !logs.contains(try Transaction(jsonLine: line).log)
    }
    let file = top / "given.jsonl"
    try ReplayTests.write(lines, to: file)
    return try await libraries[to].replay(file)
  }

  /// Gives every device what all others have.
  func meet() async throws {
    for _ in 0..<2 {
      for from in libraries.indices {
        for to in libraries.indices where from != to { try await give(from, to: to) }
      }
    }
  }

  /// The log that a device writes.
  func log(_ number: Int) async throws -> LogID {
    let own = try await libraries[number].devices().first(where: \.isOwn)
    guard let own else { throw TestFailure("device \(number) has written nothing") }
    return own.log
  }

  /// The states of all devices, each once.
  func states() async throws -> Set<String> {
    var states: Set<String> = []
    for library in libraries {
      states.insert(try StateDigest.of(Array(try await library.stateJSON().utf8)))
    }
    return states
  }

  @discardableResult
  func makeAlbum(_ title: String, on number: Int) async throws -> AlbumID {
    try await libraries[number].performChanges("Make \(title)") { try $0.createAlbum(title) }.value
  }

  func rename(_ album: AlbumID, to title: String, on number: Int) async throws {
    _ = try await libraries[number].performChanges("Rename to \(title)") {
      try $0.rename(album, to: title)
    }
  }
}
