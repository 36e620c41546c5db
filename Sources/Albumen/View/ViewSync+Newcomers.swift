import Operations
import Reconciling

/// In which order photos and videos come into an album that were put into its directory.
extension ViewSync {
  /// A file of an album's directory that becomes a reference.
  struct Newcomer {
    let asset: AssetID
    let name: [UInt8]
    let isEdit: Bool
  }

  /// Has files come into an album among what links lead to that came beside them, in the order of all their
  /// names.
  ///
  /// - Returns: the assets of those files that come by themselves, in the order of their names.
  mutating func joinLinked(_ newcomers: [Newcomer], _ album: AlbumID) -> [AssetID] {
    let place = findings.acts.firstIndex { act in
      if case .add(album, _) = act { true } else { false }
    }
    guard let place, case .add(_, let linked) = findings.acts[place] else {
      return newcomers.map(\.asset)
    }
    var names: [AssetID: [UInt8]] = [:]
    for asset in linked { names[asset] = findings.base.entry(album, asset)?.name ?? [] }
    for newcomer in newcomers where !newcomer.isEdit && names[newcomer.asset] == nil {
      names[newcomer.asset] = newcomer.name
    }
    let all = names.sorted {
      $0.value == $1.value ? $0.key < $1.key : LinkName.precedes($0.value, $1.value)
    }
    findings.acts[place] = .add(album, all.map(\.key))
    return newcomers.filter(\.isEdit).map(\.asset)
  }
}
