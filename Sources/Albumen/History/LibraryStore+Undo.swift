import Catalogue
import LibraryState
import OperationLog
import Operations

extension LibraryStore {
  /// Takes a transaction back: the newest command of this machine that stands, or another.
  func undo(_ name: Dot?, isDryRun: Bool) throws(AlbumenError) -> UndoReport {
    var later: TransactionRow?
    var report = try turn("Undo", isDryRun: isDryRun) { relation, catalogue throws(AlbumenError) in
      if let name { return (try undoable(try self.row(of: name, catalogue), relation), nil) }
      let (row, passed) = try newestCommand(relation, catalogue)
      later = passed
      return (row, nil)
    }
    report.laterOfFolder = later.map { ($0.dot, $0.label) }
    return report
  }

  /// Brings a transaction again that was undone: what this machine undid last, or another.
  func redo(_ name: Dot?, isDryRun: Bool) throws(AlbumenError) -> UndoReport {
    try turn("Redo", isDryRun: isDryRun) { relation, catalogue throws(AlbumenError) in
      let undo =
        if let name {
          try self.undo(named: name, relation, catalogue)
        } else {
          try newestUndo(relation, catalogue)
        }
      return (try self.row(of: relation.root(of: undo.dot).dot, catalogue), undo)
    }
  }

  /// Writes what takes a transaction back or brings it again.
  ///
  /// - Parameter choose: says which transaction it is about, and which undo of it is taken back; that is
  ///   nil for an undo.
  private func turn(
    _ verb: String, isDryRun: Bool,
    _ choose: (UndoRelation, Catalogue) throws(AlbumenError) -> (TransactionRow, TransactionRow?)
  ) throws(AlbumenError) -> UndoReport {
    var subject: TransactionRow?
    var left: [UndoPlan.Left] = []
    let change = try change("", origin: "command", isDryRun: isDryRun) {
      session throws(AlbumenError) in
      let relation = try asking { () throws(CatalogueError) in
        try session.catalogue.undoRelation()
      }
      let (row, undo) = try choose(relation, session.catalogue)
      subject = row
      let plan = try plan(for: row, undoneBy: undo, relation, session.catalogue)
      left = plan.left
      session.undoes = undo?.dot ?? row.dot
      session.label = "\(verb): \(row.label)"
      for change in plan.changes { try session.emit(change) }
    }
    return UndoReport(
      subject: subject?.dot, subjectLabel: subject?.label ?? "",
      transaction: change.transaction?.dot, operations: change.operations,
      left: left.map { UndoReport.Left($0) })
  }

  // MARK: Which one

  private func undoable(
    _ row: TransactionRow, _ relation: UndoRelation
  ) throws(AlbumenError) -> TransactionRow {
    let name = row.dot.description
    if row.undoes != nil {
      let isUndo = !relation.root(of: row.dot).depth.isMultiple(of: 2)
      throw AlbumenError(
        .invalid, isUndo ? "this is an undo itself" : "this is a redo", subject: name,
        hint: isUndo
          ? "bring back what it took back with: albumen redo \(name)"
          : "undo what it brought back: albumen undo \(relation.root(of: row.dot).dot)")
    }
    guard row.origin != "replay" else {
      throw AlbumenError(
        .invalid, "this was replayed, not done here", subject: name,
        hint: "albumen revert-to brings the library back to what it was before")
    }
    guard !relation.isOff(row.dot) else {
      throw AlbumenError(
        .invalid, "this is undone already", subject: name, hint: "albumen redo brings it back")
    }
    return row
  }

  /// The newest of this machine's commands that is neither an undo nor off; and the newest change of the
  /// folder's that is behind it, if there is one that stands.
  private func newestCommand(
    _ relation: UndoRelation, _ catalogue: Catalogue
  ) throws(AlbumenError) -> (command: TransactionRow, laterOfFolder: TransactionRow?) {
    var later: TransactionRow?
    let found = try ownNewest(catalogue) { row in
      if relation.isOff(row.dot) { return false }
      if later == nil, row.origin == "folder", row.undoes == nil { later = row }
      return Self.isCommand(row)
    } until: { _ in
      false
    }
    guard let found else {
      throw AlbumenError(
        .notFound, "there is nothing to undo on this machine",
        hint: "name what another one, or the folder, has done: albumen log lists it")
    }
    return (found, later)
  }

  /// The newest undo of this machine that is not off, since its last command.
  private func newestUndo(
    _ relation: UndoRelation, _ catalogue: Catalogue
  ) throws(AlbumenError) -> TransactionRow {
    let found = try ownNewest(catalogue) { row in
      let (root, depth) = relation.root(of: row.dot)
      return !depth.isMultiple(of: 2) && relation.isOff(root)
    } until: { row in
      Self.isCommand(row)
    }
    guard let found else {
      throw AlbumenError(
        .notFound, "there is nothing to redo on this machine",
        hint: "name an undo by its id: albumen log lists them")
    }
    return found
  }

  /// Whether a transaction is a command's that did something to photos or albums: what only says
  /// something of a device cannot be undone, and must not stand in the way of what can.
  private static func isCommand(_ row: TransactionRow) -> Bool {
    row.origin == "command" && row.undoes == nil
      && row.effects.contains { $0.kind != .logSet && $0.kind != .logRetire }
  }

  /// The newest transaction of this machine's log that fits, up to one at which to stop.
  private func ownNewest(
    _ catalogue: Catalogue, fits: (TransactionRow) -> Bool,
    until isEnd: (TransactionRow) -> Bool
  ) throws(AlbumenError) -> TransactionRow? {
    guard let own = try recordedLog() else { return nil }
    var before: Stamp?
    while true {
      let page = try asking { () throws(CatalogueError) in
        try catalogue.transactions(TransactionFilter(log: own), before: before, limit: 100)
      }
      for row in page {
        if fits(row) { return row }
        if isEnd(row) { return nil }
      }
      guard let last = page.last else { return nil }
      before = last.stamp
    }
  }

  /// The undo that is meant: by its own name, or by that of what it undid.
  private func undo(
    named name: Dot, _ relation: UndoRelation, _ catalogue: Catalogue
  ) throws(AlbumenError) -> TransactionRow {
    let row = try row(of: name, catalogue)
    let (root, depth) = relation.root(of: row.dot)
    guard relation.isOff(root) else {
      throw AlbumenError(
        .invalid, depth == 0 ? "this is not undone" : "this was brought back already",
        subject: row.dot.description)
    }
    if !depth.isMultiple(of: 2) { return row }
    guard let undo = relation.newestUndo(of: root) else {
      throw AlbumenError(.invalid, "this is not undone", subject: row.dot.description)
    }
    return try self.row(of: undo, catalogue)
  }

  // MARK: What it takes

  private func plan(
    for row: TransactionRow, undoneBy undo: TransactionRow?, _ relation: UndoRelation,
    _ catalogue: Catalogue
  ) throws(AlbumenError) -> UndoPlan {
    guard let transaction = try transactions([row]).first else { return UndoPlan() }
    var rows: [Dot: TransactionRow] = [row.dot: row]
    if let undo { rows[undo.dot] = undo }
    var gone: Set<AssetID> = []
    var concerned = transaction.concerned
    for (album, assets) in concerned.references {
      // What concerns a reference concerns its album and its asset: the shorter way is taken.
      let ofAlbum = try asking { () throws(CatalogueError) in
        try catalogue.transactions(touching: album)
      }
      if ofAlbum.count <= assets.count {
        for row in ofAlbum { rows[row.dot] = row }
      } else {
        concerned.assets.formUnion(assets)
      }
    }
    for asset in concerned.assets {
      try asking { () throws(CatalogueError) in
        for row in try catalogue.transactions(touching: asset) { rows[row.dot] = row }
      }
    }
    for album in concerned.albums {
      try asking { () throws(CatalogueError) in
        for row in try catalogue.transactions(touching: album) { rows[row.dot] = row }
      }
    }
    for asset in concerned.purged where try isGone(asset, catalogue) { gone.insert(asset) }
    let planner = UndoPlanner(try transactions(rows.values), relation) { gone.contains($0) }
    guard let undo else { return planner.undo(transaction) }
    guard let undone = try transactions([undo]).first else { return UndoPlan() }
    return planner.redo(transaction, undoneBy: undone)
  }

  /// Whether no file here has an asset's bytes, in the library's trash neither.
  func isGone(_ asset: AssetID, _ catalogue: Catalogue) throws(AlbumenError) -> Bool {
    let row = try asking { () throws(CatalogueError) in
      try catalogue.files(of: asset).isEmpty ? catalogue.asset(asset) : nil
    }
    var search = TrashSearch(layout)
    return row.map { fileInTrash(of: $0, &search) == nil } ?? false
  }
}

extension Transaction {
  /// What a transaction is about, as far as taking it back goes.
  fileprivate var concerned: Concerned {
    var concerned = Concerned()
    for operation in operations {
      switch operation.change {
      case .purgeAsset(let asset):
        concerned.assets.insert(asset)
        concerned.purged.insert(asset)
      case .addAsset(let asset, _), .setAsset(let asset, _, _), .trashAsset(let asset, _, _),
        .restoreAsset(let asset), .addTag(let asset, _), .removeTag(let asset, _, _):
        concerned.assets.insert(asset)
      case .addReference(let album, let asset, _), .removeReference(let album, let asset, _),
        .moveReference(let album, let asset, _):
        concerned.references[album, default: []].insert(asset)
      case .createAlbum(let album, _), .setAlbum(let album, _, _), .deleteAlbum(let album, _),
        .restoreAlbum(let album):
        concerned.albums.insert(album)
      case .addCopy, .removeCopy, .setLog, .retireLog, .opaque: break
      }
    }
    return concerned
  }
}

/// Is what a transaction is about, as far as taking it back goes.
private struct Concerned {
  /// The assets whose life, fields or tags it changes.
  var assets: Set<AssetID> = []
  /// The albums whose life or fields it changes.
  var albums: Set<AlbumID> = []
  /// The references that it changes, by album.
  var references: [AlbumID: Set<AssetID>] = [:]
  /// The assets that it purges.
  var purged: Set<AssetID> = []
}
