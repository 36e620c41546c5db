import MediaKit
import Platform
import TestSupport
import Testing

@Suite struct MediaCompletenessTests {
  private func check(_ bytes: [UInt8]) throws -> MediaCompleteness {
    try withTemporaryDirectory { directory in
      let path = directory / "file"
      try writeFile(path, bytes: bytes)
      return try MediaCompleteness.of(path)
    }
  }

  private func fixture(_ name: String) throws -> [UInt8] {
    try readFile(try Fixtures.path(name))
  }

  private static let telling = [
    "DCIM/101VESTA/DSC_0412.JPG", "DCIM/101VESTA/DSC_0418.JPG", "Phone/IMG_0001.HEIC",
    "Phone/IMG_0005.AVIF", "Phone/chart.png", "Phone/Screenshot 2024-05-05.png",
    "Phone/received.webp", "Phone/plain.webp", "Phone/IMG_0001.MOV",
    "Phone/VID_20240506_101500.mp4", "DCIM/102CLIPS/MOV_0007.MOV", "DCIM/102CLIPS/old.avi",
    "Phone/clip.mkv", "Phone/clip.webm", "Phone/boxed.jxl", "Phone/dated.avif",
    "Phone/old phone.3gp", "Raw/IMG_0801.CR3",
  ]

  @Test(arguments: telling)
  func aWholeFileIsComplete(_ name: String) throws {
    #expect(try MediaCompleteness.of(try Fixtures.path(name)) == .complete)
  }

  @Test(arguments: telling)
  func aCutFileIsNeverComplete(_ name: String) throws {
    let bytes = try fixture(name)
    for length in Set((1...40).map { bytes.count * $0 / 41 } + [1, 12, 33, bytes.count - 1]) {
      let state = try check(Array(bytes.prefix(length)))
      #expect(state != .complete, "\(length) of \(bytes.count)")
      if length > 4096 { #expect(state == .incomplete, "\(length) of \(bytes.count)") }
    }
  }

  @Test(arguments: ["DCIM/101VESTA/DSC_0412.JPG", "Phone/chart.png", "Phone/plain.webp"])
  func zeroesBehindAStartAreNoEnd(_ name: String) throws {
    let bytes = try fixture(name)
    let half = bytes.count / 2
    let state = try check(Array(bytes.prefix(half)) + Array(repeating: 0, count: half))
    if name.hasSuffix("webp") {
      // RIFF says only how long the file is to be.
      #expect(state == .complete)
    } else {
      #expect(state == (name.hasSuffix("png") ? .unknown : .incomplete))
    }
  }

  @Test(arguments: ["DCIM/101VESTA/DSC_0412.JPG", "Phone/chart.png", "Phone/plain.webp"])
  func dataMayFollow(_ name: String) throws {
    let bytes = try fixture(name)
    #expect(try check(bytes + Array(repeating: 0, count: 100)) == .complete)
    #expect(try check(bytes + (try fixture("Phone/IMG_0001.MOV"))) == .complete)
    #expect(try check(bytes + Array(repeating: 0x41, count: 300_000)) == .complete)
  }

  @Test func theFixturesThatDoNotTellAreUnknown() throws {
    for name in ["Am See/notes.txt", "Scans/scan-0001.tif"] {
      #expect(try MediaCompleteness.of(try Fixtures.path(name)) == .unknown)
    }
    #expect(try MediaCompleteness.of(try Fixtures.path("Phone/moving.gif")) == .complete)
    #expect(try check([]) == .unknown)
  }

  @Test func whatIsNoFileIsAnError() {
    #expect(throws: MediaError.self) { try MediaCompleteness.of("/no/such/file") }
    #expect(throws: MediaError.self) { try MediaCompleteness.of("/dev/zero") }
  }

  private static let start: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0]

  private static func box(_ type: String, _ size: UInt32, large: UInt64? = nil) -> [UInt8] {
    let head = withUnsafeBytes(of: size.bigEndian) { Array($0) } + Array(type.utf8)
    return head + (large.map { large in withUnsafeBytes(of: large.bigEndian) { Array($0) } } ?? [])
  }

  @Test(arguments: [
    (start + box("moov", 8), MediaCompleteness.complete),
    (start + box("moov", 1, large: 16), .complete),
    (start + box("mdat", 8), .incomplete),
    (start + box("moov", 8) + box("mdat", 0), .unknown),
    (start + box("moov", 8) + box("mdat", 9), .incomplete),
    (start + box("moov", 8) + box("mdat", .max), .incomplete),
    (start + box("moov", 8) + box("mdat", 1, large: .max), .unknown),
    (start + box("moov", 8) + box("mdat", 1, large: 1 << 63), .incomplete),
    (start + box("moov", 8) + box("mdat", 1, large: 15), .unknown),
    (start + box("moov", 8) + box("mdat", 1), .incomplete),
    (start + box("moov", 8) + box("mdat", 4), .unknown),
    (start + box("moov", 8) + [0, 0, 0], .incomplete),
    (start + box("moov", 8) + Array(repeating: 0, count: 20), .unknown),
    (start + Array(repeating: box("free", 8), count: 30_000).flatMap { $0 }, .unknown),
  ])
  func hostileSizesAreSurvived(_ bytes: [UInt8], _ want: MediaCompleteness) throws {
    #expect(try check(bytes) == want)
  }

  @Test(
    arguments: [
      [0xff, 0xd8, 0xff, 0xe1, 0x00, 0x00, 0xff, 0xd9], [0xff, 0xd8, 0xff, 0xe1, 0x00, 0x01],
      [0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 0xff, 0xd9], [0xff, 0xd8, 0xff, 0xff, 0xff, 0xff],
      [0xff, 0xd8, 0xff, 0xda, 0x00, 0x02, 0x01, 0xff, 0xc4, 0x00, 0x00],
      [0xff, 0xd8, 0xff, 0xda, 0x00, 0x02, 0x01, 0xff],
    ] as [[UInt8]])
  func hostileSegmentsAreSurvived(_ bytes: [UInt8]) throws {
    #expect(try check(bytes) == .incomplete)
  }

  @Test func mutatedFixturesAlwaysGiveAnAnswer() throws {
    var random = SeededGenerator(seed: testSeed())
    for name in Self.telling {
      let bytes = try fixture(name)
      for _ in 0..<20 {
        var mutant = bytes
        for _ in 0..<8 {
          mutant[Int.random(in: 0..<min(600, mutant.count), using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
        _ = try check(mutant)
      }
    }
  }
}
