/// Decides when a file that is being changed can be taken in.
///
/// Pure: it is told what happened and when, and says when to look. Times are nanoseconds of a clock that
/// never goes back. (docs/design/0004-folder-sync.md, "Settling".)
package struct Settling: Sendable {
  /// What happened to a file.
  package enum Happening: Sendable {
    /// It came whole: moved in from elsewhere.
    case arrived
    /// Its writer closed it, or it was found.
    case closed
    /// It is being written.
    case writing
  }

  /// How long to wait.
  package struct Delays: Sendable {
    /// After the last sign of life of a file that is complete.
    package var settle: UInt64
    /// After the last sign of life of a file that is not, or that is still open.
    package var incomplete: UInt64
    /// The longest that a file which is ready waits for others of its burst.
    package var burst: UInt64

    package init(
      settle: UInt64 = 100_000_000, incomplete: UInt64 = 10_000_000_000,
      burst: UInt64 = 2_000_000_000
    ) {
      self.settle = settle
      self.incomplete = incomplete
      self.burst = burst
    }
  }

  private struct Pending {
    var last: UInt64
    var first: UInt64
    var happening: Happening
    /// Whether it was looked at since and found incomplete.
    var isIncomplete = false
  }

  private var pending: [[UInt8]: Pending] = [:]
  package let delays: Delays

  package init(_ delays: Delays = Delays()) { self.delays = delays }

  /// Whether nothing is waited for.
  package var isEmpty: Bool { pending.isEmpty }
  /// How many files are waited for.
  package var count: Int { pending.count }

  /// Takes notice that something happened to a file.
  package mutating func note(_ happening: Happening, of path: [UInt8], at now: UInt64) {
    let first = pending[path]?.first ?? now
    pending[path] = Pending(last: now, first: first, happening: happening)
  }

  /// Takes notice that a file, or a directory with all that is in it, has another name.
  package mutating func move(from: [UInt8], to: [UInt8]) {
    for (path, item) in pending where Self.isAtOrBelow(path, from) {
      pending[path] = nil
      pending[to + path.dropFirst(from.count)] = item
    }
  }

  /// Takes notice that a file, or a directory with all that is in it, is gone.
  package mutating func remove(_ gone: [UInt8]) {
    for path in pending.keys where Self.isAtOrBelow(path, gone) { pending[path] = nil }
  }

  /// Forgets everything, as before a look at the whole folder.
  package mutating func removeAll() { pending = [:] }

  /// When to ask `takeDue` next; nil where nothing is waited for.
  package var nextTime: UInt64? {
    pending.values.map { time(of: $0) }.min()
  }

  /// Takes out the files whose turn has come.
  ///
  /// Files of one burst go together: as long as others are about to be ready, those that are wait, at the
  /// most for `burst`.
  package mutating func takeDue(at now: UInt64) -> [[UInt8]] {
    let due = pending.filter { time(of: $0.value) <= now }
    guard !due.isEmpty else { return [] }
    let soon = pending.contains { item in
      let time = time(of: item.value)
      return time > now && time - now <= delays.settle
    }
    let oldest = due.values.map { now - $0.first }.max() ?? 0
    if soon, oldest < delays.burst { return [] }
    for path in due.keys { pending[path] = nil }
    return due.keys.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Puts back a file that was looked at and is not complete: it is waited for longer.
  package mutating func putBackIncomplete(_ path: [UInt8], at now: UInt64) {
    var item = pending[path] ?? Pending(last: now, first: now, happening: .closed)
    item.isIncomplete = true
    pending[path] = item
  }

  private func time(of item: Pending) -> UInt64 {
    switch item.happening {
    case _ where item.isIncomplete: item.last + delays.incomplete
    case .arrived: item.last
    case .closed: item.last + delays.settle
    case .writing: item.last + delays.incomplete
    }
  }

  private static func isAtOrBelow(_ path: [UInt8], _ top: [UInt8]) -> Bool {
    path.starts(with: top)
      && (path.count == top.count || path[top.count] == UInt8(ascii: "/") || top.isEmpty)
  }
}
