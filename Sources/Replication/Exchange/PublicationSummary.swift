import Operations

/// Says in words what goes to a remote: for people who look into it, and for git's log.
struct PublicationSummary {
  private static let listed = 10
  private var count = 0
  private var labels: [String] = []
  /// The newest transaction.
  private(set) var newest: Transaction?

  /// Adds the next transaction.
  mutating func add(_ transaction: Transaction) {
    count += 1
    newest = transaction
    if labels.count == Self.listed { labels.removeFirst() }
    labels.append(Self.line(transaction.label))
  }

  /// A line, and where there are several transactions the newest of them behind an empty one.
  var text: String {
    guard count > 1 else { return labels.last ?? "" }
    var lines = ["\(labels.last ?? ""), and \(count - 1) more", ""]
    if count > labels.count { lines.append("…") }
    return (lines + labels).joined(separator: "\n")
  }

  /// A label as one short line.
  private static func line(_ label: String) -> String {
    var line = ""
    for character in label {
      if line.count == 60 { return line + "…" }
      let isPlain = character.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
      }
      line.append(isPlain ? character : " ")
    }
    return line.isEmpty ? "Change" : line
  }
}
