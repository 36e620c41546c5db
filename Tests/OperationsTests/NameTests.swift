import Testing

@testable import Operations

/// Ids, dots, vectors, names and times.
@Suite struct NameTests {
  @Test func identifiersAsText() throws {
    let text = "00112233445566778899aabbccddeeff"
    let id = try #require(LogID(text))
    #expect(id.description == text)
    #expect(id.high == 0x0011_2233_4455_6677)
    #expect(LogID(bytes: id.bytes) == id)
    #expect(LogID(bytes: id.bytes.dropLast()) == nil)
    #expect(LogID(bytes: id.bytes + [0]) == nil)
    for wrong in [
      "", "0", text + "0", String(text.dropLast()), text.uppercased(), "0x" + text.dropFirst(2),
      " " + text.dropFirst(), "\u{FF10}\u{FF10}" + text.dropFirst(6), text + " ",
      "-" + text.dropFirst(),
      "00112233445566778899aabbccddeef\u{301}",
    ] { #expect(LogID(wrong) == nil, "\(wrong)") }
  }

  @Test func digestsAsText() throws {
    let text = String(repeating: "0123456789abcdef", count: 4)
    let id = try #require(AssetID(text))
    #expect(id.description == text)
    #expect(id.prefix == 0x0123_4567_89AB_CDEF)
    #expect(AssetID(bytes: id.bytes) == id)
    #expect(AssetID(bytes: id.bytes.dropLast()) == nil)
    for wrong in [
      "", text + "0", String(text.dropLast(2)), text.uppercased(), "g" + text.dropFirst(),
    ] {
      #expect(AssetID(wrong) == nil, "\(wrong)")
    }
  }

  @Test(arguments: propertySeeds)
  func orderIsThatOfBytesAndText(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func word() -> UInt64 { [0, 1, .max, generator.next()].randomElement(using: &generator) ?? 0 }
    let ids = (0..<20).map { _ in LogID(high: word(), low: word()) }.sorted()
    let digests = (0..<20).map { _ in AssetID(words: (word(), word(), word(), word())) }.sorted()
    #expect(ids.map(\.description) == ids.map(\.description).sorted())
    #expect(digests.map(\.description) == digests.map(\.description).sorted())
    for (left, right) in zip(digests, digests.dropFirst()) where left != right {
      #expect(left.bytes.lexicographicallyPrecedes(right.bytes))
    }
  }

  @Test func dotsAsText() throws {
    let log = "000000000000000000000000000000ff"
    for seq in [1, 9, 10, UInt64(Int64.max)] {
      let dot = try #require(Dot("\(log):\(seq)"))
      #expect(dot.seq == seq)
      #expect(dot.description == "\(log):\(seq)")
      #expect(Dot(dot.description) == dot)
    }
    for wrong in [
      "", log, log + ":", log + ":0", log + ":01", log + ":-1", log + ":+1", log + ": 1",
      log + ":1 ", log + ":9223372036854775808", log + ":18446744073709551616", log + ":1e3",
      log + ":1.0",
      log + ":\u{661}", log + ":\u{301}1", log + ":1\u{301}", log + ";1",
      String(log.dropLast()) + ":12",
      log.uppercased() + ":1", String(log.dropLast()) + "\u{e9}:1",
      String(log.dropLast()) + "\u{e9}1",
      log + ":" + String(repeating: "9", count: 10_000), "a:1", ":1",
    ] { #expect(Dot(wrong) == nil, "\(wrong)") }
  }

  @Test func stampsAreOrderedByTimeThenLogThenNumber() {
    func stamp(_ hlc: UInt64, _ log: UInt64, _ seq: UInt64) -> Stamp {
      Stamp(hlc: hlc, dot: Dot(log: LogID(high: 0, low: log), seq: seq))
    }
    let stamps = [
      stamp(0, 9, 9), stamp(1, 1, 9), stamp(1, 2, 1), stamp(1, 2, 10), stamp(2, 0, 1),
      stamp(.max, 0, 1),
    ]
    #expect(stamps.reversed().sorted() == stamps)
  }

  @Test func vectors() {
    let (a, b) = (LogID(high: 0, low: 1), LogID(high: 0, low: 2))
    func vector(_ heights: (LogID, UInt64)...) -> VersionVector { VersionVector(heights) }
    var both = vector((b, 2), (a, 1))
    #expect(both.entries.map { $0.log } == [a, b])
    #expect(both[a] == 1 && both[LogID(high: 0, low: 3)] == 0)
    #expect(both.contains(Dot(log: b, seq: 2)) && !both.contains(Dot(log: b, seq: 3)))
    both[a] = 0
    #expect(both == vector((b, 2), (a, 0)))
    both[b] = 0
    #expect(both.isEmpty && both == VersionVector())
  }

  @Test func contextsAreAscendingOneEntryALog() {
    let (a, b) = (LogID(high: 0, low: 1), LogID(high: 0, low: 2))
    let context = Context([
      Context.Entry(log: b, seq: 1, chain: nil), Context.Entry(log: a, seq: 2, chain: 5),
      Context.Entry(log: b, seq: 3, chain: nil),
    ])
    #expect(context.entries.map(\.log) == [a, b])
    #expect(context.entries.map(\.seq) == [2, 3])
  }

  @Test func namesWithCodesAreFixed() throws {
    // docs/formats/transaction.md, "Names"; the codes are never to change.
    let names = """
      asset album observed field value position title type parent tag filename path size captured width \
      height duration purges content place log at caption rating favorite hidden latitude longitude \
      partOf role cover note name application
      """.split(separator: " ").map(String.init)
    #expect(names.count == 34)
    for (index, text) in names.enumerated() {
      let name = FieldName(text)
      #expect(Int(name.code) == index + 1)
      #expect(FieldName(code: UInt8(index + 1)) == name)
    }
    #expect(FieldName(code: 0) == nil && FieldName(code: 35) == nil && FieldName(code: 255) == nil)
    let constants: [FieldName] = [
      .asset, .album, .observed, .field, .value, .position, .title, .type, .parent, .tag, .filename,
      .path, .size, .captured, .width, .height, .duration, .purges, .content, .place, .log, .at,
      .caption, .rating, .favorite, .hidden, .latitude, .longitude, .partOf, .cover, .name,
      .application, .camera,
    ]
    let texts = """
      asset album observed field value position title type parent tag filename path size captured width \
      height duration purges content place log at caption rating favorite hidden latitude longitude \
      partOf cover name application camera
      """.split(separator: " ").map(String.init)
    #expect(constants.map(\.text) == texts)
    // It came after format 1, whose tables are closed.
    #expect(FieldName.camera.code == 0)
    let kinds = """
      asset.add asset.set asset.trash asset.restore asset.purge tag.add tag.remove album.create \
      album.set album.delete album.restore ref.add ref.remove ref.move copy.add copy.remove log.set \
      log.retire
      """.split(separator: " ").map(String.init)
    #expect(OperationKind.allCases.map(\.name) == kinds)
    #expect(kinds.map { OperationKind(name: $0)?.rawValue } == Array(1...18))
    #expect(OperationKind(name: "asset.Add") == nil && OperationKind(name: "") == nil)
  }

  @Test func namesAreOrderedByCodeThenBytes() {
    let ordered = ["asset", "log", "application", "", "Asset", "a", "e\u{301}", "z", "\u{e9}"]
    let names = ordered.map { FieldName($0) }
    #expect(names.reversed().sorted().map { Array($0.text.utf8) } == ordered.map { Array($0.utf8) })
    for (index, left) in names.enumerated() {
      for (other, right) in names.enumerated() {
        #expect((left < right) == (index < other))
        #expect((left == right) == (index == other))
      }
    }
  }

  @Test func canonicallyEquivalentTextsStayApart() {
    let (nfc, nfd) = ("\u{e9}", "e\u{301}")
    #expect(nfc == nfd)  // To Swift: what all of this is about.
    #expect(ExactText(nfc) != ExactText(nfd))
    #expect(Set([ExactText(nfc), ExactText(nfd), ExactText(nfc)]).count == 2)
    #expect(FieldName(nfc) != FieldName(nfd))
    #expect(Set([FieldName(nfc), FieldName(nfd)]).count == 2)
    #expect(Value.text(nfc) != .text(nfd))
    #expect(Value.map([.init(nfc, .null)]) != .map([.init(nfd, .null)]))
    let asset = AssetID(words: (0, 0, 0, 1))
    #expect(Operation(.addTag(asset, nfc)) != Operation(.addTag(asset, nfd)))
    #expect(
      Operation(.opaque(kind: nfc, fields: [])) != Operation(.opaque(kind: nfd, fields: [])))
    // KELVIN SIGN is canonically equivalent to K: no name may be found by such a twin.
    #expect("\u{212A}" == "K")
    #expect(FieldName("\u{212A}") != FieldName("K"))
  }

  @Test func tablesKeepEquivalentTextsApart() throws {
    let asset = AssetID(words: (0, 0, 0, 1))
    let transaction = try Transaction(
      log: LogID(high: 7, low: 7), seq: 1, hlc: 1, context: .empty, wall: 0, origin: nil, label: "",
      operations: ["\u{e9}", "e\u{301}", "\u{e9}"].map { Operation(.addTag(asset, $0)) })
    var encoder = TransactionEncoder()
    var decoder = TransactionDecoder()
    let read = try encoder.payload(of: transaction).withUnsafeBytes {
      try decoder.decode($0, log: transaction.log, seq: 1)
    }
    #expect(encoder.contents.texts.map { Array($0.utf8) } == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
    #expect(read == transaction)
    encoder.rollBack()
    #expect(encoder.contents.texts.isEmpty)
  }
}
