import Catalogue
import MediaKit
import Operations
import Platform
import Reconciling
import TextForms

/// Looks at one path and says how it stands to the library.
struct FileExplainer {
  private let store: LibraryStore
  private var root: Path { store.layout.root }

  init(_ store: LibraryStore) { self.store = store }

  /// Where a path leads without the link that may be at its end; `.` and `..` are resolved as far as
  /// there is something to resolve.
  static func place(of path: Path) -> Path {
    let name = path.lastComponent
    if name.isEmpty || name == "." || name == ".." { return resolve(path) }
    return resolve(path.parent) / name
  }

  /// Whether there is nothing at a path, for certain.
  private static func isMissing(_ path: Path) -> Bool {
    do throws(PlatformError) {
      _ = try FileStatus.ofLink(at: path)
      return false
    } catch { return error.code == .notFound || error.code == .notDirectory }
  }

  private static func resolve(_ path: Path) -> Path {
    if let resolved = try? Files.resolve(path) { return resolved }
    let parent = path.parent
    if parent == path || parent.isEmpty { return path }
    switch path.lastComponent {
    case ".": return resolve(parent)
    case "..": return resolve(parent).parent
    default: return resolve(parent) / path.lastComponent
    }
  }

  func explain(_ place: Path, link: Path? = nil) throws(AlbumenError) -> FileExplanation {
    guard let path = place.relative(to: root) else {
      if Self.isMissing(place) {
        return FileExplanation(
          place, .unknown, "nothing is there, outside the library's folder", link: link)
      }
      return FileExplanation(place, .outside, link: link)
    }
    if path.isEmpty {
      return FileExplanation(path, .directory, "it is the library's folder", link: link)
    }
    let status: FileStatus
    do throws(PlatformError) { status = try FileStatus.ofLink(at: place) } catch {
      guard error.code == .notFound || error.code == .notDirectory else {
        return try finish(path, .unreadable, error.message, link)
      }
      return try explainMissing(path, link)
    }
    // A link of the album view stands for a photo; what else is there is not the roll's.
    var isOfView = path.isInside(store.viewName)
    if isOfView, status.kind != .symbolicLink { isOfView = try row(at: path) != nil }
    if !isOfView, let (words, rule) = try rule(for: path, isDirectory: status.kind == .directory) {
      return try finish(path, .ignored, words, link, rule: rule)
    }
    switch status.kind {
    case .regular: return try explainFile(path, status, link)
    case .directory:
      do throws(PlatformError) { _ = try Descriptor.open(place, [.read, .directory]) } catch {
        return try finish(path, .unreadable, error.message, link)
      }
      return FileExplanation(path, .directory, link: link)
    case .other: return FileExplanation(path, .special, link: link)
    case .symbolicLink:
      // Links to links are resolved to their end at once, so this goes on once only.
      if let target = try? Files.resolve(place) {
        return target.isInside(root)
          ? try explain(target, link: path)
          : FileExplanation(path, .linkOut, link: link, target: target)
      }
      return FileExplanation(path, .linkNowhere, link: link, target: try? Files.readLink(place))
    }
  }

  /// Which rule leaves a path alone, naming the directory if it is one above it.
  private func rule(
    for path: Path, isDirectory: Bool
  ) throws(AlbumenError) -> (words: String, rule: IgnoringRule?)? {
    let rules = FolderRules(store.layout)
    func told(_ verdict: FolderRules.Verdict, of directory: Path?) -> (String, IgnoringRule?) {
      let start = directory.map { "of the directory \($0.display): " } ?? ""
      guard case .rule(let rule) = verdict else { return (start + verdict.words, nil) }
      return (start + verdict.words, rule)
    }
    var place = Path()
    for name in path.parent.components {
      place = place / name
      if let verdict = rules.verdict(for: place, isDirectory: true) {
        if case .view(let view) = verdict, let album = try album(around: path, in: view) {
          return ("it is in a directory inside the album \(album), and an album holds none", nil)
        }
        return told(verdict, of: name)
      }
    }
    return rules.verdict(for: path, isDirectory: isDirectory).map { told($0, of: nil) }
  }

  /// The title of the album in whose directory there is a directory that a path leads into, or is.
  private func album(around path: Path, in view: Path) throws(AlbumenError) -> String? {
    guard let below = path.relative(to: view) else { return nil }
    return try store.read { catalogue throws(CatalogueError) in
      let albums = ViewScope.albums(byPathIn: try catalogue.viewDirectories())
      var above = below.parent
      let isDirectory = (try? FileStatus.ofLink(at: root / path))?.kind == .directory
      // A file in an album's own directory is in none inside it.
      if !isDirectory { above = above.parent }
      while !above.isEmpty {
        if let id = albums[above.bytes], let album = try catalogue.album(id), !album.isFolder {
          return TextForm.printable("\"\(album.title)\"")
        }
        above = above.parent
      }
      return nil
    }
  }

  private func explainFile(
    _ path: Path, _ status: FileStatus, _ link: Path?
  ) throws(AlbumenError) -> FileExplanation {
    let known = try row(at: path)
    if status.size == 0 {
      return try finish(path, .empty, "an empty file is no photo or video yet", link)
    }
    let inodesCount = (try? FileSystem(at: root).hasStableInodes) ?? false
    if let known,
      FileKey(status).isUnchanged(
        since: known.key, hashedAt: known.hashed, inodesCount: inodesCount)
    {
      return try finish(path, .known, "", link)
    }
    if !store.unsettled(among: [path]).isEmpty {
      return try finish(
        path, .settling, "it is incomplete and changed a moment ago", link,
        settlesAt: Self.settlesAt(status))
    }
    switch ContentHasher.look(into: root / path) {
    case .media(let content, _, _):
      if let known, known.content == content { return try finish(path, .known, "", link) }
      let asset = try store.read { catalogue throws(CatalogueError) in
        try catalogue.asset(ofContent: content)
      }
      let isCopy = asset != nil
      let next =
        isCopy
        ? "its bytes are known; the next scan makes it another file of this asset"
        : "the next scan takes it in"
      return try finish(
        path, known == nil ? .new : .changed, next, link, asset: asset ?? known?.asset)
    case .other:
      let reason =
        known != nil
        ? "it was one and is none now"
        : MediaSidecar.isSidecar(path)
          ? "it was read when what it is beside was taken in"
          : "it does not begin as a photo or video does"
      return try finish(path, .otherFile, reason, link)
    case .changing:
      return try finish(
        path, .settling, "it changed while it was read", link,
        settlesAt: Self.settlesAt(status))
    case .vanished: return try explainMissing(path, link)
    case .unreadable(let error): return try finish(path, .unreadable, error.message, link)
    }
  }

  /// When a file that nothing more happens to is taken as it is.
  private static func settlesAt(_ status: FileStatus) -> Int64 {
    let changed = max(status.mtimeNanoseconds, status.ctimeNanoseconds)
    return (changed + LibraryStore.incompleteRest) / 1_000_000
  }

  private func explainMissing(
    _ path: Path, _ link: Path?
  ) throws(AlbumenError) -> FileExplanation {
    if try row(at: path) != nil {
      return try finish(path, .missing, "the next scan notes that it is gone", link)
    }
    if let id = try store.assets(purgedFrom: path).first {
      return try finish(path, .missing, try reason(for: id, at: path), link, asset: id)
    }
    // The history has only what is text.
    let recorded = path.text.map { ExactText($0) }
    var assets = try store.read { catalogue throws(CatalogueError) in
      try catalogue.assets(.all).filter { row in
        recorded != nil && row.fields[.path]?.text.map { ExactText($0) } == recorded
      }.map(\.id)
    }
    if assets.isEmpty { assets = try store.assets(oncePath: path) }
    let located = try store.read { catalogue throws(CatalogueError) in
      var rows: [AssetRow] = []
      for id in assets { rows += try [catalogue.asset(id)].compactMap { $0 } }
      return try store.located(rows, catalogue)
    }
    guard let asset = located.first(where: { $0.file == nil }) ?? located.first else {
      return FileExplanation(
        path, .unknown, "nothing is there, and the history knows of nothing that was", link: link)
    }
    return try finish(path, .missing, try reason(for: asset.id, at: path), link, asset: asset.id)
  }

  /// Why a file of an asset is not at a path where it was.
  private func reason(for asset: AssetID, at path: Path) throws(AlbumenError) -> String {
    let (row, found) = try store.read { catalogue throws(CatalogueError) in
      let row = try catalogue.asset(asset)
      return (row, try store.located([row].compactMap { $0 }, catalogue).first)
    }
    var search = TrashSearch(store.layout)
    let trashed = row.map { store.filesInTrash(of: $0, &search) } ?? []
    if let file = (trashed.first { $0.path == path } ?? trashed.first)?.file,
      found?.file == nil || trashed.contains(where: { $0.path == path })
    {
      let start = row?.status == .purged ? "it is purged, and its file" : "its file"
      return "\(start) is \(file.place.display); to bring it back: albumen untrash \(path.display)"
    }
    if let file = found?.file { return "moved to \(file.display)" }
    return row?.status == .purged
      ? "it is purged, and no file here holds it" : "no file here holds it any more"
  }

  // MARK: What is known of it

  private func row(at path: Path) throws(AlbumenError) -> FileRow? {
    try store.read { catalogue throws(CatalogueError) in try catalogue.file(at: path) }
  }

  /// Adds what the library knows of the file, or of the asset that is named.
  private func finish(
    _ path: Path, _ standing: FileExplanation.Standing, _ reason: String, _ link: Path?,
    asset named: AssetID? = nil, settlesAt: Int64? = nil, rule: IgnoringRule? = nil
  ) throws(AlbumenError) -> FileExplanation {
    try store.read { catalogue throws(CatalogueError) in
      let row = try catalogue.file(at: path)
      var asset: Asset?
      var albums: [Album] = []
      var files: [Path] = []
      if let id = named ?? row?.asset, let found = try catalogue.asset(id) {
        asset = try store.located([found], catalogue).first
        files = try catalogue.files(of: id).map(\.path).filter { $0 != path }
        for album in try catalogue.albums(containing: id) {
          if let row = try catalogue.album(album) { albums.append(Album(row)) }
        }
      }
      let beside = try self.beside(path, catalogue)
      var standing = standing
      if standing == .otherFile, !beside.isEmpty { standing = .sidecar }
      let whole = try asset?.partOf.flatMap { (id) throws(CatalogueError) in
        try catalogue.asset(id)
      }
      var parts: [AssetRow] = []
      var doubts: [AssetRow] = []
      if let asset {
        for id in try catalogue.parts(of: asset.id) {
          parts += try [catalogue.asset(id)].compactMap { $0 }
        }
        for id in try inDoubt(with: asset, catalogue) {
          doubts += try [catalogue.asset(id)].compactMap { $0 }
        }
      }
      return FileExplanation(
        path: path, standing: standing, reason: reason, rule: rule, link: link, target: nil,
        asset: asset,
        whole: try whole.flatMap { (row) throws(CatalogueError) in
          try store.located([row], catalogue).first
        }, parts: try store.located(parts, catalogue),
        inDoubt: try store.located(doubts, catalogue), beside: beside,
        albums: albums.sorted { ($0.title, $0.id) < ($1.title, $1.id) }, otherFiles: files,
        settlesAt: settlesAt, lastRead: row.map { $0.hashed / 1_000_000 })
    }
  }
}

extension FileExplainer {
  /// The sidecars beside a file; of a sidecar, the files of the index that it is beside.
  private func beside(
    _ path: Path, _ catalogue: Catalogue
  ) throws(CatalogueError) -> [Path] {
    guard MediaSidecar.isSidecar(path) else {
      return MediaSidecar.paths(beside: path).filter {
        (try? FileStatus.ofLink(at: root / $0))?.kind == .regular
      }
    }
    return try catalogue.files(besideSidecar: path).map(\.path)
  }

  /// What comes into question for a pair with an asset, where that is too much for one to be concluded.
  private func inDoubt(
    with asset: Asset, _ catalogue: Catalogue
  ) throws(CatalogueError) -> [AssetID] {
    guard asset.status == .alive else { return [] }
    var search = PairSearch(try CatalogueKnowledge(catalogue))
    let (rules, assets) = try search.rules(for: [asset.id])
    func isOpen(_ part: AssetID) -> Bool {
      assets[part].map { $0.whole == nil && !$0.isDecided } ?? false
    }
    if case .doubt(let others) = rules.conclusion(for: asset.id) {
      return isOpen(asset.id) ? others : []
    }
    let others = rules.doubts(about: asset.id)
    return others.contains { isOpen($0) && rules.isPart($0) } ? others : []
  }
}

extension FileExplanation {
  /// An explanation of what the library knows nothing of.
  fileprivate init(
    _ path: Path, _ standing: Standing, _ reason: String = "", link: Path?, target: Path? = nil
  ) {
    self.init(
      path: path, standing: standing, reason: reason, rule: nil, link: link, target: target,
      asset: nil,
      whole: nil, parts: [], inDoubt: [], beside: [], albums: [], otherFiles: [], settlesAt: nil,
      lastRead: nil)
  }
}
