import Catalogue
import Operations
import Platform
import Reconciling

/// Carries out the steps that make the album view: each checks as it acts, touches only what was made
/// here, follows no link, and can be done again.
struct ViewExecutor {
  let layout: LibraryLayout
  /// The name of the view's directory.
  let view: Path
  /// The files of the asset that has, or had, a content.
  let files: (ContentID) -> [FileRow]
  /// Files of the roll whose inodes a step has changed (a name more or less), as they are now, by path.
  var refreshed: [Path: FileRow] = [:]
  /// What was moved to the library's trash.
  var trashed: [Trashed] = []
  /// Whether there was no room for something.
  private(set) var isFull = false
  /// Directories in which something was changed.
  var touched: Set<Path> = []
  /// Of which directory that was last noted.
  private var lastTouched: [[UInt8]]?
  private let directories = ViewDirectories()
  /// What could not be done, and has not been done since by another way.
  private var failed: [(subject: Subject, path: Path, reason: String)] = []

  /// What a step is about: an album's directory, or its link to an asset.
  private struct Subject: Equatable {
    let album: AlbumID
    var asset: AssetID?
  }

  /// Says what was moved to the library's trash, and why it was not removed.
  struct Trashed {
    /// Relative to the root, as `to`.
    let from: Path
    let to: Path
    let why: ViewReport.Kept.Reason
  }

  /// What could not be done, relative to the root, and why; each once, however often it was tried.
  var failures: [(path: Path, reason: String)] { failed.map { ($0.path, $0.reason) } }

  init(
    _ layout: LibraryLayout, view: Path, files: @escaping (ContentID) -> [FileRow] = { _ in [] }
  ) {
    self.files = files
    self.layout = layout
    self.view = view
  }

  /// Does one step.
  ///
  /// - Parameter base: what the view has, with the step noted as intended.
  mutating func perform(_ change: ViewChange, _ base: ViewBase) -> ViewBase.Outcome {
    do throws(PlatformError) {
      return note(change, try act(change, base), base)
    } catch {
      return note(change, error, base)
    }
  }

  /// Takes notice of what came of a step.
  mutating func note(
    _ change: ViewChange, _ outcome: ViewBase.Outcome, _ base: ViewBase
  ) -> ViewBase.Outcome {
    forgetFailures(of: change, base)
    // A link is made by another name the next time; where an album's directory is to be, it says so.
    if outcome == .notOurs {
      let (subject, path) = subject(of: change, base)
      if subject.asset == nil { failed.append((subject, path, "something else is there")) }
    }
    return outcome
  }

  /// Takes notice of a step that failed.
  mutating func note(
    _ change: ViewChange, _ error: PlatformError, _ base: ViewBase
  ) -> ViewBase.Outcome {
    forgetFailures(of: change, base)
    let (subject, path) = subject(of: change, base)
    if error.code == .noSpace || error.code == .quotaExceeded {
      // One line is enough.
      if !isFull { failed.append((subject, path, "\(error.message); \(Self.roomHint)")) }
      isFull = true
    } else {
      failed.append((subject, path, error.message))
    }
    return .failed
  }

  private mutating func forgetFailures(of change: ViewChange, _ base: ViewBase) {
    if failed.isEmpty { return }
    let subject = subject(of: change, base).0
    failed.removeAll { $0.subject == subject }
  }

  /// What to do where there is no room.
  private static let roomHint = "make room, or: albumen config set view.link sym"

  /// Notes that there is no room for copies of all that is to be made anew.
  mutating func refuse(copies: Int, bytes: Int64, available: UInt64) {
    if isFull { return }
    isFull = true
    let what = copies == 1 ? "a copy of 1 photo or video" : "copies of \(copies) photos and videos"
    let room = "\(bytes) bytes are needed and \(available) are free"
    failed.append(
      (
        Subject(album: AlbumID(high: 0, low: 0)), view,
        "there is no room for \(what), so what stands there stays (\(room)); \(Self.roomHint)"
      ))
  }

  /// What a step is about, and where that is, relative to the root: an error of the system names a
  /// descriptor.
  private func subject(of change: ViewChange, _ base: ViewBase) -> (Subject, Path) {
    switch change {
    case .makeDirectory(let album, let place, _), .moveDirectory(let album, let place, _):
      return (Subject(album: album), path(of: Self.names(of: place, base), place.name))
    case .removeDirectory(let album):
      return (Subject(album: album), path(of: base.path(of: album), nil))
    case .makeLink(let album, let asset, let name, _), .renameLink(let album, let asset, let name):
      return (Subject(album: album, asset: asset), path(of: base.path(of: album), name))
    case .removeLink(let album, let asset):
      let name = base.entry(album, asset)?.name
      return (Subject(album: album, asset: asset), path(of: base.path(of: album), name))
    }
  }

  /// Where something in the view is, relative to the root.
  func path(of names: [[UInt8]]?, _ name: [UInt8]?) -> Path {
    ((names ?? []) + [name].compactMap { $0 }).reduce(view) { $0 / (Path(bytes: $1) ?? Path()) }
  }

  private mutating func act(
    _ change: ViewChange, _ base: ViewBase
  ) throws(PlatformError) -> ViewBase.Outcome {
    switch change {
    case .makeDirectory(let album, let place, _): return try makeDirectory(album, place, base)
    case .moveDirectory(let album, let place, _): return try moveDirectory(album, place, base)
    case .makeLink(let album, _, let name, let text):
      let names = base.path(of: album)
      if let standIn = StandIn(text: text) { return try make(standIn, name, names) }
      return try makeLink(name, text, names)
    case .renameLink(let album, let asset, let name):
      let (row, names) = (base.entry(album, asset), base.path(of: album))
      if let row, let standIn = row.standIn { return try rename(standIn, row, name, names) }
      return try renameLink(row, name, names)
    case .removeLink(let album, let asset):
      let (row, names) = (base.entry(album, asset), base.path(of: album))
      if let row, let standIn = row.standIn { return try remove(standIn, row, names) }
      return try removeLink(row, names)
    case .removeDirectory(let album): return try removeDirectory(base.path(of: album))
    }
  }

  // MARK: Directories

  /// Calls a function with a path by which an open directory of the view can be worked in: what takes
  /// the place of it, or of one above it, is not met.
  func with<Result>(
    _ names: [[UInt8]], _ body: (Path) throws(PlatformError) -> Result
  ) throws(PlatformError) -> Result {
    let directory = try directories.directory(of: names, in: view, of: layout.root)
    let result = try body(directory.alias)
    // Until here it must stay open.
    withExtendedLifetime(directory) {}
    return result
  }

  mutating func touch(_ names: [[UInt8]]) {
    if names == lastTouched { return }
    lastTouched = names
    touched.insert(layout.root / names.reduce(view) { $0 / (Path(bytes: $1) ?? Path()) })
  }

  private static func names(of place: ViewBase.Place, _ base: ViewBase) -> [[UInt8]]? {
    guard let parent = place.parent else { return [] }
    return base.path(of: parent)
  }

  private mutating func makeDirectory(
    _ album: AlbumID, _ place: ViewBase.Place, _ base: ViewBase
  ) throws(PlatformError) -> ViewBase.Outcome {
    guard let above = Self.names(of: place, base) else { return .failed }
    let stray = Array((above + [place.name]).joined(separator: [UInt8(ascii: "/")]))
    touch(above)
    return try with(above) { directory throws(PlatformError) in
      guard let path = directory.appending(name: place.name) else { return .notOurs }
      try Failpoint.hit("view.mkdir")
      do throws(PlatformError) { try Files.createDirectory(path) } catch {
        guard error.code == .alreadyExists else { throw error }
        let there = try FileStatus.ofLink(at: path)
        let isLeft = base.strays[stray] != nil || there.inode == base.directories[album]?.inode
        guard there.kind == .directory, isLeft else { return .notOurs }
      }
      let status = try FileStatus.ofLink(at: path)
      return .made(inode: status.inode, birth: status.birthTimeNanoseconds)
    }
  }

  private mutating func moveDirectory(
    _ album: AlbumID, _ place: ViewBase.Place, _ base: ViewBase
  ) throws(PlatformError) -> ViewBase.Outcome {
    guard let row = base.directories[album],
      let from = Self.names(of: row.place, base), let to = Self.names(of: place, base)
    else { return .failed }
    if row.place == place { return .done }
    touch(from)
    touch(to)
    return try with(from) { source throws(PlatformError) in
      try with(to) { target throws(PlatformError) in
        guard let old = source.appending(name: row.name),
          let new = target.appending(name: place.name)
        else { return .notOurs }
        let there = try FileStatus.ofLink(at: old)
        // Another one in its place is nobody's to move.
        guard there.kind == .directory, there.inode == row.inode || row.inode == 0 else {
          return .notOurs
        }
        try Failpoint.hit("view.move")
        do throws(PlatformError) { try Files.renameWithoutReplacing(old, to: new) } catch {
          if error.code == .alreadyExists || error.code == .invalidArgument { return .notOurs }
          throw error
        }
        return .done
      }
    }
  }

  private mutating func removeDirectory(
    _ names: [[UInt8]]?
  ) throws(PlatformError) -> ViewBase.Outcome {
    guard let names, let name = names.last else { return .done }
    touch(Array(names.dropLast()))
    return try with(Array(names.dropLast())) { directory throws(PlatformError) in
      guard let path = directory.appending(name: name) else { return .notOurs }
      try Failpoint.hit("view.rmdir")
      do throws(PlatformError) { try Files.removeDirectory(path) } catch {
        switch error.code {
        case .notFound, .notDirectory: return .done
        case .directoryNotEmpty, .alreadyExists: return .notEmpty(try Self.names(in: path))
        default: throw error
        }
      }
      return .done
    }
  }

  private static func names(in directory: Path) throws(PlatformError) -> Set<[UInt8]> {
    Set(try DirectoryWalk.names(in: directory).map(\.bytes))
  }

  // MARK: Links

  private mutating func makeLink(
    _ name: [UInt8], _ text: [UInt8], _ names: [[UInt8]]?
  ) throws(PlatformError) -> ViewBase.Outcome {
    guard let names else { return .failed }
    touch(names)
    return try with(names) { directory throws(PlatformError) in
      try Self.makeLink(name, text, in: directory)
    }
  }

  /// Makes a link in a directory that is open.
  ///
  /// - Parameter directory: a path by which it can be worked in.
  static func makeLink(
    _ name: [UInt8], _ text: [UInt8], in directory: Path
  ) throws(PlatformError) -> ViewBase.Outcome {
    guard let text = Path(bytes: text) else { return .failed }
    guard let path = directory.appending(name: name) else { return .notOurs }
    try Failpoint.hit("view.link")
    do throws(PlatformError) { try Files.symlink(text, as: path) } catch {
      guard error.code == .alreadyExists else { throw error }
      return try Self.isLink(path, text.bytes) ? .done : .notOurs
    }
    return .done
  }

  private mutating func renameLink(
    _ row: ViewBase.Entry?, _ name: [UInt8], _ names: [[UInt8]]?
  ) throws(PlatformError) -> ViewBase.Outcome {
    guard let names, let row, let text = row.text else { return .failed }
    touch(names)
    return try with(names) { directory throws(PlatformError) in
      guard let old = directory.appending(name: row.name),
        let new = directory.appending(name: name)
      else { return .notOurs }
      try Failpoint.hit("view.rename")
      do throws(PlatformError) { try Files.renameWithoutReplacing(old, to: new) } catch {
        if error.code == .notFound, try Self.isLink(new, text) { return .done }
        if error.code == .notFound || error.code == .alreadyExists { return .notOurs }
        throw error
      }
      var failure: PlatformError?
      do throws(PlatformError) {
        if try Self.isLink(new, text) { return .done }
      } catch { failure = error }
      // Something else had taken its place a moment before: it goes back.
      try? Files.renameWithoutReplacing(new, to: old)
      if let failure { throw failure }
      return .notOurs
    }
  }

  /// Removes a link: takes it out of the way, looks at what it is, and puts it back unless it is ours.
  private mutating func removeLink(
    _ row: ViewBase.Entry?, _ names: [[UInt8]]?
  ) throws(PlatformError) -> ViewBase.Outcome {
    guard let names, let row, let text = row.text else { return .done }
    touch(names)
    return try with(names) { directory throws(PlatformError) in
      guard let path = directory.appending(name: row.name) else { return .notOurs }
      if try !Self.isLink(path, text) { return try Self.isGone(path) ? .done : .notOurs }
      try Failpoint.hit("view.aside")
      let aside: Path
      do throws(PlatformError) { aside = try takeAside(path) } catch {
        // It may as well be the directory to put it into that is not there.
        if error.code == .notFound, try Self.isGone(path) { return .done }
        throw error
      }
      do throws(PlatformError) {
        if try Self.isLink(aside, text) {
          try Failpoint.hit("view.unlink")
          try Files.unlink(aside)
          return .done
        }
      } catch {
        Self.putBack(aside, to: path)
        throw error
      }
      Self.putBack(aside, to: path)
      return .notOurs
    }
  }

  /// Puts back what was taken out of the way, under another name where its own is taken by now.
  static func putBack(_ aside: Path, to path: Path) {
    for number in 1...10_000 {
      let place = number == 1 ? path : ImportStep.numbered(path, number)
      do throws(PlatformError) {
        try Files.renameWithoutReplacing(aside, to: place)
        return
      } catch { guard error.code == .alreadyExists else { return } }
    }
  }

  /// Whether there is a link that says a text; what cannot be read is neither this nor another.
  private static func isLink(_ path: Path, _ text: [UInt8]) throws(PlatformError) -> Bool {
    do throws(PlatformError) { return try Files.readLink(path).bytes == text } catch {
      // Nothing is there, or no link.
      guard error.code == .notFound || error.code == .invalidArgument else { throw error }
      return false
    }
  }

  static func isGone(_ path: Path) throws(PlatformError) -> Bool {
    do throws(PlatformError) { _ = try FileStatus.ofLink(at: path) } catch {
      guard error.code == .notFound else { throw error }
      return true
    }
    return false
  }

  // MARK: On disk

  /// Puts on disk what was changed: a record must not outlive what it records.
  mutating func synchronize() throws(PlatformError) {
    if touched.isEmpty { return }
    try Failpoint.hit("view.fsync")
    let top = try Descriptor.open(layout.root / view, [.read, .directory, .noFollow])
    if touched.count > 8 {
      try top.synchronizeFileSystem(path: view)
    } else {
      for path in touched {
        // One that was removed since is on disk with the directory that it was in.
        guard let directory = try? Descriptor.open(path, [.read, .directory]) else { continue }
        try directory.synchronize(path: path)
      }
    }
    touched = []
    lastTouched = nil
  }
}
