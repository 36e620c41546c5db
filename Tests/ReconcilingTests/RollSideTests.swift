import LibraryState
import Operations
import Reconciling
import Testing

/// Each rule by which files become assets (docs/design/0004-folder-sync.md).
@Suite struct RollSideTests {
  private var library = LibraryModel()

  /// Writes new bytes to a path and returns their number.
  @discardableResult
  private mutating func add(_ path: String, captured: String? = nil) -> Int {
    let bytes = library.folder.newBytes(captured: captured)
    library.folder.write(bytes, to: Array(path.utf8))
    return bytes
  }

  private mutating func move(_ from: String, _ to: String) {
    library.folder.move(Array(from.utf8), to: Array(to.utf8))
  }

  private mutating func copy(_ from: String, _ to: String) {
    library.folder.copy(Array(from.utf8), to: Array(to.utf8))
  }

  private mutating func delete(_ path: String) { library.folder.delete(Array(path.utf8)) }

  private mutating func overwrite(_ path: String, captured: String? = nil) {
    add(path, captured: captured)
  }

  private func recorded(_ asset: AssetID) -> String? {
    library.recordedPath(asset).map { String(decoding: $0, as: UTF8.self) }
  }

  private func content(_ asset: AssetID) -> ContentID? { library.asset(asset)?.content }

  /// Expects that there is nothing left to do.
  private func expectAgreement(_ location: SourceLocation = #_sourceLocation) {
    #expect(library.plan().isEmpty, sourceLocation: location)
  }

  // MARK: New and known files

  @Test("a file with unknown bytes becomes an asset with its facts and path")
  mutating func newFile() throws {
    let bytes = add("trip/a.jpg", captured: "2026-05-03T12:00:00")
    let plan = try library.sync()
    #expect(plan.words == ["add", "index"])
    let asset = try library.asset(at: "trip/a.jpg")
    #expect(asset == library.folder.content(of: bytes).cast())
    #expect(library.status(asset) == .alive)
    #expect(recorded(asset) == "trip/a.jpg")
    let registers = try #require(library.state.assets[asset]?.registers)
    #expect(registers[.size]?.value == .int(Int64(1_000 + bytes)))
    #expect(registers[.captured]?.value == .text("2026-05-03T12:00:00"))
    expectAgreement()
  }

  @Test("an empty folder and an empty library need nothing")
  func nothing() { #expect(library.plan() == Plan()) }

  @Test("two new files with the same bytes in one look are one asset")
  mutating func twoNewAlike() throws {
    add("b.jpg")
    copy("b.jpg", "a.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["add", "index", "index"])
    #expect(try library.asset(at: "a.jpg") == library.asset(at: "b.jpg"))
    #expect(recorded(try library.asset(at: "a.jpg")) == "a.jpg")
    expectAgreement()
  }

  @Test("a copy of a known file is another file of its asset, and the recorded path stays")
  mutating func duplicate() throws {
    add("b.jpg")
    try library.sync()
    copy("b.jpg", "a.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["index"])
    #expect(recorded(try library.asset(at: "a.jpg")) == "b.jpg")
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
    #expect(recorded(asset) == "here.jpg")
    expectAgreement()
  }

  @Test("a later content names its asset as well as the first")
  mutating func laterContent() throws {
    let first = add("a.jpg")
    try library.sync()
    overwrite("a.jpg")
    try library.sync()
    library.folder.write(first, to: Array("old.jpg".utf8))
    copy("a.jpg", "new.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["index", "index"])
    #expect(library.aliveCount == 1)
    // A copy of the first bytes does not take the edit back.
    let asset = try library.asset(at: "old.jpg")
    #expect(try library.asset(at: "new.jpg") == asset)
    #expect(content(asset) != library.folder.content(of: first))
  }

  @Test("a file that was only touched is noticed by the base alone")
  mutating func touched() throws {
    add("a.jpg")
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
    let bytes = add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    try library.trash(asset)
    delete("a.jpg")
    try library.sync()
    #expect(library.status(asset) == .trashed)
    library.folder.write(bytes, to: Array("b.jpg".utf8))
    copy("b.jpg", "c.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["restore", "path", "index", "index"])
    #expect(library.status(asset) == .alive)
  }

  @Test("a purged asset whose file comes back is restored")
  mutating func purgedAndBack() throws {
    let bytes = add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    try library.trash(asset)
    try library.write([Operation(.purgeAsset(asset))])
    delete("a.jpg")
    try library.sync()
    #expect(library.status(asset) == .purged)
    library.folder.write(bytes, to: Array("a.jpg".utf8))
    #expect(try library.sync().words == ["restore", "index"])
    #expect(library.status(asset) == .alive)
  }

  @Test(
    "a trashed asset whose file was there all along stays trashed: touched, moved, copied, edited")
  mutating func trashedAllAlong() throws {
    add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    try library.trash(asset)
    library.folder.touch(Array("a.jpg".utf8))
    #expect(try library.sync().words == ["index"])
    move("a.jpg", "b.jpg")
    #expect(try library.sync().words == ["path", "index", "forget"])
    copy("b.jpg", "c.jpg")
    #expect(try library.sync().words == ["index"])
    delete("c.jpg")
    try library.sync()
    overwrite("b.jpg")
    #expect(try library.sync().words == ["content", "index"])
    #expect(library.status(asset) == .trashed)
    #expect(library.aliveCount == 0)
  }

  @Test("nobody misses the file of a trashed asset")
  mutating func trashedAndGone() throws {
    add("a.jpg")
    try library.sync()
    try library.trash(try library.asset(at: "a.jpg"))
    delete("a.jpg")
    #expect(try library.sync().missing.isEmpty)
  }

  @Test("without a base the state wins: what is trashed stays so, and only new bytes are added")
  mutating func noBase() throws {
    add("a.jpg")
    add("b.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    try library.trash(asset)
    library.loseBase()
    add("new.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["add", "index", "index", "index"])
    #expect(library.status(asset) == .trashed)
    expectAgreement()
  }

  // MARK: Moves

  @Test("a moved file keeps its asset, and its new path is recorded")
  mutating func moved() throws {
    add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    move("a.jpg", "trip/renamed.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["path", "index", "forget"])
    #expect(plan.missing.isEmpty)
    #expect(try library.asset(at: "trip/renamed.jpg") == asset)
    #expect(recorded(asset) == "trip/renamed.jpg")
    #expect(library.aliveCount == 1)
    expectAgreement()
  }

  @Test("a moved folder of any size is no absence")
  mutating func movedFolder() throws {
    for number in 0..<100 { add("trip/\(number).jpg") }
    try library.sync()
    library.folder.moveDirectory(Array("trip".utf8), to: Array("Rome/2026".utf8))
    let plan = try library.sync()
    #expect(plan.withheld.isEmpty && plan.missing.isEmpty)
    #expect(plan.operations.count == 100)
    #expect(recorded(try library.asset(at: "Rome/2026/7.jpg")) == "Rome/2026/7.jpg")
    #expect(library.base.count == 100)
    expectAgreement()
  }

  @Test("a moved folder of which the base has heard only half is no absence either")
  mutating func movedFolderHalfway() throws {
    for number in 0..<100 { add("trip/\(number).jpg") }
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
    add("a.jpg")
    add("b.jpg")
    try library.sync()
    let one = try library.asset(at: "a.jpg")
    let other = try library.asset(at: "b.jpg")
    library.folder.swap(Array("a.jpg".utf8), Array("b.jpg".utf8))
    let plan = try library.sync()
    #expect(plan.words == ["path", "path", "index", "index"])
    #expect(try library.asset(at: "a.jpg") == other)
    #expect(try library.asset(at: "b.jpg") == one)
    #expect(recorded(one) == "b.jpg")
    #expect(recorded(other) == "a.jpg")
    #expect(library.aliveCount == 2)
    expectAgreement()
  }

  @Test("where the recorded file goes and a copy stays, the copy's path is recorded")
  mutating func copyRemains() throws {
    add("a.jpg")
    copy("a.jpg", "b.jpg")
    try library.sync()
    delete("a.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["path", "forget"])
    #expect(recorded(try library.asset(at: "b.jpg")) == "b.jpg")
    #expect(plan.missing.isEmpty)
  }

  @Test("a moved file and a new one under its old name are told apart")
  mutating func movedAndReplaced() throws {
    add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    move("a.jpg", "z.jpg")
    add("a.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["add", "path", "index", "index"])
    #expect(try library.asset(at: "z.jpg") == asset)
    #expect(try library.asset(at: "a.jpg") != asset)
    expectAgreement()
  }

  // MARK: Edits

  @Test("a changed file is an edit of its asset, if that has no other file here")
  mutating func edited() throws {
    add("a.jpg", captured: "2026-05-03T12:00:00")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    overwrite("a.jpg", captured: "2026-05-03T12:00:00")
    let plan = try library.sync()
    #expect(plan.words == ["content", "index"])
    #expect(try library.asset(at: "a.jpg") == asset)
    #expect(content(asset) != asset.cast())
    let registers = try #require(library.state.assets[asset]?.registers)
    #expect(registers[.size]?.value == .int(1_002))
    #expect(registers[.captured]?.written == nil)
    expectAgreement()
  }

  @Test("bytes that an edit took away and that come back are the asset's content again")
  mutating func reverted() throws {
    let first = add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    overwrite("a.jpg")
    try library.sync()
    library.folder.write(first, to: Array("a.jpg".utf8))
    #expect(try library.sync().words == ["content", "index"])
    #expect(content(asset) == library.folder.content(of: first))
    expectAgreement()
  }

  @Test("another device's edit is not taken back because the file here is moved")
  mutating func foreignEdit() throws {
    add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    let edit = library.folder.content(of: library.folder.newBytes())
    try library.write([Operation(.setAsset(asset, .content, .digest(edit.cast())))])
    move("a.jpg", "b.jpg")
    #expect(try library.sync().words == ["path", "index", "forget"])
    #expect(content(asset) == edit)
  }

  @Test("of two copies, the one that is edited becomes a new asset")
  mutating func editedCopy() throws {
    add("a.jpg")
    try library.sync()
    copy("a.jpg", "a-edit.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    overwrite("a-edit.jpg")
    #expect(try library.sync().words == ["add", "index"])
    #expect(try library.asset(at: "a.jpg") == asset)
    #expect(try library.asset(at: "a-edit.jpg") != asset)
    #expect(content(asset) == asset.cast())
  }

  @Test("where all copies are edited, the recorded one carries the asset on")
  mutating func allCopiesEdited() throws {
    add("b.jpg")
    try library.sync()
    copy("b.jpg", "a.jpg")
    copy("b.jpg", "c.jpg")
    try library.sync()
    let asset = try library.asset(at: "b.jpg")
    for path in ["a.jpg", "b.jpg", "c.jpg"] { overwrite(path) }
    let plan = try library.sync()
    #expect(plan.words == ["add", "add", "content", "index", "index", "index"])
    #expect(try library.asset(at: "b.jpg") == asset)
    #expect(library.aliveCount == 3)
    #expect(plan.missing.isEmpty)
    expectAgreement()
  }

  @Test("one copy edited and the other deleted is an edit")
  mutating func editedAndOtherGone() throws {
    add("a.jpg")
    copy("a.jpg", "b.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    overwrite("b.jpg")
    delete("a.jpg")
    #expect(try library.sync().words == ["content", "path", "index", "forget"])
    #expect(try library.asset(at: "b.jpg") == asset)
    expectAgreement()
  }

  @Test("an edit under the old name, with the original put aside, leaves the asset to the original")
  mutating func originalPutAside() throws {
    add("b.jpg")
    try library.sync()
    let asset = try library.asset(at: "b.jpg")
    for aside in ["a.jpg", "c.jpg"] {
      var other = self
      other.move("b.jpg", aside)
      other.overwrite("b.jpg")
      try other.library.sync()
      #expect(try other.library.asset(at: aside) == asset)
      #expect(try other.library.asset(at: "b.jpg") != asset)
    }
  }

  @Test("an edit and a copy of the edit are one asset, whatever the copy is called")
  mutating func editAndItsCopy() throws {
    add("b.jpg")
    try library.sync()
    let asset = try library.asset(at: "b.jpg")
    for copied in ["a.jpg", "c.jpg"] {
      var other = self
      other.overwrite("b.jpg")
      other.copy("b.jpg", copied)
      #expect(try other.library.sync().words == ["content", "index", "index"])
      #expect(try other.library.asset(at: copied) == asset)
      #expect(other.recorded(asset) == "b.jpg")
    }
  }

  @Test(
    "two assets' files that are overwritten with the same unknown bytes: the first has the edit")
  mutating func twoEditedAlike() throws {
    add("a.jpg")
    add("b.jpg")
    try library.sync()
    let one = try library.asset(at: "a.jpg")
    let other = try library.asset(at: "b.jpg")
    overwrite("a.jpg")
    copy("a.jpg", "b.jpg")
    let plan = try library.sync()
    #expect(plan.missing == [other])
    #expect(try library.asset(at: "b.jpg") == one)
    expectAgreement()
  }

  @Test("a file truncated, then complete, is one asset with two contents")
  mutating func truncatedThenComplete() throws {
    add("a.jpg")
    try library.sync()
    overwrite("a.jpg", captured: "2026-05-03T12:00:00")
    #expect(try library.sync().words == ["content", "index"])
    #expect(library.aliveCount == 1)
  }

  // MARK: A counter that rolled over

  @Test("another photo under an old name is a new asset; the old one is missing")
  mutating func counterRollover() throws {
    add("IMG_0001.jpg", captured: "2025-05-03T12:00:00")
    try library.sync()
    let asset = try library.asset(at: "IMG_0001.jpg")
    overwrite("IMG_0001.jpg", captured: "2026-01-09T08:12:31")
    let plan = try library.sync()
    #expect(plan.words == ["add", "index"])
    #expect(plan.missing == [asset])
    #expect(content(asset) == asset.cast())
    expectAgreement()
  }

  @Test("times that are only the file's do not make another photo")
  mutating func fileTimesAreNoCaptureTimes() throws {
    add("a.jpg", captured: "2025-05-03T12:00:00")
    add("b.jpg")
    try library.sync()
    overwrite("a.jpg")
    overwrite("b.jpg", captured: "2026-01-09T08:12:31")
    let plan = try library.sync()
    #expect(plan.words == ["content", "content", "index", "index"])
    #expect(library.aliveCount == 2)
  }

  @Test("a capture time that a person set does not make another photo")
  mutating func capturedBySetting() throws {
    add("a.jpg", captured: "2025-05-03T12:00:00")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    let corrected = Value.text("1999-12-31T23:59:59")
    try library.write([Operation(.setAsset(asset, .captured, corrected))])
    overwrite("a.jpg", captured: "2025-05-03T12:00:00")
    #expect(try library.sync().words == ["content", "index"])
  }

  @Test(
    "what programs do to a capture time does not make another photo; another time does",
    arguments: [
      ("2025-05-03T12:00:00", "2025-05-03T12:00:00", true),
      ("2025-05-03T12:00:00", "2025-05-03T12:00:00.125+02:00", true),
      ("2025-05-03T12:00:00+02:00", "2025-05-03T10:00:00", true),
      ("2025-12-31T23:30:00", "2026-01-01T05:15:00", true),
      ("2024-02-28T23:00:00", "2024-02-29T01:00:00", true),
      ("2025-05-03T12:00:00", "2025-05-04T14:00:00", true),
      ("2025-05-03T12:00:00", "2025-05-04T14:15:00", false),
      ("2025-05-03T12:00:00", "2025-05-03T12:00:01", false),
      ("2025-05-03T12:00:00", "2026-05-03T12:00:00", false),
      ("2025:05:03 12:00:00", "2025:05:03 12:00:00", true),
      ("2025:05:03 12:00:00", "2025-05-03T12:00:00", false),
      ("2025-05-03", "2025-05-03T12:00:00", false),
    ])
  mutating func captureTimes(earlier: String, later: String, isSame: Bool) throws {
    add("a.jpg", captured: earlier)
    try library.sync()
    overwrite("a.jpg", captured: later)
    #expect(try library.sync().words.first == (isSame ? "content" : "add"))
  }

  // MARK: Other bytes under an old name

  @Test("a file overwritten with the bytes of another asset is a file of that one")
  mutating func overwrittenWithKnown() throws {
    add("a.jpg")
    add("b.jpg")
    try library.sync()
    let lost = try library.asset(at: "a.jpg")
    let kept = try library.asset(at: "b.jpg")
    copy("b.jpg", "a.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["index"])
    #expect(plan.missing == [lost])
    #expect(library.status(lost) == .alive)
    #expect(try library.asset(at: "a.jpg") == kept)
    #expect(recorded(kept) == "b.jpg")
    expectAgreement()
  }

  @Test("a new file under the name of a deleted one is a new asset")
  mutating func nameTakenAgain() throws {
    add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    delete("a.jpg")
    #expect(try library.sync().missing == [asset])
    add("a.jpg")
    #expect(try library.sync().words == ["add", "index"])
    #expect(try library.asset(at: "a.jpg") != asset)
    #expect(library.aliveCount == 2)
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
    #expect(recorded(asset) == "fine.jpg")
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
    #expect(recorded(library.folder.content(of: bytes).cast()) == "z.jpg")
  }

  @Test("names that differ only in their normal form are two, and a move between them is one")
  mutating func normalForms() throws {
    let composed = "caf\u{E9}.jpg"
    let decomposed = "cafe\u{301}.jpg"
    add(composed)
    add(decomposed)
    try library.sync()
    let asset = try library.asset(at: composed)
    #expect(try library.asset(at: decomposed) != asset)
    #expect(library.base.count == 2)
    delete(decomposed)
    try library.sync()
    move(composed, decomposed)
    #expect(try library.sync().words == ["path", "index", "forget"])
    #expect(library.recordedPath(asset) == Array(decomposed.utf8))
    expectAgreement()
  }

  @Test("names that differ only in case, and ones with newlines and dashes, are just names")
  mutating func oddNames() throws {
    let names = ["a.jpg", "A.JPG", "-rf", "line\nbreak.jpg", String(repeating: "x", count: 255)]
    for name in names { add(name) }
    #expect(try library.sync().operations.count == names.count)
    for name in names { #expect(recorded(try library.asset(at: name)) == name) }
    expectAgreement()
  }

  // MARK: Looks

  @Test(
    "a path that is named as gone and as found is there; a gone path that nobody knew is nothing")
  mutating func contradictions() throws {
    add("a.jpg")
    try library.sync()
    library.folder.touch(Array("a.jpg".utf8))
    var look = library.look()
    look.gone = [Array("a.jpg".utf8), Array("unheard-of.jpg".utf8)]
    var planner = Planner(library)
    let plan = planner.plan(for: look)
    #expect(plan.words == ["index"])
    #expect(plan.missing.isEmpty)
  }

  @Test("one planner plans look after look")
  mutating func plannerIsReusable() throws {
    add("a.jpg")
    var planner = Planner(library)
    let look = library.look()
    let first = planner.plan(for: look)
    #expect(planner.plan(for: look) == first)
    #expect(planner.plan(for: FolderSnapshot()).isEmpty)
  }
}
