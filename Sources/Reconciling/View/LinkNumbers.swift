import Operations

/// Finds numbers for the links of an album, so that their order is the album's and as few as can be get
/// another one.
///
/// Steps of ten at the end; the middle of a gap elsewhere; where a gap is full, the smallest window
/// around it that has room is spread anew.
struct LinkNumbers {
  /// One link in the album's order: what its name is now; nil for one that has none yet.
  private let names: [LinkName?]
  /// The numbers that change, by index.
  private(set) var changed: [Int: Int] = [:]
  /// How many digits they are written with.
  private(set) var width: Int

  static let step = 10
  /// How many digits a number has at least.
  static let leastWidth = 4

  init(_ names: [LinkName?]) {
    self.names = names
    width = names.compactMap { $0?.number == nil ? nil : $0?.width }.max() ?? Self.leastWidth
    width = max(width, Self.leastWidth)
    var kept = Self.longestAscending(names)
    fill(&kept)
    let highest = max(
      changed.values.max() ?? 0,
      kept.indices.lazy.compactMap { kept[$0] ? names[$0]?.number : nil }.max() ?? 0)
    guard String(highest).utf8.count > width else { return }
    // Numbers of more digits than the others have would not sort among them everywhere.
    changed = [:]
    for index in names.indices { changed[index] = (index + 1) * Self.step }
    width = max(Self.leastWidth, String(names.count * Self.step).utf8.count)
  }

  /// Whether each link keeps its name: the longest part of the order in which the names ascend already.
  private static func longestAscending(_ names: [LinkName?]) -> [Bool] {
    let named = names.indices.filter { names[$0] != nil }
    var kept = [Bool](repeating: false, count: names.count)
    for place in named.compactMap({ names[$0] }).longestAscending() { kept[named[place]] = true }
    return kept
  }

  /// Gives a number to each link that does not keep its name.
  private mutating func fill(_ kept: inout [Bool]) {
    var index = 0
    while index < names.count {
      guard !kept[index] else {
        index += 1
        continue
      }
      var start = index
      var end = index
      while end < names.count, !kept[end] { end += 1 }
      spread(&start, &end, &kept)
      for index in start..<end { kept[index] = true }
      index = end
    }
  }

  /// Numbers the links from `start` to before `end`, and as many around as have to give way.
  private mutating func spread(_ start: inout Int, _ end: inout Int, _ kept: inout [Bool]) {
    var growsLeft = true
    var isWidened = false
    while true {
      let count = end - start
      // A name that has no number comes last: nothing numbered goes behind it.
      let low = start > 0 ? number(start - 1) : 0
      let high = end < names.count ? number(end) : nil
      if let low {
        if end == names.count || (high == nil && names[end]?.number == nil) {
          let first = (low / Self.step + 1) * Self.step
          for offset in 0..<count { changed[start + offset] = first + offset * Self.step }
          return
        }
        if let high, high - low > (isWidened ? leastRoom(for: count) : count) {
          for offset in 0..<count {
            changed[start + offset] = low + (high - low) * (offset + 1) / (count + 1)
          }
          return
        }
      }
      isWidened = true
      if (growsLeft || end == names.count) && start > 0 || low == nil {
        start -= 1
      } else {
        end += 1
      }
      // What was numbered before in this round or keeps its name gives way; a run that has no name yet
      // comes along.
      while end < names.count, !kept[end], changed[end] == nil { end += 1 }
      growsLeft.toggle()
    }
  }

  /// How much room a window has to have that is spread anew.
  ///
  /// Where others have to give way they get room for the next ones, too: the more, the larger the window
  /// is, so that the next ones find theirs in a part of it.
  private func leastRoom(for count: Int) -> Int {
    func digits(_ number: Int) -> Int { Int.bitWidth - number.leadingZeroBitCount }
    let level = Double(digits(count)) / Double(digits(names.count))
    return Int(Double(count) * (1.2 + 4.8 * level * level)) + 1
  }

  /// The number that a link has by now.
  private func number(_ index: Int) -> Int? { changed[index] ?? names[index]?.number }
}
