import CLinux
import Glibc

/// Owns a running program with pipes to its standard input and from its output.
///
/// The child gets no other descriptor, an empty signal mask, default signals and, unless asked
/// otherwise, a process group of its own, so that a Ctrl-C reaches only this process. When the value
/// goes, the child is killed and reaped. Should this process die without that, the child sees the end
/// of its standard input; a helper that may hang calls ``endWithParent()`` too.
package struct ChildProcess: ~Copyable, Sendable {
  /// The process id; valid until the child was waited for.
  package let identifier: Int32
  /// Where to write what the child reads; nil once closed.
  private var input: Descriptor?
  /// Where the child's output is read.
  private let output: Descriptor
  /// Where the child's error output is read, if that was asked for.
  private let errorOutput: Descriptor?
  private var ended: ProcessStatus?

  /// Says where a stream of the child goes.
  package enum ErrorOutput: Sendable {
    /// Nowhere.
    case discard
    /// Where this process's error output goes.
    case inherit
    /// To a pipe, read with ``ChildProcess/read(_:into:until:)``.
    case pipe
  }

  /// Names one of the child's output streams.
  package enum Stream: Sendable {
    case output
    case errorOutput
  }

  /// Starts a program (`posix_spawn(3)`).
  ///
  /// - Parameters:
  ///   - executable: its path; PATH is not searched.
  ///   - arguments: those after the name.
  ///   - environment: `NAME=value` texts; nil passes this process's own on.
  ///   - workingDirectory: where it starts; nil for this process's own.
  ///   - ownProcessGroup: whether signals of the terminal pass it by.
  /// - Throws: the error of `posix_spawn`, such as `notFound`, with the executable's path.
  package init(
    executable: Path, arguments: [String] = [], environment: [String]? = nil,
    workingDirectory: Path? = nil, errorOutput: ErrorOutput = .discard,
    ownProcessGroup: Bool = true
  ) throws(PlatformError) {
    let forInput = try Pipe()
    let forOutput = try Pipe()
    var spawn = SpawnSettings(ownProcessGroup: ownProcessGroup)
    defer { spawn.destroy() }
    spawn.use(forInput.readEnd.raw, as: STDIN_FILENO)
    spawn.use(forOutput.writeEnd.raw, as: STDOUT_FILENO)
    let forError = try Pipe()
    switch errorOutput {
    case .discard: spawn.discardErrorOutput()
    case .inherit: break
    case .pipe: spawn.use(forError.writeEnd.raw, as: STDERR_FILENO)
    }
    identifier = try spawn.run(
      executable, arguments: arguments, environment: environment,
      workingDirectory: workingDirectory)
    input = forInput.takeWriteEnd()
    output = forOutput.takeReadEnd()
    self.errorOutput = errorOutput == .pipe ? forError.takeReadEnd() : nil
    ended = nil
  }

  deinit {
    if ended == nil {
      _ = Glibc.kill(identifier, SIGKILL)
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }
  }

  /// Writes to the child's standard input; blocks while the pipe is full.
  ///
  /// - Throws: `brokenPipe` if the child no longer reads, or after ``closeInput()``. No SIGPIPE.
  package func write(_ bytes: [UInt8]) throws(PlatformError) {
    guard let raw = Self.number(of: input) else {
      throw PlatformError(errno: EPIPE, operation: "write")
    }
    try BrokenPipe.writeAll(bytes, to: raw)
  }

  /// Closes the child's standard input, which ends a child that reads to the end.
  package mutating func closeInput() {
    input = nil
  }

  /// Reads what the child has written, waiting for it until a deadline.
  ///
  /// - Returns: the number of bytes; 0 once the child, and everyone it passed the pipe to, has closed
  ///   it.
  /// - Throws: `timedOut`.
  package func read(
    _ stream: Stream = .output, into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline
  ) throws(PlatformError) -> Int {
    let raw: Int32
    switch stream {
    case .output: raw = output.raw
    case .errorOutput:
      guard let number = Self.number(of: errorOutput) else { return 0 }
      raw = number
    }
    guard try Self.wait(for: raw, until: deadline) else {
      throw PlatformError(
        code: .timedOut, message: "the program did not answer in time", operation: "read")
    }
    return try SystemCall.retrying("read") { Glibc.read(raw, buffer.baseAddress, buffer.count) }
  }

  /// Sends a signal, unless the child was waited for.
  package func kill(_ signal: Int32 = SIGKILL) {
    if ended == nil { _ = Glibc.kill(identifier, signal) }
  }

  /// Waits for the child to end; nil if it still runs at the deadline.
  package mutating func wait(
    until deadline: Deadline = .never
  ) throws(PlatformError) -> ProcessStatus? {
    if let ended { return ended }
    let process = identifier
    let handle = Descriptor(
      owning: try SystemCall.retrying("pidfd_open") { linux_pidfd_open(process) })
    guard try Self.wait(for: handle.raw, until: deadline) else { return nil }
    var status: Int32 = 0
    try SystemCall.retrying("waitpid") { waitpid(process, &status, 0) }
    ended = ProcessStatus(waitStatus: status)
    return ended
  }

  /// Reads both output streams to their ends, then waits for the child; closes its input first.
  ///
  /// - Parameters:
  ///   - limit: how many bytes of each stream are taken.
  ///   - isWanted: asked several times a second; when it says no, waiting ends with `timedOut`.
  /// - Throws: `timedOut`; `invalidArgument` for more than `limit` bytes; both with the child still running.
  package mutating func finish(
    until deadline: Deadline, limit: Int = 256 << 20, while isWanted: () -> Bool = { true }
  ) throws(PlatformError) -> (output: [UInt8], errorOutput: [UInt8], status: ProcessStatus) {
    closeInput()
    var texts: [[UInt8]] = [[], []]
    var open: [Int32] = [output.raw, Self.number(of: errorOutput) ?? -1]
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var turns = 1
    // Also while the child writes without end.
    func requireWanted(_ operation: String) throws(PlatformError) {
      guard !deadline.hasPassed, isWanted() else {
        throw PlatformError(
          code: .timedOut, message: "the program did not end in time", operation: operation)
      }
    }
    while open.contains(where: { $0 >= 0 }) {
      // poll(2) leaves out entries whose descriptor is negative.
      var polled = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // In short steps: whoever wants an end does not wait for the deadline.
      let step = min(UInt32(bitPattern: deadline.pollTimeout), 100)
      try SystemCall.retrying("poll") { poll(&polled, 2, Int32(step)) }
      // What came before the deadline is taken.
      if polled.allSatisfy({ $0.revents == 0 }) || turns.isMultiple(of: 16) {
        try requireWanted("poll")
      }
      turns += 1
      for index in polled.indices where polled[index].revents != 0 {
        let raw = open[index]
        let count = try SystemCall.retrying("read") {
          Glibc.read(raw, buffer.baseAddress, buffer.count)
        }
        if count == 0 { open[index] = -1 } else { texts[index] += buffer[..<count] }
        guard texts[index].count <= limit else {
          throw PlatformError(
            code: .invalidArgument, message: "the program wrote more than \(limit) bytes",
            operation: "read")
        }
      }
    }
    while true {
      let step = min(deadline, Deadline(after: .milliseconds(100)))
      if let status = try wait(until: step) { return (texts[0], texts[1], status) }
      try requireWanted("waitpid")
    }
  }

  /// Waits until a descriptor can be read; false at the deadline.
  private static func wait(for raw: Int32, until deadline: Deadline) throws(PlatformError) -> Bool {
    var polled = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
    return try SystemCall.retrying("poll") { poll(&polled, 1, deadline.pollTimeout) } > 0
  }

  private static func number(of descriptor: borrowing Descriptor?) -> Int32? {
    switch descriptor {
    case .some(let descriptor): descriptor.raw
    case .none: nil
    }
  }
}
