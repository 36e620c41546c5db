import OperationLog
import Platform
import Reconciling

/// Removes the links of an album view of which the machine has no record any more, as after it has forgotten
/// the library before.
///
/// A link is the view's where its name is numbered and it says exactly what the view would have written
/// there; that is also how a view is recognised that is taken over. Everything else stays, and so do the
/// directories that it lies in.
struct ForgottenView {
  private let root: Path
  private let view: Path
  /// What says who keeps the view; nil where there is none, or it was turned off.
  private let file: ViewFile?
  private let configuration: PhotoLibrary.Configuration

  /// Reads who keeps the view.
  ///
  /// - Parameters:
  ///   - root: the library's folder.
  ///   - view: the directory of the view, absolute.
  init(root: Path, view: Path, _ configuration: PhotoLibrary.Configuration) {
    self.root = root
    self.view = view
    self.configuration = configuration
    let file = (try? ViewFile.read(at: LibraryLayout(root: root).viewFile)) ?? nil
    self.file = file.flatMap { $0.isOff ? nil : $0 }
  }

  /// Removes them, and the directories that are empty then; nothing where another machine keeps the view, or
  /// where it was turned off.
  func removeLinks() throws(AlbumenError) {
    guard let file, let machine = try MachineID.known(configuration),
      file.machine == machine.description,
      (try? FileStatus.ofLink(at: view))?.kind == .directory
    else { return }
    let links = ViewLinks(view: file.directory, root: root.bytes)
    var found: [Path] = []
    var directories: [Path] = [Path()]
    DirectoryWalk().run(
      root: view,
      visit: { entry in
        if entry.kind == .directory {
          directories.append(entry.path)
          return .descend
        }
        if entry.kind == .symbolicLink, isOurs(entry.path, links) { found.append(entry.path) }
        return .skip
      }, failed: { _, _ in })
    do throws(PlatformError) {
      for path in found {
        try Failpoint.hit("forget.unlink")
        try Files.unlink(view / path)
      }
      for path in directories.reversed() { try removeIfEmpty(path.isEmpty ? view : view / path) }
    } catch { throw AlbumenError(error, "the album view's links cannot be removed") }
  }

  private func isOurs(_ path: Path, _ links: ViewLinks) -> Bool {
    let above = path.parent.components.map(\.bytes)
    guard LinkName(path.lastComponent.bytes).isNumbered,
      let text = try? Files.readLink(view / path).bytes,
      let target = links.target(of: text, in: above)
    else { return false }
    return ViewLinks.text(depth: above.count, target: target) == text
  }

  private func removeIfEmpty(_ directory: Path) throws(PlatformError) {
    do throws(PlatformError) { try Files.removeDirectory(directory) } catch {
      guard error.code == .directoryNotEmpty || error.code == .alreadyExists else { throw error }
    }
  }
}
