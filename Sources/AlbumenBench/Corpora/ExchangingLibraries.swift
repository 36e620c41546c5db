import Platform

/// Is a library of a made-up history on two machines, which exchange through a bare git repository.
final class ExchangingLibraries {
  /// One of the two machines.
  enum Machine: String {
    case first
    case second
  }

  private let bench: BenchRun
  private let place: Path
  let operations: Int
  /// How many changes were made.
  private var changes = 0

  /// Makes the first machine's library and sends all of it.
  init(_ bench: BenchRun, operations: Int) throws {
    self.bench = bench
    self.operations = operations
    place = bench.unused("exchange")
    for machine in [Machine.first, .second] { try Files.createDirectories(root(machine)) }
    let history = try RecordedHistory.make(bench, of: operations)
    try history.replay(into: root(.first), state: state(.first))
    try Self.makeBare(bench, at: repository)
    try bench.require(try albumen(.first, ["remote", "add", "origin", address]))
    try bench.require(try sync(.first))
  }

  /// Makes a bare repository.
  static func makeBare(_ bench: BenchRun, at path: Path) throws {
    try bench.require(
      try bench.runShell("git init -q --bare -b main '\(path.display)'", in: bench.scratch))
  }

  /// The bare repository that both exchange through.
  var repository: Path { place / "remote.git" }
  /// Its address.
  var address: String { "file://\(repository.display)" }

  private func root(_ machine: Machine) -> Path {
    place / (Path(machine.rawValue) ?? Path())
  }

  private func state(_ machine: Machine) -> Path {
    place / (Path("state-\(machine.rawValue)") ?? Path())
  }

  /// Gives the second machine the library.
  func bringSecond() throws {
    try bench.require(
      try bench.runAlbumen(
        ["restore", address, root(.second).display], state: state(.second)))
  }

  /// Runs `albumen` on a machine.
  func albumen(
    _ machine: Machine, _ arguments: [String], output: Path = "/dev/null"
  ) throws -> MeasuredProcess.Usage {
    try bench.runAlbumen(
      ["-L", root(machine).display] + arguments, state: state(machine), output: output)
  }

  /// Has a machine exchange.
  func sync(_ machine: Machine) throws -> MeasuredProcess.Usage { try albumen(machine, ["sync"]) }

  /// Makes an album on the first machine; returns its title.
  func makeAlbum() throws -> String {
    changes += 1
    let title = "Made \(changes)"
    try bench.require(try albumen(.first, ["album", "create", title]))
    return title
  }

  /// Gives photos a tag on the first machine, in one transaction.
  func tag(_ count: Int) throws {
    changes += 1
    let assets = HistoryMaker(operations: operations).assetNames.prefix(count)
    guard assets.count == count else { throw BenchError("the history has too few assets") }
    try bench.require(try albumen(.first, ["tag"] + assets + ["--tag", "made-\(changes)"]))
  }

  /// - Throws: unless the second machine has an album.
  func requireSeen(_ title: String) throws {
    let output = bench.unused("albums")
    try bench.require(try albumen(.second, ["albums", "--json"], output: output))
    let text = String(decoding: try DurableFile.contents(of: output), as: UTF8.self)
    guard text.contains("\"\(title)\"") else {
      throw BenchError("what was done on one machine is not on the other")
    }
  }
}
