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
          "~/.local/state/albumen",
          """
          What this machine knows of its libraries, in one directory for each. The catalogue in it \
          is made again from the log where it is missing.
          """),
      ]))
}
