import CLinux
import Glibc
import Synchronization

/// Lets a test make a named place fail, kill the process there, or look on.
///
/// Every fsync, rename, append and commit calls ``hit(_:)`` first, under a name such as
/// `log.append.fsync`. Where nothing is armed that costs one load.
package enum Failpoint {
  /// Says what happens at an armed failpoint.
  package enum Action: Sendable {
    /// The call fails with this errno instead of being made.
    case error(Int32)
    /// The process dies as by a power cut (SIGKILL).
    case kill
    /// The function is called; then the work goes on.
    case call(@Sendable () -> Void)
  }

  /// Counts and arms for one test: see ``Failpoint/withScope(_:)``.
  @TaskLocal private static var scope: FailpointTable?

  private static let shared = FailpointTable()
  /// How many tables could hold something; 0 is the fast path.
  private static let active = Atomic<Int>(0)

  /// Passes a failpoint.
  ///
  /// - Throws: what is armed there, with the failpoint's name as operation.
  package static func hit(_ name: StaticString) throws(PlatformError) {
    if active.load(ordering: .relaxed) == 0 { return }
    try pass("\(name)")
  }

  /// Passes the failpoint `<prefix>.<step>`, for functions that serve several callers.
  package static func hit(_ prefix: StaticString, _ step: StaticString) throws(PlatformError) {
    if active.load(ordering: .relaxed) == 0 { return }
    try pass("\(prefix).\(step)")
  }

  /// Arms a failpoint for the whole process, or for the scope that the caller runs in.
  ///
  /// - Parameter onHit: the passage at which it acts, 1 being the next; once, then it is disarmed.
  package static func arm(_ name: String, action: Action, onHit: Int = 1) {
    if let scope {
      scope.arm(name, action: action, onHit: onHit)
    } else if shared.arm(name, action: action, onHit: onHit) {
      active.add(1, ordering: .relaxed)
    }
  }

  /// Runs a test's body with failpoints of its own, so that tests can run beside each other.
  ///
  /// Inside, ``arm(_:action:onHit:)`` concerns only the calling task and its children.
  ///
  /// - Returns: the body's result and how often each failpoint was passed.
  package static func withScope<Result>(
    _ body: () async throws -> Result
  ) async throws -> (result: Result, hits: [String: Int]) {
    let table = FailpointTable()
    active.add(1, ordering: .relaxed)
    defer { active.subtract(1, ordering: .relaxed) }
    let result = try await $scope.withValue(table) { try await body() }
    return (result, table.hits)
  }

  /// Runs a synchronous body with failpoints of its own.
  package static func withScope<Result>(
    _ body: () throws -> Result
  ) throws -> (result: Result, hits: [String: Int]) {
    let table = FailpointTable()
    active.add(1, ordering: .relaxed)
    defer { active.subtract(1, ordering: .relaxed) }
    let result = try $scope.withValue(table) { try body() }
    return (result, table.hits)
  }

  /// Returns a function that does the same on another thread, which inherits no scope by itself.
  package static func carried(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard let scope else { return body }
    return { $scope.withValue(scope) { body() } }
  }

  private static func pass(_ name: String) throws(PlatformError) {
    let action: Action?
    if let scope {
      action = scope.pass(name)
    } else {
      action = shared.pass(name)
    }
    switch action {
    case nil: return
    case .call(let function): function()
    case .kill: raise(SIGKILL)
    case .error(let number): throw PlatformError(errno: number, operation: name, purpose: name)
    }
  }
}
