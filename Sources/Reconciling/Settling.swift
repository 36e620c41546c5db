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
    var happening: Happening
    /// Whether it was looked at since and found incomplete.
    var isIncomplete = false
  }

  private var pending: [[UInt8]: Pending] = [:]
  /// How many pending files are in each directory or below it: what happens elsewhere is no concern.
  private var below: [[UInt8]: Int] = [:]
  /// What `takeDue` gave out last: a file of it that is not complete comes back.
  private var taken: [[UInt8]: Pending] = [:]
  package let delays: Delays

  package init(_ delays: Delays = Delays()) { self.delays = delays }

  /// Whether nothing is waited for.
  package var isEmpty: Bool { pending.isEmpty }
  /// How many files are waited for.
  package var count: Int { pending.count }

  /// Whether a file, or one in a directory, is waited for.
  package func isPending(_ path: [UInt8]) -> Bool { pending[path] != nil || below[path] != nil }

  /// Takes notice that something happened to a file.
  package mutating func note(_ happening: Happening, of path: [UInt8], at now: UInt64) {
    insert(Pending(last: now, happening: happening), at: path)
  }

  /// Takes notice that a file, or a directory with all that is in it, has another name.
  ///
  /// What is waited for goes on being waited for, by its new name, as long as before; a file that is not
  /// waited for is none of its business.
  package mutating func move(from: [UInt8], to: [UInt8]) {
    if from == to { return }
    // Whatever had the new name has been replaced.
    remove(to)
    for (path, item) in extract(from) {
      insert(item, at: to + path.dropFirst(from.count))
    }
  }

  /// Takes notice that a file, or a directory with all that is in it, is gone.
  package mutating func remove(_ gone: [UInt8]) { _ = extract(gone) }

  /// When to ask `takeDue` next; nil where nothing is waited for.
  ///
  /// Unless something happens before, `takeDue` gives nothing out earlier, and something then: files of
  /// one burst go together, so those that are ready wait until `settle` has passed without another one
  /// becoming so, at the most for `burst`.
  package var nextTime: UInt64? {
    guard let first = pending.values.lazy.map(time(of:)).min() else { return nil }
    let limit = first + delays.burst
    var next = first
    for time in pending.values.lazy.map(time(of:)).filter({ $0 < limit }).sorted() {
      if time - next > delays.settle { return next }
      next = time
    }
    // A burst that goes on up to the limit is cut there; one that ends before it has ended.
    let goesOn = pending.values.lazy.map(time(of:)).contains {
      $0 >= limit && $0 - next <= delays.settle
    }
    return goesOn ? limit : next
  }

  /// Takes out the files whose turn has come: none before `nextTime`.
  package mutating func takeDue(at now: UInt64) -> [[UInt8]] {
    guard let next = nextTime, next <= now else { return [] }
    taken = pending.filter { time(of: $0.value) <= now }
    for path in taken.keys { forget(path) }
    return taken.keys.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Puts back a file that `takeDue` gave out last and that is not complete, to be waited for longer.
  ///
  /// - Returns: false where it has been still for `incomplete` already, and is not put back: it will not
  ///   become complete, and is to be taken as it is.
  package mutating func putBackIncomplete(_ path: [UInt8], at now: UInt64) -> Bool {
    if pending[path] != nil {
      // Something happened to it during the look.
      pending[path]?.isIncomplete = true
      return true
    }
    var item = taken[path] ?? Pending(last: now, happening: .closed)
    guard now < item.last + delays.incomplete else { return false }
    item.isIncomplete = true
    insert(item, at: path)
    return true
  }

  private func time(of item: Pending) -> UInt64 {
    switch item.happening {
    case _ where item.isIncomplete: item.last + delays.incomplete
    case .arrived: item.last
    case .closed: item.last + delays.settle
    case .writing: item.last + delays.incomplete
    }
  }

  // MARK: Keeping count

  private mutating func insert(_ item: Pending, at path: [UInt8]) {
    if pending.updateValue(item, forKey: path) == nil {
      for directory in Self.directories(above: path) { below[directory, default: 0] += 1 }
    }
  }

  private mutating func forget(_ path: [UInt8]) {
    guard pending.removeValue(forKey: path) != nil else { return }
    for directory in Self.directories(above: path) {
      let rest = (below[directory] ?? 0) - 1
      below[directory] = rest > 0 ? rest : nil
    }
  }

  /// Takes out what is waited for at a path or below it.
  private mutating func extract(_ top: [UInt8]) -> [(path: [UInt8], item: Pending)] {
    taken[top] = nil
    var items: [(path: [UInt8], item: Pending)] = []
    if let item = pending[top] { items.append((top, item)) }
    if below[top] != nil {
      let start = top.isEmpty ? [] : top + [UInt8(ascii: "/")]
      items += pending.lazy.filter { $0.key.starts(with: start) }
        .map { (path: $0.key, item: $0.value) }
    }
    for item in items { forget(item.path) }
    return items
  }

  /// The directories that a path relative to the root is in, the root (no bytes) among them.
  private static func directories(above path: [UInt8]) -> [[UInt8]] {
    [[]] + path.indices.filter { path[$0] == UInt8(ascii: "/") }.map { Array(path[..<$0]) }
  }
}
