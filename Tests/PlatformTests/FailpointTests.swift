import Glibc
import Platform
import TestSupport
import Testing

@Suite struct FailpointTests {
  @Test func `acts at the given passage, once`() throws {
    let (outcome, hits) = try Failpoint.withScope {
      Failpoint.arm("test.a", action: .error(EIO), onHit: 3)
      return (1...5).map { _ in code { try Failpoint.hit("test.a") } }
    }
    #expect(outcome == [nil, nil, .inputOutput, nil, nil])
    #expect(hits == ["test.a": 5])
  }

  @Test func `concerns only the scope it is armed in`() async throws {
    _ = try await Failpoint.withScope {
      Failpoint.arm("test.scoped", action: .error(EIO))
      await Task.detached { #expect(code { try Failpoint.hit("test.scoped") } == nil) }.value
      await Task { #expect(code { try Failpoint.hit("test", "scoped") } == .inputOutput) }.value
    }
    #expect(code { try Failpoint.hit("test.scoped") } == nil)
  }

  @Test func `calls a function`() async throws {
    let calls = AsyncStream.makeStream(of: Void.self)
    _ = try Failpoint.withScope {
      Failpoint.arm("test.c", action: .call { calls.continuation.yield() })
      try Failpoint.hit("test.c")
      try Failpoint.hit("test.c")
    }
    calls.continuation.finish()
    #expect(await calls.stream.reduce(into: 0) { count, _ in count += 1 } == 1)
  }

  @Test func `kills the process on the spot`() async {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      try Failpoint.arm(specification: "test.k=kill@2")
      try Failpoint.hit("test.k")
      try Failpoint.hit("test.k")
      _exit(0)
    }
  }

  @Test func `understands a specification`() throws {
    _ = try Failpoint.withScope {
      try Failpoint.arm(specification: "test.x=ENOSPC@2,test.y=13")
      #expect(code { try Failpoint.hit("test.x") } == nil)
      #expect(code { try Failpoint.hit("test.x") } == .noSpace)
      #expect(code { try Failpoint.hit("test.y") } == .accessDenied)
    }
  }

  @Test(arguments: ["x", "x=", "=kill", "x=kill@0", "x=kill@", "x=ENOSENSE", "x=EIO@1@2"])
  func `refuses a malformed specification whole`(text: String) throws {
    _ = try Failpoint.withScope {
      let error = code { try Failpoint.arm(specification: "test.z=EIO,\(text)") }
      #expect(error == .invalidArgument)
      #expect(code { try Failpoint.hit("test.z") } == nil)
    }
  }
}
