import Glibc
import Operations
import Platform
import Replication
import TestSupport
import Testing

@testable import OperationLog

/// A directory as a remote on a disk that fails, and with strange things in it.
@Suite struct DirectoryFaultTests {
  private let library = LogPiece.testLibrary
  private let log = LogPiece.testLog

  private func path(_ piece: LogPiece) throws -> Path {
    try #require(Path("\(log)/\(try piece.name.fileName)"))
  }

  private func publication(_ pieces: [LogPiece]) throws -> Publication {
    Publication(
      log: log, library: library, pieces: try pieces.map { (try $0.name, $0.bytes) },
      head: "", summary: "", author: "")
  }

  /// It may be whole: nothing is concluded from what could not be read.
  @Test(arguments: [(EACCES, ReplicationError.Code.refused), (EIO, .unreachable), (EMFILE, .io)])
  func aPieceThatCannotBeOpenedIsNoHalfCopy(_ errno: Int32, _ code: ReplicationError.Code) throws {
    try withTemporaryDirectory { top in
      let remote = DirectoryRemote(top, wasSeen: false)
      let pieces = try LogPiece.pieces(1)
      #expect(try remote.publish(try publication([pieces[0]])) == .done)
      try Descriptor.open(top / (try path(pieces[0])), .readWrite).setModificationTime(
        nanoseconds: 0)
      let before = try listTree(top)
      _ = try Failpoint.withScope { () throws -> Void in
        Failpoint.arm("remote.end", action: .error(errno))
        let error = #expect(throws: ReplicationError.self) { try remote.look() }
        #expect(error?.code == code)
        Failpoint.arm("remote.end", action: .error(errno))
        #expect(throws: ReplicationError.self) { try remote.publish(publication([pieces[0]])) }
      }
      #expect(try listTree(top) == before)
      #expect(try remote.look().logs[log]?.lastSeq == 1)
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["pipe", "link", "directory"])
  func aMarkerThatIsNoFileIsToldAtOnce(_ kind: String) throws {
    try withTemporaryDirectory { top in
      let marker = top / "albumen-remote"
      switch kind {
      case "pipe": #expect(marker.withCString { mkfifo($0, 0o600) } == 0)
      case "link": try Files.symlink("/dev/zero", as: marker)
      default: try Files.createDirectory(marker)
      }
      let remote = DirectoryRemote(top, wasSeen: false)
      #expect(throws: ReplicationError.self) { try remote.look() }
      #expect(throws: ReplicationError.self) { try remote.publish(publication(LogPiece.pieces(1))) }
    }
  }

  /// Its ends are right, and so is its size.
  @Test func nothingGoesInFavourOfAPieceThatIsRottenInside() throws {
    try withTemporaryDirectory { top in
      let remote = DirectoryRemote(top, wasSeen: false)
      let pieces = try LogPiece.pieces(3)
      #expect(try remote.publish(try publication(pieces)) == .done)
      let holder = top / (try path(pieces[3]))
      var rotten = pieces[3].bytes
      rotten[rotten.count / 2] ^= 1
      try writeFile(holder, bytes: rotten)
      try Descriptor.open(holder, .readWrite).setModificationTime(nanoseconds: 0)
      let names = try pieces.map { try $0.name }
      try remote.tidy(names)
      #expect(try remote.look().logs[log]?.pieces.count == 4)
      try writeFile(holder, bytes: pieces[3].bytes)
      try Descriptor.open(holder, .readWrite).setModificationTime(nanoseconds: 0)
      try remote.tidy(names)
      #expect(try remote.look().logs[log]?.pieces == [names[3]])
    }
  }

  /// By a clock that is wrong, half a copy is of the next century.
  @Test func halfACopyOfTheFutureIsWaitedForByTheClockHere() throws {
    try withTemporaryDirectory { top in
      var settings = DirectoryRemote.Settings()
      settings.copyTime = .milliseconds(50)
      let remote = DirectoryRemote(top, wasSeen: false, settings: settings)
      let pieces = try LogPiece.pieces(1)
      #expect(try remote.publish(try publication([])) == .done)
      let half = top / (try path(pieces[0]))
      try writeFile(half, bytes: Array(pieces[0].bytes.dropLast()))
      try Descriptor.open(half, .readWrite).setModificationTime(
        nanoseconds: SystemClock.wallNanoseconds + 1_000_000_000_000_000_000)
      let start = ContinuousClock.now
      #expect(try remote.publish(try publication([pieces[0]])) == .overtaken)
      while try remote.publish(try publication([pieces[0]])) == .overtaken {
        guard ContinuousClock.now - start < .seconds(30) else { break }
      }
      #expect(ContinuousClock.now - start >= .milliseconds(50))
      #expect(try remote.look().logs[log]?.lastSeq == 1)
    }
  }

  /// On a file system where a file cannot get its name when it is whole.
  @Test(arguments: [ENOSPC, EIO])
  func whatCouldNotBeWrittenWholeDoesNotStay(_ errno: Int32) throws {
    try withTemporaryDirectory { top in
      let remote = DirectoryRemote(top, wasSeen: false)
      let pieces = try LogPiece.pieces(1)
      #expect(try remote.publish(try publication([])) == .done)
      _ = try Failpoint.withScope { () throws -> Void in
        Failpoint.arm("remote.piece.name", action: .error(EOPNOTSUPP))
        Failpoint.arm("remote.piece.direct", action: .error(errno))
        #expect(throws: ReplicationError.self) { try remote.publish(publication([pieces[0]])) }
      }
      #expect((try? FileStatus.ofLink(at: top / (try path(pieces[0])))) == nil)
      _ = try Failpoint.withScope { () throws -> Void in
        Failpoint.arm("remote.piece.name", action: .error(EOPNOTSUPP))
        #expect(try remote.publish(try publication([pieces[0]])) == .done)
      }
      #expect(try remote.look().logs[log]?.lastSeq == 1)
    }
  }
}
