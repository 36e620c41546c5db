import Synchronization

/// Holds the requests that no worker has taken yet, and knows which workers are idle.
final class MediaQueue: Sendable {
  private struct State {
    var requests: [MediaRequest] = []
    /// How many of `requests`, from the first, were taken already.
    var taken = 0
    /// For each worker whether it is at work, or was told to begin.
    var isBusy: [Bool]
    var isClosed = false

    var count: Int { requests.count - taken }

    mutating func takeAll() -> [MediaRequest] {
      defer {
        requests = []
        taken = 0
      }
      return Array(requests[taken...])
    }
  }

  private let state: Mutex<State>
  /// Enough for a worker to be worth starting.
  private static let share = 16

  init(workers: Int) {
    state = Mutex(State(isBusy: Array(repeating: false, count: workers)))
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Adds requests; returns the numbers of the idle workers that must now be told to begin.
  ///
  /// Those with low numbers begin first, so that few files need few helpers.
  func add(_ requests: [MediaRequest]) -> [Int] {
    let begin = state.withLock { state -> [Int]? in
      if state.isClosed { return nil }
      state.requests += requests
      let wanted = (state.count + Self.share - 1) / Self.share
      let idle = state.isBusy.indices.filter { !state.isBusy[$0] }.prefix(wanted)
      for number in idle { state.isBusy[number] = true }
      return Array(idle)
    }
    guard let begin else {
      for request in requests { request.fail(Self.closedError) }
      return []
    }
    return begin
  }

  /// Takes the next request for a worker that has `held` of them; nil if it should take no more.
  ///
  /// Near the end the rest is shared out, so that no worker waits while another has a queue.
  func take(held: Int) -> MediaRequest? {
    state.withLock { state in
      guard state.count > 0, held == 0 || held < state.count / state.isBusy.count else {
        return nil
      }
      defer {
        state.taken += 1
        if state.taken == state.requests.count { _ = state.takeAll() }
      }
      return state.requests[state.taken]
    }
  }

  /// Marks a worker as idle, unless there is more to do.
  func rest(_ worker: Int) -> Bool {
    state.withLock { state in
      guard state.count == 0 else { return false }
      state.isBusy[worker] = false
      return true
    }
  }

  /// Fails every request that nobody has taken.
  func fail(_ error: MediaError) {
    let requests = state.withLock { $0.takeAll() }
    for request in requests { request.fail(error) }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    fail(Self.closedError)
  }

  static var closedError: MediaError { MediaError(.closed, "the media reader was closed") }
}
