import Catalogue
import Operations
import Platform

extension LibraryStore {
  /// The assets whose file a purge has moved away from a path, as the library's trash has it.
  ///
  /// Reads the file.
  func assets(purgedFrom path: Path) throws(AlbumenError) -> [AssetID] {
    let file = TrashedFile(path, in: layout)
    guard file.isPlainInTrash, let content = file.contentInTrash else { return [] }
    return try read { catalogue throws(CatalogueError) in
      // The first is the one that the file belonged to.
      Array(try catalogue.assets(ofContent: content).prefix(1))
    }
  }

  /// The assets that the history has recorded at a path at any time, the one that came there last first.
  ///
  /// Only where the first file of an asset was is recorded, and only where the path is text. Reads all
  /// transactions that record paths: their number times a few microseconds.
  func assets(oncePath path: Path) throws(AlbumenError) -> [AssetID] {
    guard let text = path.text else { return [] }
    let rows = try read { catalogue throws(CatalogueError) in try catalogue.transactions() }
    let dots = rows.lazy.filter { row in
      row.effects.contains { $0.kind == .assetAdd || $0.kind == .assetSet }
    }.map(\.dot)
    let value = Value.text(text)
    var found: [(stamp: Stamp, asset: AssetID)] = []
    try forEachTransaction(named: dots) { transaction in
      for operation in transaction.operations {
        switch operation.change {
        case .addAsset(let asset, let initial)
        where initial.contains { $0.name == .path && $0.value == value }:
          found.append((transaction.stamp, asset))
        case .setAsset(let asset, .path, value): found.append((transaction.stamp, asset))
        default: continue
        }
      }
    }
    var seen: Set<AssetID> = []
    return found.sorted { $0.stamp > $1.stamp }.map(\.asset).filter { seen.insert($0).inserted }
  }
}
