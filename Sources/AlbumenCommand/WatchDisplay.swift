import Albumen
import CommandParsing
import Platform

/// Shows what a watch tells, and passes the essence on to the service manager.
struct WatchDisplay {
  /// Is what a watch tells, and the folder that it watches.
  typealias Event = (root: Path, event: PhotoLibrary.WatchEvent)

  private let context: CommandContext
  private let notifySocket: NotifySocket?
  private var isReady = false
  private var told: Set<Path> = []
  /// The lines of what is left in the album view, each told once.
  private var toldLeft: Set<String> = []
  private var last = ScanReport()

  init(_ context: CommandContext) {
    self.context = context
    notifySocket = context.environment.notifySocket
  }

  /// The exit code of a watch that ended by itself.
  var status: ExitStatus {
    if !last.withheld.isEmpty || last.view?.withheld.isEmpty == false { return .needsConfirmation }
    return last.unreadable.isEmpty ? .done : .partlyDone
  }

  /// Shows one event at once.
  mutating func show(_ event: PhotoLibrary.WatchEvent, of root: Path) throws {
    switch event {
    case .health(let health): try show(health, of: root)
    case .scanned(let report): try show(report)
    case .exchanged(let report): try show(report)
    case .trouble(let error): try show(error)
    }
    try context.output.flush()
  }

  /// Tells the service manager that the watch ends.
  func stop() {
    notify("STOPPING=1")
  }

  private mutating func show(_ health: FolderHealth, of root: Path) throws {
    let isFirst = !isReady
    notify(isReady ? "STATUS=\(health)" : "READY=1\nSTATUS=\(health)")
    isReady = true
    if context.isJSON {
      try context.output.record(.watch) { writer in
        writer.member("event", "health")
        writer.member("isWatching", health == .watching)
        writer.member("health", health.description)
      }
      return
    }
    if isFirst {
      let end = context.parsed.flag("once-idle") ? "" : " (Ctrl-C ends)"
      try context.say("watching \(root.display)\(end)")
      if health == .watching { return }
    }
    try context.say(Path.printable(health.description))
  }

  private mutating func show(_ report: ScanReport) throws {
    last = report
    if context.isJSON {
      try context.output.record(.watch) { writer in
        writer.member("event", "scanned")
        report.write(to: &writer)
      }
    } else {
      let words = ScanCommand.words(report)
      if !words.isEmpty { try context.say(words) }
      if let view = report.view {
        for line in ViewShowCommand.keptLines(view) { try context.say(line) }
        for line in ViewShowCommand.leftLines(view) where toldLeft.insert(line).inserted {
          try context.say(line)
        }
      }
    }
    for item in report.unreadable where told.insert(item.path).inserted {
      context.diagnostics.warning("\(item.reason): \(item.path.display)")
    }
    for item in report.view?.failed ?? [] where told.insert(item.path).inserted {
      context.diagnostics.warning("\(item.reason): \(item.path.display)")
    }
    if let view = report.view, let first = view.withheld.first {
      let (what, hint) = ViewShowCommand.withheld(view, first)
      context.diagnostics.warning(what, hint: hint)
    }
    if !report.withheld.isEmpty {
      context.diagnostics.warning(
        "\(Wording.count(report.withheld.count, "file")) gone at once, so nothing is concluded",
        hint: "bring them back, or say that they are gone with: albumen scan --confirm-missing")
    }
  }

  private func show(_ report: SyncReport) throws {
    if context.isJSON {
      try context.output.record(.watch) { writer in
        writer.member("event", "exchanged")
        SyncCommand.write(report, to: &writer)
      }
    } else if report.error == nil {
      try context.say(SyncCommand.words(report))
    }
    try SyncCommand.announce(report, context)
    SyncCommand.warn(report, context)
    if let error = report.error {
      context.diagnostics.warning("\(report.remote.name): \(error)", hint: error.hint)
    }
  }

  private func show(_ error: AlbumenError) throws {
    context.diagnostics.warning(error.description, hint: error.hint)
    guard context.isJSON else { return }
    try context.output.record(.watch) { writer in
      writer.member("event", "trouble")
      writer.member("message", error.message)
      writer.member("subject", error.subject)
      writer.member("hint", error.hint)
    }
  }

  private func notify(_ state: String) {
    do throws(PlatformError) {
      try notifySocket?.notify(state)
    } catch {
      context.diagnostics.warning("the service manager cannot be told: \(error.message)")
    }
  }
}
