/// Lets one task through at a time, in the order of their coming.
///
/// For what a process has only one of, whichever suites of whichever targets need it.
package actor Turnstile {
  /// For the process's one watcher.
  package static let watcher = Turnstile()

  /// Which ones the task that runs was let through.
  @TaskLocal private static var passed: Set<ObjectIdentifier> = []

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Whether the task that asks was let through, or is of one that was.
  package nonisolated var isPassed: Bool { Self.passed.contains(ObjectIdentifier(self)) }

  /// Runs a body while no other is let through.
  package nonisolated func pass(_ body: () async throws -> Void) async throws {
    await enter()
    do {
      try await Self.$passed.withValue(Self.passed.union([ObjectIdentifier(self)])) {
        try await body()
      }
    } catch {
      await leave()
      throw error
    }
    await leave()
  }

  private func enter() async {
    if !isTaken {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
