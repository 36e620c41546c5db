extension RandomAccessCollection {
  /// Returns the place of the first element for which a condition holds, or the end.
  ///
  /// The condition must hold for all elements behind one for which it holds; it is asked for as many as
  /// the number of elements has binary digits.
  @inlinable package func partitionPoint(where holds: (Element) -> Bool) -> Index {
    var start = startIndex
    var count = count
    while count > 0 {
      let half = count / 2
      let middle = index(start, offsetBy: half)
      if holds(self[middle]) {
        count = half
      } else {
        start = index(after: middle)
        count -= half + 1
      }
    }
    return start
  }
}
