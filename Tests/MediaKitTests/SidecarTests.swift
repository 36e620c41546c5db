import MediaKit
import Platform
import TestSupport
import Testing

@Suite struct SidecarTests {
  @Test func sidecarsSayWhatOtherProgramsFind() async throws {
    let expected = try Fixtures.expectedSidecars()
    #expect(expected.count >= 3)
    let reader = try Fixtures.reader(workers: 1)
    let records = try await reader.readSidecars(expected.map { try Fixtures.path($0.name) })
    await reader.close()
    for (want, record) in zip(expected, records) {
      #expect(ExpectedFile(record) == want.file, "\(want.name)")
      #expect(record.unreadable == nil, "\(want.name)")
    }
  }

  @Test func whatIsNoSidecarIsUnreadable() async throws {
    try await withTemporaryDirectory { directory in
      let files: [(String, [UInt8])] = [
        ("empty.xmp", []), ("text.xmp", Array("Dear diary".utf8)),
        ("photo.xmp", try readFile(try Fixtures.path("Words/xmp.jpg"))),
        ("broken.xmp", Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF".utf8)),
        ("large.xmp", Array(repeating: 0x3c, count: Int(MediaSidecar.longest) + 1)),
      ]
      let paths = try files.map { name, bytes in
        let path = try #require(directory.appending(name: Array(name.utf8)))
        try writeFile(path, bytes: bytes)
        return path
      }
      let reader = try Fixtures.reader(workers: 1)
      for path in paths + [directory, "/no/such/file.xmp"] {
        let record = try await reader.readSidecar(path)
        #expect(record.unreadable != nil, "\(path)")
        #expect(record == MediaRecord(unreadable: record.unreadable ?? ""), "\(path)")
      }
      await reader.close()
    }
  }

  @Test func photosAndSidecarsMayBeReadAtOnce() async throws {
    let reader = try Fixtures.reader()
    async let photos = reader.read([try Fixtures.path("Words/xmp.jpg")])
    async let sidecars = reader.readSidecars([try Fixtures.path("Words/xmp.xmp")])
    let (photo, sidecar) = (
      try #require(try await photos.first), try #require(try await sidecars.first)
    )
    await reader.close()
    let merged = photo.merged(sidecar: sidecar)
    #expect(photo.title == "Sunset")
    #expect(merged.title == "Sunset, once more")
    #expect(merged.caption == photo.caption && merged.keywords == ["lake", "夕焼け"])
    #expect(merged.type == .jpeg && merged.width == 240)
  }

  @Test(arguments: [
    ("a.jpg", ["a.jpg.xmp", "a.jpg.XMP", "a.xmp", "a.XMP"]),
    ("dir.d/a", ["dir.d/a.xmp", "dir.d/a.XMP"]),
    ("a.b.NEF", ["a.b.NEF.xmp", "a.b.NEF.XMP", "a.b.xmp", "a.b.XMP"]),
    (".hidden", [".hidden.xmp", ".hidden.XMP"]), ("a.xmp", []), ("", []),
  ])
  func theNamesOfSidecars(_ name: String, _ want: [String]) throws {
    #expect(MediaSidecar.paths(beside: try #require(Path(name))).map(\.display) == want)
  }

  @Test(arguments: [("a.jpg.xmp", true), ("d/A.XMP", true), (".xmp", false), ("a.xmp/b", false)])
  func sidecarsAreKnownByName(_ name: String, _ want: Bool) throws {
    #expect(MediaSidecar.isSidecar(try #require(Path(name))) == want)
  }

  private static let file: MediaRecord = {
    var record = MediaRecord(type: .nef)
    record.width = 60
    record.height = 40
    record.captured = "2024-05-03T18:04:05.123+02:00"
    record.cameraMaker = "Hanbit"
    record.cameraModel = "HB-S21"
    record.camera = "Hanbit HB-S21"
    record.latitude = 1
    record.longitude = 2
    record.keywords = ["a", "b"]
    record.rating = 1
    record.title = "T"
    record.contentIdentifier = "C"
    return record
  }()

  @Test func anEmptyOrUnreadableSidecarChangesNothing() {
    #expect(Self.file.merged(sidecar: MediaRecord()) == Self.file)
    var broken = MediaRecord(unreadable: "no")
    broken.title = "x"
    #expect(Self.file.merged(sidecar: broken) == Self.file)
  }

  @Test func theSidecarWinsFieldByField() {
    var sidecar = MediaRecord()
    sidecar.latitude = -3
    sidecar.longitude = -4
    sidecar.keywords = ["c"]
    sidecar.rating = 0
    sidecar.cameraModel = "HB-S22"
    sidecar.orientation = 6
    let merged = Self.file.merged(sidecar: sidecar)
    #expect(merged.latitude == -3 && merged.longitude == -4)
    #expect(merged.keywords == ["c"] && merged.rating == 0 && merged.title == "T")
    #expect(merged.camera == "Hanbit HB-S22")
    #expect(merged.width == 40 && merged.height == 60 && merged.orientation == 6)
    #expect(merged.contentIdentifier == "C")
    sidecar.orientation = 3
    #expect(Self.file.merged(sidecar: sidecar).width == 60)
    var heic = Self.file
    heic.type = .heic
    sidecar.orientation = 6
    #expect(heic.merged(sidecar: sidecar).width == 60)
    #expect(heic.merged(sidecar: sidecar).orientation == nil)
  }

  @Test(arguments: [
    ("2024-05-03T18:04:05", "2024-05-03T18:04:05.123+02:00"),
    ("2024-05-03T18:04:05-07:00", "2024-05-03T18:04:05.123-07:00"),
    ("2024-05-03T19:00:00", "2024-05-03T19:00:00"),
    ("2024-05-03T00:00:00", "2024-05-03T18:04:05.123+02:00"),
    ("2024-05-02T00:00:00", "2024-05-02T00:00:00"),
  ])
  func aSidecarsTimeKeepsWhatOnlyTheFileKnows(_ time: String, _ want: String) {
    var sidecar = MediaRecord()
    sidecar.captured = time
    #expect(Self.file.merged(sidecar: sidecar).captured == want)
  }

  @Test func packetsAreFoundInAnyEncoding() throws {
    let text = "<x:xmpmeta>é夕</x:xmpmeta>"
    let want = Array(text.utf8)
    #expect(MediaSidecar.packet(want) == want)
    #expect(MediaSidecar.packet([0xef, 0xbb, 0xbf] + want) == want)
    let declared = Array("<?xml version=\"1.0\" encoding=\"UTF-16\"?>\r\n".utf8)
    #expect(MediaSidecar.packet(declared + want) == want)
    for mark in ["", "\u{feff}"] {
      let little = (mark + text).utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
      let big = (mark + text).utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
      #expect(MediaSidecar.packet(little) == want)
      #expect(MediaSidecar.packet(big) == want)
      let wide = (mark + text).unicodeScalars.flatMap {
        [0, 0, UInt8($0.value >> 8), UInt8($0.value & 0xff)]
      }
      #expect(MediaSidecar.packet(wide) == want)
    }
    #expect(MediaSidecar.packet([]) == nil)
    #expect(MediaSidecar.packet([0xff, 0xfe, 0x3c]) == nil)
  }
}
