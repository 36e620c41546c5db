import OperationLog
import Operations
import Platform
import Replication

/// Exchanges with the remotes while a library is watched: when what was done here has been at rest for a
/// while, and from time to time for what was done elsewhere.
///
/// Whatever goes wrong is told once, and tried again ever later. Where there are no remotes nothing is done.
struct RemoteLoop: Sendable {
  let library: PhotoLibrary
  /// How long the logs must be at rest.
  let quiet: Duration
  /// How long to wait for news from elsewhere.
  let interval: Duration
  /// How long to wait after the first failure; twice as long after each further one.
  let retryDelay: Duration
  let report: @Sendable (PhotoLibrary.WatchEvent) -> Void

  /// Runs until the task is cancelled.
  func run() async {
    let clock = SuspendingClock()
    // Logs have no events: they are looked at, names and sizes alone.
    let pause = max(quiet / 6, .milliseconds(10))
    var seen = await library.logExtents()
    var changed = clock.now
    var isDirty = true
    var next = clock.now + interval
    var failures = 0
    var told: [String: Set<String>] = [:]
    while !Task.isCancelled {
      guard (try? await Task.sleep(for: pause, clock: clock)) != nil else { return }
      // Without remotes there is nothing to look for; one that was added gets all.
      if await library.hasNoRemotes() {
        isDirty = true
        continue
      }
      let now = await library.logExtents()
      if now != seen {
        seen = now
        changed = clock.now
        isDirty = true
      }
      // After a failure it is the next try that counts, whatever else is done here.
      let isDue = failures == 0 && isDirty && clock.now - changed >= quiet
      guard isDue || clock.now >= next else { continue }
      isDirty = false
      let outcome = await exchange(&told)
      failures = outcome == .done ? 0 : failures + 1
      let delay = retryDelay * (1 << min(max(failures, 1) - 1, 16))
      next = clock.now + (outcome == .failed ? min(interval, delay) : interval)
      // What came is no reason to exchange; what was done here meanwhile may have been too late for this one.
      seen = await library.logExtents()
      if let own = await library.ownLogID(), seen[own] != now[own] {
        changed = clock.now
        isDirty = true
      }
    }
  }

  /// Says what an exchange came to.
  private enum Outcome {
    case done
    case failed
    /// Nothing gets better before a person has acted.
    case refused
  }

  /// Exchanges once.
  ///
  /// - Parameter told: what was told of each remote and stands still: kinds, not words.
  private func exchange(_ told: inout [String: Set<String>]) async -> Outcome {
    do throws(AlbumenError) {
      var errors: [AlbumenError] = []
      for each in try await library.sync() {
        let name = each.remote.name
        var standing = each.standing
        if let error = each.error {
          errors.append(error)
          standing.insert("error \(error.code)")
        }
        if each.isNews || !standing.isSubset(of: told[name] ?? []) { report(.exchanged(each)) }
        told[name] = standing
      }
      told[""] = nil
      if errors.isEmpty { return .done }
      return errors.allSatisfy { $0.disposition == .userAction } ? .refused : .failed
    } catch {
      // Another process exchanges, or the root is away.
      let key: Set<String> = ["error \(error.code)"]
      if told[""] != key, error.code != .locked { report(.trouble(error)) }
      told[""] = key
      return error.disposition == .userAction ? .refused : .failed
    }
  }
}

extension SyncReport {
  /// Whether something was done.
  var isNews: Bool {
    fetched > 0 || sentOperations > 0 || mendedOperations > 0
  }
}

extension PhotoLibrary {
  /// How far the files of each log reach.
  func logExtents() -> [LogID: LogExtent] {
    var extents: [LogID: LogExtent] = [:]
    for log in (try? store.listLogs()) ?? [] {
      extents[log] = (try? store.logs.extent(of: log)) ?? nil
    }
    return extents
  }

  /// The log that this machine writes; nil where there is none or it cannot be told.
  func ownLogID() -> LogID? { (try? store.ownLog.recorded()) ?? nil }

  /// Whether it is certain that there are no remotes.
  func hasNoRemotes() -> Bool { (try? store.remoteList().entries.isEmpty) ?? false }
}
