import Operations

/// Holds what can be overwritten: the greatest write, else the smallest initial content.
struct LastWrite<Content: Hashable & Sendable>: Hashable, Sendable {
  /// A content and when it was given.
  struct Entry: Hashable, Sendable {
    let stamp: Stamp
    let content: Content
  }

  /// Nearly all have one entry; the others keep both elsewhere, so that each is half as large.
  private enum Storage: Hashable, Sendable {
    case none
    case written(Entry)
    case initial(Entry)
    indirect case both(written: Entry, initial: Entry)
  }

  private var storage: Storage

  init(written: Entry? = nil, initial: Entry? = nil) {
    storage =
      switch (written, initial) {
      case (nil, nil): .none
      case (let written?, nil): .written(written)
      case (nil, let initial?): .initial(initial)
      case (let written?, let initial?): .both(written: written, initial: initial)
      }
  }

  /// The greatest write.
  var written: Entry? {
    switch storage {
    case .written(let entry), .both(let entry, _): entry
    case .none, .initial: nil
    }
  }

  /// The smallest initial content.
  var initial: Entry? {
    switch storage {
    case .initial(let entry), .both(_, let entry): entry
    case .none, .written: nil
    }
  }

  mutating func write(_ content: Content, at stamp: Stamp) {
    if let written, written.stamp >= stamp { return }
    self = Self(written: Entry(stamp: stamp, content: content), initial: initial)
  }

  mutating func initialize(to content: Content, at stamp: Stamp) {
    if let initial, initial.stamp <= stamp { return }
    self = Self(written: written, initial: Entry(stamp: stamp, content: content))
  }
}
