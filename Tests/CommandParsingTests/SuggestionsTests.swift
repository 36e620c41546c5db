import Testing

@testable import CommandParsing

@Suite("Suggestions")
struct SuggestionsTests {
  @Test(
    "Edits are counted, a swap of neighbours as one",
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "abc", 3), ("ls", "sl", 1), ("statsu", "status", 1),
      ("kitten", "sitting", 3), ("album", "albums", 1), ("ca", "abc", 3), ("abcd", "abcd", 0),
    ])
  func edits(a: String, b: String, count: Int) {
    #expect(Suggestions.edits(Array(a), Array(b)) == count)
    #expect(Suggestions.edits(Array(b), Array(a)) == count)
  }

  @Test("Only near words are suggested, the nearest alone")
  func nearest() {
    let words = ["scan", "status", "state", "sync", "show", "set"]
    #expect(Suggestions.nearest(to: "statsu", among: words) == ["status"])
    #expect(Suggestions.nearest(to: "stat", among: words) == ["status", "state"])
    #expect(Suggestions.nearest(to: "scna", among: words) == ["scan"])
    #expect(Suggestions.nearest(to: "st", among: words) == ["status", "state", "set"])
    #expect(Suggestions.nearest(to: "elephant", among: words) == [])
    #expect(Suggestions.nearest(to: "x", among: ["y"]) == [])
    #expect(Suggestions.nearest(to: "", among: words) == [])
    #expect(Suggestions.nearest(to: nil, among: words) == [])
    let long = String(repeating: "s", count: 1_000_000)
    #expect(Suggestions.nearest(to: long, among: words) == [])
  }

  @Test("Alternatives are joined as a sentence does")
  func alternatives() {
    #expect(Suggestions.alternatives([]) == "")
    #expect(Suggestions.alternatives(["a"]) == "a")
    #expect(Suggestions.alternatives(["a", "b"]) == "a or b")
    #expect(Suggestions.alternatives(["a", "b", "c"]) == "a, b or c")
  }
}
