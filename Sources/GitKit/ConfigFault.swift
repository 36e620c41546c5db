import Platform

/// Is what is wrong with the form of a file of settings, and where.
///
/// libgit2 tells file and line in its message only:
/// `failed to parse config file: missing ']' in section header (in /home/ada/config:3, column 7)`.
struct ConfigFault {
  let message: String
  let path: Path
  let line: Int

  /// Takes a message apart; nil for one of another form.
  init?(_ text: String) {
    guard text.last == ")", let start = Self.range(of: " (in ", in: text) else { return nil }
    var place = text[start.upperBound...].dropLast()
    if let comma = place.lastIndex(of: ","), place[comma...].hasPrefix(", column ") {
      place = place[..<comma]
    }
    guard let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]),
      let path = Path(String(place[..<colon]))
    else { return nil }
    var message = text[..<start.lowerBound]
    let introduction = "failed to parse config file: "
    if message.hasPrefix(introduction) { message = message.dropFirst(introduction.count) }
    self.message = String(message)
    self.path = path
    self.line = line
  }

  private static func range(of part: String, in text: String) -> Range<String.Index>? {
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].hasPrefix(part) {
        return start..<text.index(start, offsetBy: part.count)
      }
      start = text.index(after: start)
    }
    return nil
  }
}
