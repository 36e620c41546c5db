import LibraryState
package import Operations
import SQLiteKit

/// Describes a log: what was said of its device, and how far it has come.
package struct DeviceRow: Sendable, Hashable {
  /// The log.
  package let log: LogID
  /// What its registers say.
  package let fields: [FieldName: Value]
  /// The last operation delivered; 0 where none was.
  package let lastSeq: UInt64
  /// What its author's clock read at the last transaction delivered, in milliseconds since 1970 UTC; nil
  /// where none was.
  package let lastWrite: Int64?
  /// From where on it is not waited for; nil where it was not retired.
  package let waived: UInt64?

  /// Describes a log of which nothing is known but its id, or what is given.
  package init(
    log: LogID, fields: [FieldName: Value] = [:], lastSeq: UInt64 = 0, lastWrite: Int64? = nil,
    waived: UInt64? = nil
  ) {
    self.log = log
    self.fields = fields
    self.lastSeq = lastSeq
    self.lastWrite = lastWrite
    self.waived = waived
  }
}

extension Catalogue {
  /// Returns the logs of which something was delivered, said or waived, in no order.
  package func deviceRows() throws(CatalogueError) -> [DeviceRow] {
    try reading { () throws(SQLiteError) in
      var rows: [DeviceRow] = []
      for log in try logTable().logs {
        if let row = try readDevice(log) { rows.append(row) }
      }
      return rows
    }
  }

  /// Returns one log; nil where nothing of it was delivered, said or waived.
  package func deviceRow(of log: LogID) throws(CatalogueError) -> DeviceRow? {
    try reading { () throws(SQLiteError) in try readDevice(log) }
  }

  private func readDevice(_ log: LogID) throws(SQLiteError) -> DeviceRow? {
    let table = try logTable()
    guard let number = table.number(of: log) else { return nil }
    let fields = try existingKey(of: .log(log)).map { (key) throws(SQLiteError) in
      try self.fields(of: key)
    }
    let (seq, waived) = (table.vector[log], table.waivers[log])
    guard seq > 0 || waived != nil || !(fields ?? [:]).isEmpty else { return nil }
    let last = try connection.statement(
      "SELECT wall FROM txn WHERE log = ?1 ORDER BY seq DESC LIMIT 1")
    try last.bind(number, at: 1)
    return DeviceRow(
      log: log, fields: fields ?? [:], lastSeq: seq, lastWrite: try last.first { $0.int64(0) },
      waived: waived)
  }
}
