import Albumen
import Platform
import TestSupport

/// Is a place to run the program in: a folder of photos, and a state directory of its own.
struct Bench: Sendable {
  /// Everything that the test writes is below this.
  let place: Path
  let program: Path

  /// The folder of photos; not a library before `init`.
  var photos: Path { place / "Photos" }
  /// What `$XDG_STATE_HOME` is.
  var state: Path { place / "state" }

  init(_ place: Path) throws {
    self.place = place
    program = try builtExecutable("albumen")
    try Files.createDirectories(photos)
  }

  /// The environment that the program sees.
  func environment(_ more: [String: String] = [:]) -> [String] {
    var variables = [
      "PATH": "/usr/bin:/bin", "HOME": "\(place / "home")", "XDG_STATE_HOME": "\(state)",
      "TZ": "UTC",
    ]
    variables.merge(more) { _, new in new }
    return variables.map { "\($0)=\($1)" }.sorted()
  }

  /// Runs the program to its end.
  @discardableResult
  func run(
    _ arguments: [String], in directory: Path? = nil, input: [UInt8] = [],
    environment more: [String: String] = [:]
  ) throws -> ProgramResult {
    KeptFiles.of(photos)?.look(at: photos)
    defer { KeptFiles.of(photos)?.look(at: photos) }
    return try TestSupport.run(
      program, arguments, input: input, environment: environment(more),
      workingDirectory: directory ?? photos, limit: hangLimit)
  }

  /// Runs the program to its end.
  @discardableResult
  func run(_ arguments: String...) throws -> ProgramResult { try run(arguments) }

  /// Runs the program, which must end with 0, and returns what it wrote.
  @discardableResult
  func output(_ arguments: String...) throws -> String {
    let result = try run(arguments)
    guard result.exitCode == 0 else {
      throw TestFailure("\(arguments) ended with \(result.status): \(result.errorText)")
    }
    return result.outputText
  }

  /// Runs the program, which must end with 0, and returns the records it wrote.
  func records(_ arguments: String...) throws -> [Record] {
    let result = try run(arguments + ["--json"])
    guard result.exitCode == 0 else {
      throw TestFailure("\(arguments) ended with \(result.status): \(result.errorText)")
    }
    return try Record.lines(result.output)
  }

  /// Runs a line of shell in which `albumen` is the program.
  func shell(
    _ line: String, environment more: [String: String] = [:]
  ) throws -> ProgramResult {
    let line = "albumen() { command '\(program)' \"$@\"; }\nprogram='\(program)'\n" + line
    return try TestSupport.run(
      "/bin/bash", ["-c", line], environment: environment(more), workingDirectory: photos)
  }

  /// Starts the program and leaves it running.
  func start(
    _ arguments: String..., environment more: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess(
      executable: program, arguments: arguments, environment: environment(more),
      workingDirectory: photos, errorOutput: .pipe)
  }

  /// Puts a photo into the folder of photos; each name has bytes of its own.
  func addPhoto(_ name: String) throws {
    try writeFile(photos / (Path(name) ?? ""), bytes: try Self.photo(name))
  }

  /// The bytes of a photo that no other mark gives: what follows a JPEG's end is no part of it.
  static func photo(_ mark: String) throws -> [UInt8] {
    try readFile(fixtures / "camera/Phone/IMG_0004.JPG") + Array(mark.utf8)
  }

  /// The repository's fixtures.
  static var fixtures: Path {
    let here: Path = #filePath
    return here.parent.parent.parent / "Fixtures"
  }
}

/// Runs a test's body with a bench of its own.
func withBench(
  photos: [String] = [], isLibrary: Bool = true, _ body: (Bench) async throws -> Void
) async throws {
  try await withTemporaryDirectory { place in
    let bench = try Bench(place)
    for name in photos { try bench.addPhoto(name) }
    if isLibrary { try bench.output("init") }
    try await body(bench)
  }
}

extension ProgramResult {
  /// The lines of the error output.
  var errorLines: [String] {
    errorText.split(separator: "\n").map { String($0) }
  }

  /// Whether it told one error, on one line, perhaps with a hint, and wrote no result.
  func isError(_ code: Int32, _ line: String) -> Bool {
    let rest = errorLines.dropFirst()
    return exitCode == code && errorLines.first == "albumen: \(line)" && output.isEmpty
      && (rest.isEmpty || (rest.count == 1 && rest.first?.hasPrefix("hint: ") == true))
  }
}
