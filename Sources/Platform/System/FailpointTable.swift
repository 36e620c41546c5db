import Synchronization

/// Holds what is armed and how often each failpoint was passed.
final class FailpointTable: Sendable {
  private struct Armed {
    var action: Failpoint.Action
    var remaining: Int
  }

  private struct State {
    var armed: [String: Armed] = [:]
    var hits: [String: Int] = [:]
    var wasUsed = false
  }

  private let state = Mutex(State())

  /// How often each failpoint was passed.
  var hits: [String: Int] { state.withLock { $0.hits } }

  /// Arms a failpoint; true the first time that anything is armed in this table.
  @discardableResult
  func arm(_ name: String, action: Failpoint.Action, onHit: Int) -> Bool {
    state.withLock { state in
      state.armed[name] = Armed(action: action, remaining: max(1, onHit))
      defer { state.wasUsed = true }
      return !state.wasUsed
    }
  }

  /// Counts a passage, and returns what is to happen.
  func pass(_ name: String) -> Failpoint.Action? {
    state.withLock { state in
      state.hits[name, default: 0] += 1
      guard var armed = state.armed[name] else { return nil }
      armed.remaining -= 1
      state.armed[name] = armed.remaining > 0 ? armed : nil
      return armed.remaining > 0 ? nil : armed.action
    }
  }
}
