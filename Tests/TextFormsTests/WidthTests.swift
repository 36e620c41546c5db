import Testing
import TextForms

@Suite("Columns")
struct WidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4),
    ("\u{1112}\u{1161}\u{11ab}", 2), ("ﾊﾝ", 2), ("😀", 2), ("👨‍👩‍👧", 2), ("👍🏽", 2), ("🇨🇿", 2),
    ("❤️", 2), ("❤", 1), ("\u{fffd}", 1), ("…", 1), ("a\u{200b}b", 2), ("1️⃣", 2), ("🏳️‍🌈", 2),
    ("Ａ", 2), ("a\u{a0}b", 3),
  ])
  func `texts take the columns a terminal gives them`(_ text: String, _ columns: Int) {
    #expect(TextForm.width(text) == columns)
  }

  @Test(arguments: [
    ("Holiday", 7, "Holiday"), ("Holiday", 6, "Holid…"), ("Holiday", 1, "…"), ("Holiday", 0, ""),
    ("Holiday", -3, ""), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("日本語", 2, "…"), ("日", 1, "…"), ("", 1, ""), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("a", 1, "a"),
  ])
  func `long texts are cut between characters`(_ text: String, _ columns: Int, _ cut: String) {
    #expect(TextForm.truncated(text, to: columns) == cut)
  }

  @Test
  func `short texts are filled up on either side`() {
    #expect(TextForm.padded("日", to: 4) == "日  ")
    #expect(TextForm.padded("12", to: 4, .trailing) == "  12")
    #expect(TextForm.padded("12345", to: 4) == "12345")
    #expect(TextForm.padded("x", to: -1) == "x")
  }

  @Test
  func `a text that was cut fits, whatever is in it`() {
    for text in ["", "a", "Holiday", "日本語", "👨‍👩‍👧👍🏽🇨🇿", "e\u{301}\u{301}", "한글 x"] {
      for columns in 0...12 {
        #expect(TextForm.width(TextForm.truncated(text, to: columns)) <= columns)
        let field = TextForm.padded(TextForm.truncated(text, to: columns), to: columns)
        #expect(TextForm.width(field) == columns, "\(text) \(columns)")
      }
    }
  }
}
