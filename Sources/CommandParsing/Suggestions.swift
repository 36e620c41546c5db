/// What somebody may have meant: the nearest of some right words.
package enum Suggestions {
  /// Finds the words nearest to a mistyped one: at most three, all equally near, in their given
  /// order.
  ///
  /// A word is near within one edit for up to three characters, two for up to seven, three beyond
  /// that; a word that the mistyped one begins (of two characters or more) counts as one edit away.
  package static func nearest(to mistyped: String?, among words: [String]) -> [String] {
    guard let mistyped, !mistyped.isEmpty else { return [] }
    let length = mistyped.count
    let limit = length <= 3 ? 1 : length <= 7 ? 2 : 3
    var best = limit
    var found: [String] = []
    for word in words {
      // A distance as long as the word itself would mean that nothing of it was typed.
      guard let distance = self.distance(mistyped, word, within: limit), distance < word.count
      else { continue }
      if distance < best { found.removeAll() }
      if distance <= best { found.append(word) }
      best = min(best, distance)
    }
    return Array(found.prefix(3))
  }

  /// Words the hint for the nearest candidates, or gives nil for none.
  package static func hint(_ candidates: [String]) -> String? {
    candidates.isEmpty ? nil : "did you mean \(alternatives(candidates))?"
  }

  /// Joins words as a choice: `a`, `a or b`, `a, b or c`.
  static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func distance(_ mistyped: String, _ word: String, within limit: Int) -> Int? {
    if mistyped == word { return 0 }
    if mistyped.count >= 2, word.hasPrefix(mistyped) { return 1 }
    guard abs(mistyped.count - word.count) <= limit else { return nil }
    let edits = edits(Array(mistyped), Array(word))
    return edits <= limit ? edits : nil
  }

  /// Counts the insertions, deletions, substitutions and swaps of neighbours between two words: the
  /// Damerau-Levenshtein distance in its restricted form (no text is edited twice).
  static func edits(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in 0..<b.count {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
