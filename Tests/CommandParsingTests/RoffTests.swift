import Testing

@testable import CommandParsing

@Suite("Roff")
struct RoffTests {
  @Test("No character of a text means anything to roff")
  func escapes() {
    #expect(
      RoffText.escaped(#"a\b -n 'x' "y" `z` ^ ~"#)
        == #"a\eb \-n \(aqx\(aq \(dqy\(dq \(gaz\(ga \(ha \(ti"#)
    #expect(RoffText.escaped("é…😀") == "\\[u00E9]\\[u2026]\\[u1F600]")
    #expect(RoffText.line(".albumen") == "\\&.albumen")
  }

  @Test("Each sentence begins a line, and no line begins with a dot that is not protected")
  func filling() {
    let text = RoffText(names: ["DIR"])
    #expect(text.filled("One. Two! (Three?) Four") == ["One.", "Two!", "(Three?)", "Four"])
    #expect(text.filled("etc. and so on") == ["etc.\\& and so on"])
    #expect(
      text.filled(".x is in DIR, see --opt.") == ["\\&.x is in \\fIDIR\\fR, see \\fB\\-\\-opt\\fR."]
    )
    #expect(text.filled("$VAR (-L) -5 a-b") == ["\\fB$VAR\\fR (\\fB\\-L\\fR) \\fB\\-5\\fR a\\-b"])
    let words = (1...60).map { $0 % 7 == 0 ? ".word\($0)" : "word\($0)" }
    let lines = text.filled(words.joined(separator: " "))
    #expect(lines.allSatisfy { $0.utf8.count <= 80 && !$0.hasPrefix(".") })
    #expect(lines.joined(separator: " ").split(separator: " ").count == 60)
  }

  @Test("A long line is broken between words")
  func wrapping() {
    let word = String(repeating: "x", count: 30)
    #expect(RoffText.wrapped("\(word) \(word) .y\(word)") == ["\(word) \(word)", "\\&.y\(word)"])
    #expect(RoffText.wrapped("") == [])
  }

  @Test("A phrase becomes a sentence")
  func sentences() {
    #expect(RoffText.sentence("makes it") == "Makes it.")
    #expect(RoffText.sentence("does it work?") == "Does it work?")
    #expect(RoffText.sentence("") == "")
  }

  @Test("Usage can be broken only between alternatives")
  func usage() {
    #expect(RoffText.usage("[-L DIR]") == ["[\\fB\\-L\\fR\\ \\fIDIR\\fR]"])
    #expect(RoffText.usage("bash|zsh") == ["\\fBbash\\fR|\\fBzsh\\fR"])
    #expect(RoffText.usage("ASSET...") == ["\\fIASSET\\fR...\\&"])
    #expect(RoffText.usage("[-a | N]") == ["[\\fB\\-a\\fR\\ |", "\\fIN\\fR]"])
  }
}
