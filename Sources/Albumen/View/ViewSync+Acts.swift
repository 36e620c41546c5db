import Catalogue
import Operations
import Platform
import Reconciling
import TextForms

extension ViewSync {
  /// Makes operations of what a person did.
  mutating func apply(_ session: ChangeSession) throws(AlbumenError) {
    let changes = LibraryChanges(session)
    for act in findings.acts {
      let count = changes.count
      do throws(AlbumenError) { try apply(act, changes) } catch {
        // What cannot be (a title that may not be, something that is gone since) is told, and left.
        guard error.code == .notFound || error.code == .invalid else { throw error }
        report.failed.append((name, "\(error)"))
      }
      if changes.count > count { report.acts.append(try words(act, session.catalogue)) }
    }
    if report.acts.count == 1 { session.label = report.acts[0] }
  }

  private func apply(
    _ act: ViewFindings.Act, _ changes: LibraryChanges
  ) throws(AlbumenError) {
    switch act {
    case .create(let album, let title, let isFolder, let parent):
      try changes.createAlbum(album, title, isFolder: isFolder, in: parent)
    case .setTitle(let album, let title): try changes.rename(album, to: title)
    case .move(let album, let parent): try changes.move(album, into: parent)
    case .delete(let album):
      if try changes.session.album(album)?.isDeleted == false { try changes.deleteAlbum(album) }
    case .restore(let album): try changes.restoreAlbum(album)
    case .add(let album, let assets): try changes.add(assets, to: album)
    case .remove(let album, let assets): try changes.remove(assets, from: album)
    case .order(let album, let assets, let after):
      try changes.move(assets, in: album, to: after.map { .after($0) } ?? .first)
    }
  }

  /// What a person did, in words.
  func words(_ catalogue: Catalogue) throws(AlbumenError) -> [String] {
    var words: [String] = []
    for act in findings.acts { words.append(try self.words(act, catalogue)) }
    return words
  }

  private func words(
    _ act: ViewFindings.Act, _ catalogue: Catalogue
  ) throws(AlbumenError) -> String {
    func title(_ album: AlbumID) throws(AlbumenError) -> String {
      do throws(CatalogueError) {
        let title = try catalogue.album(album)?.title ?? base.directories[album]?.title ?? ""
        return TextForm.printable("\"\(title)\"")
      } catch { throw AlbumenError(error) }
    }
    func count(_ assets: [AssetID]) -> String {
      assets.count == 1 ? "1 photo or video" : "\(assets.count) photos and videos"
    }
    switch act {
    case .create(let album, _, let isFolder, _):
      return "Create \(isFolder ? "folder" : "album") \(try title(album))"
    case .setTitle(_, let title): return TextForm.printable("Rename an album to \"\(title)\"")
    case .move(let album, nil): return "Move \(try title(album)) to the top"
    case .move(let album, let parent?):
      return "Move \(try title(album)) into \(try title(parent))"
    case .delete(let album): return "Delete album \(try title(album))"
    case .restore(let album): return "Restore album \(try title(album))"
    case .add(let album, let assets): return "Add \(count(assets)) to \(try title(album))"
    case .remove(let album, let assets):
      return "Remove \(count(assets)) from \(try title(album))"
    case .order(let album, let assets, _): return "Move \(count(assets)) in \(try title(album))"
    }
  }
}

extension LibraryChanges {
  /// Makes an album or folder with a given id.
  func createAlbum(
    _ id: AlbumID, _ title: String, isFolder: Bool, in parent: AlbumID?
  ) throws(AlbumenError) {
    _ = try create(id, title, isFolder ? .folder : .album, parent)
  }
}
