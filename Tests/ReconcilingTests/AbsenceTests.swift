import LibraryState
import Operations
import Reconciling
import Testing

/// What is concluded, and what is not, from files that are not there
/// (docs/design/0004-folder-sync.md, "Absence guard").
@Suite struct AbsenceTests {
  private var library = LibraryModel()

  private mutating func add(_ count: Int, to directory: String) {
    for number in 0..<count {
      let bytes = library.folder.newBytes()
      library.folder.write(bytes, to: Array("\(directory)/\(number).jpg".utf8))
    }
  }

  private mutating func deleteFirst(_ count: Int, of directory: String) {
    for path in library.folder.paths(in: Array(directory.utf8)).prefix(count) {
      library.folder.delete(path)
    }
  }

  @Test("an asset whose file is gone is missing, and keeps its albums")
  mutating func missing() throws {
    add(2, to: "roll")
    try library.sync()
    let asset = try library.asset(at: "roll/0.jpg")
    let album = AlbumID(high: 1, low: 2)
    try library.write([
      Operation(.createAlbum(album, initial: [Field(.title, .text("Rome"))])),
      Operation(.addReference(album, asset, Position(bytes: [0x80]))),
    ])
    deleteFirst(1, of: "roll")
    let plan = try library.sync()
    #expect(plan.words == ["forget"])
    #expect(plan.missing == [asset])
    #expect(plan.operations.isEmpty)
    #expect(library.status(asset) == .alive)
    #expect(library.state.members(of: album) == [asset])
    #expect(library.plan() == Plan())
  }

  @Test("an asset of which many copies go at once is missing once")
  mutating func missingOnce() throws {
    add(1, to: "roll")
    for number in 0..<10 {
      library.folder.copy(Array("roll/0.jpg".utf8), to: Array("copies/\(number)".utf8))
    }
    try library.sync()
    for path in library.folder.paths { library.folder.delete(path) }
    #expect(try library.sync().missing.count == 1)
  }

  @Test(
    "more than 20 files and more than a tenth are too many to be gone at once",
    arguments: [
      (known: 30, gone: 20, isWithheld: false), (known: 30, gone: 21, isWithheld: true),
      (known: 20, gone: 20, isWithheld: false), (known: 21, gone: 21, isWithheld: true),
      (known: 200, gone: 20, isWithheld: false), (known: 200, gone: 21, isWithheld: true),
      (known: 209, gone: 20, isWithheld: false), (known: 209, gone: 21, isWithheld: true),
      (known: 300, gone: 29, isWithheld: false), (known: 300, gone: 30, isWithheld: false),
      (known: 300, gone: 31, isWithheld: true), (known: 300, gone: 300, isWithheld: true),
    ])
  mutating func limit(known: Int, gone: Int, isWithheld: Bool) throws {
    add(known, to: "roll")
    try library.sync()
    deleteFirst(gone, of: "roll")
    let plan = try library.sync()
    #expect(plan.withheld.count == (isWithheld ? gone : 0))
    #expect(plan.missing.count == (isWithheld ? 0 : gone))
    #expect(plan.steps.count == (isWithheld ? 0 : gone))
    #expect(library.base.count == (isWithheld ? known : known - gone))
  }

  @Test("what is withheld is concluded once a person confirms it")
  mutating func confirmed() throws {
    add(50, to: "roll")
    try library.sync()
    deleteFirst(50, of: "roll")
    #expect(try library.sync().withheld.count == 50)
    let plan = try library.sync(confirmsMissing: true)
    #expect(plan.withheld.isEmpty)
    #expect(plan.missing.count == 50)
    #expect(library.base.isEmpty)
    #expect(library.plan() == Plan())
  }

  @Test("new files come in while an absence is withheld, and lift nothing")
  mutating func newFilesComeIn() throws {
    add(300, to: "roll")
    try library.sync()
    deleteFirst(31, of: "roll")
    add(200, to: "new")
    let plan = try library.sync()
    #expect(plan.withheld.count == 31)
    #expect(plan.operations.count == 200)
    #expect(library.plan().withheld.count == 31)
    #expect(library.plan().isEmpty)
  }

  @Test("the guard clears itself when the files are back, as they were or as copies")
  mutating func clearsItself() throws {
    add(50, to: "roll")
    try library.sync()
    let before = library.folder
    deleteFirst(50, of: "roll")
    #expect(try library.sync().withheld.count == 50)
    let files = before.files
    for (path, file) in files { library.folder.write(file.bytes, to: path) }
    let plan = try library.sync()
    #expect(plan.withheld.isEmpty && plan.missing.isEmpty)
    #expect(plan.operations.isEmpty)
    #expect(library.plan() == Plan())
  }

  @Test("trashed files that are away with a disk do not come back as wanted")
  mutating func trashedAway() throws {
    add(30, to: "roll")
    try library.sync()
    for number in 0..<30 { try library.trash(try library.asset(at: "roll/\(number).jpg")) }
    let before = library.folder
    deleteFirst(30, of: "roll")
    #expect(try library.sync().withheld.count == 30)
    let files = before.files
    for (path, file) in files { library.folder.write(file.bytes, to: path) }
    #expect(try library.sync().operations.isEmpty)
    #expect(library.aliveCount == 0)
  }

  @Test("files that moved, or have a copy elsewhere, do not count as lost")
  mutating func movedAreNotLost() throws {
    add(60, to: "roll")
    add(60, to: "kept")
    for number in 0..<60 {
      library.folder.copy(
        Array("kept/\(number).jpg".utf8), to: Array("backup/\(number).jpg".utf8))
    }
    try library.sync()
    library.folder.moveDirectory(Array("roll".utf8), to: Array("moved".utf8))
    deleteFirst(60, of: "backup")
    let plan = try library.sync()
    #expect(plan.withheld.isEmpty && plan.missing.isEmpty)
    #expect(library.base.count == 120)
  }

  @Test("what was really lost among what moved is withheld alone")
  mutating func lostAmongMoved() throws {
    add(60, to: "roll")
    try library.sync()
    library.folder.moveDirectory(Array("roll".utf8), to: Array("moved".utf8))
    deleteFirst(25, of: "moved")
    let plan = try library.sync()
    #expect(plan.withheld.count == 25)
    #expect(plan.missing.isEmpty)
    #expect(plan.words.count { $0 == "forget" } == 35)
    #expect(library.base.count == 60)
    #expect(library.plan().isEmpty)
  }

  @Test("a copy that is edited while the other is withheld is no edit: the other may come back")
  mutating func editBesideWithheld() throws {
    add(30, to: "roll")
    library.folder.copy(Array("roll/0.jpg".utf8), to: Array("copy.jpg".utf8))
    try library.sync()
    let asset = try library.asset(at: "copy.jpg")
    let before = library.folder
    deleteFirst(30, of: "roll")
    let bytes = library.folder.newBytes()
    library.folder.write(bytes, to: Array("copy.jpg".utf8))
    let plan = try library.sync()
    #expect(plan.withheld.count == 30)
    #expect(plan.missing.isEmpty)
    #expect(try library.asset(at: "copy.jpg") != asset)
    let files = before.files
    for (path, file) in files where path != Array("copy.jpg".utf8) {
      library.folder.write(file.bytes, to: path)
    }
    #expect(try library.sync().operations.isEmpty)
    #expect(try library.asset(at: "roll/0.jpg") == asset)
  }
}
