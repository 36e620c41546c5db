import Operations
import Reconciling
import TestSupport
import Testing

/// Names of directories are names, whatever the title, and give the title back.
@Suite struct ViewNamesTests {
  @Test(arguments: [
    ("Rome", "Rome"), ("AC/DC", "AC%2FDC"), ("..", "%2E%2E"), (".hidden", "%2Ehidden"),
    ("end.", "end%2E"), ("end ", "end%20"), ("new\nline", "new%0Aline"), ("100%", "100%"),
    ("50%2F", "50%252F"), ("a:b?c*d|e", "a%3Ab%3Fc%2Ad%7Ce"), ("\u{1B}[31m", "%1B[31m"),
    ("@home", "%40home"), ("lost+found", "%6Cost+found"), ("-rf", "-rf"),
    ("\u{1F600}", "\u{1F600}"),
  ]) func titlesAreSpelled(_ title: String, _ name: String) {
    #expect(ViewNames.name(for: title) == Array(name.utf8))
    #expect(ViewNames.title(of: Array(name.utf8)) == title)
  }

  @Test func anyTitleGivesOneNameThatIsNotLeftAlone() {
    var random = SeededGenerator(seed: testSeed())
    let scalars = Array("a/\\:.. \u{0}\n\u{1B}%25@~\u{E9}e\u{301}\u{1F600}#".unicodeScalars)
    for _ in 0..<400 {
      var title = ""
      for _
        in 0..<Int.random(
          in: 0...(Int.random(in: 0..<9, using: &random) == 0 ? 300 : 12), using: &random)
      {
        if let scalar = scalars.randomElement(using: &random) {
          title.unicodeScalars.append(scalar)
        }
      }
      for name in [
        ViewNames.name(for: title),
        ViewNames.name(for: title, besideOthers: AlbumID.random(using: &random)),
      ] {
        #expect(!name.isEmpty && name.count <= 255, "seed \(random.seed)")
        #expect(!name.contains(0) && !name.contains(UInt8(ascii: "/")), "seed \(random.seed)")
        #expect(
          IgnoreRules.reason(forDirectory: name) == nil, "seed \(random.seed): \(name)")
      }
      let name = ViewNames.name(for: title)
      if name.count < 250, !title.isEmpty {
        #expect(ViewNames.title(of: name).utf8.elementsEqual(title.utf8), "seed \(random.seed)")
      }
    }
  }

  @Test func aNameThatIsNoTextHasATitle() {
    #expect(ViewNames.title(of: [0x61, 0xFF]) == "a\u{FFFD}")
    #expect(ViewNames.title(of: Array("50%2x".utf8)) == "50%2x")
    #expect(ViewNames.title(of: Array("a%2Fb: c".utf8)) == "a%2Fb: c")
  }
}
