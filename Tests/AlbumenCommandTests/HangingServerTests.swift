import Glibc
import Platform
import TestSupport
import Testing

/// A git server takes the connection and never answers.
@Suite struct HangingServerTests {
  /// Less than the silence after which a server is given up.
  private static let prompt: Duration = .seconds(20)

  /// Runs a body with a library whose remote hangs, and a function that waits until it was connected to.
  private func withHangingRemote(
    _ body: (Bench, () -> Void) async throws -> Void
  ) async throws {
    try await withBench { bench in
      let socket = try ListeningSocket()
      try bench.output("remote", "add", "origin", "git://127.0.0.1:\(socket.port)/photos.git")
      try await body(bench) { socket.answerOnce("") }
    }
  }

  @Test func `a sync ends by a signal at once, and the next command goes on`() async throws {
    try await withHangingRemote { bench, connected in
      var sync = try bench.start("sync")
      connected()
      sync.kill(SIGTERM)
      let end = try sync.finish(until: Deadline(after: Self.prompt))
      #expect(end.status == .signalled(SIGTERM), "\(end)")
      try bench.output("album", "create", "Summer")
    }
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a watch ends by a signal at once, and takes it for no failure`(
    _ signal: Int32
  ) async throws {
    try await withHangingRemote { bench, connected in
      try bench.output("config", "set", "sync.quiet", "0")
      var watch = try bench.start("watch")
      connected()
      watch.kill(signal)
      let end = try watch.finish(until: Deadline(after: Self.prompt))
      #expect(end.status == .exited(0), "\(end)")
      #expect(end.errorOutput.isEmpty, "\(String(decoding: end.errorOutput, as: UTF8.self))")
    }
  }
}
