import MediaKit
import Operations
public import Platform
import Reconciling

extension PhotoLibrary {
  /// Copies photos and videos from outside into the library: files, and directories with all in them.
  ///
  /// Everything that comes in is one transaction, with its places in albums. Nothing is lost or half
  /// there whenever it is cut short: either the transaction is written and all its files are put in
  /// place, if need be by the next change, or nothing has happened. When it returns, copies and
  /// transaction are on disk.
  ///
  /// - Throws: `.invalid` for a template that leads out of the library; what a change throws. A file that
  ///   cannot be taken in is told of in the report.
  public func importFiles(
    _ paths: [Path], _ options: ImportOptions = ImportOptions(),
    progress: @escaping @Sendable (TaskProgress) -> Void = { _ in }
  ) async throws -> ImportReport {
    try store.checkRoot()
    let template = try ImportTemplate(options.template, view: store.layout.viewDirectory)
    var report = ImportReport()
    let sources = ImportSource.find(paths, outside: root, failed: &report.failed)
    if sources.isEmpty { return report }
    let step = try store.beginImport()
    do {
      try await take(sources, step, template, options, &report, progress)
      if step.end(), report.transaction != nil { store.followView() }
      return report
    } catch {
      let isSettled = step.end()
      step.release()
      if !isSettled { store.recoverAfterFailure() }
      throw error
    }
  }

  private func take(
    _ sources: [ImportSource], _ step: ImportStep, _ template: ImportTemplate,
    _ options: ImportOptions, _ report: inout ImportReport,
    _ progress: @escaping @Sendable (TaskProgress) -> Void
  ) async throws {
    let counter = ProgressCounter("copying", total: sources.count, progress)
    let directory = options.isDryRun ? nil : step.directory
    let disk = try directory.map { path throws(AlbumenError) in try StepDisk(path) }
    let staged = try await stage(sources, in: directory, disk, &report, counter)
    disk?.flushSoon()
    let sidecars = await examiner.sidecars(of: staged.map(\.source))
    let records = try await examiner.readRecords(staged.map(\.path), sidecars: sidecars)
    var copies = SidecarCopies()
    var files: [ImportFile] = []
    for ((staged, record), sidecar) in zip(zip(staged, records), sidecars) {
      let key = FileKey(
        inode: 0, size: staged.sourceKey.size, mtime: staged.sourceKey.mtime, ctime: 0, birth: nil)
      let facts = AssetFacts(
        record, name: staged.source.lastComponent, key: key, hasSidecar: sidecar != nil)
      copies.note(facts, of: staged.content, at: staged.source)
      files.append(ImportFile(staged: staged, facts: facts))
    }
    files = files.map { file in
      ImportFile(staged: file.staged, facts: copies.facts(file.facts, of: file.staged.content))
    }
    let beside = await stageSidecars(
      sidecars, of: staged, after: sources.count, in: directory, &report)
    try Task.checkCancellation()
    try await disk?.synchronize()
    try store.take(files, sidecars: beside, step, template, options, &report)
    tell(sidecars.compactMap { $0 }, &report)
  }

  /// A sidecar of a photo that was given is no file that was passed over, or wrongly named.
  private func tell(_ sidecars: [Path], _ report: inout ImportReport) {
    let known = Set(sidecars)
    let copied = Set(report.sidecars.map(\.source))
    let named = report.failed.filter { known.contains($0.path) && $0.error.code == .invalid }
    report.failed.removeAll { known.contains($0.path) && $0.error.code == .invalid }
    report.passedOver.removeAll { copied.contains($0) }
    report.passedOver += named.map(\.path).filter { !copied.contains($0) }
  }

  /// Copies the sidecars of what was copied, each once.
  ///
  /// - Parameter count: how many names of copies are given away.
  private func stageSidecars(
    _ sidecars: [Path?], of staged: [StagedFile], after count: Int, in directory: Path?,
    _ report: inout ImportReport
  ) async -> [ImportSidecar] {
    var wanted: [Path] = []
    var seen: Set<Path> = []
    for case let sidecar? in sidecars where seen.insert(sidecar).inserted { wanted.append(sidecar) }
    if wanted.isEmpty { return [] }
    let numbered = wanted.enumerated().map { (number: count + $0.offset, source: $0.element) }
    let outcomes = await FileStager(name: "stage").stageSidecars(numbered, into: directory)
    var copies: [Path: StagedFile] = [:]
    for (source, outcome) in zip(wanted, outcomes) {
      switch outcome {
      case .staged(let file): copies[source] = file
      case .other: break
      case .failed(let error): report.failed.append((source, AlbumenError(error)))
      }
    }
    return zip(staged, sidecars).compactMap { photo, sidecar in
      sidecar.flatMap { copies[$0] }.map { ImportSidecar(photo: photo.source, staged: $0) }
    }
  }

  /// Copies the sources, several at a time; where nothing is to be copied, only reads them.
  private func stage(
    _ sources: [ImportSource], in directory: Path?, _ disk: StepDisk?,
    _ report: inout ImportReport, _ counter: ProgressCounter
  ) async throws -> [StagedFile] {
    let stagers = (0..<2).map { FileStager(name: "stage-\($0)") }
    let chunk = 16
    let outcomes = await withTaskGroup(of: (Int, [FileStager.Outcome]).self) { group in
      var outcomes: [Int: [FileStager.Outcome]] = [:]
      var next = 0
      func start() {
        guard next < sources.count else { return }
        let first = next
        let numbered = sources[first..<min(first + chunk, sources.count)].enumerated()
          .map { (number: first + $0.offset, source: $0.element.path) }
        next += chunk
        group.addTask {
          (first, await stagers[first / chunk % stagers.count].stage(numbered, into: directory))
        }
      }
      for _ in 0..<4 { start() }
      while let (first, done) = await group.next() {
        outcomes[first] = done
        counter.add(done.count)
        if outcomes.count.isMultiple(of: 64) { disk?.flushSoon() }
        start()
      }
      return outcomes.sorted { $0.key < $1.key }.flatMap(\.value)
    }
    var staged: [StagedFile] = []
    for (source, outcome) in zip(sources, outcomes) {
      switch outcome {
      case .staged(let file): staged.append(file)
      case .other where !source.isNamed: report.passedOver.append(source.path)
      case .other:
        report.failed.append(
          (
            source.path,
            AlbumenError(.invalid, "this is no photo or video", subject: source.path.display)
          ))
      case .failed(let error):
        let failure = AlbumenError(error)
        // With a full disk the rest cannot succeed either: nothing is taken in.
        if failure.code == .full { throw failure }
        report.failed.append((source.path, failure))
      }
    }
    return staged
  }
}

/// Is a copy that waits to be taken in, and what is known of it.
struct ImportFile: Sendable {
  let staged: StagedFile
  let facts: AssetFacts
}
