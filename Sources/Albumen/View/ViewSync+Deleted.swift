import Operations
import Reconciling

extension ViewSync {
  /// Those that are in no trash: an edit of one that was trashed since stays there with it.
  func alive(
    _ assets: [AssetID], _ session: ChangeSession
  ) throws(AlbumenError) -> [AssetID] {
    var alive: [AssetID] = []
    for asset in assets where try session.asset(asset)?.status == .alive { alive.append(asset) }
    return alive
  }

  /// Adds what was put into the directory of an album that does not live: one that the directory is about to
  /// become, or one that was deleted since, by a command or elsewhere.
  ///
  /// What is new in it brings a deleted album back, as a link does. What was saved over one of its links does
  /// not: the reference is still there, should the album come back for another reason.
  mutating func addBack(
    _ assets: [AssetID], to album: AlbumID, _ session: ChangeSession
  ) throws(AlbumenError) {
    guard try session.album(album) != nil else {
      return findings.acts.append(.add(album, assets))
    }
    var edited: Set<AssetID> = []
    for file in findings.files where file.album == album && file.isEdit {
      if let asset = file.asset { edited.insert(asset) }
    }
    let new = assets.filter { !edited.contains($0) }
    if new.isEmpty { return }
    findings.acts += [.restore(album), .add(album, new)]
  }
}
