import Platform
import TestSupport

/// Runs git itself, apart from whatever this machine has set for it.
enum TestGit {
  /// The environment of a user whose home is a directory of the test.
  static func environment(home: Path, _ more: [String] = []) -> [String] {
    [
      "HOME=\(home)", "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8",
      "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "GIT_AUTHOR_NAME=a",
      "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b",
    ] + more
  }

  /// Runs a command of git and returns what it printed, without the last newline.
  @discardableResult
  static func run(
    _ arguments: [String], in directory: Path, environment more: [String] = [],
    input: [UInt8] = [], expecting code: Int32? = 0
  ) throws -> String {
    let result = try TestSupport.run(
      try program("git", "git"), arguments, input: input,
      environment: environment(home: directory, more), workingDirectory: directory)
    if let code, result.exitCode != code {
      throw TestFailure("git \(arguments): \(result.status) \(result.errorText)")
    }
    return result.outputText.hasSuffix("\n")
      ? String(result.outputText.dropLast()) : result.outputText
  }

  /// Finds a program of the system.
  ///
  /// - Throws: a failure that names the package where it is missing: nothing is skipped.
  static func program(_ name: String, _ package: String) throws -> Path {
    for directory in ["/usr/bin", "/usr/sbin", "/usr/lib/git-core", "/usr/local/bin", "/bin"] {
      if let path = Path("\(directory)/\(name)"), (try? FileStatus.ofTarget(at: path)) != nil {
        return path
      }
    }
    throw TestFailure("\(name) is missing; on Debian: apt-get install \(package)")
  }

  /// Makes an empty bare repository.
  static func makeBare(_ path: Path) throws {
    try Files.createDirectories(path)
    try run(["init", "-q", "--bare", "-b", "main", "."], in: path)
    try run(["config", "http.receivepack", "true"], in: path)
  }
}
