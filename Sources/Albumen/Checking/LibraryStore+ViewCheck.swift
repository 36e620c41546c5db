import Catalogue
import Platform
import Reconciling

extension LibraryStore {
  /// Compares the album view with the albums, and looks whether its links lead to something.
  ///
  /// Where there is no view that is kept here, there is nothing to compare.
  func compareView(_ check: inout LibraryCheck) throws(AlbumenError) {
    let report: ViewReport
    do throws(AlbumenError) { report = try viewStatus() } catch {
      guard [.damaged, .failed].contains(error.code) else { throw error }
      check.findings.append(
        LibraryCheck.Finding(.view, viewName, error.message, hint: error.hint))
      return
    }
    if report.off != nil { return }
    for path in report.withheld {
      check.findings.append(
        LibraryCheck.Finding(
          .view, path,
          "it is gone from the album view, with so much else that nothing is concluded",
          hint: "make the links anew with: albumen view take; or say that they are gone with: "
            + "albumen scan --confirm-missing"))
    }
    for (path, reason) in report.failed {
      check.findings.append(LibraryCheck.Finding(.unreadable, path, reason))
    }
    if report.hasChanges {
      check.findings.append(
        LibraryCheck.Finding(
          .view, report.directory, "the album view and the albums are not in step",
          hint: Self.scanHint))
    }
    for link in try danglingLinks() {
      check.findings.append(
        LibraryCheck.Finding(
          .view, link, "a link of the album view leads to nothing", hint: Self.scanHint))
    }
  }

  /// The links that were made in the view and lead to nothing.
  private func danglingLinks() throws(AlbumenError) -> [Path] {
    let base = try read { catalogue throws(CatalogueError) in try ViewBase(catalogue) }
    let view = viewName
    var dangling: [Path] = []
    for (album, entries) in base.entries {
      guard let names = base.path(of: album) else { continue }
      let directory = names.reduce(view) { $0 / (Path(bytes: $1) ?? Path()) }
      for entry in entries.values where entry.isOurs && entry.isCertain && entry.text != nil {
        guard let name = Path(bytes: entry.name) else { continue }
        let link = layout.root / directory / name
        guard (try? FileStatus.ofLink(at: link))?.kind == .symbolicLink else { continue }
        do throws(PlatformError) { _ = try FileStatus.ofTarget(at: link) } catch {
          if error.code == .notFound || error.code == .notDirectory {
            dangling.append(directory / name)
          }
        }
      }
    }
    return dangling.sorted()
  }
}
