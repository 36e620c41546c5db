import Glibc
import Platform
import TestSupport
import Testing

@Suite struct PlatformErrorTests {
  @Test(
    arguments: [
      (ENOENT, .notFound, .permanent), (EACCES, .accessDenied, .userAction),
      (EPERM, .accessDenied, .userAction), (ENOSPC, .noSpace, .userAction),
      (EDQUOT, .quotaExceeded, .userAction), (EIO, .inputOutput, .userAction),
      (EEXIST, .alreadyExists, .permanent), (EAGAIN, .system(EAGAIN), .retry),
      (EMFILE, .descriptorLimit, .retry), (EOPNOTSUPP, .unsupported, .permanent),
    ] as [(Int32, PlatformError.Code, Disposition)])
  func `sorts errno`(number: Int32, code: PlatformError.Code, disposition: Disposition) {
    let error = PlatformError(errno: number, operation: "open", path: "x")
    #expect(error.code == code)
    #expect(error.disposition == disposition)
    #expect(error.errno == number)
  }

  @Test func `reads like a sentence and escapes the path`() {
    let error = PlatformError(errno: ENOSPC, operation: "fsync", path: "a\nb")
    #expect(error.message == "cannot flush to disk: No space left on device")
    #expect("\(error)" == "cannot flush to disk: No space left on device: a\\nb")
  }

  @Test func `repeats an interrupted call and nothing else`() throws {
    var calls = 0
    let result = try SystemCall.retrying("read") { () -> Int32 in
      calls += 1
      errno = EINTR
      return calls < 4 ? -1 : 7
    }
    #expect(result == 7)
    #expect(calls == 4)
    calls = 0
    let error = #expect(throws: PlatformError.self) {
      try SystemCall.retrying("read", path: "p") { () -> Int32 in
        calls += 1
        errno = EIO
        return -1
      }
    }
    #expect(calls == 1)
    #expect(error?.code == .inputOutput)
    #expect(error?.path == "p")
  }
}
