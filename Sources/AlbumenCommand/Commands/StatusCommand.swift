import Albumen
import CommandParsing
import Platform

/// Tells how the library is.
enum StatusCommand: Command {
  static let spec = CommandSpec(
    ["status"], "tells how the library is, and whether a scan would find something",
    discussion: """
      Compares the folder with what is known of it, without changing anything, and counts what \
      there is. Changes that wait for others are told, and what is missing for them.
      """,
    examples: [CommandExample("albumen status && echo fine", "asks whether all is in step")],
    exitCodes: [
      ExitCode(0, "folder and library agree"),
      ExitCode(
        15,
        "a scan would find or finish something, changes wait for others or are to be exchanged, or a "
          + "remote could not be read whole"
      ),
    ])

  /// How many paths of a kind are listed for people.
  private static let listed = 10

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let status = try await library.status()
      if context.isJSON {
        try record(status, of: library, context)
      } else {
        for line in lines(status, of: library) { try context.output.line(line) }
      }
      return status.isInSync ? .done : .outOfSync
    }
  }

  private static func record(
    _ status: LibraryStatus, of library: PhotoLibrary, _ context: CommandContext
  ) throws {
    try context.output.record(.status) { writer in
      writer.member("library", id: library.id)
      writer.member("root", path: library.root)
      writer.member("inSync", status.isInSync)
      writer.member("assets", status.assets)
      writer.member("parts", status.parts)
      writer.member("trashed", status.trashed)
      writer.member("albums", status.albums)
      writer.member("folders", status.folders)
      writer.member("transactions", status.transactions)
      writer.member("logs", status.logs)
      writer.member("files", status.files)
      writer.member("missing", status.missing)
      writer.member("unfinishedImports", status.unfinishedImports)
      writer.member("watch", status.watch)
      writer.name("view")
      writer.object { status.view.write(to: &$0) }
      writer.list("pending", paths: status.pending)
      writer.list("gone", paths: status.gone)
      writer.list("unreadable", reasons: status.unreadable)
      writer.list("remotes", status.remotes) { writer, remote in
        writer.object { $0.remote(remote) }
      }
      writer.list("waiting", status.waiting) { writer, item in
        writer.object { writer in
          writer.member("log", id: item.log)
          writer.member("cause", item.cause)
        }
      }
      writer.list("missingParts", status.missingParts) { writer, part in
        writer.object { writer in
          writer.member("log", id: part.log)
          writer.member("device", part.name)
          writer.member("here", part.here)
          writer.member("needed", part.needed)
          writer.list("waiting", ids: part.waiting)
        }
      }
    }
  }

  private static func lines(_ status: LibraryStatus, of library: PhotoLibrary) -> [String] {
    var lines = [
      "library  \(library.root.display)",
      "roll     \(Wording.assets(status.assets - status.parts))"
        + (status.parts > 0 ? " with \(Wording.count(status.parts, "part"))" : "")
        + ", \(status.trashed) in the trash",
      "albums   \(Wording.count(status.albums, "album"))"
        + (status.folders > 0 ? " in \(Wording.count(status.folders, "folder"))" : ""),
      "history  \(Wording.count(status.transactions, "transaction")) in "
        + Wording.count(status.logs, "log"),
      status.isLookedAt
        ? "files    \(status.files) known, \(status.missing) missing here"
        : "files    not looked at since the catalogue was made",
      "watch    \(Path.printable(status.watch ?? "not watched"))",
      "view     \(view(status.view))",
    ]
    lines += status.remotes.map {
      "remote   \(Path.printable($0.name)): \(RemoteCommands.standing($0))"
    }
    if status.unfinishedImports > 0 {
      lines.append("imports  \(status.unfinishedImports) cut short, to be finished")
    }
    lines += group("would be read", status.pending.map(\.display))
    lines += group(
      "would be moved", status.moved.map { "\($0.from.display) to \($0.to.display)" })
    lines += group("gone", status.gone.map(\.display))
    lines += group("cannot be read", status.unreadable.map { "\($0.path.display): \($0.reason)" })
    lines += group(
      "could not be read in remotes",
      status.remotes.flatMap { remote in
        remote.unread.map { Path.printable("\(remote.name): \($0.description)") }
      })
    lines += group("waiting", status.waiting.map { "\($0.log): \(Path.printable($0.cause))" })
    lines += group("missing", status.missingParts.map(Self.missing))
    if status.view.off == nil {
      lines += group("done in \(status.view.directory.display)", status.view.acts)
      lines += group(
        "gone from \(status.view.directory.display) (\(remaking(status.view)) makes it anew)",
        status.view.withheld.map(\.display))
      lines += group("still changing", status.view.waiting.map(\.display))
      lines += group(
        "not done in \(status.view.directory.display)",
        status.view.failed.map { "\($0.path.display): \($0.reason)" })
    }
    let isFolderNews = status.hasFolderNews || !status.view.isInStep
    lines.append(
      status.isInSync
        ? "in sync"
        : isFolderNews
          ? "out of sync; \(remedy(status))"
          : status.waiting.isEmpty && status.unreadable.isEmpty
            ? "out of sync; albumen sync exchanges with other machines" : "out of sync")
    return lines
  }

  /// What brings folder and library into step where something in the folder is news.
  private static func remedy(_ status: LibraryStatus) -> String {
    let view = status.view
    if isGone(view), !status.hasFolderNews {
      return "\(remaking(view)) makes \(view.directory.display) anew"
    }
    return status.needsConfirmation
      ? "albumen scan takes changes in, and with --confirm-missing that so much is gone"
      : "albumen scan takes changes in"
  }

  /// Whether the view's directory itself is gone, which no confirmation makes a deletion of albums.
  private static func isGone(_ view: ViewReport) -> Bool {
    view.withheld.first == view.directory && !view.isOtherDirectory
  }

  /// The command that makes anew what is gone from the album view.
  private static func remaking(_ view: ViewReport) -> String {
    isGone(view) ? "albumen view on" : "albumen view take"
  }

  /// How the album view is, in a few words.
  private static func view(_ report: ViewReport) -> String {
    if let off = report.off { return "off: \(Path.printable(off))" }
    let count = Wording.count(report.left.count, "entry", "entries")
    let left = report.left.isEmpty ? "" : "; \(count) left (albumen view show tells why)"
    return "\(report.directory.display), \(report.isInStep ? "in step" : "not in step")\(left)"
  }

  /// What is missing of a log, and what to do about it.
  private static func missing(_ part: MissingPart) -> String {
    let device = part.name.map { " of \(Wording.quoted($0))" } ?? ""
    let remedy =
      part.canBeWaived
      ? "; if no device has them any more: albumen device retire \(Wording.short(part.log)) --at "
        + "\(part.here)"
      : part.unreadIn.isEmpty
        ? ""
        : "; what \(part.unreadIn.joined(separator: ", ")) has of it could not be read: "
          + "albumen sync tells why"
    return "\(part.log)\(device): \(Wording.missing(part.here, part.needed))\(remedy)"
  }

  private static func group(_ title: String, _ items: [String]) -> [String] {
    if items.isEmpty { return [] }
    var lines = ["\(title):"] + items.prefix(listed).map { "  \($0)" }
    if items.count > listed { lines.append("  … and \(items.count - listed) more") }
    return lines
  }
}

extension LibraryStatus {
  /// Whether a scan would find something in the folder, the album view apart.
  fileprivate var hasFolderNews: Bool {
    !pending.isEmpty || !gone.isEmpty || !moved.isEmpty || unfinishedImports > 0
  }
}
