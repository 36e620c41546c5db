import Platform

/// Owns a running helper process and the conversation with it; ends the process when it goes.
struct HelperConnection: ~Copyable {
  private var process: ChildProcess
  private var frames = FrameBuffer(longest: MediaProtocol.longestAnswer)

  /// Starts a helper and exchanges hellos; blocks until that is done.
  ///
  /// - Throws: `helperNotStarted`, `helperVersion`, `helperFailed`.
  init(helper: Path, patience: Duration) throws(MediaError) {
    let process = try Self.start(helper)
    let hello: [UInt8]
    do {
      try process.write(MediaProtocol.hello())
      hello = try Self.readHello(process, until: Deadline(after: patience))
    } catch {
      throw MediaError(
        .helperFailed, "the media helper does not answer: \(error.message)", path: helper,
        cause: error)
    }
    guard let version = MediaProtocol.version(inHello: hello) else {
      throw MediaError(
        .helperFailed, "this program does not answer as a media helper does", path: helper)
    }
    guard version == MediaProtocol.version else {
      throw MediaError(
        .helperVersion,
        "the media helper speaks version \(version) of its protocol, not"
          + " \(MediaProtocol.version): install it together with this program",
        path: helper)
    }
    self.process = process
  }

  /// The process.
  var identifier: Int32 { process.identifier }

  private static func start(_ helper: Path) throws(MediaError) -> ChildProcess {
    do {
      return try ChildProcess(executable: helper)
    } catch {
      throw MediaError(
        .helperNotStarted, "the media helper cannot be started: \(error.message)", path: helper,
        cause: error)
    }
  }

  private static func readHello(
    _ process: borrowing ChildProcess, until deadline: Deadline
  ) throws(PlatformError) -> [UInt8] {
    var hello: [UInt8] = []
    while hello.count < MediaProtocol.helloLength {
      let more = try bytes(
        process, atMost: MediaProtocol.helloLength - hello.count, until: deadline)
      if more.isEmpty { break }
      hello += more
    }
    return hello
  }

  private static func bytes(
    _ process: borrowing ChildProcess, atMost count: Int, until deadline: Deadline
  ) throws(PlatformError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { buffer.deallocate() }
    let filled = try process.read(into: buffer, until: deadline)
    return Array(buffer[..<filled])
  }

  /// Sends a request; blocks only while the pipe is full.
  func send(_ request: [UInt8]) throws(PlatformError) {
    try process.write(request)
  }

  /// Takes an answer that has arrived already; nil if there is none.
  mutating func nextAnswer() throws(MediaError) -> FrameBuffer.Frame? {
    try frames.next()
  }

  /// Waits for more of an answer.
  ///
  /// - Returns: false if the helper has ended.
  /// - Throws: `timedOut`.
  mutating func receive(until deadline: Deadline) throws(PlatformError) -> Bool {
    let more = try Self.bytes(process, atMost: 1 << 16, until: deadline)
    frames.append(more)
    return !more.isEmpty
  }

  /// Waits for a helper that has closed its output, kills it if it lingers, and says how it ended.
  consuming func end() -> ProcessStatus? {
    // An end of output comes a moment before the end of the process.
    if let status = try? process.wait(until: Deadline(after: .milliseconds(100))) { return status }
    process.kill()
    return try? process.wait()
  }

  /// Kills the helper at once and waits for it.
  consuming func kill() -> ProcessStatus? {
    process.kill()
    return try? process.wait()
  }

  /// Lets the helper end by itself, kills it if it takes longer than a moment, and waits for it.
  consuming func close() {
    process.closeInput()
    if (try? process.wait(until: Deadline(after: .seconds(2)))) == nil { process.kill() }
    _ = try? process.wait()
  }
}
