import Platform

/// Has one helper at a time look into files, on a thread of its own that may block.
///
/// Requests are sent ahead, so that neither side waits for the other. Answers come in order: when
/// the helper dies or falls silent, the oldest unanswered request is to blame.
actor MediaWorker {
  nonisolated let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let number: Int
  private let helper: Path
  private let timeLimit: Duration
  private let queue: MediaQueue
  private var connection: HelperConnection?
  /// Sent and not answered, the oldest first.
  private var sent: [(number: UInt32, length: Int, request: MediaRequest)] = []
  /// To be sent again, to the next helper.
  private var again: [MediaRequest] = []
  private var lastNumber: UInt32 = 0

  /// The most requests that are sent ahead.
  private static let window = 64
  /// The most bytes that are sent ahead: they fit into the smallest pipe there is (one page), so
  /// that writing never waits for a helper that has stopped to read.
  private static let windowBytes = 4096
  /// How many requests under way are so many that their answers are waited for together.
  private static let crowd = 16
  /// How long that is, in nanoseconds: a few answers, and far from all that are under way.
  private static let pause: UInt64 = 250_000
  /// How often a worker looks whether the reader was closed.
  private static let glance = Duration.milliseconds(250)
  /// Helpers that may die on a file before it is given up: the first may have died for other
  /// reasons, such as memory running out for all.
  private static let deathsAllowed = 2

  init(number: Int, helper: Path, timeLimit: Duration, queue: MediaQueue) {
    executor = ThreadExecutor(name: "media-\(number)")
    self.number = number
    self.helper = helper
    self.timeLimit = timeLimit
    self.queue = queue
  }

  /// Works until the queue is empty.
  func drain() {
    repeat {
      while let fatal = round() { giveUp(fatal) }
    } while !queue.rest(number)
  }

  /// Ends the helper and waits for it.
  func close() {
    if let connection = connection.take() { connection.close() }
  }

  /// Sends and receives until nothing is left to do (nil), or no helper can be used (why not).
  private func round() -> MediaError? {
    while !queue.isClosed {
      do throws(MediaError) {
        try fill()
      } catch {
        return error
      }
      if sent.isEmpty, again.isEmpty { return nil }
      receive()
    }
    return queue.isClosed && !(sent.isEmpty && again.isEmpty) ? MediaQueue.closedError : nil
  }

  private func giveUp(_ error: MediaError) {
    connection = nil
    let failed = sent.map(\.request) + again
    sent = []
    again = []
    for request in failed { request.fail(error) }
    queue.fail(error)
  }

  /// Sends requests ahead, starting a helper for the first.
  private func fill() throws(MediaError) {
    var frames: [UInt8] = []
    // In one call, however it ends: what counts as sent is sent. A helper that has gone shows when its
    // answers are read.
    defer { if !frames.isEmpty { try? connection?.send(frames) } }
    while sent.count < Self.window {
      // A file that a helper died on is sent alone: nothing else can then be blamed on it.
      if sent.first.map({ $0.request.deaths > 0 }) == true { return }
      if let next = again.first, next.deaths > 0, !sent.isEmpty { return }
      let length = sent.reduce(0) { $0 + $1.length }
      if !sent.isEmpty, length >= Self.windowBytes - 512 { return }
      guard let request = again.isEmpty ? queue.take(held: sent.count) : again.removeFirst()
      else { return }
      if request.reading.isCancelled {
        request.fail(MediaError(.cancelled, "the reading was cancelled"))
        continue
      }
      frames += try frame(of: request)
    }
  }

  /// Takes notice that a request is sent, and returns what is to be written for that.
  private func frame(of request: MediaRequest) throws(MediaError) -> [UInt8] {
    lastNumber &+= 1
    guard let frame = MediaProtocol.request(lastNumber, request.path, subject: request.subject)
    else {
      request.finish(MediaRecord(unreadable: "its path is too long to be opened"))
      return []
    }
    sent.append((lastNumber, frame.count, request))
    if connection == nil {
      connection = try HelperConnection(helper: helper, patience: max(timeLimit, .seconds(10)))
    }
    return frame
  }

  /// Waits for one answer at least, or for the oldest request's time to be up.
  private func receive() {
    let deadline = Deadline(after: timeLimit)
    while !sent.isEmpty {
      do throws(MediaError) {
        var answered = false
        while let answer = try connection?.nextAnswer() {
          try accept(answer)
          answered = true
        }
        if answered { return }
      } catch {
        return blame("the media helper answered it with garbage")
      }
      if queue.isClosed { return }
      // With much under way, answers come faster than it is worth waking for each.
      if sent.count > Self.crowd { SystemClock.sleep(nanoseconds: Self.pause) }
      if deadline.hasPassed { return giveUpOldest() }
      do throws(PlatformError) {
        guard try connection?.receive(until: Deadline(after: Self.glance)) == true else {
          return blame(nil)
        }
      } catch {
        if error.code != .timedOut { return blame(nil) }
      }
    }
  }

  private func accept(_ answer: FrameBuffer.Frame) throws(MediaError) {
    guard let oldest = sent.first, oldest.number == answer.number else {
      throw MediaError(.malformedMessage, "an answer to nothing that was asked")
    }
    let record = try MediaProtocol.record(in: answer.body)
    sent.removeFirst()
    oldest.request.finish(record)
  }

  /// Ends a helper that takes too long, and gives up the file that it took too long for.
  private func giveUpOldest() {
    if let connection = connection.take() { _ = connection.kill() }
    sent.removeFirst().request.finish(
      MediaRecord(unreadable: "looking into it took longer than \(timeLimit)"))
    sendAgain()
  }

  /// Ends a helper that has died or talks nonsense, and counts that against the oldest request.
  private func blame(_ reason: String?) {
    var status: ProcessStatus?
    if let connection = connection.take() {
      status = reason == nil ? connection.end() : connection.kill()
    }
    // All was answered, and then came something else: nobody's fault but the helper's.
    if sent.isEmpty { return }
    var oldest = sent.removeFirst().request
    oldest.deaths += 1
    if oldest.deaths >= Self.deathsAllowed {
      oldest.finish(MediaRecord(unreadable: reason ?? Self.describe(status)))
    } else {
      again.insert(oldest, at: 0)
    }
    sendAgain()
  }

  private func sendAgain() {
    let first = again.first.map { $0.deaths > 0 ? 1 : 0 } ?? 0
    again.insert(contentsOf: sent.map(\.request), at: first)
    sent = []
  }

  private static func describe(_ status: ProcessStatus?) -> String {
    switch status {
    case .signalled(let signal): "the media helper crashed on it (signal \(signal))"
    case .exited(let code): "the media helper ended on it (exit code \(code))"
    case nil: "the media helper ended on it"
    }
  }
}
