package import Operations

/// Holds the operations that keep something in being; nearly always none or one.
package struct DotSet: Hashable, Sendable {
  private enum Storage: Hashable, Sendable {
    case none
    case one(Dot)
    case many(Set<Dot>)
  }

  private var storage = Storage.none

  package init() {}

  package init(_ dots: some Sequence<Dot>) {
    for dot in dots { insert(dot) }
  }

  package var isEmpty: Bool { storage == .none }

  /// The dot, where there is but one.
  var one: Dot? { if case .one(let dot) = storage { dot } else { nil } }

  package mutating func insert(_ dot: Dot) {
    switch storage {
    case .none: storage = .one(dot)
    case .one(let other): if other != dot { storage = .many([other, dot]) }
    case .many(var dots):
      storage = .none
      dots.insert(dot)
      storage = .many(dots)
    }
  }

  /// Removes a dot; false where it was not there.
  package mutating func remove(_ dot: Dot) -> Bool {
    switch storage {
    case .none: return false
    case .one(let other):
      guard other == dot else { return false }
      storage = .none
      return true
    case .many(var dots):
      storage = .none
      let removed = dots.remove(dot) != nil
      storage = dots.count == 1 ? dots.first.map { .one($0) } ?? .none : .many(dots)
      return removed
    }
  }

  /// The dots, ascending.
  package var sorted: [Dot] {
    switch storage {
    case .none: []
    case .one(let dot): [dot]
    case .many(let dots): dots.sorted()
    }
  }
}
