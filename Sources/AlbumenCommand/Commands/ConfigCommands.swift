import CommandParsing

/// The commands that show and change what is set.
enum ConfigCommands {
  /// What they understand.
  static let specs = [
    ConfigListCommand.spec, ConfigGetCommand.spec, ConfigSetCommand.spec, ConfigUnsetCommand.spec,
  ]

  /// What the words `albumen config` begin.
  static let group = CommandSpec(
    ["config"], "shows and changes settings",
    discussion: """
      Settings are the user's and hold for all libraries. They are kept in \
      $XDG_CONFIG_HOME/albumen/config, in the syntax of git-config(1); albumen-config(5) tells of \
      each.
      """,
    subcommands: specs)
}
