/// Is a pattern with `*`, `?`, `[…]` and `**` that a name or a path fits or does not, as in gitignore(5).
///
/// It fits the same as git's own (wildmatch.c of git 2.39), byte by byte: no letter is the other's small
/// form, and no encoding is assumed.
struct GlobPattern: Sendable, Equatable {
  private enum Outcome {
    case fits
    case not
    /// Nothing that a `*` could take more would help.
    case never
    /// Only a `**` further left could help.
    case notInName
  }

  let bytes: [UInt8]
  /// Whether a slash is fitted by nothing but a slash and `**`.
  let mindsSlashes: Bool

  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")
  private static let backslash = UInt8(ascii: "\\")

  /// Whether a text fits from its first byte to its last.
  func fits(_ text: ArraySlice<UInt8>) -> Bool { match(bytes[...], text) == .fits }

  private func match(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Outcome {
    var (place, at) = (pattern.startIndex, text.startIndex)
    while place < pattern.endIndex {
      let byte = pattern[place]
      let isAtEnd = at == text.endIndex
      if isAtEnd, byte != Self.star { return .never }
      switch byte {
      case Self.backslash:
        place += 1
        guard place < pattern.endIndex, text[at] == pattern[place] else { return .not }
      case UInt8(ascii: "?"):
        if mindsSlashes, text[at] == Self.slash { return .not }
      case Self.star:
        return matchStar(pattern, place, text[at...])
      case UInt8(ascii: "["):
        guard let (fits, end) = Self.bracket(pattern, place, text[at]) else { return .never }
        if !fits || (mindsSlashes && text[at] == Self.slash) { return .not }
        place = end
      default:
        if text[at] != byte { return .not }
      }
      place += 1
      at += 1
    }
    return at == text.endIndex ? .fits : .not
  }

  /// Matches from a `*` on.
  private func matchStar(
    _ pattern: ArraySlice<UInt8>, _ star: Int, _ text: ArraySlice<UInt8>
  ) -> Outcome {
    var place = star + 1
    var takesSlashes = !mindsSlashes
    if place < pattern.endIndex, pattern[place] == Self.star {
      while place < pattern.endIndex, pattern[place] == Self.star { place += 1 }
      let rest = pattern[place...]
      let endsName =
        rest.isEmpty || rest.first == Self.slash || rest.starts(with: [Self.backslash, Self.slash])
      let beginsName = star == pattern.startIndex || pattern[star - 1] == Self.slash
      if mindsSlashes {
        takesSlashes = beginsName && endsName
        // `a/**/b` fits `a/b`, too.
        if takesSlashes, rest.first == Self.slash, match(rest.dropFirst(), text) == .fits {
          return .fits
        }
      }
    }
    let rest = pattern[place...]
    guard let next = rest.first else {
      return takesSlashes || !text.contains(Self.slash) ? .fits : .not
    }
    if !takesSlashes, next == Self.slash {
      // One `*` before a slash takes the rest of this name, whatever it is.
      guard let slash = text.firstIndex(of: Self.slash) else { return .not }
      return match(rest.dropFirst(), text[(slash + 1)...])
    }
    var at = text.startIndex
    while at < text.endIndex {
      if !Self.isSpecial(next) {
        while at < text.endIndex, text[at] != next, takesSlashes || text[at] != Self.slash {
          at += 1
        }
        if at == text.endIndex || text[at] != next { return .not }
      }
      let outcome = match(rest, text[at...])
      if outcome != .not {
        if !takesSlashes || outcome != .notInName { return outcome }
      } else if !takesSlashes, text[at] == Self.slash {
        return .notInName
      }
      at += 1
    }
    return .never
  }

  static func isSpecial(_ byte: UInt8) -> Bool {
    [star, UInt8(ascii: "?"), UInt8(ascii: "["), backslash].contains(byte)
  }

  // MARK: Brackets

  /// Whether a byte is one of those in brackets, and where they end; nil where they do not.
  private static func bracket(
    _ pattern: ArraySlice<UInt8>, _ start: Int, _ byte: UInt8
  ) -> (fits: Bool, end: Int)? {
    var place = start + 1
    func byteHere() -> UInt8? { place < pattern.endIndex ? pattern[place] : nil }
    var isNegated = false
    if byteHere() == UInt8(ascii: "!") || byteHere() == UInt8(ascii: "^") {
      isNegated = true
      place += 1
    }
    var fits = false
    var previous: UInt8 = 0
    var isFirst = true
    while true {
      guard var current = byteHere() else { return nil }
      if current == UInt8(ascii: "]"), !isFirst { return (fits != isNegated, place) }
      isFirst = false
      if current == backslash {
        place += 1
        guard let escaped = byteHere() else { return nil }
        current = escaped
        if byte == current { fits = true }
      } else if current == UInt8(ascii: "-"), previous != 0, place + 1 < pattern.endIndex,
        pattern[place + 1] != UInt8(ascii: "]")
      {
        place += 1
        current = pattern[place]
        if current == backslash {
          place += 1
          guard let escaped = byteHere() else { return nil }
          current = escaped
        }
        if previous <= byte, byte <= current { fits = true }
        // A range ends here: what follows is not the end of another.
        current = 0
      } else if current == UInt8(ascii: "["), place + 1 < pattern.endIndex,
        pattern[place + 1] == UInt8(ascii: ":")
      {
        let begin = place + 2
        guard let end = pattern[begin...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        if end - 1 >= begin, pattern[end - 1] == UInt8(ascii: ":") {
          guard let isMember = isMember(byte, of: pattern[begin..<(end - 1)]) else { return nil }
          if isMember { fits = true }
          place = end
          current = 0
        } else if byte == current {
          // No class after all: the bracket stands for itself.
          fits = true
        }
      } else if byte == current {
        fits = true
      }
      previous = current
      place += 1
    }
  }

  /// Whether a byte is in a class, by ASCII; nil for a class that there is not.
  private static func isMember(_ byte: UInt8, of name: ArraySlice<UInt8>) -> Bool? {
    let isLower = (0x61...0x7A).contains(byte)
    let isUpper = (0x41...0x5A).contains(byte)
    let isDigit = (0x30...0x39).contains(byte)
    let isAlnum = isLower || isUpper || isDigit
    let isGraph = (0x21...0x7E).contains(byte)
    switch String(decoding: name, as: UTF8.self) {
    case "alnum": return isAlnum
    case "alpha": return isLower || isUpper
    case "blank": return byte == 0x20 || byte == 0x09
    case "cntrl": return byte < 0x20 || byte == 0x7F
    case "digit": return isDigit
    case "graph": return isGraph
    case "lower": return isLower
    case "print": return isGraph || byte == 0x20
    case "punct": return isGraph && !isAlnum
    case "space": return byte == 0x20 || (0x09...0x0D).contains(byte)
    case "upper": return isUpper
    case "xdigit":
      return isDigit || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    default: return nil
    }
  }
}
