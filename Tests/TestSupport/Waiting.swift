import Platform

/// How long a test waits for what must happen before it counts as hung: tests share few processors
/// with each other and with whatever else the machine does, so this says nothing about speed.
package let hangLimit: Duration = .seconds(600)

/// Waits until a condition holds, looking again and again; for what no event announces.
///
/// - Throws: ``TestFailure`` with the text after the deadline.
package func wait(
  for what: String, within limit: Duration = hangLimit,
  isolation: isolated (any Actor)? = #isolation,
  until condition: () async throws -> Bool
) async throws {
  let deadline = Deadline(after: limit)
  while try await !condition() {
    if deadline.hasPassed { throw TestFailure("waited \(limit) in vain for \(what)") }
    try await Task.sleep(for: .milliseconds(2))
  }
}

/// Runs a body that must end within a limit; cancels it and fails otherwise.
package func withTimeLimit<Result: Sendable>(
  _ limit: Duration, _ what: String,
  _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  try await withThrowingTaskGroup(of: Result.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await Task.sleep(for: limit)
      throw TestFailure("waited \(limit) in vain for \(what)")
    }
    guard let result = try await group.next() else { throw TestFailure("nothing ran: \(what)") }
    group.cancelAll()
    return result
  }
}
