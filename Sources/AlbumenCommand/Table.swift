import TextForms

/// Lays rows out in columns, as wide as the widest cell, or as the terminal allows.
struct Table {
  /// A column of the table.
  struct Column {
    var alignment = TextForm.Alignment.leading
    /// How soon it gives way where there is too little room, 1 first; nil never.
    var dropped: Int?
    /// Whether it is cut where there is too little room.
    var isFlexible = false
    /// Whether it is the end that a cut leaves, as of a path.
    var keepsEnd = false
  }

  /// The columns that a flexible one should have before others give way.
  private static let readable = 16

  let columns: [Column]
  private var rows: [[String]] = []

  init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Adds a row; the texts must be printable, one for each column.
  mutating func add(_ cells: String...) {
    assert(cells.count == columns.count)
    rows.append(cells)
  }

  /// The rows as lines, none wider than `width`; nil cuts nothing.
  func lines(width: Int?) -> [String] {
    var widths = columns.indices.map { column in
      rows.reduce(0) { max($0, TextForm.width($1[column])) }
    }
    var shown = columns.indices.filter { widths[$0] > 0 }
    if let width { fit(&shown, &widths, into: width) }
    return rows.map { row in
      let cells = shown.map { column in
        TextForm.padded(
          cut(row[column], column, to: widths[column]), to: widths[column],
          columns[column].alignment)
      }
      // What is shorter than its column leaves spaces at the end that nobody needs.
      var line = cells.joined(separator: "  ")
      while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
      return line
    }
  }

  private func cut(_ text: String, _ column: Int, to width: Int) -> String {
    guard columns[column].keepsEnd, width > 0, TextForm.width(text) > width else {
      return TextForm.truncated(text, to: width)
    }
    var end = text[...]
    repeat { end = end.dropFirst() } while TextForm.width(String(end)) >= width
    return "…" + end
  }

  private func fit(_ shown: inout [Int], _ widths: inout [Int], into width: Int) {
    func others(_ shown: [Int]) -> Int {
      shown.filter { !columns[$0].isFlexible }.reduce(0) { $0 + widths[$1] }
        + 2 * (max(shown.count, 1) - 1)
    }
    func flexible(_ shown: [Int]) -> Int {
      shown.filter { columns[$0].isFlexible }.reduce(0) { $0 + widths[$1] }
    }
    while others(shown) + min(flexible(shown), Self.readable) > width,
      let next = shown.filter({ columns[$0].dropped != nil })
        .min(by: { (columns[$0].dropped ?? 0) < (columns[$1].dropped ?? 0) })
    {
      shown.removeAll { $0 == next }
    }
    for column in shown where columns[column].isFlexible {
      let rest = flexible(shown) - widths[column]
      widths[column] = min(widths[column], max(1, width - others(shown) - rest))
    }
  }
}
