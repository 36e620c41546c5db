extension Array where Element: Comparable {
  /// Returns the places of as many elements as can be that ascend strictly, in their order: who puts
  /// the elements in order has to move all others and no more.
  ///
  /// - Complexity: O(*n* log *n*).
  package func longestAscending() -> [Int] {
    // tails[n] is the place of the smallest element that ends an ascending run of n + 1.
    var tails: [Int] = []
    var previous = [Int?](repeating: nil, count: count)
    for (place, element) in enumerated() {
      let length = tails.partitionPoint { self[$0] >= element }
      previous[place] = length > 0 ? tails[length - 1] : nil
      if length == tails.count { tails.append(place) } else { tails[length] = place }
    }
    var longest: [Int] = []
    var next = tails.last
    while let place = next {
      longest.append(place)
      next = previous[place]
    }
    return longest.reversed()
  }
}
