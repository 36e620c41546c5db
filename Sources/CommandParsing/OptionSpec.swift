/// An option, as data: what it is called, what it takes, what it does.
package struct OptionSpec: Sendable, Hashable {
  /// The long name, without the dashes, or nil for an option with a short name only.
  package let long: String?
  /// The short name, one ASCII character, or nil.
  package let short: Character?
  /// The name of its value in usage (`DIR`), or nil for a flag.
  package let valueName: String?
  /// What its value may be; without meaning for a flag.
  package let kind: ValueKind
  /// Whether more than one value may be given, in several occurrences.
  package let repeatable: Bool
  /// What holds when it is not given, for the reader; nil where nothing needs saying.
  package let defaultText: String?
  /// What it does: one phrase, lower case, without full stop.
  package let summary: String
  /// Whether help, man pages and completion leave it out.
  package let hidden: Bool

  /// Describes an option that takes a value.
  package init(
    _ long: String?, short: Character? = nil, value: String, kind: ValueKind = .text,
    repeatable: Bool = false, default defaultText: String? = nil, summary: String,
    hidden: Bool = false
  ) {
    self.long = long
    self.short = short
    self.valueName = value
    self.kind = kind
    self.repeatable = repeatable
    self.defaultText = defaultText
    self.summary = summary
    self.hidden = hidden
  }

  /// Describes a flag; given twice it means what it means once.
  package init(
    flag long: String?, short: Character? = nil, summary: String, hidden: Bool = false
  ) {
    self.long = long
    self.short = short
    self.valueName = nil
    self.kind = .text
    self.repeatable = false
    self.defaultText = nil
    self.summary = summary
    self.hidden = hidden
  }

  /// The name that programs know it by: the long one, else the short one.
  package var name: String {
    long ?? short.map { String($0) } ?? ""
  }

  /// The option as a user writes it: `--library`, or `-0` where there is no long name.
  package var spelling: String {
    long.map { "--\($0)" } ?? short.map { "-\($0)" } ?? ""
  }

  /// Whether it is a flag, which takes no value.
  package var isFlag: Bool {
    valueName == nil
  }

  /// The flag that every command has which changes something.
  package static let dryRun = OptionSpec(
    flag: "dry-run", short: "n", summary: "show what would be done, and change nothing")
  /// The flag that asks for help; the parser answers to it.
  package static let help = OptionSpec(
    flag: "help", short: "h", summary: "show what the command does")
  /// The flag that asks for the version; the parser answers to it.
  package static let version = OptionSpec(flag: "version", summary: "show the version")
}
