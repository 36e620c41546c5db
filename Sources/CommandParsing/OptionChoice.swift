/// A rule over several options of one command, such as "one of these".
package struct OptionChoice: Sendable, Hashable {
  /// How many of the options may or must be given.
  package enum Rule: Sendable, Hashable, CaseIterable {
    /// None or one.
    case atMostOne
    /// One, no more and no less.
    case exactlyOne
    /// One or more.
    case atLeastOne
  }

  /// How many may or must be given.
  package let rule: Rule
  /// The names of the options, as `OptionSpec.name` has them, in the order in which usage shows
  /// them.
  package let options: [String]

  /// Describes a rule over the named options.
  package init(_ rule: Rule, _ options: [String]) {
    self.rule = rule
    self.options = options
  }
}
