package import Operations
import SQLiteKit

/// Where in the logs' files transactions stand.
extension Catalogue {
  /// Returns where the transactions stand that concern an asset, of those that are all in a vector.
  ///
  /// - Returns: of each log, in its order.
  package func places(
    touching asset: AssetID, in vector: VersionVector
  ) throws(CatalogueError) -> [LogID: [FramePlace]] {
    try places(
      EntityKey.Kind.asset, try reading { () throws(SQLiteError) in try existingNumber(of: asset) },
      in: vector)
  }

  /// Returns where the transactions stand that concern an album, of those that are all in a vector.
  ///
  /// - Returns: of each log, in its order.
  package func places(
    touching album: AlbumID, in vector: VersionVector
  ) throws(CatalogueError) -> [LogID: [FramePlace]] {
    try places(
      EntityKey.Kind.album, try reading { () throws(SQLiteError) in try existingNumber(of: album) },
      in: vector)
  }

  private func places(
    _ kind: EntityKey.Kind, _ number: Int64?, in vector: VersionVector
  ) throws(CatalogueError) -> [LogID: [FramePlace]] {
    guard let number else { return [:] }
    return try reading { () throws(SQLiteError) in
      let logs = try logTable()
      let statement = try connection.statement(Self.placesQuery)
      try statement.bind(kind.rawValue, at: 1)
      try statement.bind(number, at: 2)
      try statement.bind(try lastRow(in: vector, logs), at: 3)
      // By the numbers of logs, since nearly all of them are of one.
      var found: [Int64: [FramePlace]] = [:]
      var current: (log: Int64, places: [FramePlace], end: UInt64)?
      var rows = statement.rows()
      while let row = try rows.next() {
        let log = row.int64(0)
        if current?.log != log {
          if let current { found[current.log] = current.places }
          let end = logs.log(log).map { vector[$0] } ?? 0
          current = (log, found.removeValue(forKey: log) ?? [], end)
        }
        let last = UInt64(bitPattern: row.int64(2))
        guard last <= current?.end ?? 0 else { continue }
        current?.places.append(
          FramePlace(
            seq: UInt64(bitPattern: row.int64(1)), lastSeq: last,
            hlc: TransactionRow.hlc(row.int64(3)), chain: UInt64(bitPattern: row.int64(4)),
            segment: UInt64(bitPattern: row.int64(5)), offset: row.int64(6)))
      }
      if let current { found[current.log] = current.places }
      var places: [LogID: [FramePlace]] = [:]
      for (number, ofLog) in found where !ofLog.isEmpty {
        if let log = logs.log(number) { places[log] = ofLog }
      }
      return places
    }
  }

  static let placesQuery = """
    SELECT txn.log, txn.seq, txn.last, txn.hlc, txn.chain, txn.segment, txn.offset
    FROM touched CROSS JOIN txn
    WHERE touched.kind = ?1 AND touched.entity = ?2 AND touched.txn <= ?3 AND txn.id = touched.txn
    ORDER BY touched.txn
    """

  /// The greatest number of a transaction that is in a vector: of a log they ascend as it does.
  private func lastRow(
    in vector: VersionVector, _ logs: LogTable
  ) throws(SQLiteError) -> Int64 {
    let statement = try connection.statement(
      "SELECT id FROM txn WHERE log = ?1 AND seq <= ?2 ORDER BY seq DESC LIMIT 1")
    var last: Int64 = 0
    for (log, seq) in vector.entries {
      try statement.bind(logs.number(of: log), at: 1)
      try statement.bind(Int64(clamping: seq), at: 2)
      last = max(last, try statement.first { $0.int64(0) } ?? 0)
    }
    return last
  }

  /// Returns the marks of a segment's frames, ascending.
  package func frameMarks(
    of log: LogID, segment: UInt64
  ) throws(CatalogueError) -> [FrameMark] {
    try reading { () throws(SQLiteError) in
      guard let number = try logTable().number(of: log) else { return [] }
      let statement = try connection.statement(
        """
        SELECT offset, ids, digests, texts FROM frame WHERE log = ?1 AND segment = ?2
        ORDER BY offset
        """)
      try statement.bind(number, at: 1)
      try statement.bind(bits: segment, at: 2)
      return try statement.map { row in
        FrameMark(
          offset: row.int64(0),
          tables: SegmentTables.Sizes(
            identifiers: Int(row.int64(1)), digests: Int(row.int64(2)), texts: Int(row.int64(3))))
      }
    }
  }
}
