import Platform
import Reconciling

/// Why something in the view is left as it is.
extension ViewSync {
  /// Why, in words; nil for what only somebody who asks is told.
  func words(_ reason: ViewFindings.Reason, _ path: Path, _ names: [[UInt8]]) -> String? {
    switch reason {
    case .inFolder: return "a folder of albums holds no photos"
    case .atTop: return "it is in no album's folder; move it into one"
    case .outside:
      return "it belongs to no album; rename it to make it one of all that is in it, or remove it"
    case .withoutReference:
      return "it is not in the album; give it another name to have it there, or remove it"
    case .inAlbum: return "an album holds no albums"
    case .trashed: return "the photo is in the trash"
    case .untaken(let text):
      guard options.isDryRun, !findings.unclear.contains(names) else { return nil }
      let directory = Array(names.dropLast())
      return "\(wordsOfLink(text, path, in: directory)): \((Path(bytes: text) ?? Path()).display)"
    }
  }

  /// Why a link is not taken in, which leads to no photo or video that is known.
  private func wordsOfLink(_ text: [UInt8], _ path: Path, in directory: [[UInt8]]) -> String {
    do throws(PlatformError) {
      let status = try FileStatus.ofTarget(at: layout.root / path)
      if status.kind == .directory { return "the link leads to a directory" }
    } catch {
      return error.code == .notFound || error.code == .notDirectory
        ? "the link leads to nothing" : "the link cannot be followed (\(error.message))"
    }
    let links = ViewLinks(view: file.directory, root: layout.root.bytes)
    return links.target(of: text, in: directory, orInView: true) == nil
      ? "the link leads out of the library" : "the link leads to no known photo or video"
  }
}
