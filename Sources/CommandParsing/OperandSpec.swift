/// An operand, as data: what stands there, and how often.
package struct OperandSpec: Sendable, Hashable {
  /// How many arguments an operand takes.
  package enum Arity: Sendable, Hashable, CaseIterable {
    /// Exactly one.
    case one
    /// None or one.
    case optional
    /// Any number, none included.
    case many
    /// One or more.
    case atLeastOne
  }

  /// Its name in usage, by which programs ask for it, too: `ALBUM`.
  package let name: String
  /// How many arguments it takes.
  package let arity: Arity
  /// What each of its arguments may be.
  package let kind: ValueKind
  /// What it is: one phrase, lower case, without full stop.
  package let summary: String

  /// Describes an operand.
  package init(
    _ name: String, _ arity: Arity = .one, kind: ValueKind = .text, summary: String
  ) {
    self.name = name
    self.arity = arity
    self.kind = kind
    self.summary = summary
  }

  /// The fewest arguments it can do with.
  var minimum: Int {
    switch arity {
    case .one, .atLeastOne: 1
    case .optional, .many: 0
    }
  }

  /// Whether it takes any number of arguments.
  var isVariadic: Bool {
    arity == .many || arity == .atLeastOne
  }
}
