import CommandParsing

extension Program {
  /// Every command that runs, in the order of help.
  static let commands: [any Command.Type] = [
    InitCommand.self, ScanCommand.self, WatchCommand.self, StatusCommand.self,
    ImportCommand.self, ListCommand.self, AlbumsCommand.self, ShowCommand.self,
    AlbumCreateCommand.self, AlbumAddCommand.self, AlbumRemoveCommand.self,
    AlbumMoveCommand.self, AlbumRenameCommand.self, AlbumCoverCommand.self,
    AlbumDeleteCommand.self, AlbumRestoreCommand.self,
    SetCommand.self, TagCommand.self, UntagCommand.self,
    TrashCommand.self, UntrashCommand.self, PurgeCommand.self,
    ViewOnCommand.self, ViewOffCommand.self, ViewTakeCommand.self, ViewShowCommand.self,
    LogCommand.self, LogExportCommand.self, LogVerifyCommand.self,
    ChangesCommand.self, DiffCommand.self, UndoCommand.self, RedoCommand.self, RevertCommand.self,
    ReplayCommand.self, StateCommand.self, HelpCommand.self, VersionCommand.self,
    CompletionCommand.self, ManualCommand.self, CompleteCommand.self,
    ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self,
    SourceAddCommand.self, SourceListCommand.self, SourceRemoveCommand.self,
    WhyCommand.self, VerifyCommand.self, DoctorCommand.self, ForgetCommand.self,
    ExportCommand.self, DevicesCommand.self, DeviceRenameCommand.self, DeviceRetireCommand.self,
    DeviceResolveCommand.self,
    ConflictsCommand.self, RestoreCommand.self,
    RemoteAddCommand.self, RemoteListCommand.self, RemoteRemoveCommand.self, SyncCommand.self,
  ]

  /// What `albumen` understands.
  static let spec = ProgramSpec(
    name: "albumen",
    summary: "keeps a folder of photos and videos and its albums in agreement",
    discussion: """
      Files stay plain files in your own folder. Albums hold references to them, in an order of \
      their own, and every change goes into a log in the folder's .albumen, from which everything \
      can be replayed.

      A library is found as git finds a repository: --library, else $ALBUMEN_LIBRARY, else upwards \
      from the current directory.

      A photo or video is named by the path of its file, or by the first digits of its id, at \
      least four. An album is named by its title, by Folder/Title, or by @ and the first digits of \
      its id.
      """,
    options: [
      OptionSpec(
        "library", short: "L", value: "DIR", kind: .directory,
        summary: "work on the library whose folder is DIR"),
      OptionSpec(flag: "json", summary: "write JSON Lines, one record an item"),
      OptionSpec(flag: nil, short: "0", summary: "end records with NUL instead of newline"),
      OptionSpec(
        flag: "quiet", short: "q",
        summary: "say nothing but what was asked for and what went wrong"),
      OptionSpec(flag: "no-progress", summary: "do not show how far a long task has come"),
      .help, .version,
    ],
    groups: [
      ProgramSpec.Group(
        "The folder",
        [
          InitCommand.spec, ScanCommand.spec, WatchCommand.spec, StatusCommand.spec,
          WhyCommand.spec, VerifyCommand.spec, ForgetCommand.spec,
        ]),
      ProgramSpec.Group(
        "Photos and videos",
        [
          ImportCommand.spec, ListCommand.spec, ShowCommand.spec, SetCommand.spec,
          TagCommand.spec, UntagCommand.spec, TrashCommand.spec, UntrashCommand.spec,
          PurgeCommand.spec,
        ]),
      ProgramSpec.Group(
        "Albums",
        [AlbumsCommand.spec, albumGroup, viewGroup, SourceCommands.group, ExportCommand.spec]),
      ProgramSpec.Group(
        "History",
        [
          LogCommand.spec, ChangesCommand.spec, DiffCommand.spec, UndoCommand.spec,
          RedoCommand.spec, RevertCommand.spec,
          ReplayCommand.spec, StateCommand.spec,
        ]),
      ProgramSpec.Group(
        "Other machines",
        [
          RemoteCommands.group, SyncCommand.spec, RestoreCommand.spec, DevicesCommand.spec,
          deviceGroup, ConflictsCommand.spec,
        ]),
      ProgramSpec.Group(
        "The program",
        [
          HelpCommand.spec, VersionCommand.spec, CompletionCommand.spec, ManualCommand.spec,
          CompleteCommand.spec, ConfigCommands.group, DoctorCommand.spec,
        ]),
    ],
    examples: [
      CommandExample("albumen init ~/Pictures", "makes the folder a library"),
      CommandExample("albumen album create Summer", "makes an album"),
      CommandExample("albumen album add Summer 2026/07/*.jpg", "puts photos into it"),
      CommandExample("albumen ls Summer", "shows them, in order"),
      CommandExample("albumen watch", "keeps folder and library in step"),
    ],
    exitCodes: ExitStatus.allCases.map(\.documentation))

  private static let albumGroup = CommandSpec(
    ["album"], "makes and changes albums",
    discussion: """
      An album holds references to photos and videos, in order; no file is copied or moved. What \
      is deleted can be restored.
      """,
    subcommands: [
      AlbumCreateCommand.spec, AlbumAddCommand.spec, AlbumRemoveCommand.spec,
      AlbumMoveCommand.spec, AlbumRenameCommand.spec, AlbumCoverCommand.spec,
      AlbumDeleteCommand.spec, AlbumRestoreCommand.spec,
    ])

  private static let viewGroup = CommandSpec(
    ["view"], "shows the albums as folders of links, and takes over what is done in them",
    discussion: """
      In the library's folder, Albums has a folder for each album, with a link for each of its \
      photos and videos, in order. What is done there is done to the albums: a link that is removed \
      or added, a folder that is made, renamed or removed, names that are put in another order. A \
      photo that is copied in and new goes to the roll, with a link in its place; a copy of one that \
      is in the library makes it a member and stays as it is. A scan and a watch bring all of both \
      into step, a command the albums that it changes.
      """,
    subcommands: [
      ViewOnCommand.spec, ViewOffCommand.spec, ViewTakeCommand.spec, ViewShowCommand.spec,
    ])

  private static let deviceGroup = CommandSpec(
    ["device"], "names devices, and settles what those that are gone have left",
    subcommands: [DeviceRenameCommand.spec, DeviceRetireCommand.spec, DeviceResolveCommand.spec])
}
