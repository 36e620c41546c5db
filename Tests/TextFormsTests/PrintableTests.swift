import Testing
import TextForms

@Suite("Printable text")
struct PrintableTests {
  @Test(arguments: [
    ("Summer 2024", "Summer 2024"), ("", ""), ("Žluťoučký kůň", "Žluťoučký kůň"),
    ("a\nb\r\n\tc\0", #"a\nb\r\n\tc\0"#), ("\u{1b}[31mred\u{1b}[0m", #"\u{1b}[31mred\u{1b}[0m"#),
    ("\u{7f}\u{80}\u{9b}2J", #"\u{7f}\u{80}\u{9b}2J"#), ("\u{202e}gpj.exe", #"\u{202e}gpj.exe"#),
    ("a\u{2028}b\u{2029}c\u{85}d", #"a\u{2028}b\u{2029}c\u{85}d"#),
    ("\u{2066}x\u{2069}", #"\u{2066}x\u{2069}"#),
    ("\u{feff}x\u{200e}\u{200f}\u{61c}", #"\u{feff}x\u{200e}\u{200f}\u{61c}"#),
    (#"C:\n"#, #"C:\n"#), ("👨‍👩‍👧 ok", "👨‍👩‍👧 ok"), ("a\u{a0}b", "a\u{a0}b"),
  ])
  func `what could act on a terminal is shown instead`(_ text: String, _ shown: String) {
    #expect(Array(TextForm.printable(text).utf8) == Array(shown.utf8))
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], "a\u{fffd}b"), ([0xC3], "\u{fffd}"), ([0xC3, 0xA9], "é"),
      ([0x1B, 0x5B, 0xFE], #"\u{1b}[\#u{fffd}"#), ([0x9B, 0x41], "\u{fffd}A"), ([], ""),
    ] as [([UInt8], String)])
  func `undecodable bytes become the replacement character`(_ bytes: [UInt8], _ shown: String) {
    #expect(TextForm.printable(bytes) == shown)
  }

  @Test
  func `no control, separator or bidirectional character is left`() {
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for left in TextForm.printable("a\(Character(scalar))b").unicodeScalars {
        let properties = left.properties
        let category = properties.generalCategory
        #expect(category != .control && category != .lineSeparator, "U+\(value)")
        #expect(category != .paragraphSeparator, "U+\(value)")
        #expect(!Self.bidirectional.contains(left.value), "U+\(value)")
      }
    }
  }

  /// The characters with the property Bidi_Control.
  private static let bidirectional: Set<UInt32> = [
    0x61C, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
  ]
}
