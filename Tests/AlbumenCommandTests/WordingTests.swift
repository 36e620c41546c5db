import Albumen
import Testing

@testable import AlbumenCommand

@Suite struct WordingTests {
  @Test func `numbers are told with their units`() {
    #expect(Wording.assets(1) == "1 photo or video")
    #expect(Wording.count(2, "copy", "copies") == "2 copies")
    #expect(
      [0, 999, 1000, 3449, 9960, 999_499, 999_500, 1_234_567_890].map { Wording.bytes($0) } == [
        "0 B", "999 B", "1.0 KB", "3.4 KB", "10 KB", "999 KB", "1.0 MB", "1.2 GB",
      ])
    #expect([7, 62.4, 3723].map { Wording.playingTime($0) } == ["0:07", "1:02", "1:02:03"])
    #expect(Wording.playingTime(.nan) == "?")
    #expect(
      [1, 99.4, 3000, 7200, .infinity].map { Wording.duration(seconds: $0) } == [
        "1 s", "99 s", "50 min", "2 h", "more than 100 h",
      ])
  }

  @Test func `effects are told in words, unknown ones too`() {
    #expect(
      Wording.effects([("asset.add", 2), ("ref.move", 1), ("x.new\u{1B}", 3)])
        == #"2 assets added, 1 reference moved, 3 operations of the kind x.new\u{1b}"#)
    for kind in OperationKind.allCases {
      #expect(!Wording.effects([(kind.name, 1)]).contains("operation"), "\(kind)")
    }
  }

  @Test func `bytes are written as RFC 4648 has them`() {
    let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"]
    #expect(
      texts.map { Base64.encode(Array($0.utf8)) } == [
        "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy",
      ])
    #expect(Base64.encode([0xFB, 0xFF, 0xFE]) == "+//+")
  }
}
