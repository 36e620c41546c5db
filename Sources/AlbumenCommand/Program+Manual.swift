import Albumen
import CommandParsing

extension Program {
  /// The pages of the manual.
  static let manual = ManualRenderer(
    spec,
    ManualFacts(
      title: "Albumen Manual", source: VersionCommand.text, date: "2026-11-30",
      environment: [
        ManualFacts.Entry("ALBUMEN_LIBRARY", "The library to work on, unless --library names one."),
        ManualFacts.Entry(
          "COLUMNS", "How many columns a terminal has. The terminal itself is asked otherwise."),
        ManualFacts.Entry(
          "HOME",
          "Where state is kept if $XDG_STATE_HOME is not set: below .local/state in this directory."
        ),
        ManualFacts.Entry(
          "NOTIFY_SOCKET",
          "Where albumen watch tells the service manager how it is; see sd_notify(3)."),
        ManualFacts.Entry(
          "TERM", "Progress is not drawn over if this is unset or says that a terminal is dumb."),
        ManualFacts.Entry(
          "TZ", "The zone in which times are read and shown, if it is not the machine's own."),
        ManualFacts.Entry(
          "XDG_CONFIG_HOME",
          "Where settings are kept, by default .config in $HOME. A relative path is ignored."),
        ManualFacts.Entry(
          "XDG_STATE_HOME",
          "Where what belongs to this machine alone is kept. A relative path is ignored."),
      ],
      files: [
        ManualFacts.Entry(
          "LIBRARY/.albumen",
          """
          The log of every change, and what else makes a folder a library. To delete it is to \
          delete every album; the photos and videos stay.
          """),
        ManualFacts.Entry(
          "~/.config/albumen/config", "What the user has set; see albumen-config(5)."),
        ManualFacts.Entry(
          "~/.local/state/albumen",
          """
          What this machine knows of its libraries, in one directory for each. The catalogue in it \
          is made again from the log where it is missing.
          """),
      ],
      documents: [settingsDocument]))

  /// The page of the file of settings, made from the table of them.
  private static var settingsDocument: ManualDocument {
    ManualDocument(
      "albumen-config", section: 5, "the file of settings of albumen",
      sections: [
        ManualDocument.Section(
          "Synopsis",
          [.paragraphs("  $XDG_CONFIG_HOME/albumen/config\n  ~/.config/albumen/config")]),
        ManualDocument.Section(
          "Description",
          [
            .paragraphs(
              """
              The file is the user's and holds for all libraries. It is in the syntax of \
              git-config(1), and may include other files. albumen config writes it, and keeps what \
              else is in it, comments included; an editor does as well.

              Commands that change something read it when they begin, and so does albumen watch; the \
              others need nothing that can be set. A file that cannot be read or understood is an error. A name that is \
              no setting is told of and passed over. An option on the command line goes before \
              the file.
              """)
          ]),
        ManualDocument.Section(
          "Settings",
          Setting.all.map { setting in
            let summary = setting.summary.prefix(1).uppercased() + setting.summary.dropFirst()
            let words = [
              "\(summary): \(setting.allowed).", "Default: \(setting.standardInWords).",
              setting.discussion,
            ]
            return .entry(setting.name, words.filter { !$0.isEmpty }.joined(separator: " "))
          }),
        ManualDocument.Section(
          "Examples",
          [
            .paragraphs(
              """
              Waits a second for files to come to rest, and puts imports into a folder a year:

                [watch]
                  settle = 1000
                [import]
                  into = Photos/{year}
              """)
          ]),
      ],
      related: ConfigCommands.specs.map { (["albumen"] + $0.path).joined(separator: "-") })
  }
}
