/// A page in the language of man(7) under way.
struct RoffPage {
  private var lines: [String] = []
  private let prose: RoffText

  /// Begins a page.
  ///
  /// - Parameter names: the names that its texts show in italics.
  init(name: String, section: Int, facts: ManualFacts, names: Set<String>) {
    prose = RoffText(names: names)
    let title = RoffText.escaped(name.uppercased())
    let rest = [facts.source, facts.title].map { "\"\(RoffText.escaped($0))\"" }
    // mandoc reads the date, and only without escapes.
    lines.append(".TH \(title) \(section) \(facts.date) \(rest.joined(separator: " "))")
    // Names that are broken, or have their spaces stretched, cannot be searched for.
    lines += [".nh", ".ad l"]
  }

  /// The page's source so far, each line ended by a newline.
  var text: String {
    lines.map { $0 + "\n" }.joined()
  }

  /// Begins a section.
  mutating func section(_ title: String) {
    lines.append(".SH \(RoffText.escaped(title.uppercased()))")
  }

  /// Begins a part of a section.
  mutating func subsection(_ title: String) {
    lines.append(".SS \(RoffText.escaped(title))")
  }

  /// Writes the name of the page and what is behind it, in the form that mandb(8) reads.
  mutating func name(_ name: String, _ summary: String) {
    section("Name")
    lines += RoffText.wrapped("\(RoffText.escaped(name)) \\- \(RoffText.escaped(summary))")
  }

  /// Writes a synopsis.
  ///
  /// - Parameters:
  ///   - command: the words that are always typed.
  ///   - pieces: what follows, in pieces that are not to be broken.
  mutating func synopsis(_ command: String, _ pieces: [String]) {
    section("Synopsis")
    lines.append(".SY \"\(RoffText.escaped(command))\"")
    lines += pieces.flatMap(RoffText.usage)
    lines.append(".YS")
  }

  /// Separates what follows from what was there before; a heading does so by itself.
  private mutating func beginParagraph() {
    let last = lines.last ?? ""
    if !last.hasPrefix(".SH ") && !last.hasPrefix(".SS ") { lines.append(".PP") }
  }

  /// Writes paragraphs with empty lines between, in which lines that begin with two spaces are kept
  /// as they are.
  mutating func paragraphs(_ text: String) {
    var words: [Substring] = []
    var kept: [Substring] = []
    // The empty line at the end closes what is open.
    for line in (text + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      let isKept = line.hasPrefix("  ")
      if !isKept, !kept.isEmpty {
        beginParagraph()
        lines += [".EX"] + kept.map { RoffText.line(RoffText.escaped(String($0))) } + [".EE"]
        kept = []
      }
      if isKept || line.isEmpty, !words.isEmpty {
        beginParagraph()
        lines += prose.filled(words.joined(separator: " "))
        words = []
      }
      if isKept {
        kept.append(line)
      } else if !line.isEmpty {
        words.append(line)
      }
    }
  }

  /// Writes a term, which is roff already, and its description.
  mutating func entry(_ term: String, _ description: String) {
    lines += [".TP", RoffText.line(term)] + prose.filled(description)
  }

  /// Writes a line to copy and what it does.
  mutating func example(_ line: String, _ explanation: String) {
    beginParagraph()
    lines += [".EX", RoffText.line(RoffText.escaped(line)), ".EE", ".RS 4"]
    lines += prose.filled(explanation) + [".RE"]
  }

  /// Writes references to other pages.
  mutating func references(_ pages: [(name: String, section: Int)]) {
    for (index, page) in pages.enumerated() {
      let comma = index + 1 < pages.count ? "," : ""
      lines.append(".BR \(RoffText.escaped(page.name)) (\(page.section))\(comma)")
    }
  }
}
