import TestSupport
import Testing

/// Runs tests one after the other that use the process's one watcher, those of other targets among them.
struct OneWatcher: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Turnstile.watcher.pass(function)
  }
}

extension Trait where Self == OneWatcher {
  /// Runs one at a time.
  static var oneWatcher: Self { OneWatcher() }
}
