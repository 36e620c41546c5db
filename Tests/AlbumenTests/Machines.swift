import Albumen
import TestSupport

/// Is machines that run the program, each with a folder and a state of its own, and a remote between them
/// that is a plain directory.
struct Machines: Sendable {
  let top: Path

  /// Runs a test's body.
  static func run(_ body: (Machines) async throws -> Void) async throws {
    try await withTemporaryDirectory { top in try await body(Machines(top: top)) }
  }

  /// The directory that all reach.
  var remote: Path { top / "remote" }
  func root(_ machine: Int) -> Path { top / (Path("\(machine)/photos") ?? Path()) }

  /// Runs the program in a machine's folder.
  func run(
    _ machine: Int, _ arguments: [String], _ more: [String: String] = [:]
  ) throws -> ProgramResult {
    try Files.createDirectories(root(machine))
    let home = top / (Path("\(machine)") ?? Path())
    var variables = [
      "PATH": "/usr/bin:/bin", "HOME": "\(home / "home")", "XDG_STATE_HOME": "\(home / "state")",
      "TZ": "UTC",
    ]
    variables.merge(more) { _, new in new }
    let root = self.root(machine)
    KeptFiles.of(root)?.look(at: root)
    defer { KeptFiles.of(root)?.look(at: root) }
    return try TestSupport.run(
      try builtExecutable("albumen"), arguments,
      environment: variables.map { "\($0)=\($1)" }.sorted(), workingDirectory: root,
      limit: hangLimit)
  }

  @discardableResult
  func run(_ machine: Int, _ arguments: String...) throws -> ProgramResult {
    try run(machine, arguments)
  }

  /// Runs the program, which must end with 0, and returns what it wrote.
  @discardableResult
  func output(_ machine: Int, _ arguments: String...) throws -> String {
    let result = try run(machine, arguments)
    guard result.exitCode == 0 else {
      throw TestFailure("\(machine): \(arguments) ended with \(result.status): \(result.errorText)")
    }
    return result.outputText
  }

  /// Makes a library of six photos with albums in folders and one photo in the trash, and syncs it with the
  /// remote `nas`.
  func fill(_ machine: Int) throws {
    for number in 1...6 {
      try writeFile(
        root(machine) / (Path("roll/\(number).jpg") ?? Path()), bytes: TinyPhoto.jpeg(number))
    }
    try output(machine, "init")
    try output(machine, "album", "create", "Rome")
    try output(machine, "album", "add", "Rome", "roll/3.jpg", "roll/1.jpg", "roll/2.jpg")
    try output(machine, "album", "create", "Trips", "--folder")
    try output(machine, "album", "create", "Oslo", "--in", "Trips")
    try output(machine, "album", "add", "Oslo", "roll/5.jpg", "roll/6.jpg", "roll/4.jpg")
    try output(machine, "set", "roll/1.jpg", "--title", "Forum", "--rating", "4")
    try output(machine, "tag", "roll/1.jpg", "-t", "sun")
    try output(machine, "trash", "roll/6.jpg")
    try output(machine, "remote", "add", "nas", "\(remote)")
    try output(machine, "sync")
  }

  /// What the library is, apart from what differs from machine to machine.
  func state(_ machine: Int) throws -> String {
    try StateDigest.of(Array(try output(machine, "state").utf8))
  }

  /// Each album with its members' ids, in order, by path of titles.
  func albums(_ machine: Int) throws -> [String] {
    var found: [String] = []
    for line in try output(machine, "albums").split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let id = words.last, let title = words.first else { continue }
      if title.hasSuffix("/") {
        found.append(String(title))
        continue
      }
      let members = try Self.ids(try output(machine, "ls", String(id), "--json"))
      found.append("\(title): \(members.map { String($0.prefix(8)) }.joined(separator: " "))")
    }
    return found
  }

  private static func ids(_ records: String) throws -> [String] {
    try records.split(separator: "\n").map { line in
      guard case .object(let members) = try JSONParser.parse(Array(line.utf8)),
        case .string(let id)? = members.first(where: { $0.name == "id" })?.value
      else { throw TestFailure("no asset: \(line)") }
      return id
    }
  }

  /// The logs of the library, ascending.
  func devices(_ machine: Int) throws -> [String] {
    try logs(machine).map(\.log).sorted()
  }

  /// The log that a machine writes.
  func ownLog(_ machine: Int) throws -> String? { try logs(machine).first(where: \.isOwn)?.log }

  private func logs(_ machine: Int) throws -> [(log: String, isOwn: Bool)] {
    try output(machine, "devices", "--json").split(separator: "\n").compactMap { line in
      guard case .object(let members) = try JSONParser.parse(Array(line.utf8)),
        case .string(let log)? = members.first(where: { $0.name == "log" })?.value,
        case .bool(let isOwn)? = members.first(where: { $0.name == "isOwn" })?.value
      else { throw TestFailure("no device: \(line)") }
      return (log, isOwn)
    }
  }

  /// The files of a log, with their bytes.
  func segments(_ machine: Int, of log: String) throws -> [Path: [UInt8]] {
    let directory = root(machine) / ".albumen" / "log" / (Path(log) ?? Path())
    var segments: [Path: [UInt8]] = [:]
    for path in try listTree(directory) where path.display.hasSuffix(".segment") {
      segments[path] = try readFile(directory / path)
    }
    return segments
  }

  /// What is in the album view.
  func links(_ machine: Int) throws -> [String] {
    try listTree(root(machine) / "Albums").map(\.display).sorted()
  }

  /// The files of the roll, with their bytes.
  func photos(_ machine: Int) throws -> [Path: [UInt8]] {
    var photos: [Path: [UInt8]] = [:]
    for path in try listTree(root(machine))
    where !path.isInside(".albumen") && !path.isInside("Albums") {
      let file = root(machine) / path
      if try FileStatus.ofLink(at: file).kind == .regular { photos[path] = try readFile(file) }
    }
    return photos
  }
}
