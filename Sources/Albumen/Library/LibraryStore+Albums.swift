import Catalogue
import Operations
import Platform

extension LibraryStore {
  /// Tells an album from others of its title: its id, how many photos and videos it has, and the day on which
  /// it was made, by this machine's clock and zone.
  func describe(_ album: AlbumID) throws(AlbumenError) -> String {
    let row = try read { catalogue throws(CatalogueError) in try catalogue.album(album) }
    var words = "@\(album.description.prefix(8))"
    guard let row else { return words }
    let count = Album(row).count
    words += row.isFolder ? " (a folder" : " (\(count) \(count == 1 ? "photo" : "photos")"
    if let created = row.created,
      let time = LocalTime(seconds: Int64(clamping: created.hlc >> 16) / 1000)
    {
      words += ", made \(time.date)"
    }
    return words + ")"
  }
}
