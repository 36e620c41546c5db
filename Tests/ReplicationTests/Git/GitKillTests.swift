import Operations
import Platform
import TestSupport
import Testing

@testable import Replication

/// Whoever publishes is killed at any moment: what was confirmed is there, and the next one goes on.
@Suite struct GitKillTests {
  @Test(arguments: [ServerKind.path, .git])
  func `nothing that was confirmed is lost, and nothing keeps the next one from going on`(
    _ kind: ServerKind
  ) throws {
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    try withTemporaryDirectory { place in
      let bench = try GitBench(kind, in: place)
      let program = try builtExecutable("GitPublisher")
      var confirmed: UInt64 = 0
      for round in 0..<rounds(6, nightly: 200) {
        let lines = Int.random(in: 0...12, using: &generator)
        let rest = UInt64.random(in: 0...20_000_000, using: &generator)
        var child = try ChildProcess(
          executable: program,
          arguments: [bench.address, "\(bench.cache("killed"))", "\(GitBench.log)"],
          errorOutput: .pipe)
        // So far, and then to wherever it comes in a moment.
        var text = try Self.read(lines, of: child)
        SystemClock.sleep(nanoseconds: rest)
        child.kill()
        let end = try child.finish(until: Deadline(after: hangLimit))
        text += String(decoding: end.output, as: UTF8.self)
        #expect(end.errorOutput.isEmpty, "\(String(decoding: end.errorOutput, as: UTF8.self))")
        let before = confirmed
        confirmed = text.split(separator: "\n").last.flatMap { UInt64($0) } ?? before
        #expect(text.split(separator: "\n").count >= lines, "round \(round), seed \(seed)")

        let remote = try bench.remote("reader")
        let last = try Self.last(remote, bench)
        // One may have arrived without its confirmation, and one of a server that was still at it when
        // the round before ended.
        #expect(confirmed...(confirmed + 2) ~= last, "round \(round), seed \(seed)")
        for number in (before + 1)..<max(before + 1, last + 1) {
          let piece = try PieceName.of(number, number)
          #expect(try remote.bytes(of: piece) == Publication.bytes(of: piece))
        }
        confirmed = last
        try bench.git("fsck", "--strict", "--full")
      }
    }
  }

  /// Looks until nothing has come in meanwhile, and returns the last operation.
  ///
  /// The server goes on with what it has when its client dies. There is one commit an operation.
  private static func last(_ remote: GitRemote, _ bench: GitBench) throws -> UInt64 {
    let deadline = Deadline(after: hangLimit)
    while true {
      guard let last = try remote.look().logs[GitBench.log]?.lastSeq else { return 0 }
      let commits = try bench.git("rev-list", "--count", GitBench.branch())
      if UInt64(commits) == last { return last }
      guard !deadline.hasPassed else {
        throw TestFailure("\(commits) commits for \(last) operations")
      }
    }
  }

  /// Reads a number of lines as they come.
  private static func read(_ lines: Int, of child: borrowing ChildProcess) throws -> String {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while text.split(separator: "\n").count < lines {
      let count = try buffer.withUnsafeMutableBytes {
        try child.read(into: $0, until: Deadline(after: hangLimit))
      }
      guard count > 0 else { break }
      text += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    return text
  }

  @Test func `a lock that one who died has left on a branch is waited for, then removed`() throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.path, in: place)
      let remote = try bench.remote { $0.abandonedLock = .zero }
      _ = try remote.look()
      let lock = bench.repository / (Path("\(GitBench.branch()).lock") ?? Path())
      try writeFile(lock)
      #expect(try remote.publish(.of([.of(1, 1)])) == .done)
      #expect((try? FileStatus.ofLink(at: lock)) == nil)
    }
  }

  /// Its holder ends and another one begins between the look at it and its removal.
  @Test func `a lock that is another one by the time it would be removed is put back`() throws {
    try withTemporaryDirectory { place in
      let bench = try GitBench(.path, in: place)
      let remote = try bench.remote { $0.abandonedLock = .milliseconds(50) }
      _ = try remote.look()
      let lock = bench.repository / (Path("\(GitBench.branch()).lock") ?? Path())
      try writeFile(lock, "first")
      // By the clock of whoever wrote it, it is old.
      try Descriptor.open(lock, .readWrite).setModificationTime(nanoseconds: 0)
      let start = ContinuousClock.now
      let (_, hits) = try Failpoint.withScope { () throws -> Void in
        Failpoint.arm(
          "git.abandoned",
          action: .call {
            #expect(ContinuousClock.now - start >= .milliseconds(50))
            try? Files.rename(lock, to: place / "first")
            try? writeFile(lock, "second")
          })
        #expect(try remote.publish(.of([.of(1, 1)])) == .done)
      }
      #expect(hits["git.abandoned"] == 2)
      #expect((try? FileStatus.ofLink(at: lock)) == nil)
    }
  }
}
