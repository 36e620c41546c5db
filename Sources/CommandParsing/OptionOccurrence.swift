/// One time that an option stands on a command line.
struct OptionOccurrence: Sendable {
  /// The option.
  let option: OptionSpec
  /// How it was written: `-L` or `--library`.
  let spelling: String
  /// Its value; nil for a flag.
  let value: Argument?
}
