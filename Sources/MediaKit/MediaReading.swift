import Synchronization

/// Puts the answers for one caller, which come in any order, back in the order of its files.
final class MediaReading: Sendable {
  private struct State {
    /// Answers that were not taken yet, by their index.
    var answers: [Int: Result<MediaRecord, MediaError>] = [:]
    /// How many files were asked for so far.
    var expected = 0
    /// The index of the next answer to be taken.
    var next = 0
    /// The first index from `next` on without an answer.
    var end = 0
    var isCancelled = false
    var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    var isSatisfied: Bool {
      guard let waiting else { return false }
      return isCancelled || end - next >= waiting.count
    }
  }

  private let state = Mutex(State())

  /// Announces more files; returns the index of the first of them.
  func expect(_ count: Int) -> Int {
    state.withLock { state in
      defer { state.expected += count }
      return state.expected
    }
  }

  /// Whether nobody wants the answers any more.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// How many answers are yet to be taken.
  var outstanding: Int { state.withLock { $0.expected - $0.next } }

  func deliver(_ index: Int, _ answer: Result<MediaRecord, MediaError>) {
    let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.answers[index] = answer
      while state.answers[state.end] != nil { state.end += 1 }
      return Self.release(&state)
    }
    continuation?.resume()
  }

  func cancel() {
    let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.isCancelled = true
      return Self.release(&state)
    }
    continuation?.resume()
  }

  /// Takes all answers that are next in order, after waiting for at least `count` of them.
  func take(atLeast count: Int) async throws(MediaError) -> [MediaRecord] {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now = state.withLock { state -> CheckedContinuation<Void, Never>? in
          state.waiting = (count, continuation)
          return Self.release(&state)
        }
        now?.resume()
      }
    } onCancel: {
      cancel()
    }
    let taken = state.withLock { state -> [Result<MediaRecord, MediaError>]? in
      if state.isCancelled { return nil }
      let range = state.next..<state.end
      state.next = state.end
      return range.compactMap { state.answers.removeValue(forKey: $0) }
    }
    guard let taken else { throw MediaError(.cancelled, "the reading was cancelled") }
    var records: [MediaRecord] = []
    records.reserveCapacity(taken.count)
    for answer in taken { records.append(try answer.get()) }
    return records
  }

  private static func release(_ state: inout State) -> CheckedContinuation<Void, Never>? {
    guard state.isSatisfied else { return nil }
    defer { state.waiting = nil }
    return state.waiting?.continuation
  }
}
