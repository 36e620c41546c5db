/// Quotes words for shells.
enum ShellQuoting {
  /// Quotes a word for POSIX shells: bash and zsh (POSIX.1-2017, XCU 2.2.2).
  static func posix(_ word: String) -> String {
    "'\(replacing("'", by: "'\\''", in: word))'"
  }

  /// Quotes a word for fish(1), in whose single quotes a backslash escapes itself and the quote.
  static func fish(_ word: String) -> String {
    "'\(replacing("'", by: "\\'", in: replacing("\\", by: "\\\\", in: word)))'"
  }

  /// Puts a text in place of a character wherever that stands.
  static func replacing(
    _ character: Character, by replacement: String, in text: String
  ) -> String {
    text.reduce(into: "") { $0 += $1 == character ? replacement : String($1) }
  }
}
