import Catalogue
import MediaKit
import Platform

extension Catalogue {
  /// The files of the index that a sidecar is beside: `photo.ext.xmp` beside `photo.ext`, `photo.xmp` beside
  /// all of that name.
  func files(besideSidecar sidecar: Path) throws(CatalogueError) -> [FileRow] {
    let bare = Array(sidecar.bytes.dropLast(4))
    var rows = try files(beginning: bare)
    if let path = Path(bytes: bare), let whole = try file(at: path) { rows.insert(whole, at: 0) }
    return rows.filter { MediaSidecar.paths(beside: $0.path).contains(sidecar) }
  }
}
