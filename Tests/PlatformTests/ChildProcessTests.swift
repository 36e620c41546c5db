import Glibc
import Platform
import TestSupport
import Testing

@Suite struct ChildProcessTests {
  private let soon = Deadline(after: hangLimit)

  @Test func `talks both ways and ends with its input`() throws {
    var child = try ChildProcess(executable: "/bin/cat")
    try child.write(Array("ping".utf8))
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = try buffer.withUnsafeMutableBytes { try child.read(into: $0, until: soon) }
    #expect(buffer[..<count].elementsEqual("ping".utf8))
    let error = #expect(throws: PlatformError.self) {
      _ = try buffer.withUnsafeMutableBytes {
        try child.read(into: $0, until: Deadline(after: .milliseconds(10)))
      }
    }
    #expect(error?.code == .timedOut)
    #expect(try child.wait(until: Deadline(after: .zero)) == nil)
    child.closeInput()
    #expect(try buffer.withUnsafeMutableBytes { try child.read(into: $0, until: soon) } == 0)
    #expect(try child.wait(until: soon) == .exited(0))
  }

  @Test func `passes arguments, environment and directory, and collects both outputs`() throws {
    try withTemporaryDirectory { root in
      let result = try run(
        "/bin/sh", ["-c", "pwd; echo \"$1-$X\" >&2; exit 7", "sh", "a b"], environment: ["X=y"],
        workingDirectory: root)
      #expect(result.exitCode == 7)
      #expect(result.outputText == "\(root.display)\n")
      #expect(result.errorText == "a b-y\n")
    }
  }

  @Test func `hands down nothing but its three streams`() throws {
    let leaked = try Descriptor.open("/dev/null", .read)
    // Even one that is not close-on-exec does not get through.
    #expect(fcntl(leaked.raw, F_SETFD, 0) == 0)
    let result = try run("/bin/sh", ["-c", "ls /proc/$$/fd"])
    #expect(result.outputText == "0\n1\n2\n")
    let mask = try run("/bin/grep", ["SigBlk", "/proc/self/status"])
    #expect(mask.outputText == "SigBlk:\t0000000000000000\n")
    // SIGPIPE is 13, the others of the first sixteen are as they should be, too.
    let ignored = try run("/bin/grep", ["SigIgn", "/proc/self/status"])
    #expect(ignored.outputText.hasSuffix("0000\n"))
  }

  @Test func `reports what cannot be started`() throws {
    let error = #expect(throws: PlatformError.self) {
      _ = try ChildProcess(executable: "/nonexistent/program")
    }
    #expect(error?.code == .notFound)
    #expect(error?.path == "/nonexistent/program")
    #expect(error?.message == "cannot run: No such file or directory")
  }

  @Test func `survives a child that does not read`() throws {
    var child = try ChildProcess(executable: "/bin/true")
    #expect(try child.wait(until: soon) == .exited(0))
    #expect(code { try child.write([UInt8](repeating: 0, count: 100_000)) } == .brokenPipe)
  }

  @Test func `kills what it lets go of`() throws {
    var identifier: Int32 = 0
    do {
      let child = try ChildProcess(executable: "/bin/sleep", arguments: ["1000"])
      identifier = child.identifier
      #expect(kill(identifier, 0) == 0)
    }
    // Killed and reaped: the number is free.
    #expect(kill(identifier, 0) == -1)
    var child = try ChildProcess(executable: "/bin/sleep", arguments: ["1000"])
    child.kill()
    #expect(try child.wait(until: soon) == .signalled(SIGKILL))
  }

  @Test func `a child that writes without end, or stays, is waited for no longer than asked`()
    throws
  {
    var endless = try ChildProcess(executable: "/usr/bin/yes")
    #expect(
      code { _ = try endless.finish(until: Deadline(after: .milliseconds(200))) } == .timedOut)
    var unwanted = try ChildProcess(executable: "/usr/bin/yes")
    var asked = 0
    let isEnded = code {
      _ = try unwanted.finish(until: soon) {
        asked += 1
        return asked < 3
      }
    }
    #expect(isEnded == .timedOut && asked == 3)
    var long = try ChildProcess(executable: "/usr/bin/yes")
    #expect(code { _ = try long.finish(until: soon, limit: 1 << 20) } == .invalidArgument)
    // Its streams are closed at once, and it goes on.
    var silent = try ChildProcess(
      executable: "/bin/sh", arguments: ["-c", "exec >&- 2>&-; exec sleep 1000"])
    asked = 0
    let isGivenUp = code {
      _ = try silent.finish(until: soon) {
        asked += 1
        return asked < 3
      }
    }
    #expect(isGivenUp == .timedOut)
  }
}
