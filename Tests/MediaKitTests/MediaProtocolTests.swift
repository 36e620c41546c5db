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
    #expect(MediaProtocol.hello() == Array("albmedia".utf8) + [0, 1, 0, 0])
    #expect(MediaProtocol.request(258, "a/b") == [0, 0, 0, 7, 0, 0, 1, 2, 0x61, 0x2f, 0x62])
    var record = MediaRecord(type: .png)
    record.width = 800
    record.duration = 2
    let want: [UInt8] =
      [0, 0, 0, 34, 0, 0, 0, 9, 1, 0, 9] + Array("image/png".utf8) + [2, 0, 4, 0, 0, 3, 0x20]
      + [5, 0, 8, 0x40, 0, 0, 0, 0, 0, 0, 0]
    #expect(MediaProtocol.answer(9, record) == want)
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
    #expect(try MediaProtocol.path(in: body) == longest)
    #expect(
      MediaProtocol.request(1, try #require(Path(String(repeating: "a", count: 4096)))) == nil)
    #expect(MediaProtocol.request(1, Path()) == nil)
    #expect(throws: MediaError.self) { try MediaProtocol.path(in: []) }
    #expect(throws: MediaError.self) { try MediaProtocol.path(in: [0x61, 0]) }
  }

  @Test func longTextsAreCutBetweenCharacters() throws {
    var record = MediaRecord(type: .jpeg)
    record.camera = String(repeating: "é", count: 3000)
    let frame = MediaProtocol.answer(1, record)
    let cut = try MediaProtocol.record(in: try body(frame))
    #expect(cut.camera == String(repeating: "é", count: 512))
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

  @Test(arguments: [0, 3, 8193, UInt32.max])
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
      [0], [1, 0], [1, 0, 5, 0x61], field(9, [1]), field(0, [1]), field(1, []),
      field(1, Array("image/x-unheard-of".utf8)), field(2, [0, 0, 0, 0]), field(2, [0, 0, 1]),
      field(3, [0, 0, 0, 1]) + field(2, [0, 0, 0, 1]),
      field(2, [0, 0, 0, 1]) + field(2, [0, 0, 0, 1]),
      field(4, Array("2024-13-03T18:04:05".utf8)), field(4, Array("2024:05:03 18:04:05".utf8)),
      field(4, Array("2024-05-03T18:04:05.1".utf8)), field(5, [0x7f, 0xf0, 0, 0, 0, 0, 0, 0]),
      field(5, [0xbf, 0xf0, 0, 0, 0, 0, 0, 0]), field(5, [0x40, 0]), field(6, [0xff, 0xfe]),
      field(7, Array(repeating: 0x61, count: 1025)),
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
