import Operations
import Replication
import Testing

/// What a piece's name says, and which pieces a reader needs.
@Suite struct PieceNameTests {
  private let log = LogID(high: 4, low: 5)

  @Test func aNameIsReadAsItWasWritten() throws {
    let piece = try #require(PieceName(log, 7, 18_446_744_073_709_551_615))
    #expect(piece.fileName == "00000000000000000007-18446744073709551615.segment")
    #expect(PieceName(log, fileName: Array(piece.fileName.utf8)) == piece)
  }

  @Test(arguments: [
    "", "head", "00000000000000000001.segment",
    "00000000000000000000-00000000000000000004.segment",
    "00000000000000000005-00000000000000000004.segment",
    "00000000000000000001-99999999999999999999.segment",
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
}
