import Albumen
import CommandParsing

/// The commands that name the places where logs are exchanged.
enum RemoteCommands {
  /// What the words `albumen remote` begin.
  static let group = CommandSpec(
    ["remote"], "names the places where logs are exchanged with other machines",
    discussion: """
      A remote is a place that other machines reach as well: a git repository, or a directory on a \
      NAS, on a USB disk, or one that another program syncs. It holds the logs, and no photos. \
      albumen sync exchanges with it, and albumen watch does by itself. Each machine has remotes of \
      its own.
      """,
    subcommands: [RemoteAddCommand.spec, RemoteListCommand.spec, RemoteRemoveCommand.spec])

  /// Says how far a remote is, as far as is known.
  static func standing(_ remote: Remote) -> String {
    guard let exchanged = remote.exchanged else { return "never exchanged with" }
    var parts: [String] = []
    if remote.ahead > 0 { parts.append("\(remote.ahead) to send") }
    if remote.behind > 0 { parts.append("\(remote.behind) to fetch") }
    if !remote.unread.isEmpty { parts.append("not all could be read") }
    return "\(parts.isEmpty ? "in step" : parts.joined(separator: ", ")), "
      + Wording.moment(milliseconds: exchanged)
  }

  /// Writes a remote as a record.
  static func record(_ remote: Remote, dryRun: Bool?, _ context: CommandContext) throws {
    try context.output.record(.remote) { writer in
      writer.member("dryRun", dryRun ?? false)
      writer.remote(remote)
      if remote.isToBeMade { writer.member("isToBeMade", true) }
    }
  }
}

extension JSONWriter {
  /// Writes the members of a remote.
  mutating func remote(_ remote: Remote) {
    member("name", remote.name)
    member("address", remote.address)
    member("kind", remote.kind)
    name("exchanged")
    if let exchanged = remote.exchanged { int(exchanged) } else { null() }
    member("ahead", remote.ahead)
    member("behind", remote.behind)
    if remote.unread.isEmpty { return }
    list("unread", remote.unread) { writer, part in
      writer.object { writer in
        writer.member("log", id: part.log)
        writer.member("piece", part.piece)
        writer.member("reason", part.reason)
      }
    }
  }
}
