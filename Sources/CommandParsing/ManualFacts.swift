/// What a manual says of a program that its spec does not hold.
package struct ManualFacts: Sendable, Hashable {
  /// A name and what is behind it.
  package struct Entry: Sendable, Hashable {
    /// An environment variable, without `$`, or the path of a file.
    package let name: String
    /// What it is: one sentence or more, with full stops.
    package let text: String

    /// Describes a variable or file.
    package init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The title of the manual, in the head of each page: `Albumen Manual`.
  package let title: String
  /// The name and version of the program, in the foot of each page: `albumen 0.1.0`.
  package let source: String
  /// The day of the version, `YYYY-MM-DD`, in the foot of each page.
  package let date: String
  /// The environment variables that the program reads.
  package let environment: [Entry]
  /// The files that the program has.
  package let files: [Entry]
  /// The pages that describe no command.
  package let documents: [ManualDocument]

  /// Describes a manual.
  package init(
    title: String, source: String, date: String, environment: [Entry] = [], files: [Entry] = [],
    documents: [ManualDocument] = []
  ) {
    self.title = title
    self.source = source
    self.date = date
    self.environment = environment
    self.files = files
    self.documents = documents
  }
}
