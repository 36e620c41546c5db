import LibraryState
import Operations
import Reconciling
import Testing

/// When a changed file is an edit of its asset, and when it is something else
/// (docs/design/0004-folder-sync.md, "Edits").
@Suite struct EditTests {
  private var library = LibraryModel()

  /// Expects that there is nothing left to do.
  private func expectAgreement(_ location: SourceLocation = #_sourceLocation) {
    #expect(library.plan().isEmpty, sourceLocation: location)
  }

  @Test("a changed file is an edit of its asset, if that has no other file here")
  mutating func edited() throws {
    library.add("a.jpg", captured: "2026-05-03T12:00:00")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    library.overwrite("a.jpg", captured: "2026-05-03T12:00:00")
    let plan = try library.sync()
    #expect(plan.words == ["content", "index"])
    #expect(try library.asset(at: "a.jpg") == asset)
    #expect(library.content(asset) != asset.cast())
    let registers = try #require(library.state.assets[asset]?.registers)
    #expect(registers[.size]?.value == .int(1_002))
    #expect(registers[.captured]?.written == nil)
    expectAgreement()
  }

  @Test("bytes that an edit took away and that come back are the asset's content again")
  mutating func reverted() throws {
    let first = library.add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    library.overwrite("a.jpg")
    try library.sync()
    library.folder.write(first, to: Array("a.jpg".utf8))
    #expect(try library.sync().words == ["content", "index"])
    #expect(library.content(asset) == library.folder.content(of: first))
    expectAgreement()
  }

  @Test("another device's edit is not taken back because the file here is moved")
  mutating func foreignEdit() throws {
    library.add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    let edit = library.folder.content(of: library.folder.newBytes())
    try library.write([Operation(.setAsset(asset, .content, .digest(edit.cast())))])
    library.move("a.jpg", "b.jpg")
    #expect(try library.sync().words == ["path", "index", "forget"])
    #expect(library.content(asset) == edit)
  }

  @Test("of two copies, the one that is edited becomes a new asset")
  mutating func editedCopy() throws {
    library.add("a.jpg")
    try library.sync()
    library.copy("a.jpg", "a-edit.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    library.overwrite("a-edit.jpg")
    #expect(try library.sync().words == ["add", "index"])
    #expect(try library.asset(at: "a.jpg") == asset)
    #expect(try library.asset(at: "a-edit.jpg") != asset)
    #expect(library.content(asset) == asset.cast())
  }

  @Test("where all copies are edited, the recorded one carries the asset on")
  mutating func allCopiesEdited() throws {
    library.add("b.jpg")
    try library.sync()
    library.copy("b.jpg", "a.jpg")
    library.copy("b.jpg", "c.jpg")
    try library.sync()
    let asset = try library.asset(at: "b.jpg")
    for path in ["a.jpg", "b.jpg", "c.jpg"] { library.overwrite(path) }
    let plan = try library.sync()
    #expect(plan.words == ["add", "add", "content", "index", "index", "index"])
    #expect(try library.asset(at: "b.jpg") == asset)
    #expect(library.aliveCount == 3)
    #expect(plan.missing.isEmpty)
    expectAgreement()
  }

  @Test("one copy edited and the other deleted is an edit")
  mutating func editedAndOtherGone() throws {
    library.add("a.jpg")
    library.copy("a.jpg", "b.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    library.overwrite("b.jpg")
    library.delete("a.jpg")
    #expect(try library.sync().words == ["content", "path", "index", "forget"])
    #expect(try library.asset(at: "b.jpg") == asset)
    expectAgreement()
  }

  @Test("an edit under the old name, with the original put aside, leaves the asset to the original")
  mutating func originalPutAside() throws {
    library.add("b.jpg")
    try library.sync()
    let asset = try library.asset(at: "b.jpg")
    for aside in ["a.jpg", "c.jpg"] {
      var other = self
      other.library.move("b.jpg", aside)
      other.library.overwrite("b.jpg")
      try other.library.sync()
      #expect(try other.library.asset(at: aside) == asset)
      #expect(try other.library.asset(at: "b.jpg") != asset)
    }
  }

  @Test("an edit and a copy of the edit are one asset, whatever the copy is called")
  mutating func editAndItsCopy() throws {
    library.add("b.jpg")
    try library.sync()
    let asset = try library.asset(at: "b.jpg")
    for copied in ["a.jpg", "c.jpg"] {
      var other = self
      other.library.overwrite("b.jpg")
      other.library.copy("b.jpg", copied)
      #expect(try other.library.sync().words == ["content", "index", "index"])
      #expect(try other.library.asset(at: copied) == asset)
      #expect(other.library.recordedText(asset) == "b.jpg")
    }
  }

  @Test(
    "two assets' files that are overwritten with the same unknown bytes: the first has the edit")
  mutating func twoEditedAlike() throws {
    library.add("a.jpg")
    library.add("b.jpg")
    try library.sync()
    let one = try library.asset(at: "a.jpg")
    let other = try library.asset(at: "b.jpg")
    library.overwrite("a.jpg")
    library.copy("a.jpg", "b.jpg")
    let plan = try library.sync()
    #expect(plan.missing == [other])
    #expect(try library.asset(at: "b.jpg") == one)
    expectAgreement()
  }

  @Test("a file truncated, then complete, is one asset with two contents")
  mutating func truncatedThenComplete() throws {
    library.add("a.jpg")
    try library.sync()
    library.overwrite("a.jpg", captured: "2026-05-03T12:00:00")
    #expect(try library.sync().words == ["content", "index"])
    #expect(library.aliveCount == 1)
  }

  // MARK: A counter that rolled over

  @Test("another photo under an old name is a new asset; the old one is missing")
  mutating func counterRollover() throws {
    library.add("IMG_0001.jpg", captured: "2025-05-03T12:00:00")
    try library.sync()
    let asset = try library.asset(at: "IMG_0001.jpg")
    library.overwrite("IMG_0001.jpg", captured: "2026-01-09T08:12:31")
    let plan = try library.sync()
    #expect(plan.words == ["add", "index"])
    #expect(plan.missing == [asset])
    #expect(library.content(asset) == asset.cast())
    expectAgreement()
  }

  @Test("times that are only the file's do not make another photo")
  mutating func fileTimesAreNoCaptureTimes() throws {
    library.add("a.jpg", captured: "2025-05-03T12:00:00")
    library.add("b.jpg")
    try library.sync()
    library.overwrite("a.jpg")
    library.overwrite("b.jpg", captured: "2026-01-09T08:12:31")
    let plan = try library.sync()
    #expect(plan.words == ["content", "content", "index", "index"])
    #expect(library.aliveCount == 2)
  }

  @Test("a capture time that a person set does not make another photo")
  mutating func capturedBySetting() throws {
    library.add("a.jpg", captured: "2025-05-03T12:00:00")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    let corrected = Value.text("1999-12-31T23:59:59")
    try library.write([Operation(.setAsset(asset, .captured, corrected))])
    library.overwrite("a.jpg", captured: "2025-05-03T12:00:00")
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
    library.add("a.jpg", captured: earlier)
    try library.sync()
    library.overwrite("a.jpg", captured: later)
    #expect(try library.sync().words.first == (isSame ? "content" : "add"))
  }

  // MARK: Other bytes under an old name

  @Test("a file overwritten with the bytes of another asset is a file of that one")
  mutating func overwrittenWithKnown() throws {
    library.add("a.jpg")
    library.add("b.jpg")
    try library.sync()
    let lost = try library.asset(at: "a.jpg")
    let kept = try library.asset(at: "b.jpg")
    library.copy("b.jpg", "a.jpg")
    let plan = try library.sync()
    #expect(plan.words == ["index"])
    #expect(plan.missing == [lost])
    #expect(library.status(lost) == .alive)
    #expect(try library.asset(at: "a.jpg") == kept)
    #expect(library.recordedText(kept) == "b.jpg")
    expectAgreement()
  }

  @Test("a new file under the name of a deleted one is a new asset")
  mutating func nameTakenAgain() throws {
    library.add("a.jpg")
    try library.sync()
    let asset = try library.asset(at: "a.jpg")
    library.delete("a.jpg")
    #expect(try library.sync().missing == [asset])
    library.add("a.jpg")
    #expect(try library.sync().words == ["add", "index"])
    #expect(try library.asset(at: "a.jpg") != asset)
    #expect(library.aliveCount == 2)
  }
}
