import Catalogue
import Operations
import Platform

extension Asset {
  init(_ row: AssetRow, file: Path? = nil) {
    self.init(
      id: row.id, status: row.status, fields: row.fields, tags: row.tags, partOf: row.whole,
      file: file)
  }
}

extension LibraryStore {
  /// Makes assets of rows, with where their files are.
  ///
  /// A catalogue that was made anew knows no files yet: then a file at the recorded path counts.
  func located(
    _ rows: [AssetRow], _ catalogue: Catalogue
  ) throws(CatalogueError) -> [Asset] {
    let hasBase = try catalogue.hasBase
    var files: [AssetID: [Path]] = [:]
    if rows.count > 64 {
      for file in try catalogue.files() { files[file.asset, default: []].append(file.path) }
    } else {
      for row in rows { files[row.id] = try catalogue.files(of: row.id).map(\.path) }
    }
    return rows.map { row in
      let recorded = row.fields[.path]?.text.flatMap { Path($0) }
      let paths = files[row.id] ?? []
      if let recorded {
        let isThere =
          paths.contains(recorded) || (!hasBase && paths.isEmpty && isFile(recorded))
        if isThere { return Asset(row, file: recorded) }
      }
      return Asset(row, file: paths.first)
    }
  }

  private func isFile(_ path: Path) -> Bool {
    (try? FileStatus.ofLink(at: layout.root / path))?.kind == .regular
  }
}

extension Album {
  init(_ row: AlbumRow) {
    self.init(
      id: row.id, title: row.title, isFolder: row.isFolder, parent: row.parent,
      isDeleted: !row.isAlive, count: row.memberCount, fields: row.fields)
  }
}
