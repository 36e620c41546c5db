import Operations
import Platform
import Replication
import TestSupport
import Testing

@testable import OperationLog

/// A plain directory as a remote (docs/formats/remote.md).
@Suite struct DirectoryRemoteTests {
  private let library = LogPiece.testLibrary
  private let log = LogPiece.testLog

  private func publication(_ pieces: [LogPiece], of other: LibraryID? = nil) throws -> Publication {
    Publication(
      log: log, library: other ?? library, pieces: try pieces.map { (try $0.name, $0.bytes) },
      head: "", summary: "", author: "")
  }

  @Test func whatIsWrittenIsFoundAndRead() throws {
    try withTemporaryDirectory { top in
      let remote = DirectoryRemote(top / "remote", wasSeen: false)
      #expect(try remote.look() == RemoteContents(library: nil, logs: [:]))
      #expect((try? FileStatus.ofLink(at: top / "remote")) == nil)
      let pieces = try LogPiece.pieces(3)
      #expect(try remote.publish(try publication(Array(pieces[..<2]))) == .done)
      let contents = try remote.look()
      #expect(contents.library == library && contents.logs.count == 1)
      #expect(contents.logs[log]?.lastSeq == 2)
      #expect(
        contents.logs[log]?.ends[try pieces[1].name]
          == PieceEnd(size: pieces[1].bytes.count, chain: pieces[1].chain))
      for piece in pieces[..<2] { #expect(try remote.bytes(of: try piece.name) == piece.bytes) }
      let error = #expect(throws: ReplicationError.self) {
        _ = try remote.bytes(of: try pieces[2].name)
      }
      #expect(error?.code == .missing)
      // Again, and what is there already: all is well, and nothing is written anew.
      let before = try FileStatus.ofLink(at: top / "remote" / path(pieces[0]))
      #expect(try remote.publish(try publication(pieces)) == .done)
      #expect(try FileStatus.ofLink(at: top / "remote" / path(pieces[0])) == before)
      // Who was here before finds it as it is.
      #expect(try DirectoryRemote(top / "remote", wasSeen: true).look() == remote.look())
    }
  }

  private func path(_ piece: LogPiece) throws -> Path {
    try #require(Path("\(log)/\(try piece.name.fileName)"))
  }

  @Test func aNameThatAnotherHistoryHasIsNotTaken() throws {
    try withTemporaryDirectory { top in
      let remote = DirectoryRemote(top, wasSeen: false)
      let ours = try LogPiece.pieces(2), theirs = try LogPiece.pieces(2, salt: 1)
      _ = try remote.publish(try publication([theirs[0]]))
      #expect(try remote.publish(try publication(ours)) == .overtaken)
      #expect(try remote.bytes(of: try ours[0].name) == theirs[0].bytes)
      let wrong = #expect(throws: ReplicationError.self) {
        _ = try remote.publish(try publication(ours, of: LibraryID(high: 9, low: 9)))
      }
      #expect(wrong?.code == .otherLibrary)
    }
  }

  /// Half a copy is waited for, and put aside when it has had time enough.
  @Test func halfACopyIsPutAsideWhenItIsOld() throws {
    try withTemporaryDirectory { top in
      let remote = DirectoryRemote(top, wasSeen: false)
      let pieces = try LogPiece.pieces(2)
      _ = try remote.publish(try publication([pieces[0]]))
      let half = top / (try path(pieces[1]))
      try writeFile(half, bytes: Array(pieces[1].bytes.dropLast()))
      #expect(try remote.look().logs[log]?.lastSeq == 1)
      #expect(try remote.publish(try publication([pieces[1]])) == .overtaken)
      try Descriptor.open(half, .readWrite).setModificationTime(nanoseconds: 0)
      #expect(try remote.publish(try publication([pieces[1]])) == .done)
      #expect(try remote.look().logs[log]?.lastSeq == 2)
      #expect(
        try listTree(top / (Path("\(log)") ?? "")).contains {
          $0.display.hasSuffix(".damaged-1")
        })
    }
  }

  /// What a larger piece holds as well goes, but not before everybody has seen that one.
  @Test func joinedPiecesGoWhenTheirHeirIsOld() throws {
    try withTemporaryDirectory { top in
      let remote = DirectoryRemote(top, wasSeen: false)
      let pieces = try LogPiece.pieces(3)
      _ = try remote.publish(try publication(pieces))
      let names = try pieces.map { try $0.name }
      try remote.tidy(names)
      #expect(try remote.look().logs[log]?.pieces.count == 4)
      try Descriptor.open(top / (try path(pieces[3])), .readWrite).setModificationTime(
        nanoseconds: 0)
      try remote.tidy(names)
      #expect(try remote.look().logs[log]?.pieces == [names[3]])
    }
  }

  /// Names that lead elsewhere, links, and what is no file.
  @Test func whatIsNoPieceIsPassedOver() throws {
    try withTemporaryDirectory { top in
      let remote = DirectoryRemote(top / "remote", wasSeen: false)
      let pieces = try LogPiece.pieces(2)
      _ = try remote.publish(try publication([pieces[0]]))
      let secret = top / "secret"
      try writeFile(secret, bytes: pieces[1].bytes)
      try Files.symlink(secret, as: top / "remote" / (try path(pieces[1])))
      try Files.symlink(top, as: top / "remote" / (Path("\(LogID(high: 8, low: 8))") ?? ""))
      try Files.createDirectories(
        top / "remote" / (Path("\(log)/\(try pieces[2].name.fileName)") ?? ""))
      let contents = try remote.look()
      #expect(contents.logs.keys.sorted() == [log])
      #expect(contents.logs[log]?.pieces == [try pieces[0].name])
      let error = #expect(throws: ReplicationError.self) {
        _ = try remote.bytes(of: try pieces[1].name)
      }
      #expect(error?.code == .damaged)
      #expect(try readFile(secret) == pieces[1].bytes)
    }
  }

  @Test(arguments: [
    ("", ReplicationError.Code.unreachable), ("albumen remote\nformat 1\nlibr", .unreachable),
    ("albumen remote\nformat 2\nanything\n", .newerFormat),
    ("something else\n\n\n\n", .unreachable),
  ])
  func aMarkerThatIsNotRightIsLeft(text: String, code: ReplicationError.Code) throws {
    try withTemporaryDirectory { top in
      try writeFile(top / "albumen-remote", text)
      let remote = DirectoryRemote(top, wasSeen: false)
      for call in [
        { _ = try remote.look() },
        { _ = try remote.publish(try publication(try LogPiece.pieces(1))) },
      ] {
        let error = #expect(throws: ReplicationError.self) { try call() }
        #expect(error?.code == code)
      }
      #expect(try listTree(top) == ["albumen-remote"])
    }
  }

  /// What the documents say, as `Fixtures/golden/make.py` writes it.
  @Test func theGoldenRemoteIsReadAndWrittenAgain() throws {
    let here: Path = #filePath
    let golden = here.parent.parent.parent / "Fixtures/golden"
    let contents = try DirectoryRemote(golden / "remote", wasSeen: true).look()
    let library = try #require(contents.library)
    let (log, there) = try #require(contents.logs.first)
    #expect(contents.logs.count == 1 && there.pieces.count == 3)
    let store = LogStore(directory: golden / "segments/several", library: library)
    var expected: [UInt64: LogEntry] = [:]
    var cursor = try store.reader(log).entries()
    while let entry = try cursor.next() { expected[entry.transaction.seq] = entry }
    #expect(there.lastSeq == cursor.mark.seq)
    for piece in there.pieces {
      let bytes = try DirectoryRemote(golden / "remote", wasSeen: true).bytes(of: piece)
      var reader = try LogPieceReader(
        bytes, log: log, library: library, range: piece.firstSeq...piece.lastSeq, path: "golden")
      var builder = LogPieceBuilder(
        log, of: library,
        behind: LogMark(segment: 0, offset: 0, seq: piece.firstSeq - 1, chain: reader.chainBefore))
      while let entry = try reader.next() {
        #expect(entry.transaction == expected[entry.transaction.seq]?.transaction)
        #expect(entry.chain == expected[entry.transaction.seq]?.chain)
        try builder.add(entry)
      }
      #expect(builder.sealed?.bytes == bytes)
      #expect(there.ends[piece]?.chain == reader.chain)
    }
  }
}
