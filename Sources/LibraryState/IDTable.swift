/// Holds a value for each of many ids, like a dictionary, for the tables that every operation of a
/// fold looks something up in.
///
/// What a fold of a million operations waits for is memory. So the hash table holds only places, of
/// four bytes each, which stay in the processor's cache where a dictionary's keys would not; and the
/// entries lie one behind the other in the order in which they came, in blocks that never move.
/// Nothing is ever removed by the fold, so it cannot be here.
package struct IDTable<Key: TableKey, Value> {
  fileprivate struct Entry {
    let key: Key
    var value: Value
  }

  /// All blocks but the last are full.
  private var blocks: ContiguousArray<ContiguousArray<Entry>> = []
  /// A power of two of slots, at most half of them taken.
  ///
  /// 0 is a free one; else the low bits, as many as say the number of slots, are a place and one, and
  /// the others are those bits of the key's hash: so it is rare that an entry is looked at which is not
  /// the one looked for.
  private var slots: ContiguousArray<UInt32> = []
  package private(set) var count = 0

  private static var blockBits: Int { 9 }

  package init() {}

  /// The ids, in the order in which they came.
  package var keys: [Key] { map(\.key) }
  /// The values, in the order of the ids.
  package var values: [Value] { map(\.value) }

  /// The value of an id; nil where it has none.
  package subscript(key: Key) -> Value? { place(of: key).map { self[at: $0] } }

  /// The value of an id; one that has none gets `fallback` when it is changed.
  package subscript(key: Key, default fallback: @autoclosure () -> Value) -> Value {
    get { self[key] ?? fallback() }
    _modify {
      let place = place(of: key, orNew: fallback())
      yield &self[at: place]
    }
  }

  /// The value at a place.
  package subscript(at place: Int) -> Value {
    get {
      blocks[place >> Self.blockBits][place & (1 << Self.blockBits - 1)].value
    }
    _modify {
      yield &blocks[place >> Self.blockBits][place & (1 << Self.blockBits - 1)].value
    }
  }

  private func key(at place: Int) -> Key {
    blocks[place >> Self.blockBits][place & (1 << Self.blockBits - 1)].key
  }

  /// The place of an id's value, which stays the same whatever is added; nil where it has none.
  package func place(of key: Key) -> Int? {
    slots.isEmpty ? nil : place(in: slots[slot(of: key, key.tableHash)])
  }

  /// Finds the places of many ids, in loops that do but that: so that their reads of memory overlap.
  ///
  /// - Parameter places: becomes as long as `keys`; nil where an id has no place, or one that this does not
  ///   find at once.
  func find(_ keys: ContiguousArray<Key>, _ places: inout ContiguousArray<Int?>) {
    places.removeAll(keepingCapacity: true)
    guard !slots.isEmpty else { return places.append(contentsOf: keys.lazy.map { _ in nil }) }
    let mask = mask
    for key in keys {
      let hash = key.tableHash
      let content = slots[Int(hash & mask)]
      let isLike = content != 0 && (content ^ hash) & ~mask == 0
      places.append(isLike ? Int(content & mask) - 1 : nil)
    }
    for index in keys.indices {
      if let place = places[index], key(at: place) != keys[index] { places[index] = nil }
    }
  }

  /// The place of an id's value, which is `new` where it had none.
  package mutating func place(of key: Key, orNew new: @autoclosure () -> Value) -> Int {
    if 2 * (count + 1) > slots.count { grow() }
    let hash = key.tableHash
    let slot = slot(of: key, hash)
    if let place = place(in: slots[slot]) { return place }
    let place = count
    if place & (1 << Self.blockBits - 1) == 0 {
      var block = ContiguousArray<Entry>()
      // The first grows as there is need, since most tables stay small.
      if place > 0 { block.reserveCapacity(1 << Self.blockBits) }
      blocks.append(block)
    }
    blocks[place >> Self.blockBits].append(Entry(key: key, value: new()))
    count += 1
    slots[slot] = content(place, hash)
    return place
  }

  /// Gives an id a value, whether or not it had one.
  package mutating func updateValue(_ value: Value, forKey key: Key) {
    self[key, default: value] = value
  }

  private var mask: UInt32 { UInt32(slots.count - 1) }

  /// The content of the slot of an entry.
  private func content(_ place: Int, _ hash: UInt32) -> UInt32 { hash & ~mask | UInt32(place + 1) }

  private func place(in content: UInt32) -> Int? {
    content == 0 ? nil : Int(content & mask) - 1
  }

  /// The slot that an id has, or the free one that it would get.
  private func slot(of key: Key, _ hash: UInt32) -> Int {
    let mask = mask
    var slot = hash & mask
    while true {
      let content = slots[Int(slot)]
      if content == 0 { return Int(slot) }
      if (content ^ hash) & ~mask == 0, self.key(at: Int(content & mask) - 1) == key {
        return Int(slot)
      }
      slot = (slot + 1) & mask
    }
  }

  private mutating func grow() {
    precondition(count < 1 << 30, "A table of ids holds at most 2^30 of them")
    slots = ContiguousArray(repeating: 0, count: slots.isEmpty ? 8 : 2 * slots.count)
    for place in 0..<count {
      let hash = key(at: place).tableHash
      var slot = hash & mask
      while slots[Int(slot)] != 0 { slot = (slot + 1) & mask }
      slots[Int(slot)] = content(place, hash)
    }
  }

  /// The ids with what `transform` makes of their values.
  package func mapValues<Other>(_ transform: (Value) -> Other) -> IDTable<Key, Other> {
    var result = IDTable<Key, Other>()
    for (key, value) in self { result.updateValue(transform(value), forKey: key) }
    return result
  }

  /// The ids with those values that `isIncluded` says.
  package func filter(_ isIncluded: ((key: Key, value: Value)) -> Bool) -> Self {
    var result = Self()
    for (key, value) in self where isIncluded((key, value)) {
      result.updateValue(value, forKey: key)
    }
    return result
  }
}

extension IDTable.Entry: Sendable where Value: Sendable {}
extension IDTable: Sendable where Value: Sendable {}

extension IDTable: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (Key, Value)...) {
    for (key, value) in elements { updateValue(value, forKey: key) }
  }
}

extension IDTable: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(place: Int) -> (key: Key, value: Value) {
    (key(at: place), self[at: place])
  }
}

extension IDTable: Equatable where Value: Equatable {
  /// Tells whether both hold the same, in whatever order it came.
  package static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }
}
