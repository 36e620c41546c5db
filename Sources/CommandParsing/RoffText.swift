/// Turns the texts of specs into the language of roff(7), as man(7) pages use it.
///
/// Options and variables become bold and the names of values italic, wherever they stand in a text.
struct RoffText {
  /// The names that are set in italics: those of operands and of options' values.
  let names: Set<String>

  /// The most characters of a filled line of source; mandoc(1) warns beyond 80.
  private static let width = 78

  // MARK: Characters

  /// Escapes a text so that roff shows just its characters.
  ///
  /// Everything that roff or a typesetter would turn into another character than the one a shell
  /// understands is named (groff_char(7), "Apostrophe, quotation marks"; man-pages(7) on dashes), so
  /// that examples can be copied from the page. A line that begins with a dot is not dealt with
  /// here: see ``line(_:)``.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "\"": result += "\\(dq"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\t": result += " "
      default:
        if scalar.isASCII {
          result.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
        }
      }
    }
    return result
  }

  /// Protects an escaped line against being taken for a request.
  static func line(_ escaped: String) -> String {
    escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  /// Sets a text in bold, as what is typed as it stands.
  static func bold(_ text: String) -> String {
    text.isEmpty ? "" : "\\fB\(escaped(text))\\fR"
  }

  /// Sets a text in italics, as what something else is put in place of.
  static func italic(_ text: String) -> String {
    text.isEmpty ? "" : "\\fI\(escaped(text))\\fR"
  }

  // MARK: Prose

  /// Fills lines with the words of a paragraph; each sentence begins a line, as roff needs it to tell
  /// the ends of sentences.
  func filled(_ text: String) -> [String] {
    let words = text.split { $0 == " " || $0 == "\n" }.map { String($0) }
    var lines: [String] = []
    var line = ""
    for (index, word) in words.enumerated() {
      var piece = marked(word)
      let next = index + 1 < words.count ? words[index + 1] : nil
      let endsSentence = Self.endsSentence(word)
      if endsSentence, let first = next?.first, first.isLowercase { piece += "\\&" }
      if !line.isEmpty, line.utf8.count + 1 + piece.utf8.count > Self.width {
        lines.append(Self.line(line))
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + piece
      if endsSentence, !piece.hasSuffix("\\&") {
        lines.append(Self.line(line))
        line = ""
      }
    }
    if !line.isEmpty { lines.append(Self.line(line)) }
    return lines
  }

  /// Breaks a line of escaped words where it would be too long.
  static func wrapped(_ escaped: String) -> [String] {
    var lines: [String] = []
    for word in escaped.split(separator: " ") {
      if let last = lines.last, last.utf8.count + 1 + word.utf8.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(line(String(word)))
      }
    }
    return lines
  }

  /// Makes a sentence of a phrase without full stop.
  static func sentence(_ phrase: String) -> String {
    guard let first = phrase.first else { return "" }
    let whole = phrase.last.map { ".!?".contains($0) } ?? false
    return first.uppercased() + phrase.dropFirst() + (whole ? "" : ".")
  }

  /// Escapes a word and sets it in the font that its meaning asks for.
  private func marked(_ word: String) -> String {
    let opening = word.prefix { "([{\"'".contains($0) }
    var core = word.dropFirst(opening.count)
    var closing = ""
    while let last = core.last, ".,;:!?)]}\"'".contains(last) {
      closing = String(last) + closing
      core = core.dropLast()
    }
    let text = String(core)
    let isLiteral = Self.isOption(text) || Self.isVariable(text)
    let shown =
      isLiteral
      ? Self.bold(text) : names.contains(text) ? Self.italic(text) : Self.escaped(text)
    return Self.escaped(String(opening)) + shown + Self.escaped(closing)
  }

  private static func isOption(_ text: String) -> Bool {
    let name = text.drop { $0 == "-" }
    let dashes = text.count - name.count
    return (dashes == 1 || dashes == 2) && (name.first?.isLetter ?? false)
      || dashes == 1 && name.count == 1 && (name.first?.isNumber ?? false)
  }

  private static func isVariable(_ text: String) -> Bool {
    text.count > 1 && text.hasPrefix("$")
      && text.dropFirst().allSatisfy { $0.isUppercase || $0 == "_" }
  }

  private static func endsSentence(_ word: String) -> Bool {
    var rest = word[...]
    while let last = rest.last, ")]\"'".contains(last) { rest = rest.dropLast() }
    return rest.last.map { ".!?".contains($0) } ?? false
  }

  // MARK: Usage

  /// Sets a piece of usage: options and words in bold, names in italics.
  ///
  /// - Returns: lines; the piece can be broken between them only, which is behind `|`.
  static func usage(_ piece: String) -> [String] {
    var lines: [String] = []
    var result = ""
    var run = ""
    func flush() {
      let isName = run.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "_" }
      result += isName ? italic(run) : bold(run)
      run = ""
    }
    for character in piece {
      if character.isLetter || character.isNumber || character == "-" || character == "_" {
        run.append(character)
        continue
      }
      flush()
      if character != " " {
        result += escaped(String(character))
      } else if result.hasSuffix("|") {
        lines.append(line(result))
        result = ""
      } else {
        result += "\\ "
      }
    }
    flush()
    // Three dots at the end of a line would end a sentence.
    lines.append(line(result) + (result.hasSuffix(".") ? "\\&" : ""))
    return lines
  }
}
