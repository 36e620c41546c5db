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

  private var values: LastWrite<Value>

  package init(written: Entry? = nil, initial: Entry? = nil) {
    values = LastWrite(
      written: written.map { .init(stamp: $0.stamp, content: $0.value) },
      initial: initial.map { .init(stamp: $0.stamp, content: $0.value) })
  }

  /// The greatest write.
  package var written: Entry? {
    values.written.map { Entry(stamp: $0.stamp, value: $0.content) }
  }

  /// The smallest initial value.
  package var initial: Entry? {
    values.initial.map { Entry(stamp: $0.stamp, value: $0.content) }
  }

  /// What shows: nil where there is nothing, or null.
  package var value: Value? {
    guard let value = current?.value, value != .null else { return nil }
    return value
  }

  /// What stands, and since when.
  package var current: Entry? { written ?? initial }

  package mutating func write(_ value: Value, at stamp: Stamp) { values.write(value, at: stamp) }

  package mutating func initialize(to value: Value, at stamp: Stamp) {
    values.initialize(to: value, at: stamp)
  }
}
