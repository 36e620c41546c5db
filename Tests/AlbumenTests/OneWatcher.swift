import Albumen
import FolderWatching
import TestSupport
import Testing

/// Runs tests one after the other that use the process's one watcher, those of other targets among them.
struct OneWatcher: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  /// Makes the process's one watcher, for a test that has the trait: another one is told that it lacks it,
  /// and does not take the watcher from the test whose turn it is.
  static let factory: FolderWatcherFactory = { root, shouldDescend in
    guard Turnstile.watcher.isPassed else {
      throw TestFailure("the test uses the process's one watcher without the trait .oneWatcher")
    }
    return try InotifyFolderWatcher.factory(root, shouldDescend)
  }

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
