import Albumen
import CommandParsing
import Platform

/// Brings a library back.
enum RestoreCommand: Command {
  static let spec = CommandSpec(
    ["restore"], "brings a library back: from a remote, or from its albums' links",
    discussion: """
      Makes DIR (by default the current directory) the library that REMOTE has, a directory or a git \
      repository. Every album is there at once, in order, with names, trash and history; then DIR \
      is scanned: photos and videos that are in it already are known by their content and not \
      copied, and those that are not are missing here and keep their albums. REMOTE is a remote \
      of the library from then on: under the name that it has in DIR already, else as origin, or \
      origin-2 and so on where another remote is called so. A restore that was cut short is \
      finished by another. On a folder that is this library already, what is missing of it is \
      fetched, and its remotes keep their names.

      A folder that was another library is refused, unless --join is given: then it becomes part \
      of the remote's library. Its albums come along; photos that the other library knows, in the \
      trash or not, are not added again. No file is touched, and the logs of the library that was \
      there are kept in .albumen/joined.

      With --from-view a new library is made of DIR and its albums are made anew from the links in \
      Albums: titles, folders and order come back, each link becoming a reference to the photo that \
      it leads to. That is the last resort, where no remote has the library: history, trash, tags \
      and ratings, and what else links do not say, are not in them. Nothing in the folder is \
      removed; links that lead to no photo are told of and left. It takes no REMOTE: what is named \
      then is DIR.
      """,
    changes: true,
    options: [
      OptionSpec(flag: "join", summary: "let a folder that is another library join the remote's"),
      OptionSpec(flag: "no-scan", summary: "do not look at DIR yet; albumen scan does it later"),
      OptionSpec(flag: "from-view", summary: "make albums of the links in DIR"),
      OptionSpec(
        "name", value: "NAME", default: "Albums",
        summary: "what the folder of links is called, with --from-view"),
    ],
    choices: [
      OptionChoice(.atMostOne, ["from-view", "join"]),
      OptionChoice(.atMostOne, ["from-view", "no-scan"]),
    ],
    operands: [
      OperandSpec(
        "REMOTE", .optional, kind: .path,
        summary: "a directory, a git repository, or the name of a remote"),
      OperandSpec("DIR", .optional, kind: .directory, summary: "the folder"),
    ],
    examples: [
      CommandExample("albumen restore /mnt/nas/albumen ~/Pictures", "brings a library back"),
      CommandExample("albumen restore -n /mnt/nas/albumen", "tells what the remote has"),
      CommandExample(
        "albumen restore --from-view ~/Pictures", "makes albums of the links in ~/Pictures/Albums"),
    ],
    exitCodes: [
      ExitCode(
        3,
        "it is restored (or would be) but for what is told; files could not be read, or links lead nowhere"
      ),
      ExitCode(4, "there is no such folder, or there are no albums in it"),
      ExitCode(
        18,
        "the remote cannot be reached, has no library, or another one than the folder; nothing is made"
      ),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let parsed = context.parsed
    let (first, second) = (parsed.operand("REMOTE"), parsed.operand("DIR"))
    if parsed.flag("from-view") {
      if second != nil {
        throw UsageError(
          .conflictingOptions, "--from-view takes no remote", subject: first?.display ?? "",
          hint: "albumen restore --from-view [DIR]")
      }
      return try await fromView(try root(first, context), context)
    }
    if parsed.value("name") != nil {
      throw UsageError(.conflictingOptions, "--name goes with --from-view")
    }
    guard let first else {
      throw UsageError(
        .missingOperand, "REMOTE is missing",
        hint: "name a remote, or take albums from their links with --from-view")
    }
    if second == nil, let text = first.text, let path = Path(text),
      PhotoLibrary.isFolderWithoutRemote(try context.environment.absolute(path))
    {
      throw UsageError(
        .missingOperand, "REMOTE is missing: this is a folder without a remote in it",
        subject: first.display,
        hint: "albumen restore REMOTE DIR restores into a folder; "
          + "albumen restore --from-view DIR makes its albums of their links")
    }
    return try await fromRemote(first, try root(second, context), context)
  }

  private static func root(_ argument: Argument?, _ context: CommandContext) throws -> Path {
    let root: Path
    if let argument {
      root = try context.environment.absolute(try context.path(of: argument, for: "DIR"))
    } else {
      root = try context.environment.workingDirectory
    }
    try context.refuseUnfit(root)
    return root
  }

  // MARK: From a remote

  private static func fromRemote(
    _ remote: Argument, _ root: Path, _ context: CommandContext
  ) async throws -> ExitStatus {
    var options = PhotoLibrary.RestoreOptions()
    options.joins = context.parsed.flag("join")
    options.isDryRun = context.isDryRun
    let (library, report) = try await PhotoLibrary.restore(
      from: remote.bytes, seenFrom: try context.environment.workingDirectory, at: root,
      try context.configuration, options)
    guard let library else {
      try tell(report, context)
      for part in report.unread { context.diagnostics.error(part.description) }
      return report.unread.isEmpty ? .done : .partlyDone
    }
    return try await context.closing(library) { library in
      // At once: what follows reads every photo that is there.
      try tell(report, context)
      try context.output.flush()
      let status = concludeSync(report, context)
      if context.parsed.flag("no-scan") { return status }
      let scan = try await library.scan(progress: context.progress)
      context.diagnostics.endProgress()
      let view = try await library.takeBackView()
      if context.isJSON { try ScanCommand.record(scan, context) }
      let now = try await library.restored()
      try context.say(
        now.missing == 0
          ? report.sync?.isDone ?? true
            ? "All of them are here."
            : "All that came of them are here; not all that the remote has could be read."
          : "\(now.assets - now.missing) of them are here; \(now.missing) are missing and keep "
            + "their albums.")
      try ScanCommand.tellUnsettled(scan, context)
      let ending = ScanCommand.conclude(scan, context)
      var viewEnding = view.map { ViewShowCommand.conclude($0, context) } ?? .done
      if view == nil, let off = scan.view?.off {
        context.diagnostics.warning("there is no album view: \(off)")
        // Of a library that was here it may have been turned off.
        if !report.wasHere { viewEnding = .partlyDone }
      }
      return [status, ending, viewEnding].first { $0 != .done } ?? .done
    }
  }

  /// Tells what of the remote did not fit.
  private static func concludeSync(
    _ report: RestoreReport, _ context: CommandContext
  ) -> ExitStatus {
    for loss in report.lost { context.diagnostics.error("log \(loss.log) \(loss.reason)") }
    guard let sync = report.sync, !sync.isDone else {
      return report.lost.isEmpty ? .done : .partlyDone
    }
    for problem in sync.problems {
      context.diagnostics.error("log \(problem.log): \(problem.reason)")
    }
    for fork in sync.forks {
      context.diagnostics.error(
        "another history of a log than the one here was not mixed in: \(fork)",
        hint: SyncCommand.remedy(fork))
    }
    return .partlyDone
  }

  // MARK: From the album view

  private static func fromView(_ root: Path, _ context: CommandContext) async throws -> ExitStatus {
    var name: Path = "Albums"
    if let given = context.parsed.value("name") {
      name = try context.path(of: given, for: "--name")
    }
    guard name.components.count == 1, !name.isAbsolute, name.bytes.first != UInt8(ascii: ".") else {
      throw UsageError(.valueNotAllowed, "--name takes one name", subject: name.display)
    }
    let (library, report) = try await PhotoLibrary.restoreFromView(
      at: root, try context.configuration, view: name, isDryRun: context.isDryRun,
      progress: context.progress)
    context.diagnostics.endProgress()
    guard let library else {
      try tell(report, context)
      return .done
    }
    return try await context.closing(library) { _ in
      try tell(report, context)
      try context.say(
        "Titles, folders and order are what the links said; history, trash, tags and ratings are "
          + "not in links.")
      return concludeView(report, context)
    }
  }

  private static func concludeView(
    _ report: RestoreReport, _ context: CommandContext
  ) -> ExitStatus {
    for item in report.left {
      context.diagnostics.error("left as it is, \(item.reason): \(item.path.display)")
    }
    let scan = report.scan.map { ScanCommand.conclude($0, context) } ?? .done
    if let off = report.view?.off {
      context.diagnostics.warning("there is no album view: \(off)")
    }
    let view = report.view.map { ViewShowCommand.conclude($0, context) } ?? .done
    if scan != .done { return scan }
    if view != .done { return view }
    return report.left.isEmpty && report.view?.off == nil ? .done : .partlyDone
  }

  // MARK: Telling

  private static func tell(_ report: RestoreReport, _ context: CommandContext) throws {
    if context.isJSON {
      return try context.output.record(.restore) { writer in
        writer.member("dryRun", context.isDryRun)
        writer.member("source", report.remote ?? "view")
        report.write(to: &writer)
      }
    }
    let albums =
      Wording.count(report.albums, "album")
      + (report.folders > 0 ? " in \(Wording.count(report.folders, "folder"))" : "")
    let references = Wording.count(report.references, "reference")
    if let remote = report.remote {
      let from = "\(Wording.count(report.logs, "log")) of \(remote)"
      if context.isDryRun {
        try context.say(
          "Would restore \(Wording.count(Int(clamping: report.operations), "operation")) in \(from)."
        )
        return
      }
      if report.wasHere {
        let fetched = report.sync?.fetched ?? 0
        try context.say(
          "The folder is this library already; "
            + (fetched == 0
              ? "nothing was missing of it"
              : "fetched \(Wording.count(fetched, "transaction")) that were missing")
            + " that remote \(report.remoteName ?? "") has, \(remote).")
      } else {
        try context.say(
          "Restored \(albums) with \(references), and \(Wording.assets(report.assets)), from \(from)."
        )
        if let name = report.remoteName {
          try context.say("That is the remote \(name) of the library from now on.")
        }
      }
      if report.joinedAssets > 0 || report.joinedAlbums > 0 {
        try context.say(
          "\(Wording.assets(report.joinedAssets)) and \(Wording.count(report.joinedAlbums, "album")) "
            + "of the library that was here joined it.")
      }
    } else if context.isDryRun {
      try context.say("Would make \(albums) of \(Wording.count(report.references, "link")).")
    } else {
      try context.say(
        "Restored \(albums) with \(references), in a library of \(Wording.assets(report.assets)).")
    }
  }
}

extension RestoreReport {
  /// Writes the members of `albumen.restore/1` from `library` on.
  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("library", id: library)
    writer.member("root", path: root)
    writer.member("logs", logs)
    writer.member("operations", operations)
    writer.member("transactions", transactions)
    writer.member("albums", albums)
    writer.member("folders", folders)
    writer.member("references", references)
    writer.member("assets", assets)
    writer.member("joinedAssets", joinedAssets)
    writer.member("joinedAlbums", joinedAlbums)
    writer.list("left", reasons: left)
    writer.name("view")
    if let view { writer.object { view.write(to: &$0) } } else { writer.null() }
  }
}
