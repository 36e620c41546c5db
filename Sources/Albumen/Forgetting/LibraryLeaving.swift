import OperationLog
import Platform

/// Removes what there is of a library on this machine.
struct LibraryLeaving {
  let root: Path
  let configuration: PhotoLibrary.Configuration
  let options: ForgetOptions

  private var layout: LibraryLayout { LibraryLayout(root: root) }
  private static let lockNames: [Path] = ["watch.lock", "exchange.lock", "view.lock", "lock"]

  func run() throws(AlbumenError) -> ForgetReport {
    var report = ForgetReport(root: root)
    let states = try stateDirectories()
    let hasHistory = (try? FileStatus.ofLink(at: layout.own))?.kind == .directory
    guard !states.isEmpty || hasHistory else {
      throw AlbumenError(.noLibrary, "nothing is known of a library here", subject: root.display)
    }
    if options.deletesHistory, hasHistory { try refuseKeptFiles() }
    try withLocks(of: states[...]) { () throws(AlbumenError) in
      if options.deletesHistory, hasHistory { try removeHistory(&report) }
      for state in states { try removeState(state, &report) }
    }
    return report
  }

  /// The directories of what this machine keeps of the folder, those of its earlier lives included.
  private func stateDirectories() throws(AlbumenError) -> [Path] {
    guard let machine = try MachineID.known(configuration),
      let base = configuration.stateDirectory.appending(name: machine.description.utf8)
    else { return [] }
    var found: Set<Path> = []
    if let identity = try? RootIdentity(ofRoot: root) {
      let state = StateDirectory.path(
        base: configuration.stateDirectory, machine: machine, root: identity)
      if (try? FileStatus.ofLink(at: state))?.kind == .directory { found.insert(state) }
    }
    for name in (try? DirectoryWalk.names(in: base, of: .directory)) ?? [] {
      let state = base / name
      if let file = try? LogIdentityFile.read(in: state), file.identity.root.path == root {
        found.insert(state)
      }
    }
    return found.sorted()
  }

  /// Takes the locks of all directories, the watch's first, and calls a function.
  private func withLocks(
    of states: ArraySlice<Path>, _ body: () throws(AlbumenError) -> Void
  ) throws(AlbumenError) {
    guard let state = states.first else { return try body() }
    if options.isDryRun {
      // To take a lock would make its file.
      if (try? FileLock.isHeld(state / "watch.lock")) == true {
        throw AlbumenError(
          .locked, "it is being watched", subject: root.display, hint: "end that first",
          disposition: .retry)
      }
      return try withLocks(of: states.dropFirst(), body)
    }
    let watch = try lock(state / "watch.lock", .seconds(1), "it is being watched")
    let exchange = try lock(
      state / "exchange.lock", configuration.lockTimeout, "its logs are being exchanged")
    let view = try lock(
      state / "view.lock", configuration.lockTimeout, "its album view is changing")
    let changes = try lock(state / "lock", configuration.lockTimeout, "it is being changed")
    try withLocks(of: states.dropFirst(), body)
    changes.release()
    view.release()
    exchange.release()
    watch.release()
  }

  private func lock(
    _ path: Path, _ timeout: Duration, _ why: String
  ) throws(AlbumenError) -> FileLock {
    do throws(PlatformError) {
      return try FileLock.acquire(path, until: Deadline(after: timeout))
    } catch {
      guard error.code == .locked else {
        throw AlbumenError(error, "the library's lock cannot be taken")
      }
      let holder = FileLock.holder(of: path).map { " by process \($0)" } ?? ""
      throw AlbumenError(
        .locked, "\(why)\(holder)", subject: root.display, hint: "end that first",
        disposition: .retry)
    }
  }

  /// Refuses to remove a history while there are files beside it that are, or may be, the user's.
  private func refuseKeptFiles() throws(AlbumenError) {
    for (place, what, hint) in [
      (layout.trash, "files that were moved out of the way are kept", "move them elsewhere first"),
      (layout.steps, "an import is not finished", "finish it with: albumen scan"),
    ] {
      var first: Path?
      DirectoryWalk().run(
        root: place,
        visit: { entry in
          if entry.kind == .directory { return .descend }
          first = place / entry.path
          return .stop
        },
        failed: { path, error in
          if error.code != .notFound { first = place / path }
        })
      if let first {
        throw AlbumenError(.failed, what, subject: first.display, hint: hint)
      }
    }
  }

  // MARK: Removing

  private func removeState(_ state: Path, _ report: inout ForgetReport) throws(AlbumenError) {
    report.removed.append(state)
    // What says that this was a library goes last, and the locks behind it: cut short, it can be done again.
    let last: [Path] = ["identity"] + Self.lockNames
    let known: Set<Path> = [
      "catalogue.sqlite", "catalogue.sqlite-wal", "catalogue.sqlite-shm", "watch", "lost",
      "remotes", "yield", "left",
    ]
    try remove(
      state, &report,
      isOurs: { path in
        guard let first = path.components.first else { return false }
        return last.contains(path) || known.contains(path) || Self.isTemporary(path)
          || first == "exchange" || first == "aside" || ReplayStage.isName(first)
      }, last: last)
  }

  private func removeHistory(_ report: inout ForgetReport) throws(AlbumenError) {
    report.removed.append(layout.own)
    try remove(
      layout.own, &report,
      isOurs: { path in
        let names = path.components
        if Self.isTemporary(path) { return true }
        switch (names.count, names.first) {
        case (1, "library"?), (1, "view"?), (1, "reserve"?): return true
        case (2, "waiting"?): return names[1].bytes.suffix(6) == Array(".jsonl".utf8)[...]
        case (2, "sources"?): return SourceFile.isName(names[1])
        case (2, "log"?): return names[1] == "lock"
        case (3, "log"?):
          return names[2] == "head" || names[2].bytes.suffix(8) == Array(".segment".utf8)[...]
        case (3, "joined"?): return names[2] == "library" || names[2] == "joined"
        case (4, "joined"?): return names[3].bytes.suffix(6) == Array(".jsonl".utf8)[...]
        case (5, "joined"?):
          return names[4] == "head" || names[4].bytes.suffix(8) == Array(".segment".utf8)[...]
        default: return false
        }
      }, last: ["library"])
  }

  private static func isTemporary(_ path: Path) -> Bool {
    let name = path.lastComponent.bytes
    return name.starts(with: Array(".albumen-".utf8)) && name.suffix(4) == Array(".tmp".utf8)[...]
  }

  /// Removes the files in a directory that are known by their names, and the directories that are empty
  /// then; everything else stays.
  private func remove(
    _ directory: Path, _ report: inout ForgetReport, isOurs: (Path) -> Bool, last: [Path]
  ) throws(AlbumenError) {
    var files: [Path] = []
    var directories: [Path] = []
    var failure: PlatformError?
    DirectoryWalk().run(
      root: directory,
      visit: { entry in
        let path = entry.path
        if entry.kind == .directory {
          directories.append(path)
          return .descend
        }
        if entry.kind == .regular, isOurs(path) {
          files.append(path)
        } else {
          report.kept.append(directory / path)
        }
        return .skip
      }, failed: { _, error in failure = error })
    if let failure { throw AlbumenError(failure, "the library cannot be forgotten") }
    if options.isDryRun { return }
    let ordered = files.filter { !last.contains($0) } + last.filter { files.contains($0) }
    do throws(PlatformError) {
      for path in ordered where !last.contains(path) { try unlink(directory / path) }
      for path in directories.reversed() { try removeIfEmpty(directory / path) }
      for path in ordered where last.contains(path) { try unlink(directory / path) }
      try removeIfEmpty(directory)
      try Files.synchronizeDirectory(directory.parent)
    } catch { throw AlbumenError(error, "the library cannot be forgotten") }
  }

  private func unlink(_ path: Path) throws(PlatformError) {
    try Failpoint.hit("forget.unlink")
    try Files.unlink(path)
  }

  private func removeIfEmpty(_ directory: Path) throws(PlatformError) {
    do throws(PlatformError) { try Files.removeDirectory(directory) } catch {
      guard error.code == .directoryNotEmpty || error.code == .alreadyExists else { throw error }
    }
  }
}
