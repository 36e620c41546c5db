import Catalogue
import Operations
import Platform
import Reconciling

extension PhotoLibrary {
  /// Brings the album view and the albums into step; what a person did there becomes operations.
  ///
  /// Photos in the view itself are read first, on other threads.
  func syncView(_ options: ViewSync.Options) async throws -> ViewReport {
    var examined: [Path: FileExaminer.Examined] = [:]
    var options = options
    for _ in 0..<3 {
      let report = try store.syncView(options, examined)
      if report.toRead.isEmpty { return report }
      let results = try await examiner.examine(report.toRead, in: root)
      for (path, result) in zip(report.toRead, results) { examined[path] = result }
    }
    // What does not come to rest is left for another time.
    options.readsFiles = false
    return try store.syncView(options, examined)
  }

  /// Makes the album view, turns on one that was turned off, or makes one anew whose directory is gone.
  ///
  /// - Parameters:
  ///   - name: what its directory in the root is called; nil for what it was called, or `Albums`.
  ///   - adopts: whether a directory of that name with something in it is taken over: its directories
  ///     become albums, with its photos and videos as members, every file staying where it is.
  /// - Throws: `.invalid` where there cannot be one, and why; `.locked`.
  public func turnViewOn(name: String? = nil, adopts: Bool = false) async throws -> ViewReport {
    try store.turnViewOn(name: name.map { Array($0.utf8) }, adopts: adopts)
    return try await syncView(ViewSync.Options())
  }

  /// Returns the directory that `turnViewOn` would make an album view anew in, relative to the root; nil
  /// where there is one that is on.
  ///
  /// - Throws: what `turnViewOn` would.
  public func viewToTurnOn(
    name: String? = nil, adopts: Bool = false
  ) async throws(AlbumenError) -> Path? {
    try store.viewToTurnOn(name: name.map { Array($0.utf8) }, adopts: adopts)
      .flatMap { Path(bytes: $0.name) }
  }

  /// Turns the album view off: the links that were made are removed, and directories that are empty then.
  ///
  /// Nothing that is anybody else's is touched, and nothing of the albums.
  ///
  /// Where the catalogue was lost the folder is looked at first, as by a scan: only then it is known which
  /// links were made.
  public func turnViewOff() async throws -> ViewReport {
    let isLost = try store.read { (catalogue) throws(CatalogueError) in try !catalogue.hasBase }
    if isLost { _ = try await scan() }
    // What a person did in it until now is taken over first.
    _ = try await syncView(ViewSync.Options())
    return try store.turnViewOff()
  }

  /// Makes this machine the one that keeps the album view; where its directory is gone, it is made anew.
  ///
  /// - Throws: `.notFound` where there is no view.
  public func takeView() async throws -> ViewReport {
    try store.takeViewHere()
    return try await syncView(ViewSync.Options())
  }

  /// Returns how the album view is, and what a scan would do; nothing is changed.
  public func viewStatus() async throws(AlbumenError) -> ViewReport { try store.viewStatus() }
}

extension ViewReport {
  /// Tells beside what else was done why the view could not follow, where that is no failure of the rest.
  ///
  /// - Throws: an error that is not of the view alone.
  init(failedBy error: AlbumenError, at directory: Path) throws(AlbumenError) {
    guard [.damaged, .locked, .failed].contains(error.code) else { throw error }
    self.init()
    self.directory = directory
    failed = [
      (directory, "the album view could not follow: \(Self.words(error, at: directory))")
    ]
  }

  /// What an error says beside the path of the view's directory.
  static func words(_ error: AlbumenError, at directory: Path) -> String {
    let what = error.subject == directory.display ? error.message : "\(error)"
    return error.hint.map { "\(what) (\($0))" } ?? what
  }
}

extension LibraryStore {
  /// Brings the view into step, with what reading gave; the report names files to read first, and then
  /// nothing was done.
  func syncView(
    _ options: ViewSync.Options, _ examined: [Path: FileExaminer.Examined] = [:]
  ) throws(AlbumenError) -> ViewReport {
    try checkRoot()
    guard try read({ (catalogue) throws(CatalogueError) in try catalogue.hasBase }) else {
      var report = ViewReport()
      report.off = "the folder has not been looked at yet; a scan makes the view"
      report.isUnscanned = true
      return report
    }
    if options.isDryRun { return try planView(options, examined) }
    let lock = try lockView()
    let report = try planView(options, examined)
    lock.release()
    return report
  }

  private func planView(
    _ options: ViewSync.Options, _ examined: [Path: FileExaminer.Examined]
  ) throws(AlbumenError) -> ViewReport {
    switch try viewStanding(makes: !options.isDryRun) {
    case .off(let reason):
      var report = ViewReport()
      report.off = reason
      return report
    case .on(let file):
      var sync = ViewSync(self, file, options, examined)
      return try sync.run()
    }
  }

  /// How the view is, and what a scan would do; takes no lock and changes nothing.
  func viewStatus() throws(AlbumenError) -> ViewReport {
    var options = ViewSync.Options(isDryRun: true)
    options.readsFiles = false
    return try syncView(options)
  }

  /// Lets the view follow a change that was just made; what keeps it from that is told, and no failure of
  /// the change.
  func followView() {
    // Where a copy cannot be put in its place, something is wrong that a view would only meet as well.
    if !unfinishedImports.isEmpty { return }
    do throws(AlbumenError) {
      // What a person did elsewhere in the view is for a watch or scan to take in, as new photos are.
      var options = ViewSync.Options(directories: [])
      options.readsFiles = false
      let report = try syncView(options)
      if report.isUnscanned, case .on = try viewStanding(makes: false) {
        notices.append(
          "the album view does not follow until the folder is looked at: albumen scan does that")
      }
    } catch { notices.append("the album view could not follow: \(error)") }
  }

  /// The name of the view's directory, whether it is there or not.
  var viewName: Path { layout.viewName }

  // MARK: On and off

  func turnViewOn(name: [UInt8]?, adopts: Bool) throws(AlbumenError) {
    try checkRoot()
    let lock = try lockView()
    if let view = try viewToTurnOn(name: name, adopts: adopts) {
      try makeAnew(named: view.name, adopts: view.adopts)
    }
    lock.release()
  }

  /// The view that is to be made anew to have one that is on; nil where there is one.
  func viewToTurnOn(
    name: [UInt8]?, adopts: Bool
  ) throws(AlbumenError) -> (name: [UInt8], adopts: Bool)? {
    try checkRoot()
    let there = try ViewFile.read(at: layout.viewFile)
    if let there, !there.isOff {
      if let name, name != there.directory {
        throw AlbumenError(
          .invalid, "there is an album view already", subject: Self.display(there.directory),
          hint: "turn it off first: albumen view off")
      }
      let directory = layout.root / (Path(bytes: there.directory) ?? Path())
      return try Presence.ofLink(at: directory) ? nil : (there.directory, false)
    }
    let name = name ?? there?.directory ?? ViewFile.defaultName
    let isFree = Path().appending(name: name)?.bytes == name && name.first != UInt8(ascii: ".")
    guard isFree, IgnoreRules.reason(forDirectory: name) == nil else {
      throw AlbumenError(.invalid, "this cannot be the view's name", subject: Self.display(name))
    }
    let wasView = adopts || there?.directory == name || strangeEntry(inView: name) == nil
    if let reason = try reasonAgainstView(named: name, wasView: wasView) {
      throw AlbumenError(
        .invalid, "there can be no album view: \(reason)", subject: Self.display(name))
    }
    return (name, adopts)
  }

  /// Makes a view with nothing known of an earlier one.
  private func makeAnew(named name: [UInt8], adopts: Bool = false) throws(AlbumenError) {
    do throws(CatalogueError) { try catalogue.forgetView() } catch { throw AlbumenError(error) }
    _ = try makeView(named: name, adopts: adopts)
  }

  func takeViewHere() throws(AlbumenError) {
    try checkRoot()
    let lock = try lockView()
    guard let file = try ViewFile.read(at: layout.viewFile), !file.isOff else {
      throw AlbumenError(
        .notFound, "there is no album view", subject: layout.root.display,
        hint: "make one with: albumen view on")
    }
    let directory = Path(bytes: file.directory) ?? ViewFile.defaultPath
    if try Presence.ofLink(at: layout.root / directory) {
      _ = try takeView(file)
    } else {
      // Who keeps it has one: where it is gone it is made anew, as by turning it on.
      try makeAnew(named: file.directory)
    }
    lock.release()
  }

  func turnViewOff() throws(AlbumenError) -> ViewReport {
    try checkRoot()
    let lock = try lockView()
    var report = ViewReport()
    guard case .on(var file) = try viewStanding(makes: false) else {
      throw AlbumenError(
        .notFound, "this machine keeps no album view", subject: layout.root.display,
        hint: "albumen view show tells how it is")
    }
    var sync = ViewSync(self, file, ViewSync.Options(), [:])
    report = try sync.clear()
    file.isOff = true
    file.albums = [:]
    try file.write(to: layout.viewFile)
    do throws(CatalogueError) { try catalogue.forgetView() } catch { throw AlbumenError(error) }
    lock.release()
    return report
  }

  private static func display(_ name: [UInt8]) -> String {
    (Path(bytes: name) ?? Path()).display
  }
}
