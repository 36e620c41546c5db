import Catalogue
import Operations
import Platform
import Reconciling

extension Catalogue {
  /// The files that an asset has here.
  ///
  /// A catalogue that was made anew knows none until the folder has been looked at: then a file at the
  /// recorded path counts, if it holds the asset's bytes. Reads that file.
  func filesHere(of asset: AssetID, in layout: LibraryLayout) throws(CatalogueError) -> [FileRow] {
    let rows = try files(of: asset)
    guard rows.isEmpty, try !hasBase, let row = try self.asset(asset),
      let path = row.fields[.path]?.text.flatMap({ Path($0) }), !path.isEmpty,
      let found = TrashedFile(path, in: layout).inFolderNow,
      try assets(ofContent: found.content).contains(asset)
    else { return rows }
    return [FileRow(path, found.key, holding: found.content, of: asset)]
  }
}
