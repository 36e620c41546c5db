import MediaKit
import TestSupport
import Testing

@Suite struct AppleMakerNoteTests {
  /// A note with one text field of tag 0x11 behind its directory.
  private func note(
    text: String = "6F1E0B52-3C4D", tag: UInt8 = 0x11, format: UInt8 = 2, offset: UInt8 = 32,
    entries: UInt8 = 1
  ) -> [UInt8] {
    let head = Array("Apple iOS".utf8) + [0, 0, 1, 0x4d, 0x4d, 0, entries]
    let entry: [UInt8] = [0, tag, 0, format, 0, 0, 0, UInt8(text.utf8.count + 1), 0, 0, 0, offset]
    return head + entry + [0, 0, 0, 0] + Array(text.utf8) + [0]
  }

  @Test func theIdentifierIsFound() {
    #expect(AppleMakerNote.contentIdentifier(in: note()) == "6F1E0B52-3C4D")
  }

  @Test func theBurstIsFound() {
    #expect(AppleMakerNote.burstIdentifier(in: note(tag: 0x0b)) == "6F1E0B52-3C4D")
    #expect(AppleMakerNote.burstIdentifier(in: note()) == nil)
  }

  @Test func whatIsNotThereIsNotFound() {
    #expect(AppleMakerNote.contentIdentifier(in: []) == nil)
    #expect(AppleMakerNote.contentIdentifier(in: note(tag: 0x12)) == nil)
    #expect(AppleMakerNote.contentIdentifier(in: note(format: 4)) == nil)
    #expect(AppleMakerNote.contentIdentifier(in: note(offset: 200)) == nil)
    #expect(AppleMakerNote.contentIdentifier(in: note(entries: 0)) == nil)
    #expect(AppleMakerNote.contentIdentifier(in: note(tag: 0x12, entries: 255)) == nil)
    #expect(AppleMakerNote.contentIdentifier(in: note(text: "a b")) == nil)
    #expect(AppleMakerNote.contentIdentifier(in: note(text: "a\u{1b}[2J")) == nil)
  }

  @Test func mutatedNotesNeverTrap() {
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<20_000 {
      var mutant = note()
      for _ in 0..<3 {
        mutant[Int.random(in: 10..<mutant.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      _ = AppleMakerNote.contentIdentifier(in: mutant)
    }
  }
}
