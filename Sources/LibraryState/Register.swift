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

  package private(set) var written: Entry?
  package private(set) var initial: Entry?

  package init(written: Entry? = nil, initial: Entry? = nil) {
    self.written = written
    self.initial = initial
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
    written = Entry(stamp: stamp, value: value)
  }

  package mutating func initialize(to value: Value, at stamp: Stamp) {
    if let initial, initial.stamp <= stamp { return }
    initial = Entry(stamp: stamp, value: value)
  }
}
