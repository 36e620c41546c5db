import Albumen
import CommandParsing
import FolderWatching
import Platform

/// Tells programs what changes.
enum ChangesCommand: Command {
  static let spec = CommandSpec(
    ["changes"], "tells programs what changed since a token, and what changes",
    discussion: """
      Writes JSON Lines, a record a transaction, with or without --json: what came in, what changed and \
      what went, whichever device did it. Each record has a token to go on from; a token never \
      expires, and is good on every device of the library. Without --since it is the whole history, or \
      with --follow what changes from now on.
      """,
    options: [
      OptionSpec("since", value: "TOKEN", summary: "only what is not in this token"),
      OptionSpec(flag: "follow", summary: "go on until Ctrl-C, with what changes"),
      OptionSpec(flag: "token", summary: "write a token of what there is now, and nothing else"),
    ],
    choices: [
      OptionChoice(.atMostOne, ["since", "token"]), OptionChoice(.atMostOne, ["follow", "token"]),
    ],
    examples: [
      CommandExample("albumen changes --token", "begins to keep track"),
      CommandExample("albumen changes --follow", "tells of changes as they happen"),
    ],
    exitCodes: [
      ExitCode(0, "all is told, or ended by a signal"),
      ExitCode(1, "the token is of another library"), ExitCode(2, "this is no token"),
    ])

  static let awaitedSignals = [Signal.interrupt, Signal.terminate]
  private static let portion = 1_000

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    var token: PersistentChangeToken?
    if let text = try context.parsed.text("since") {
      token = PersistentChangeToken(text)
      guard token != nil else {
        throw UsageError(
          .valueNotAllowed, "--since takes a token", subject: Argument(text).display,
          hint: "albumen changes --token gives one")
      }
    }
    let signals = try SignalWaiting(for: awaitedSignals)
    defer { signals.stop() }
    let telling = Task { [token] in
      try await context.withLibrary { library in try await tell(library, token, context) }
    }
    let ending = Task {
      for await _ in signals.signals {
        telling.cancel()
        return true
      }
      return false
    }
    let result = await telling.result
    signals.stop()
    let isSignalled = await ending.value
    if case .failure(let error) = result, !(error is CancellationError && isSignalled) {
      throw error
    }
    return .done
  }

  private static func tell(
    _ library: PhotoLibrary, _ token: PersistentChangeToken?, _ context: CommandContext
  ) async throws {
    if context.parsed.flag("token") {
      let now = "\(try await library.currentChangeToken())"
      if !context.isJSON { return try context.output.line(now) }
      return try context.output.record(.token) { $0.member("token", now) }
    }
    if context.parsed.flag("follow") {
      let changes = library.changes(since: token, with: InotifyFolderWatcher.factory)
      for try await change in changes {
        try context.output.record(.changes) { change.write(to: &$0) }
        try context.output.flush()
      }
      return try Task.checkCancellation()
    }
    var position = token
    while true {
      try Task.checkCancellation()
      let changes = try await library.persistentChanges(since: position, limit: portion)
      for change in changes { try context.output.record(.changes) { change.write(to: &$0) } }
      guard let last = changes.last else { return }
      position = last.token
    }
  }
}

extension PersistentChange {
  /// Writes the members of `albumen.changes/1`.
  func write(to writer: inout JSONWriter) {
    writer.member("transaction", id: transaction)
    writer.member("wall", wall)
    writer.member("device", device)
    writer.member("origin", origin)
    writer.member("label", label)
    writer.member("undoes", id: undoes)
    writer.name("assets")
    Self.write(assets, to: &writer)
    writer.name("albums")
    Self.write(albums, to: &writer)
    writer.name("fields")
    writer.object { writer in
      for (asset, fields) in assetFields.sorted(by: { $0.key < $1.key }) {
        writer.list("\(asset)", fields.sorted()) { $0.string($1.text) }
      }
    }
    writer.name("details")
    writer.object { writer in
      for (album, details) in albumDetails.sorted(by: { $0.key < $1.key }) {
        writer.name("\(album)")
        writer.object { writer in
          writer.list("fields", details.fields.sorted()) { $0.string($1.text) }
          writer.list("added", ids: details.added)
          writer.list("removed", ids: details.removed)
          writer.list("moved", ids: details.moved)
        }
      }
    }
    writer.member("token", "\(token)")
  }

  private static func write<ID: CustomStringConvertible>(
    _ identifiers: Identifiers<ID>, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.list("inserted", ids: identifiers.inserted)
      writer.list("updated", ids: identifiers.updated)
      writer.list("deleted", ids: identifiers.deleted)
    }
  }
}
