package import Platform

/// Is a running server, waited for until it takes connections, and killed when the object goes.
///
/// With ALBUMEN_TEST_SERVERS set, what it writes as errors goes where this process's goes.
package final class ServerProcess {
  private let child: ChildProcess

  /// Starts a program that listens on a port of loopback; blocks until it does.
  package init(
    _ program: Path, _ arguments: [String], port: Int, environment: [String],
    workingDirectory: Path
  ) throws {
    child = try ChildProcess(
      executable: program, arguments: arguments, environment: environment,
      workingDirectory: workingDirectory,
      errorOutput: environmentValue("ALBUMEN_TEST_SERVERS") == nil ? .discard : .inherit)
    let deadline = Deadline(after: .seconds(60))
    while true {
      if let socket = try? StreamSocket.connect(
        host: "127.0.0.1", port: "\(port)", until: deadline)
      {
        socket.close()
        return
      }
      guard !deadline.hasPassed else { throw TestFailure("\(program) does not listen") }
      SystemClock.sleep(nanoseconds: 5_000_000)
    }
  }
}
