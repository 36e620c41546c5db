/// Lays plain text out in a number of columns.
///
/// A word wider than the columns stands on a line of its own and is not broken, so that it can
/// still be copied. Widths count characters; the texts laid out here are the program's own.
struct TextLayout {
  /// The fewest columns that are laid out; asked for less, this is used.
  static let narrowest = 20
  /// Below this width a term stands above its description instead of beside it.
  private static let narrow = 48
  private static let widestTerm = 26

  /// The number of columns.
  let width: Int

  init(width: Int) {
    self.width = max(width, Self.narrowest)
  }

  /// Fills lines with pieces, which are broken only where they are wider than a line.
  ///
  /// - Parameters:
  ///   - indent: the spaces before the first line.
  ///   - hanging: the spaces before each following line.
  func fill(_ pieces: [String], indent: Int = 0, hanging: Int = 0) -> [String] {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var empty = true
    let breakable = pieces.flatMap { piece in
      // A piece that no line can hold is better broken at its spaces than cut off by the terminal.
      piece.count > width - hanging ? piece.split(separator: " ").map { String($0) } : [piece]
    }
    for piece in breakable {
      if !empty, line.count + 1 + piece.count > width {
        lines.append(line)
        line = String(repeating: " ", count: hanging)
        empty = true
      }
      line += (empty ? "" : " ") + piece
      empty = false
    }
    if !empty { lines.append(line) }
    return lines
  }

  /// Fills lines with the words of a text of one or more paragraphs, all lines indented alike.
  func paragraphs(_ text: String, indent: Int = 0) -> [String] {
    guard !text.isEmpty else { return [] }
    var result: [String] = []
    var words: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") || line.isEmpty {
        result += fill(words, indent: indent, hanging: indent)
        words = []
        result.append(line.isEmpty ? "" : String(repeating: " ", count: indent) + line)
      } else {
        words += line.split(separator: " ").map { String($0) }
      }
    }
    return result + fill(words, indent: indent, hanging: indent)
  }

  /// Sets terms beside their descriptions, or above them where the columns are few.
  func table(_ rows: [(term: String, description: String)]) -> [String] {
    let fitting = rows.map { $0.term.count }.filter { $0 <= Self.widestTerm }
    let column = width < Self.narrow ? 6 : 2 + (fitting.max() ?? 0) + 2
    var result: [String] = []
    for row in rows {
      let words = row.description.split(separator: " ").map { String($0) }
      let term = "  " + row.term
      var lines = fill(words, indent: column, hanging: column)
      if term.count + 2 <= column, let first = lines.first {
        let gap = String(repeating: " ", count: column - term.count)
        lines[0] = term + gap + first.dropFirst(column)
      } else {
        lines.insert(contentsOf: fill([row.term], indent: 2, hanging: 4), at: 0)
      }
      result += lines
    }
    return result
  }
}
