import LibraryState
import Operations
import Reconciling
import Testing

/// Each rule by which files become assets (docs/design/0004-folder-sync.md).
@Suite struct RollSideTests {
  private var library = LibraryModel()

  /// Expects that there is nothing left to do.
  private func expectAgreement(_ location: SourceLocation = #_sourceLocation) {
    #expect(library.plan().isEmpty, sourceLocation: location)
  }

  // MARK: New and known files

  @Test("a file with unknown bytes becomes an asset with its facts and path")
  mutating func newFile() throws {
    let bytes = library.add("trip/a.jpg", captured: "2026-05-03T12:00:00")
    let plan = try library.sync()
    #expect(plan.words == ["add", "index"])
    let asset = try library.asset(at: "trip/a.jpg")
    #expect(asset == library.folder.content(of: bytes).cast())
    #expect(library.status(asset) == .alive)
    #expect(library.recordedText(asset) == "trip/a.jpg")
    let registers = try #require(library.state.assets[asset]?.registers)
    #expect(registers[.size]?.value == .int(Int64(1_000 + bytes)))
    #expect(registers[.captured]?.value == .text("2026-05-03T12:00:00"))
    expectAgreement()
  }

  @Test("an empty folder and an empty library need nothing")
  func nothing() { #expect(library.plan() == Plan()) }

  @Test("two new files with the same bytes in one look are one asset")
  mutating func twoNewAlike() throws {
    library.add("b.jpg")
    library.copy("b.jpg", "a.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["add", "index", "index"])
    #expect(try library.asset(at: "a.jpg") == library.asset(at: "b.jpg"))
    #expect(library.recordedText(try library.asset(at: "a.jpg")) == "a.jpg")
    expectAgreement()
  }

  @Test("a copy of a known file is another file of its asset, and the recorded path stays")
  mutating func duplicate() throws {
    library.add("b.jpg")
    try library.sync()
    library.copy("b.jpg", "a.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["index"])
    #expect(library.recordedText(try library.asset(at: "a.jpg")) == "b.jpg")
  }

  @Test("bytes that the library knows from elsewhere are that asset's file")
  mutating func knownElsewhere() throws {
    // Known by the log of another device; no file of it was ever here.
    let bytes = library.folder.newBytes()
    let asset: AssetID = library.folder.content(of: bytes).cast()
    let there = Field(.path, .text("DCIM/1.jpg"))
    try library.write([Operation(.addAsset(asset, initial: [there]))])
    library.folder.write(bytes, to: Array("here.jpg".utf8))
    let plan = try library.sync()
    #expect(plan.words == ["path", "index"])
    #expect(try library.asset(at: "here.jpg") == asset)
    #expect(library.recordedText(asset) == "here.jpg")
    expectAgreement()
  }

  @Test("a later content names its asset as well as the first")
  mutating func laterContent() throws {
    let first = library.add("a.jpg")
    try library.sync()
    library.overwrite("a.jpg")
    try library.sync()
    library.folder.write(first, to: Array("old.jpg".utf8))
    library.copy("a.jpg", "new.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["index", "index"])
    #expect(library.aliveCount == 1)
    // A copy of the first bytes does not take the edit back.
    let asset = try library.asset(at: "old.jpg")
    #expect(try library.asset(at: "new.jpg") == asset)
    #expect(library.content(asset) != library.folder.content(of: first))
  }

  @Test("a file that was only touched is noticed by the base alone")
  mutating func touched() throws {
    library.add("a.jpg")
    try library.sync()
    library.folder.touch(Array("a.jpg".utf8))
    let plan = try library.sync()
    #expect(plan.words == ["index"])
    #expect(plan.operations.isEmpty)
    expectAgreement()
  }

  // MARK: Trash

  @Test("a trashed asset whose file comes back is restored")
  mutating func trashedAndBack() throws {
    let bytes = library.add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    try library.trash(asset)
    library.delete("a.jpg")
    try library.sync()
    #expect(library.status(asset) == .trashed)
    library.folder.write(bytes, to: Array("b.jpg".utf8))
    library.copy("b.jpg", "c.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["restore", "path", "index", "index"])
    #expect(library.status(asset) == .alive)
  }

  /// As when a library was restored and its photos are copied in afterwards.
  @Test("a trashed asset whose file comes here for the first time stays trashed")
  mutating func trashedElsewhere() throws {
    library.add("a.jpg")
    library.add("b.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    try library.trash(asset)
    let folder = library.folder
    library.folder = FolderModel()
    library.loseBase()
    try library.sync()
    library.folder = folder
    #expect(try library.sync().words == ["index", "index"])
    #expect(library.status(asset) == .trashed)
  }

  @Test("a purged asset whose file comes back is restored")
  mutating func purgedAndBack() throws {
    let bytes = library.add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    try library.trash(asset)
    try library.write([Operation(.purgeAsset(asset))])
    library.delete("a.jpg")
    try library.sync()
    #expect(library.status(asset) == .purged)
    library.folder.write(bytes, to: Array("a.jpg".utf8))
    #expect(try library.sync().words == ["restore", "index"])
    #expect(library.status(asset) == .alive)
  }

  @Test(
    "a trashed asset whose file was there all along stays trashed: touched, moved, copied, edited")
  mutating func trashedAllAlong() throws {
    library.add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    try library.trash(asset)
    library.folder.touch(Array("a.jpg".utf8))
    #expect(try library.sync().words == ["index"])
    library.move("a.jpg", "b.jpg")
    #expect(try library.sync().words == ["path", "index", "forget"])
    library.copy("b.jpg", "c.jpg")
    #expect(try library.sync().words == ["index"])
    library.delete("c.jpg")
    try library.sync()
    library.overwrite("b.jpg")
    #expect(try library.sync().words == ["content", "index"])
    #expect(library.status(asset) == .trashed)
    #expect(library.aliveCount == 0)
  }

  @Test("trashed files that swap names stay trashed")
  mutating func trashedSwapped() throws {
    library.add("a.jpg")
    library.add("b.jpg")
    try library.sync()
    for path in ["a.jpg", "b.jpg"] { try library.trash(try library.asset(at: path)) }
    library.folder.swap(Array("a.jpg".utf8), Array("b.jpg".utf8))
    #expect(try library.sync().words == ["path", "path", "index", "index"])
    #expect(library.aliveCount == 0)
  }

  @Test("nobody misses the file of a trashed asset")
  mutating func trashedAndGone() throws {
    library.add("a.jpg")
    try library.sync()
    try library.trash(try library.asset(at: "a.jpg"))
    library.delete("a.jpg")
    #expect(try library.sync().missing.isEmpty)
  }

  @Test("without a base the state wins: what is trashed stays so, and only new bytes are added")
  mutating func noBase() throws {
    library.add("a.jpg")
    library.add("b.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    try library.trash(asset)
    library.loseBase()
    library.add("new.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["add", "index", "index", "index"])
    #expect(library.status(asset) == .trashed)
    expectAgreement()
  }

  // MARK: Moves

  @Test("a moved file keeps its asset, and its new path is recorded")
  mutating func moved() throws {
    library.add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    library.move("a.jpg", "trip/renamed.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["path", "index", "forget"])
    #expect(plan.missing.isEmpty)
    #expect(try library.asset(at: "trip/renamed.jpg") == asset)
    #expect(library.recordedText(asset) == "trip/renamed.jpg")
    #expect(library.aliveCount == 1)
    expectAgreement()
  }

  @Test("a moved folder of any size is no absence")
  mutating func movedFolder() throws {
    for number in 0..<100 { library.add("trip/\(number).jpg") }
    try library.sync()
    library.folder.moveDirectory(Array("trip".utf8), to: Array("Rome/2026".utf8))
    let plan = try library.sync()
    #expect(plan.withheld.isEmpty && plan.missing.isEmpty)
    #expect(plan.operations.count == 100)
    #expect(library.recordedText(try library.asset(at: "Rome/2026/7.jpg")) == "Rome/2026/7.jpg")
    #expect(library.base.count == 100)
    expectAgreement()
  }

  @Test("a moved folder of which the base has heard only half is no absence either")
  mutating func movedFolderHalfway() throws {
    for number in 0..<100 { library.add("trip/\(number).jpg") }
    try library.sync()
    library.folder.moveDirectory(Array("trip".utf8), to: Array("Rome".utf8))
    library.folder.rest()
    let plan = library.plan()
    let forgets = try #require(plan.words.firstIndex(of: "forget"))
    try library.execute(plan, upTo: forgets)
    let rest = try library.sync()
    #expect(rest.withheld.isEmpty)
    #expect(rest.words == Array(repeating: "forget", count: 100))
    expectAgreement()
  }

  @Test("two files that swapped names stay what they are")
  mutating func swapped() throws {
    library.add("a.jpg")
    library.add("b.jpg")
    try library.sync()
    let one = try library.asset(at: "a.jpg")
    let other = try library.asset(at: "b.jpg")
    library.folder.swap(Array("a.jpg".utf8), Array("b.jpg".utf8))
    let plan = try library.sync()
    #expect(plan.words == ["path", "path", "index", "index"])
    #expect(try library.asset(at: "a.jpg") == other)
    #expect(try library.asset(at: "b.jpg") == one)
    #expect(library.recordedText(one) == "b.jpg")
    #expect(library.recordedText(other) == "a.jpg")
    #expect(library.aliveCount == 2)
    expectAgreement()
  }

  @Test("where the recorded file goes and a copy stays, the copy's path is recorded")
  mutating func copyRemains() throws {
    library.add("a.jpg")
    library.copy("a.jpg", "b.jpg")
    try library.sync()
    library.delete("a.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["path", "forget"])
    #expect(library.recordedText(try library.asset(at: "b.jpg")) == "b.jpg")
    #expect(plan.missing.isEmpty)
  }

  @Test("of several files that remain, the first by name is recorded, whatever was seen when")
  mutating func firstRemains() throws {
    for (known, new) in [("b.jpg", "m.jpg"), ("m.jpg", "b.jpg")] {
      library = LibraryModel()
      library.add("a.jpg")
      try library.sync()
      library.copy("a.jpg", known)
      try library.sync()
      library.copy(known, new)
      library.delete("a.jpg")
      try library.sync()
      #expect(library.recordedText(try library.asset(at: known)) == "b.jpg")
    }
  }

  @Test("a moved file and a new one under its old name are told apart")
  mutating func movedAndReplaced() throws {
    library.add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    library.move("a.jpg", "z.jpg")
    library.add("a.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["add", "path", "index", "index"])
    #expect(try library.asset(at: "z.jpg") == asset)
    #expect(try library.asset(at: "a.jpg") != asset)
    expectAgreement()
  }

  // MARK: Names

  @Test("a name that is no UTF-8 is followed, and not recorded")
  mutating func undecodable() throws {
    let name: [UInt8] = [0x61, 0xFF, 0x2E, 0x6A]
    let bytes = library.folder.newBytes()
    library.folder.write(bytes, to: name)
    try library.sync()
    let asset: AssetID = library.folder.content(of: bytes).cast()
    #expect(library.base[name]?.asset == asset)
    #expect(library.recordedPath(asset) == nil)
    expectAgreement()
    library.folder.move(name, to: Array("fine.jpg".utf8))
    #expect(try library.sync().words == ["path", "index", "forget"])
    #expect(library.recordedText(asset) == "fine.jpg")
    library.folder.move(Array("fine.jpg".utf8), to: name)
    #expect(try library.sync().words == ["index", "forget"])
    expectAgreement()
  }

  @Test("of two new files alike, the one with a name that can be recorded is")
  mutating func decodablePreferred() throws {
    let bytes = library.folder.newBytes()
    library.folder.write(bytes, to: [0x31, 0xFF])
    library.folder.write(bytes, to: Array("z.jpg".utf8))
    try library.sync()
    #expect(library.recordedText(library.folder.content(of: bytes).cast()) == "z.jpg")
  }

  @Test("names that differ only in their normal form are two, and a move between them is one")
  mutating func normalForms() throws {
    let composed = "caf\u{E9}.jpg"
    let decomposed = "cafe\u{301}.jpg"
    library.add(composed)
    library.add(decomposed)
    try library.sync()
    let asset = try library.asset(at: composed)
    #expect(try library.asset(at: decomposed) != asset)
    #expect(library.base.count == 2)
    library.delete(decomposed)
    try library.sync()
    library.move(composed, decomposed)
    #expect(try library.sync().words == ["path", "index", "forget"])
    #expect(library.recordedPath(asset) == Array(decomposed.utf8))
    expectAgreement()
  }

  @Test("names that differ only in case, and ones with newlines and dashes, are just names")
  mutating func oddNames() throws {
    let names = ["a.jpg", "A.JPG", "-rf", "line\nbreak.jpg", String(repeating: "x", count: 255)]
    for name in names { library.add(name) }
    #expect(try library.sync().operations.count == names.count)
    for name in names { #expect(library.recordedText(try library.asset(at: name)) == name) }
    expectAgreement()
  }

  // MARK: Looks

  @Test(
    "a path that is named as gone and as found is there; a gone path that nobody knew is nothing")
  mutating func contradictions() throws {
    library.add("a.jpg")
    try library.sync()
    library.folder.touch(Array("a.jpg".utf8))
    var look = library.look()
    look.gone = [Array("a.jpg".utf8), Array("unheard-of.jpg".utf8)]
    var planner = Planner(library, absenceLimit: LibraryModel.absenceLimit)
    let plan = planner.plan(for: look)
    #expect(plan.words == ["index"])
    #expect(plan.missing.isEmpty)
  }

  @Test("one planner plans look after look")
  mutating func plannerIsReusable() throws {
    library.add("a.jpg")
    var planner = Planner(library, absenceLimit: LibraryModel.absenceLimit)
    let look = library.look()
    let first = planner.plan(for: look)
    #expect(planner.plan(for: look) == first)
    #expect(planner.plan(for: FolderSnapshot()).isEmpty)
  }
}
