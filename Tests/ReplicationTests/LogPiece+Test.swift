import Operations
import Replication
import Testing

@testable import OperationLog

extension LogPiece {
  static let testLibrary = LibraryID(high: 1, low: 2)
  static let testLog = LogID(high: 3, low: 4)

  /// Pieces of a log of one transaction each, and one of all of them.
  static func pieces(_ count: Int, salt: UInt64 = 0) throws -> [LogPiece] {
    var pieces: [LogPiece] = []
    var mark = LogMark.start(of: testLog)
    var whole = LogPieceBuilder(testLog, of: testLibrary, behind: mark)
    for seq in 1...UInt64(count) {
      let transaction = try Transaction(
        log: testLog, seq: seq, hlc: (1 << 40) + seq, context: .empty, wall: 0, origin: "command",
        label: "Change \(seq)",
        operations: [Operation(.restoreAsset(AssetID(words: (seq, salt, 0, 0))))])
      let entry = LogEntry(
        transaction: transaction, chain: ChainHash.next(mark.chain, transaction), segment: 1,
        offset: 0, size: 0, tables: SegmentTables.Sizes())
      var builder = LogPieceBuilder(testLog, of: testLibrary, behind: mark)
      try builder.add(entry)
      try whole.add(entry)
      pieces.append(try #require(builder.sealed))
      mark = entry.mark
    }
    return pieces + [try #require(whole.sealed)]
  }

  /// What it is called in a remote.
  var name: PieceName {
    get throws { try #require(PieceName(log, firstSeq, lastSeq)) }
  }
}
