import LibraryState
import Operations
import Reconciling
import Testing

private let noon = "2026-05-03T12:00:00"

extension FolderModel.Photo {
  fileprivate static func heic(_ identifier: String? = nil, at time: String? = noon) -> Self {
    .init(captured: time, type: "image/heic", identifier: identifier)
  }

  fileprivate static func jpeg(_ identifier: String? = nil, at time: String? = noon) -> Self {
    .init(captured: time, type: "image/jpeg", identifier: identifier)
  }

  fileprivate static func mov(
    _ identifier: String? = nil, at time: String? = noon, lasts seconds: Double? = 2.5
  ) -> Self {
    .init(captured: time, type: "video/quicktime", identifier: identifier, duration: seconds)
  }

  fileprivate static func raw(at time: String? = noon) -> Self {
    .init(captured: time, type: "image/x-adobe-dng")
  }
}

/// Which files belong together, and which do not (docs/design/0018-pairs.md).
@Suite struct PairTests {
  private var library = LibraryModel()

  @Test("a photo and a video with one identifier are a pair, whatever they are called")
  mutating func identifier() throws {
    library.add("a/x.heic", .heic("A", at: nil))
    library.add("b/y.mov", .mov("A", at: nil, lasts: 60))
    let plan = try library.sync()
    #expect(plan.words == ["add", "add", "index", "index"])
    #expect(try library.part("b/y.mov") == "pairedVideo of a/x.heic")
    #expect(try library.part("a/x.heic") == nil)
    #expect(library.plan() == Plan())
  }

  @Test("identifiers are compared by their bytes, in the search too")
  mutating func exactIdentifiers() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    library.add("b/y.mov", .mov(decomposed, at: nil))
    try library.sync()
    // Beside the photo lies a video with an identifier that only looks like its own.
    library.add("a/x.heic", .heic(decomposed, at: nil))
    library.add("a/x.mov", .mov(composed, at: nil))
    try library.sync()
    #expect(try library.part("b/y.mov") == "pairedVideo of a/x.heic")
    #expect(try library.part("a/x.mov") == nil)
    #expect(library.plan() == Plan())
  }

  @Test("a part that is new is one from the start, as an initial value")
  mutating func initialValue() throws {
    library.add("IMG_1.HEIC", .heic("A"))
    library.add("IMG_1.MOV", .mov("A"))
    try library.sync()
    let registers = library.state.assets[try library.asset(at: "IMG_1.MOV")]?.registers
    #expect(registers?[.partOf]?.written == nil && registers?[.partOf]?.initial != nil)
    #expect(registers?[.role]?.written == nil && registers?[.role]?.initial != nil)
  }

  @Test("whichever of two comes first, at whatever looks", arguments: [true, false])
  mutating func anyOrder(photoFirst: Bool) throws {
    func addPhoto() { library.add("IMG_1.HEIC", .heic("A")) }
    func addVideo() { library.add("IMG_1.MOV", .mov("A")) }
    if photoFirst { addPhoto() } else { addVideo() }
    try library.sync()
    #expect(library.plan() == Plan())
    if photoFirst { addVideo() } else { addPhoto() }
    let plan = try library.sync()
    #expect(plan.words == (photoFirst ? ["add", "index"] : ["add", "part", "index"]))
    #expect(try plan.paired == [library.asset(at: "IMG_1.MOV")])
    #expect(try library.part("IMG_1.MOV") == "pairedVideo of IMG_1.HEIC")
    #expect(library.plan() == Plan())
  }

  @Test(
    "without an identifier, one name in one directory within 2 s, and a video of 5 s at most",
    arguments: [
      (photo: .jpeg(), name: "IMG_1.MOV", video: .mov(), isPair: true),
      (.heic("A"), "IMG_1.MOV", .mov(), true),
      (.heic(), "IMG_1.MOV", .mov("A"), true),
      (.heic("A"), "IMG_1.MOV", .mov("B"), false),
      (.jpeg(), "IMG_1.mp4", .init(captured: noon, type: "video/mp4", duration: 5), true),
      (.jpeg(), "IMG_1.MOV", .mov(lasts: 5.01), false),
      (.jpeg(), "IMG_1.MOV", .mov(lasts: nil), false),
      (.jpeg(), "IMG_1.MOV", .mov(at: "2026-05-03T12:00:02"), true),
      (.jpeg(), "IMG_1.MOV", .mov(at: "2026-05-03T11:59:58.000"), true),
      (.jpeg(), "IMG_1.MOV", .mov(at: "2026-05-03T12:00:02.001"), false),
      (.jpeg(), "IMG_1.MOV", .mov(at: "2026-05-03T12:00:03"), false),
      (.jpeg(), "IMG_1.MOV", .mov(at: nil), false),
      (.jpeg(at: nil), "IMG_1.MOV", .mov(), false),
      (.jpeg(at: noon + "+02:00"), "IMG_1.MOV", .mov(at: "2026-05-03T10:00:01Z"), true),
      (.jpeg(at: noon + "+02:00"), "IMG_1.MOV", .mov(at: "2026-05-03T12:00:01Z"), false),
      (.jpeg(at: noon), "IMG_1.MOV", .mov(at: "2026-05-03T10:00:01Z"), true),
      (.jpeg(at: noon), "IMG_1.MOV", .mov(at: "2026-05-03T10:07:00Z"), false),
      (.jpeg(at: noon), "IMG_1.MOV", .mov(at: "2026-05-05T12:00:00Z"), false),
      (.jpeg(), "IMG_1 (2).MOV", .mov(), false),
      (.jpeg(), "img_1.mov", .mov(), false),
      (.jpeg(), "other/IMG_1.MOV", .mov(), false),
      (.jpeg(), "IMG_1.MOV.mov", .mov(), false),
      (.jpeg(), "IMG_1.jpeg", .jpeg(), false),
      (.init(captured: noon, type: "image/png"), "IMG_1.MOV", .mov(), false),
    ] as [(photo: FolderModel.Photo, name: String, video: FolderModel.Photo, isPair: Bool)])
  mutating func name(
    photo: FolderModel.Photo, name: String, video: FolderModel.Photo, isPair: Bool
  ) throws {
    library.add("IMG_1.JPG", photo)
    library.add(name, video)
    try library.sync()
    #expect(try library.part(name) == (isPair ? "pairedVideo of IMG_1.JPG" : nil))
    #expect(library.plan() == Plan())
  }

  @Test("copies that were given a number together stay a pair")
  mutating func renumbered() throws {
    for name in ["IMG_1", "IMG_1 (2)"] {
      library.add("\(name).HEIC", .heic())
      library.add("\(name).MOV", .mov())
    }
    try library.sync()
    #expect(try library.part("IMG_1.MOV") == "pairedVideo of IMG_1.HEIC")
    #expect(try library.part("IMG_1 (2).MOV") == "pairedVideo of IMG_1 (2).HEIC")
  }

  @Test("a raw file and its picture", arguments: ["JPG", "HEIC"])
  mutating func raw(ending: String) throws {
    library.add("IMG_1.\(ending)", ending == "JPG" ? .jpeg() : .heic())
    library.add("IMG_1.DNG", .raw())
    library.add("IMG_2.\(ending)", .jpeg())
    library.add("IMG_2.DNG", .raw(at: "2026-05-03T12:00:05"))
    try library.sync()
    #expect(try library.part("IMG_1.DNG") == "raw of IMG_1.\(ending)")
    #expect(try library.part("IMG_2.DNG") == nil)
  }

  @Test("a raw file as Pixel phones call it")
  mutating func pixel() throws {
    library.add("PXL_2026.RAW-01.COVER.jpg", .jpeg())
    library.add("PXL_2026.RAW-02.ORIGINAL.dng", .raw())
    try library.sync()
    #expect(
      try library.part("PXL_2026.RAW-02.ORIGINAL.dng") == "raw of PXL_2026.RAW-01.COVER.jpg")
  }

  @Test("one photo can have a video and a raw file")
  mutating func three() throws {
    library.add("IMG_1.JPG", .jpeg())
    library.add("IMG_1.DNG", .raw())
    library.add("IMG_1.MOV", .mov())
    try library.sync()
    #expect(try library.part("IMG_1.DNG") == "raw of IMG_1.JPG")
    #expect(try library.part("IMG_1.MOV") == "pairedVideo of IMG_1.JPG")
  }

  @Test(
    "where three come into question, nothing is concluded",
    arguments: [
      [("IMG_1.HEIC", .heic()), ("IMG_1.JPG", .jpeg()), ("IMG_1.MOV", .mov())],
      [("IMG_1.HEIC", .heic("A")), ("IMG_1.JPG", .jpeg("A")), ("IMG_1.MOV", .mov("A"))],
      [("IMG_1.HEIC", .heic()), ("IMG_1.MOV", .mov()), ("IMG_1.MP4", .mov())],
      [("x.HEIC", .heic("A")), ("y.JPG", .jpeg("A")), ("z.MOV", .mov("A"))],
      [("a.jpg", .jpeg()), ("a.jpeg", .jpeg()), ("a.dng", .raw())],
      [("a.jpg", .jpeg()), ("a.dng", .raw()), ("a.cr2", .raw())],
    ] as [[(String, FolderModel.Photo)]])
  mutating func doubt(files: [(String, FolderModel.Photo)]) throws {
    for (path, photo) in files { library.add(path, photo) }
    let plan = try library.sync()
    #expect(plan.paired.isEmpty)
    for (path, _) in files { #expect(try library.part(path) == nil) }
    #expect(library.plan() == Plan())
    // Nor does it matter in what order they are seen, if no two of them are seen alone.
    var search = PairSearch(library)
    let ids = try files.map { try library.asset(at: $0.0) }
    let rules = search.rules(for: ids).rules
    let doubtful = ids.contains { id in
      if case .doubt(let others) = rules.conclusion(for: id) { others.count > 1 } else { false }
    }
    #expect(doubtful)
  }

  @Test("the name decides between several of one identifier")
  mutating func identifierAndName() throws {
    library.add("IMG_1.HEIC", .heic("A"))
    library.add("IMG_E1.HEIC", .heic("A"))
    library.add("IMG_1.MOV", .mov("A"))
    library.add("IMG_E1.MOV", .mov("A"))
    try library.sync()
    #expect(try library.part("IMG_1.MOV") == "pairedVideo of IMG_1.HEIC")
    #expect(try library.part("IMG_E1.MOV") == "pairedVideo of IMG_E1.HEIC")
  }

  @Test("what is surer takes the place of what is less, and not the other way round")
  mutating func surer() throws {
    library.add("IMG_E1.JPG", .jpeg("A"))
    library.add("IMG_1.MOV", .mov("A"))
    try library.sync()
    #expect(try library.part("IMG_1.MOV") == "pairedVideo of IMG_E1.JPG")
    library.add("IMG_1.HEIC", .heic("A"))
    #expect(try library.sync().words == ["add", "part", "index"])
    #expect(try library.part("IMG_1.MOV") == "pairedVideo of IMG_1.HEIC")
    library.add("other/IMG_2.HEIC", .heic("A"))
    #expect(try library.sync().words == ["add", "index"])
    #expect(library.plan() == Plan())
  }

  @Test("a third that comes later leaves a pair as it is")
  mutating func third() throws {
    library.add("IMG_1.HEIC", .heic("A"))
    library.add("IMG_1.MOV", .mov("A"))
    try library.sync()
    library.add("IMG_1.jpg", .jpeg("A"))
    #expect(try library.sync().words == ["add", "index"])
    #expect(try library.part("IMG_1.MOV") == "pairedVideo of IMG_1.HEIC")
  }

  @Test("files that move apart, are renamed or deleted stay a pair: it is one of assets")
  mutating func movedApart() throws {
    library.add("IMG_1.JPG", .jpeg())
    library.add("IMG_1.MOV", .mov())
    try library.sync()
    let (whole, part) = (try library.asset(at: "IMG_1.JPG"), try library.asset(at: "IMG_1.MOV"))
    library.move("IMG_1.MOV", "videos/clip.mov")
    #expect(try library.sync().operations.count == 1)
    // Another photo where it went is no reason to change that.
    library.add("videos/clip.jpg", .jpeg())
    #expect(try library.sync().words == ["add", "index"])
    library.delete("IMG_1.JPG")
    try library.sync()
    let registers = library.state.assets[part]?.registers
    #expect(registers?[.partOf]?.value?.asset == whole)
    #expect(library.plan() == Plan())
  }

  @Test("a copy beside the other makes a pair of what had none")
  mutating func broughtTogether() throws {
    library.add("photos/IMG_1.JPG", .jpeg())
    library.add("videos/IMG_1.MOV", .mov())
    try library.sync()
    #expect(try library.part("videos/IMG_1.MOV") == nil)
    library.move("videos/IMG_1.MOV", "photos/IMG_1.MOV")
    #expect(try library.sync().paired.count == 1)
    #expect(try library.part("photos/IMG_1.MOV") == "pairedVideo of photos/IMG_1.JPG")
    #expect(library.plan() == Plan())
  }

  @Test("what a person said of a part is never said again by the folder")
  mutating func decided() throws {
    library.add("IMG_1.JPG", .jpeg("A"))
    library.add("IMG_1.MOV", .mov("A"))
    try library.sync()
    let part = try library.asset(at: "IMG_1.MOV")
    try library.write([Operation(.setAsset(part, .partOf, .null))])
    library.decided.insert(part)
    library.folder.touch(Array("IMG_1.MOV".utf8))
    library.copy("IMG_1.JPG", "copy/IMG_1.JPG")
    #expect(try library.sync().operations.isEmpty)
    library.loseBase()
    #expect(try library.sync().operations.isEmpty)
    #expect(try library.part("IMG_1.MOV") == nil)
  }

  @Test("what is in the trash pairs with nothing, and does when its file brings it back")
  mutating func trashed() throws {
    library.add("IMG_1.JPG", .jpeg("A"))
    try library.sync()
    try library.trash(try library.asset(at: "IMG_1.JPG"))
    library.add("IMG_1.MOV", .mov("A"))
    #expect(try library.sync().paired.isEmpty)
    let bytes = try #require(library.folder.files[Array("IMG_1.JPG".utf8)]?.bytes)
    library.delete("IMG_1.JPG")
    try library.sync()
    library.folder.write(bytes, to: Array("IMG_1.JPG".utf8))
    #expect(try library.sync().words == ["restore", "part", "index"])
    #expect(try library.part("IMG_1.MOV") == "pairedVideo of IMG_1.JPG")
    #expect(library.plan() == Plan())
  }
}
