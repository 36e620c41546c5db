import LibraryState
import Operations

/// Gives numbers, from 1 upwards, to what rows name by one; assets and albums have the places of the
/// state that is built.
struct BuilderNumbers {
  private(set) var logs = IDTable<LogID, Void>()
  private(set) var contents = IDTable<ContentID, Void>()
  private(set) var places = IDTable<PlaceID, Void>()
  private(set) var names: [ExactText] = []
  private var ofName: [ExactText: Int64] = [:]

  mutating func number(of log: LogID) -> Int64 { Int64(logs.place(of: log, orNew: ()) + 1) }

  mutating func number(of content: ContentID) -> Int64 {
    Int64(contents.place(of: content, orNew: ()) + 1)
  }

  mutating func number(of place: PlaceID) -> Int64 {
    Int64(places.place(of: place, orNew: ()) + 1)
  }

  mutating func number(of name: ExactText) -> Int64 {
    if let number = ofName[name] { return number }
    names.append(name)
    ofName[name] = Int64(names.count)
    return Int64(names.count)
  }
}

/// Notes which transactions concern each of many things, in the order in which rows are written.
struct TouchLog {
  private var entries: [(place: UInt32, transaction: Int64)] = []

  /// Notes that a transaction, which is no earlier than those before, concerns what is at a place.
  mutating func append(_ place: UInt32, _ transaction: Int64) {
    entries.append((place, transaction))
  }

  /// The transactions of all places below `count`, those of a place one behind the other.
  ///
  /// - Returns: the transactions, and for each place where its own begin; the end is one more.
  func byPlace(_ count: Int) -> (transactions: [Int64], starts: [Int]) {
    var starts = [Int](repeating: 0, count: count + 1)
    for entry in entries { starts[Int(entry.place) + 1] += 1 }
    for place in 0..<count { starts[place + 1] += starts[place] }
    var next = starts
    var transactions = [Int64](repeating: 0, count: entries.count)
    for entry in entries {
      transactions[next[Int(entry.place)]] = entry.transaction
      next[Int(entry.place)] += 1
    }
    return (transactions, starts)
  }
}
