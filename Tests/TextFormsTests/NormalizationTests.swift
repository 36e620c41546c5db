import Testing
import TextForms

@Suite("Normalisation")
struct NormalizationTests {
  /// A text and its normal form, as scalars, because strings compare by canonical equivalence.
  struct Twin: Sendable, CustomTestStringConvertible {
    var name: String
    var text: [UInt32]
    var composed: [UInt32]
    var testDescription: String { name }
  }

  static let twins = [
    Twin(name: "e acute", text: [0x65, 0x301], composed: [0xE9]),
    Twin(name: "already composed", text: [0xE9], composed: [0xE9]),
    Twin(name: "Angstrom sign", text: [0x212B], composed: [0xC5]),
    Twin(name: "Ohm sign", text: [0x2126], composed: [0x3A9]),
    Twin(name: "Hangul of two jamo", text: [0x1100, 0x1161], composed: [0xAC00]),
    Twin(name: "Hangul of three jamo", text: [0x1112, 0x1161, 0x11AB], composed: [0xD55C]),
    Twin(
      name: "marks in the wrong order", text: [0x71, 0x307, 0x323], composed: [0x71, 0x323, 0x307]),
    Twin(name: "s with two dots", text: [0x73, 0x307, 0x323], composed: [0x1E69]),
    Twin(name: "composition exclusion", text: [0x958], composed: [0x915, 0x93C]),
    Twin(name: "ligature stays", text: [0xFB01], composed: [0xFB01]),
    Twin(name: "ideograph compatibility", text: [0xF900], composed: [0x8C48]),
    Twin(
      name: "family emoji", text: [0x1F468, 0x200D, 0x1F469, 0x200D, 0x1F467],
      composed: [0x1F468, 0x200D, 0x1F469, 0x200D, 0x1F467]),
    Twin(name: "NUL inside", text: [0x61, 0, 0x65, 0x301], composed: [0x61, 0, 0xE9]),
    Twin(name: "unassigned", text: [0x378, 0x65, 0x301], composed: [0x378, 0xE9]),
    Twin(name: "empty", text: [], composed: []),
  ]

  @Test(arguments: twins)
  func `twins have one normal form`(_ twin: Twin) throws {
    let text = try Self.string(twin.text)
    let composed = try Self.string(twin.composed)
    #expect(Self.scalars(TextForm.nfc(text)) == twin.composed)
    #expect(Self.scalars(TextForm.nfc(composed)) == twin.composed)
    #expect(TextForm.nfc(Array(text.utf8)) == Array(composed.utf8))
  }

  @Test(arguments: [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]])
  func `bytes that are not UTF-8 have no normal form`(_ bytes: [UInt8]) {
    #expect(TextForm.nfc(bytes) == nil)
  }

  /// Guards the shortcut that looks at bytes only.
  @Test
  func `the standard library agrees about every character`() throws {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(Character(scalar))
      let composed = TextForm.nfc(text)
      // `==` of strings is canonical equivalence, by the standard library's own tables.
      #expect(composed == text, "U+\(String(value, radix: 16))")
      if value < 0x300 { #expect(Self.scalars(composed) == [value]) }
      #expect(
        TextForm.nfc(composed).utf8.elementsEqual(composed.utf8), "U+\(String(value, radix: 16))")
    }
  }

  private static func string(_ values: [UInt32]) throws -> String {
    var view = String.UnicodeScalarView()
    for value in values { view.append(try #require(Unicode.Scalar(value))) }
    return String(view)
  }

  private static func scalars(_ text: String) -> [UInt32] {
    text.unicodeScalars.map(\.value)
  }
}
