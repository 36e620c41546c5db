import TestSupport
import Testing

@testable import Operations

/// Reading a plain line and reading any line come to the same.
@Suite struct PlainLineTests {
  private static func anyway(_ line: [UInt8]) -> Transaction? { try? Transaction(anyLine: line) }

  @Test func whateverIsReadAsPlainIsReadTheSameAnyway() throws {
    let seed = testSeed()
    var generator = TransactionGenerator(seed: seed)
    var plain = 0
    for _ in 0..<rounds(2_000, nightly: 50_000) {
      let line = Array(try generator.transaction().jsonLine.utf8)
      guard let read = PlainLineReader.transaction(line) else { continue }
      plain += 1
      #expect(read == Self.anyway(line), "seed \(seed): \(String(decoding: line, as: UTF8.self))")
    }
    #expect(plain > 0)
  }

  /// Every operation that a person's commands make, in the spelling of `log export`.
  static let operations: [Operation.Change] = {
    let asset = AssetID(words: (0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210, 2, 3))
    let album = AlbumID(high: 4, low: 0xABCD_EF00_0000_0001)
    let dots = [
      Dot(log: LogID(high: 1, low: 2), seq: 1), Dot(log: LogID(high: 3, low: 4), seq: 99),
    ]
    let position = Position(bytes: [0x80, 0xA1, 0xB2])
    let initial: [Field] = [
      Field(.title, .text("Zürich 🌄")), Field(.type, .text("image/jpeg")),
      Field(.filename, .text("a.jpg")), Field(.path, .text("2021/a.jpg")), Field(.size, .int(1)),
      Field(.captured, .text("2021-01-01")), Field(.width, .int(800)), Field(.height, .int(-0)),
      Field(.duration, .double(1.5)), Field(.caption, .text("")), Field(.rating, .null),
      Field(.latitude, .double(-47.25)), Field(.longitude, .double(1e300)),
      Field(.partOf, .digest(AssetID(words: (5, 6, 7, 8)).cast())), Field(.role, .text("raw")),
      Field(.camera, .text("X")), Field(.contentIdentifier, .text("8A5F-01")),
    ]
    return [
      .addAsset(asset, initial: initial), .addAsset(asset, initial: []),
      .setAsset(asset, .rating, .int(5)), .setAsset(asset, .favorite, .bool(true)),
      .setAsset(asset, .hidden, .bool(false)), .setAsset(asset, .title, .null),
      .setAsset(asset, .latitude, .double(0.1)), .trashAsset(asset, observed: dots, purges: []),
      .restoreAsset(asset), .purgeAsset(asset), .addTag(asset, "cat"),
      .removeTag(asset, "cat", observed: dots),
      .createAlbum(album, initial: [Field(.title, .text("Rome")), Field(.type, .text("album"))]),
      .setAlbum(album, .title, .text("Roma")), .deleteAlbum(album, observed: dots),
      .restoreAlbum(album), .addReference(album, asset, position), .addReference(album, asset, nil),
      .removeReference(album, asset, observed: dots),
      .moveReference(album, asset, position ?? Position(unchecked: [1])),
    ]
  }()

  @Test func allThatAnAdditionCanSayIsReadAsPlain() throws {
    let initials = PlainLineReader.initialsOfAsset
    #expect(FieldSet(initials.map(\.name)) == Operation.initialOfAsset)
    // One that stands behind a greater one is not read.
    #expect(initials.map(\.name) == initials.map(\.name).sorted())
    for initial in initials { #expect("\(initial.beginning)" == ",\"\(initial.name)\":") }
    guard case .addAsset(_, let initial)? = Self.operations.first else {
      Issue.record("no addition is tried")
      return
    }
    #expect(FieldSet(initial.map(\.name)) == Operation.initialOfAsset)
  }

  private static func line(_ change: Operation.Change) throws -> String {
    let other = LogID(high: 9, low: 10)
    return try Transaction(
      log: LogID(high: 7, low: 8), seq: 5, hlc: 0x0123_4567_89AB_CDEF,
      context: Context([
        .init(log: other, seq: 3, chain: 0xFF),
        .init(log: LogID(high: 11, low: 12), seq: 1, chain: nil),
      ]), wall: -1, origin: "command", label: "Add", undoes: Dot(log: other, seq: 2),
      operations: [Operation(change), Operation(change)]
    ).jsonLine
  }

  @Test(arguments: operations) func whatCommandsMakeIsPlain(_ change: Operation.Change) throws {
    let line = Array(try Self.line(change).utf8)
    let read = try #require(PlainLineReader.transaction(line))
    #expect(read == Self.anyway(line))
    #expect(read.jsonLine.utf8.elementsEqual(line))
  }

  @Test(arguments: operations) func aDamagedLineIsNotPlainOrTheSame(
    _ change: Operation.Change
  ) throws {
    let line = Array(try Self.line(change).utf8)
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(300, nightly: 20_000) {
      var damaged = line
      let place = Int(random.next() % UInt64(line.count))
      switch random.next() % 3 {
      case 0: damaged[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: damaged.remove(at: place)
      default: damaged.insert(line[Int(random.next() % UInt64(line.count))], at: place)
      }
      guard let read = PlainLineReader.transaction(damaged) else { continue }
      #expect(
        read == Self.anyway(damaged), "seed \(seed): \(String(decoding: damaged, as: UTF8.self))")
    }
    for end in line.indices { #expect(PlainLineReader.transaction(line[..<end]) == nil) }
  }

  @Test func digitsOfAWordAreAllOrNothing() {
    for byte in UInt8.min ... .max {
      for place in 0..<16 {
        var digits = Array("0123456789abcdef".utf8)
        digits[place] = byte
        let word = digits.withUnsafeBytes { bytes in
          bytes.baseAddress.flatMap { Hex.word(at: $0) }
        }
        #expect(word == Hex.decodeWord(String(decoding: digits, as: UTF8.self)))
        if let word { #expect(Array(Hex.encode(word).utf8) == digits) }
      }
    }
  }
}
