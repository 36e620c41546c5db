import Catalogue
import LibraryState
import Operations

extension LibraryStore {
  /// Brings the library, or one album, back to what it was.
  func revert(
    to point: PointInTime, album: AlbumID?, label: String, isDryRun: Bool
  ) throws(AlbumenError) -> UndoReport {
    var left: [UndoPlan.Left] = []
    let change = try change(label, origin: "command", isDryRun: isDryRun) {
      session throws(AlbumenError) in
      guard let cut = try cut(at: point, session.catalogue) else { return }
      let now = try asking { () throws(CatalogueError) in try session.catalogue.state() }
      let then = try state(of: cut, session.catalogue)
      if let album, then.albums[album]?.isKnown != true {
        throw AlbumenError(
          .notFound, "there was no such album then", subject: "@\(album)",
          hint: "albumen album delete takes it away")
      }
      var gone: Set<AssetID> = []
      for (id, asset) in now.assets where !asset.purges.isEmpty {
        if try isGone(id, session.catalogue) { gone.insert(id) }
      }
      let planner = RevertPlanner(from: now, to: then) { gone.contains($0) }
      let plan = if let album { planner.plan(for: album) } else { planner.plan() }
      left = plan.left
      for change in plan.changes { try session.emit(change) }
    }
    return UndoReport(
      subject: nil, subjectLabel: "", transaction: change.transaction?.dot,
      operations: change.operations, left: left.map { UndoReport.Left($0) })
  }
}
