import LibraryState
import Operations
import Platform
import SQLiteKit
import TestSupport
import Testing

@testable import Catalogue

/// A file that is not the catalogue it should be is told by its error, and never taken for one.
@Suite struct OpeningTests {
  /// Makes a catalogue with a history in it, and closes it.
  private func filled() throws -> TemporaryCatalogue {
    var generator = SeededGenerator(seed: 5)
    let temporary = try TemporaryCatalogue()
    let catalogue = try temporary.open()
    try build(catalogue, History(9).delivered(using: &generator))
    try catalogue.close()
    return temporary
  }

  private func open(_ temporary: TemporaryCatalogue, _ library: LibraryID? = nil)
    throws(CatalogueError) -> Catalogue
  {
    try Catalogue(
      path: temporary.path, library: library ?? temporary.library, busyTimeout: .milliseconds(20))
  }

  @Test func missing() throws {
    let temporary = try TemporaryCatalogue()
    let catalogue = try open(temporary)
    #expect(try catalogue.vector.isEmpty)
    #expect(try catalogue.highestTime == 0)
    #expect(try catalogue.logs() == [])
    #expect(try !catalogue.hasBase)
    #expect(try catalogue.integrity() == [])
    try catalogue.close()
    #expect(try open(temporary).vector.isEmpty)
  }

  @Test func whatWasDeliveredIsThereAfterwards() throws {
    var generator = SeededGenerator(seed: 5)
    let delivered = try History(9).delivered(using: &generator)
    let catalogue = try open(try filled())
    #expect(try catalogue.state().pruned == delivered.state.pruned)
    #expect(try catalogue.highestTime == delivered.map(\.transaction.hlc).max())
  }

  @Test func otherLibrary() throws {
    let temporary = try filled()
    let bytes = try readFile(temporary.path)
    let error = try expectFailure(.otherLibrary) { () throws(CatalogueError) in
      _ = try open(temporary, LibraryID(high: 9, low: 9))
    }
    #expect(error.disposition == .corrupt)
    #expect(try readFile(temporary.path) == bytes)
    #expect(try !open(temporary).vector.isEmpty)
  }

  @Test func newerSchema() throws {
    let temporary = try filled()
    let connection = try Connection(temporary.path)
    try connection.setUserVersion(99)
    try connection.close()
    let error = try expectFailure(.newerSchema) { () throws(CatalogueError) in
      _ = try open(temporary)
    }
    #expect(error.disposition == .userAction)
    #expect(try Connection(temporary.path).userVersion() == 99)
  }

  @Test func anotherProgramsDatabase() throws {
    let temporary = try TemporaryCatalogue()
    let connection = try Connection(temporary.path)
    try connection.execute("CREATE TABLE recipe (name TEXT); PRAGMA application_id = 77")
    try connection.close()
    let bytes = try readFile(temporary.path)
    try expectFailure(.damaged) { () throws(CatalogueError) in _ = try open(temporary) }
    #expect(try readFile(temporary.path) == bytes)
  }

  /// What an older program folded lacks the initial values that it did not know: it is folded anew.
  ///
  /// The index of files is no fold, and stays.
  @Test(arguments: [1, 2, 3, 4, 7]) func anOlderSchemaIsFoldedAnew(_ version: Int32) throws {
    let temporary = try filled()
    let catalogue = try temporary.open()
    let path: Path = "a.jpg"
    try catalogue.put(
      FileRow(
        path: path, inode: 1, size: 2, modified: 3, changed: 4, born: nil,
        content: ContentID(words: (1, 2, 3, 4)), asset: AssetID(words: (1, 2, 3, 4)), hashed: 5))
    try catalogue.setBase(files: 1)
    try catalogue.setViewSeen(7)
    try catalogue.close()
    let connection = try Connection(temporary.path)
    try connection.setUserVersion(version)
    // What later steps made.
    var tables = ["frame"]
    if version < 5 { tables += ["seen"] }
    if version < 6 { tables += ["former"] }
    if version < 3 { tables += ["view_directory", "view_entry", "view_stray", "view_file"] }
    for table in tables { try connection.execute("DROP TABLE \(table)") }
    if (3..<7).contains(version) {
      for column in ["inode", "size", "mtime_ns", "ctime_ns", "made"] {
        try connection.execute("ALTER TABLE view_entry DROP COLUMN \(column)")
      }
    }
    if version < 4 { try connection.execute("DROP INDEX register_identifier") }
    try connection.execute(
      "DROP INDEX register_part; DROP INDEX txn_time; CREATE INDEX txn_time ON txn (hlc)")
    try connection.close()
    let opened = try open(temporary)
    #expect(try opened.vector.isEmpty && opened.logs() == [] && opened.highestTime == 0)
    #expect(try opened.assets(.all).isEmpty)
    #expect(try opened.file(at: path)?.size == 2)
    #expect(try opened.hasBase)
    #expect(try opened.viewSeen == nil)
    #expect(try opened.integrity() == [])
    var generator = SeededGenerator(seed: 5)
    let delivered = try History(9).delivered(using: &generator)
    try build(opened, delivered)
    #expect(try opened.state().pruned == delivered.state.pruned)
  }

  @Test(arguments: [1, 2, 3]) func theRightVersionWithoutTheTables(_ version: Int32) throws {
    let temporary = try TemporaryCatalogue()
    let connection = try Connection(temporary.path)
    try connection.setApplicationID(0x416C_6243)
    try connection.setUserVersion(version)
    try connection.close()
    try expectFailure(.damaged) { () throws(CatalogueError) in
      let catalogue = try open(temporary)
      _ = try catalogue.vector
    }
  }

  @Test func garbage() throws {
    let temporary = try TemporaryCatalogue()
    try writeFile(temporary.path, String(repeating: "This is no database. ", count: 500))
    let error = try expectFailure(.damaged) { () throws(CatalogueError) in
      _ = try open(temporary)
    }
    #expect(error.disposition == .corrupt)
  }

  @Test func truncated() throws {
    let temporary = try filled()
    let bytes = try readFile(temporary.path)
    try writeFile(temporary.path, bytes: Array(bytes.prefix(bytes.count / 2 / 4096 * 4096)))
    let error = try expectFailure(.damaged) { () throws(CatalogueError) in
      let catalogue = try open(temporary)
      _ = try catalogue.state()
    }
    #expect(error.disposition == .corrupt)
  }

  /// Whatever bytes of the file are flipped, it is told as damage, or what is read is a state.
  ///
  /// It is never another error, and never a crash.
  @Test func flippedBytes() throws {
    var generator = SeededGenerator(seed: testSeed())
    let temporary = try filled()
    let sound = try readFile(temporary.path)
    var damaged = 0
    for round in 0..<150 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...40, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] ^= UInt8.random(in: 1...255, using: &generator)
      }
      try Catalogue.remove(temporary.path)
      try writeFile(temporary.path, bytes: bytes)
      do throws(CatalogueError) {
        let catalogue = try open(temporary)
        _ = try catalogue.state()
        _ = try catalogue.assets(.all)
        _ = try catalogue.albums(includingDeleted: true)
        _ = try catalogue.transactions()
        _ = try catalogue.logs()
      } catch {
        damaged += 1
        // A flip in the header may make it another version's or another library's.
        #expect(
          [.damaged, .newerSchema, .otherLibrary].contains(error.code),
          "\(error), round \(round), seed \(generator.seed)")
      }
    }
    #expect(damaged > 30, "of 150 damaged files, seed \(generator.seed)")
  }

  @Test func busy() throws {
    let temporary = try filled()
    let catalogue = try open(temporary)
    let other = try open(temporary)
    try catalogue.withChange { () throws(CatalogueError) in
      let error: CatalogueError?
      do throws(CatalogueError) {
        try other.setBase(files: 0)
        error = nil
      } catch let thrown { error = thrown }
      #expect(error?.code == .busy)
      #expect(error?.disposition == .retry)
      // Reading goes on.
      let vector = try other.vector
      #expect(!vector.isEmpty)
    }
    try other.setBase(files: 0)
    #expect(try catalogue.hasBase)
  }

  @Test func inaccessible() throws {
    let temporary = try TemporaryCatalogue()
    let path: Path = temporary.directory.path / "missing" / "catalogue.sqlite"
    let error = try expectFailure(.inaccessible) { () throws(CatalogueError) in
      _ = try Catalogue(path: path, library: temporary.library)
    }
    #expect(error.disposition == .userAction)
  }

  @Test func removing() throws {
    let temporary = try filled()
    let catalogue = try open(temporary)
    try catalogue.setBase(files: 0)
    #expect(try listTree(temporary.directory.path).count > 1)
    try Catalogue.remove(temporary.path)
    #expect(try listTree(temporary.directory.path) == [])
    try Catalogue.remove(temporary.path)
  }

  /// A process that dies within a change leaves the state before it: the log is what counts.
  @Test func leftOpen() throws {
    let temporary = try filled()
    let copy = try TemporaryCatalogue()
    let catalogue = try open(temporary)
    let before = try catalogue.vector
    try catalogue.setBase(files: 0)
    try catalogue.withChange { () throws(CatalogueError) in
      try build(catalogue, [])
      // The files as a crash now would leave them.
      do {
        for suffix in ["", "-wal"] {
          let from = try #require(temporary.path.appending(suffix: suffix.utf8))
          let to = try #require(copy.path.appending(suffix: suffix.utf8))
          try writeFile(to, bytes: readFile(from))
        }
      } catch { Issue.record(error) }
    }
    #expect(try catalogue.vector.isEmpty)
    let left = try open(copy)
    #expect(try left.vector == before)
    #expect(try left.hasBase)
  }
}
