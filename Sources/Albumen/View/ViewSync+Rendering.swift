import Catalogue
import Platform
import Reconciling

/// Makes the view what the albums are.
extension ViewSync {
  /// How often what disagrees is tried anew in one round.
  private static let passes = 6

  /// Makes the view what the albums are.
  mutating func render() throws(AlbumenError) {
    if options.isDryRun {
      // With acts to come the albums are others by then.
      guard findings.acts.isEmpty, findings.files.isEmpty, !isRefused else { return }
      let state = try currentState().state
      if let refusal = refusal(of: state) { return refuse(refusal) }
      var renderer = ViewRenderer(state, findings, base, form: form)
      report.changes = renderer.plan().count
      return
    }
    var executor = makeExecutor()
    var isInStep = false
    var last: Int64 = 0
    for pass in 0..<Self.passes {
      let state: ViewState
      (state, last) = try currentState()
      if pass == 0 { try adoptForm(state) }
      var renderer = ViewRenderer(state, findings, base, form: form)
      var changes = renderer.plan()
      if scope != nil, changes.contains(where: \.isOfDirectory) {
        isUnsure = true
        // What an earlier pass has done is known to no other round.
        note(executor.trashed)
        if base.isChanged { try commit() }
        return
      }
      base = renderer.base
      if changes.isEmpty {
        isInStep = true
        break
      }
      changes = keepingWhatHasNoRoom(changes, state, &executor)
      if changes.isEmpty { break }
      try beginGeneration()
      for change in changes { base.intend(change) }
      try commit()
      let outcomes = executor.perform(changes, &base)
      let done = outcomes.count { $0 != .failed && $0 != .notOurs }
      report.changes += done
      // What is recorded as done must be on disk.
      do throws(PlatformError) { try executor.synchronize() } catch { throw AlbumenError(error) }
      for (change, outcome) in zip(changes, outcomes) {
        if case .moveDirectory = change { continue }
        base.conclude(change, outcome, settled: findings.settled)
      }
      try record(&executor)
      if done == 0 { break }
    }
    report.failed += executor.failures
    note(executor.trashed)
    let (directories, entries) = (base.agreedDirectories, base.agreedEntries)
    if scope != nil {
      let delta = base.certainEntries - before.certainEntries
      base.agree(directories: directories, entries: max(0, entries + delta))
    } else if findings.withheld.isEmpty {
      base.agree()
    }
    if directories != base.agreedDirectories || entries != base.agreedEntries {
      try beginGeneration()
    }
    if base.isChanged || hasGeneration { try commit() }
    try noteSeen(last, isInStep && executor.failures.isEmpty)
    if scope == nil, hasGeneration, file.albums != base.paths {
      file.albums = base.paths
      try file.write(to: layout.viewFile)
    }
  }

  /// Removes all links that were made, and the directories that are empty then.
  mutating func clear() throws(AlbumenError) -> ViewReport {
    report.directory = name
    try prepare()
    let look = try look()
    do throws(CatalogueError) { base = try ViewBase(store.catalogue) } catch {
      throw AlbumenError(error)
    }
    guard look.isThere else { return report }
    // Nothing is to be there: all albums are as if they were deleted.
    var executor = makeExecutor()
    var renderer = ViewRenderer(ViewState(), findings, base)
    let changes = renderer.plan()
    base = renderer.base
    try beginGeneration()
    for change in changes { base.intend(change) }
    try commit()
    for change in changes {
      let outcome = executor.perform(change, base)
      base.conclude(change, outcome)
      if outcome == .done { report.changes += 1 }
    }
    executor.removeAsideDirectory()
    try? Files.removeDirectory(layout.root / name)
    do throws(PlatformError) {
      if (try? FileStatus.ofLink(at: layout.root / name)) != nil { try executor.synchronize() }
    } catch { throw AlbumenError(error) }
    try record(&executor)
    report.failed += executor.failures
    note(executor.trashed)
    return report
  }

  /// The albums as they are now: as this round has read them, unless they may have changed since.
  private mutating func currentState() throws(AlbumenError) -> (state: ViewState, last: Int64) {
    let before = known
    let now = try store.read { (catalogue) throws(CatalogueError) in
      if let before, try before.isCurrent(in: catalogue) { return before }
      return try ViewState.Known(try state(catalogue), catalogue)
    }
    known = now
    return (now.state, now.last)
  }
}
