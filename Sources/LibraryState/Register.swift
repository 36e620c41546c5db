package import Operations

/// Holds one value that can be overwritten: the greatest write, else the smallest initial value.
package struct Register: Hashable, Sendable {
  /// A value and when it was given.
  package struct Entry: Hashable, Sendable {
    package let stamp: Stamp
    package let value: Value

    package init(stamp: Stamp, value: Value) {
      self.stamp = stamp
      self.value = value
    }
  }

  /// Nearly all have one entry; the others keep both elsewhere, so that each is half as large.
  private enum Storage: Hashable, Sendable {
    case none
    case written(Entry)
    case initial(Entry)
    indirect case both(written: Entry, initial: Entry)
  }

  private var storage: Storage

  package init(written: Entry? = nil, initial: Entry? = nil) {
    storage =
      switch (written, initial) {
      case (nil, nil): .none
      case (let written?, nil): .written(written)
      case (nil, let initial?): .initial(initial)
      case (let written?, let initial?): .both(written: written, initial: initial)
      }
  }

  /// The greatest write.
  package var written: Entry? {
    switch storage {
    case .written(let entry), .both(let entry, _): entry
    case .none, .initial: nil
    }
  }

  /// The smallest initial value.
  package var initial: Entry? {
    switch storage {
    case .initial(let entry), .both(_, let entry): entry
    case .none, .written: nil
    }
  }

  /// What shows: nil where there is nothing, or null.
  package var value: Value? {
    guard let value = current?.value, value != .null else { return nil }
    return value
  }

  /// What stands, and since when.
  package var current: Entry? { written ?? initial }

  package mutating func write(_ value: Value, at stamp: Stamp) {
    if let written, written.stamp >= stamp { return }
    self = Register(written: Entry(stamp: stamp, value: value), initial: initial)
  }

  package mutating func initialize(to value: Value, at stamp: Stamp) {
    if let initial, initial.stamp <= stamp { return }
    self = Register(written: written, initial: Entry(stamp: stamp, value: value))
  }
}
