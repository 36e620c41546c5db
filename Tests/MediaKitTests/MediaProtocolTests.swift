import MediaKit
import Platform
import TestSupport
import Testing

@Suite struct MediaProtocolTests {
  private static let full: MediaRecord = {
    var record = MediaRecord(type: .heic)
    record.width = 4032
    record.height = 3024
    record.captured = "2024-05-03T18:04:05.123+02:00"
    record.duration = 1.5
    record.contentIdentifier = "6F1E0B52"
    record.camera = "Hanbit HB-S21 ©"
    record.unreadable = "only in a test"
    record.cameraMaker = "Hanbit"
    record.cameraModel = "HB-S21 ©"
    record.latitude = -33.8688
    record.longitude = 151.2093
    record.orientation = 6
    record.rating = 0
    record.keywords = ["lake", "夕焼け", "a, b; c"]
    record.title = "Sunset"
    record.caption = "Two lines,\n\u{1b}[31mone of them hostile"
    record.burstIdentifier = "0B9D2C77"
    return record
  }()

  private func body(_ frame: [UInt8]) throws -> [UInt8] {
    var buffer = FrameBuffer(longest: MediaProtocol.longestAnswer)
    buffer.append(frame)
    let whole = try #require(try buffer.next())
    #expect(!buffer.isInsideFrame)
    return whole.body
  }

  @Test(arguments: [full, MediaRecord(), MediaRecord(type: .jpeg), MediaRecord(unreadable: "no")])
  func recordsComeBackWhole(_ record: MediaRecord) throws {
    let frame = MediaProtocol.answer(7, record)
    #expect(try MediaProtocol.record(in: try body(frame)) == record)
  }

  @Test func bytesAreThoseOfTheSpecification() throws {
    #expect(MediaProtocol.hello() == Array("albmedia".utf8) + [0, 2, 0, 0])
    #expect(MediaProtocol.request(258, "a/b") == [0, 0, 0, 8, 0, 0, 1, 2, 1, 0x61, 0x2f, 0x62])
    #expect(
      MediaProtocol.request(1, "a", subject: .sidecar) == [0, 0, 0, 6, 0, 0, 0, 1, 2, 0x61])
    var record = MediaRecord(type: .png)
    record.width = 800
    record.duration = 2
    let want: [UInt8] =
      [0, 0, 0, 34, 0, 0, 0, 9, 1, 0, 9] + Array("image/png".utf8) + [2, 0, 4, 0, 0, 3, 0x20]
      + [5, 0, 8, 0x40, 0, 0, 0, 0, 0, 0, 0]
    #expect(MediaProtocol.answer(9, record) == want)
    var sidecar = MediaRecord()
    sidecar.latitude = 1
    sidecar.longitude = -2
    sidecar.orientation = 8
    sidecar.rating = 5
    sidecar.keywords = ["a", "bc"]
    sidecar.caption = "d"
    let place: [UInt8] = [11, 0, 16, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0]
    let rest: [UInt8] =
      [12, 0, 1, 8, 13, 0, 1, 5, 14, 0, 7, 0, 1, 0x61, 0, 2, 0x62, 0x63, 16, 0, 1, 0x64]
    #expect(
      MediaProtocol.answer(1, sidecar) == [0, 0, 0, 45, 0, 0, 0, 1] + place + rest)
  }

  @Test func hellosAreChecked() {
    #expect(MediaProtocol.version(inHello: MediaProtocol.hello(version: 513)) == 513)
    for index in [0, 7, 10, 11] {
      var bytes = MediaProtocol.hello()
      bytes[index] ^= 1
      #expect(MediaProtocol.version(inHello: bytes) == nil)
    }
    #expect(MediaProtocol.version(inHello: Array(MediaProtocol.hello().dropLast())) == nil)
    #expect(MediaProtocol.version(inHello: MediaProtocol.hello() + [0]) == nil)
  }

  @Test func pathsAreBounded() throws {
    let longest = try #require(Path(String(repeating: "a", count: 4095)))
    let frame = try #require(MediaProtocol.request(1, longest))
    var buffer = FrameBuffer(longest: MediaProtocol.longestRequest)
    buffer.append(frame)
    let body = try #require(try buffer.next()).body
    #expect(try MediaProtocol.request(in: body).path == longest)
    #expect(try MediaProtocol.request(in: body).subject == .media)
    #expect(
      MediaProtocol.request(1, try #require(Path(String(repeating: "a", count: 4096)))) == nil)
    #expect(MediaProtocol.request(1, Path()) == nil)
    for body: [UInt8] in [[], [1], [1, 0x61, 0], [0, 0x61], [3, 0x61]] {
      #expect(throws: MediaError.self) { try MediaProtocol.request(in: body) }
    }
  }

  @Test func longTextsAreCutBetweenCharacters() throws {
    var record = MediaRecord(type: .jpeg)
    record.camera = String(repeating: "é", count: 3000)
    let frame = MediaProtocol.answer(1, record)
    let cut = try MediaProtocol.record(in: try body(frame))
    #expect(cut.camera == String(repeating: "é", count: 512))
  }

  @Test func theLongestRecordFitsIntoAFrame() throws {
    var record = Self.full
    let long = String(repeating: "é", count: 9000)
    record.contentIdentifier = long
    record.camera = long
    record.cameraMaker = long
    record.cameraModel = long
    record.title = long
    record.burstIdentifier = long
    record.unreadable = long
    record.caption = long
    record.keywords = [""] + Array(repeating: long, count: 1000)
    let cut = try MediaProtocol.record(in: try body(MediaProtocol.answer(1, record)))
    #expect(cut.caption == String(repeating: "é", count: 2048))
    #expect(cut.keywords == Array(repeating: String(repeating: "é", count: 128), count: 100))
  }

  @Test func framesMayArriveInAnyPieces() throws {
    let stream = (0..<50).flatMap { MediaProtocol.answer($0, Self.full) }
    var random = SeededGenerator(seed: testSeed())
    for _ in 0..<20 {
      var buffer = FrameBuffer(longest: MediaProtocol.longestAnswer)
      var rest = stream[...]
      var numbers: [UInt32] = []
      while !rest.isEmpty {
        let count = Int.random(in: 1...400, using: &random)
        buffer.append(rest.prefix(count))
        rest = rest.dropFirst(count)
        while let frame = try buffer.next() { numbers.append(frame.number) }
      }
      #expect(numbers == Array(0..<50), "seed \(random.seed)")
      #expect(!buffer.isInsideFrame)
    }
  }

  @Test(arguments: [0, 3, 65_537, UInt32.max])
  func framesOfImpossibleLengthAreRefused(_ length: UInt32) {
    var buffer = FrameBuffer(longest: MediaProtocol.longestAnswer)
    buffer.append(withUnsafeBytes(of: length.bigEndian) { Array($0) })
    #expect(throws: MediaError.self) { try buffer.next() }
  }

  private static func field(_ name: UInt8, _ value: [UInt8]) -> [UInt8] {
    [name, UInt8(value.count >> 8), UInt8(value.count & 0xff)] + value
  }

  @Test(
    arguments: [
      [0], [1, 0], [1, 0, 5, 0x61], field(18, [1]), field(0, [1]), field(1, []),
      field(1, Array("image/x-unheard-of".utf8)), field(2, [0, 0, 0, 0]), field(2, [0, 0, 1]),
      field(3, [0, 0, 0, 1]) + field(2, [0, 0, 0, 1]),
      field(2, [0, 0, 0, 1]) + field(2, [0, 0, 0, 1]),
      field(4, Array("2024-13-03T18:04:05".utf8)), field(4, Array("2024:05:03 18:04:05".utf8)),
      field(4, Array("2024-05-03T18:04:05.1".utf8)), field(5, [0x7f, 0xf0, 0, 0, 0, 0, 0, 0]),
      field(5, [0xbf, 0xf0, 0, 0, 0, 0, 0, 0]), field(5, [0x40, 0]), field(6, [0xff, 0xfe]),
      field(7, Array(repeating: 0x61, count: 1025)), field(12, [0]), field(12, [9]),
      field(12, [0, 1]), field(13, [6]), field(13, []), field(14, [0]), field(14, [0, 0]),
      field(14, [0, 2, 0x61]), field(14, [0, 1, 0x61, 0]),
      field(14, [1, 1] + Array(repeating: 0x61, count: 257)),
      field(14, Array(repeating: [0, 1, 0x61], count: 101).flatMap { $0 }),
      field(11, Array(repeating: 0, count: 15)),
      field(11, [0x7f, 0xf8] + Array(repeating: 0, count: 14)),
      field(11, [0x40, 0x57] + Array(repeating: 0, count: 14)),
      field(16, Array(repeating: 0x61, count: 4097)),
    ] as [[UInt8]])
  func malformedRecordsAreRefused(_ body: [UInt8]) {
    let error = #expect(throws: MediaError.self) { try MediaProtocol.record(in: body) }
    #expect(error?.code == .malformedMessage)
  }

  @Test func mutatedRecordsNeverTrap() {
    var random = SeededGenerator(seed: testSeed())
    let frame = Array(MediaProtocol.answer(1, Self.full).dropFirst(8))
    for _ in 0..<20_000 {
      var mutant = frame
      for _ in 0..<3 {
        mutant[Int.random(in: 0..<mutant.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      mutant.removeLast(Int.random(in: 0...20, using: &random))
      _ = try? MediaProtocol.record(in: mutant)
    }
  }
}
