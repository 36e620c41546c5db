import LibraryState
import Operations
import SQLiteKit

extension CatalogueFold {
  /// Applies the addition of an asset of which there is no row: all that is written about it at once.
  ///
  /// It comes to the same as `apply`, which asks for every field whether it has a value, and changes the
  /// asset's row, with the indexes over it, once for each that shows in it. Where nothing has a number for
  /// an asset, no row can be about it.
  ///
  /// - Returns: false, with nothing done, for anything else.
  func applyNewAsset(
    _ operation: Operation, as dot: Dot, hlc: UInt64
  ) throws(SQLiteError) -> Bool {
    guard case .addAsset(let asset, let initial) = operation.change, hlc < HybridClock.end,
      try catalogue.existingNumber(of: asset) == nil
    else { return false }
    let log = try catalogue.number(of: dot.log)
    let number = try insert(asset, initial)
    let life = try catalogue.connection.statement(
      "INSERT INTO dot (kind, a, b, log, seq) VALUES (?1, ?2, 0, ?3, ?4)")
    try life.bind(EntityKey.Kind.asset.rawValue, at: 1)
    try life.bind(number, at: 2)
    try life.bind(log, at: 3)
    try life.bind(bits: dot.seq, at: 4)
    try life.run()
    let register = try catalogue.connection.statement(
      """
      INSERT INTO register (kind, a, b, field, initial_hlc, initial_log, initial_seq, initial)
      VALUES (?1, ?2, 0, ?3, ?4, ?5, ?6, ?7)
      """)
    try register.bind(EntityKey.Kind.asset.rawValue, at: 1)
    try register.bind(number, at: 2)
    try register.bind(bits: hlc, at: 4)
    try register.bind(log, at: 5)
    try register.bind(bits: dot.seq, at: 6)
    for field in initial {
      try register.bind(field.name, at: 3)
      try register.bind(field.value, at: 7)
      try register.run()
    }
    return true
  }

  /// Inserts an asset's row and returns its number.
  private func insert(_ asset: AssetID, _ initial: [Field]) throws(SQLiteError) -> Int64 {
    let statement = try catalogue.connection.statement(
      """
      INSERT INTO asset (asset, known, alive, captured, filename, part_of)
      VALUES (?1, 1, 1, ?2, ?3, ?4)
      """)
    func value(_ name: FieldName) -> Value? { initial.first { $0.name == name }?.value }
    try statement.bind(asset, at: 1)
    try ShownColumn.bind(value(.captured), to: statement, at: 2)
    try ShownColumn.bind(value(.filename), to: statement, at: 3)
    if let whole = value(.partOf)?.asset { try statement.bind(whole, at: 4) }
    try statement.run()
    return catalogue.connection.lastInsertRowID
  }
}
