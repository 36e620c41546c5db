import Operations
import Replication
import TestSupport
import Testing

/// What a piece's name says, and which pieces a reader needs.
@Suite struct PieceNameTests {
  private let log = LogID(high: 4, low: 5)

  @Test func aNameIsReadAsItWasWritten() throws {
    let piece = try #require(PieceName(log, 7, 4_611_686_018_427_387_904))
    #expect(piece.fileName == "00000000000000000007-04611686018427387904.segment")
    #expect(PieceName(log, fileName: Array(piece.fileName.utf8)) == piece)
  }

  @Test(arguments: [
    "", "head", "00000000000000000001.segment",
    "00000000000000000000-00000000000000000004.segment",
    "00000000000000000005-00000000000000000004.segment",
    "00000000000000000001-99999999999999999999.segment",
    "00000000000000000001-04611686018427387905.segment",
    "0000000000000000001-00000000000000000004.segment",
    "00000000000000000001-0000000000000000000x.segment",
    "00000000000000000001-00000000000000000004.segmenT",
  ])
  func whatIsNoPieceIsPassedOver(name: String) {
    #expect(PieceName(log, fileName: Array(name.utf8)) == nil)
  }

  @Test func theFewestPiecesAreRead() throws {
    let spans: [(UInt64, UInt64)] = [(1, 4), (5, 5), (6, 9), (1, 9), (10, 12), (14, 15)]
    let remote = RemoteLog(pieces: try spans.map { try #require(PieceName(log, $0.0, $0.1)) })
    #expect(remote.lastSeq == 12)
    #expect(remote.pieces(behind: 0).map(\.lastSeq) == [9, 12])
    #expect(remote.pieces(behind: 5).map(\.lastSeq) == [9, 12])
    #expect(remote.pieces(behind: 9).map(\.firstSeq) == [10])
    #expect(remote.pieces(behind: 12).isEmpty)
    #expect(remote.pieces(behind: 13).map(\.firstSeq) == [14])
  }

  /// Against the definition itself: of those that continue, the one that goes furthest.
  @Test func theFewestPiecesAreThoseOfTheDefinition() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var names: [PieceName] = []
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        let first = UInt64.random(in: 1...20, using: &generator)
        let last = first + UInt64.random(in: 0...6, using: &generator)
        names.append(try #require(PieceName(log, first, last)))
      }
      let remote = RemoteLog(pieces: names)
      for seq in 0...26 as ClosedRange<UInt64> {
        var expected: [PieceName] = []
        var last = seq
        while let next = remote.pieces.filter({ $0.firstSeq <= last + 1 && $0.lastSeq > last })
          .max(by: { $0.lastSeq < $1.lastSeq })
        {
          expected.append(next)
          last = next.lastSeq
        }
        #expect(remote.pieces(behind: seq) == expected)
      }
    }
  }
}
