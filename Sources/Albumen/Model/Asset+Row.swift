import Catalogue

extension Asset {
  init(_ row: AssetRow) {
    self.init(
      id: row.id, status: row.status, fields: row.fields, tags: row.tags, partOf: row.whole)
  }
}

extension Album {
  init(_ row: AlbumRow) {
    self.init(
      id: row.id, title: row.title, isFolder: row.isFolder, parent: row.parent,
      isDeleted: !row.isAlive, count: row.memberCount, fields: row.fields)
  }
}
