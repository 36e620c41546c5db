package import Platform

/// Holds what a program that has ended left behind.
package struct ProgramResult: Sendable {
  package let status: ProcessStatus
  package let output: [UInt8]
  package let errorOutput: [UInt8]

  /// The standard output as text.
  package var outputText: String { String(decoding: output, as: UTF8.self) }
  /// The standard error output as text.
  package var errorText: String { String(decoding: errorOutput, as: UTF8.self) }

  /// The exit code; nil if a signal ended the program.
  package var exitCode: Int32? {
    if case .exited(let code) = status { code } else { nil }
  }
}

/// Runs a program to its end and returns what it printed; blocks.
///
/// - Parameters:
///   - input: what it reads; must fit into a pipe (64 KiB).
///   - environment: replaces this process's own; nil passes it on.
/// - Throws: if the program cannot be started or has not ended after `limit`; then it is killed.
package func run(
  _ executable: Path, _ arguments: [String] = [], input: [UInt8] = [],
  environment: [String]? = nil, workingDirectory: Path? = nil, limit: Duration = hangLimit
) throws -> ProgramResult {
  var child = try ChildProcess(
    executable: executable, arguments: arguments, environment: environment,
    workingDirectory: workingDirectory, errorOutput: .pipe)
  do throws(PlatformError) {
    if !input.isEmpty { try child.write(input) }
  } catch {
    // A program may end without reading its input; what it did shows below.
    guard error.code == .brokenPipe else { throw error }
  }
  let end = try child.finish(until: Deadline(after: limit))
  return ProgramResult(status: end.status, output: end.output, errorOutput: end.errorOutput)
}

/// Returns where the build has put an executable of this package: beside the running tests.
package func builtExecutable(_ name: String) throws -> Path {
  let program = try Files.readLink("/proc/self/exe")
  // The test runner is either the bundle itself or a tool given the bundle as an argument.
  var candidates = [program.parent]
  for argument in CommandLine.arguments {
    if let path = Path(argument), let resolved = try? Files.resolve(path) {
      candidates.append(resolved.parent)
    }
  }
  for directory in candidates {
    guard let path = directory.appending(name: Array(name.utf8)) else { continue }
    if let status = try? FileStatus.ofTarget(at: path), status.kind == .regular { return path }
  }
  throw TestFailure("\(name) is not built; looked in \(candidates)")
}
