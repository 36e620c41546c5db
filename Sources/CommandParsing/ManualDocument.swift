/// A page of the manual that describes no command, such as one of a file's format (man-pages(7)).
package struct ManualDocument: Sendable, Hashable {
  /// A part of a section: running text, or a term and what it means.
  package enum Block: Sendable, Hashable {
    /// Paragraphs with empty lines between; a line that begins with two spaces is kept as it is.
    case paragraphs(String)
    /// A term, shown in bold, and its description.
    case entry(String, String)
  }

  /// A section and what is in it.
  package struct Section: Sendable, Hashable {
    /// Its heading.
    package let title: String
    /// What is in it.
    package let blocks: [Block]

    /// Describes a section.
    package init(_ title: String, _ blocks: [Block]) {
      self.title = title
      self.blocks = blocks
    }
  }

  /// What `man` is asked for: `albumen-config`.
  package let name: String
  /// The section of the manual, 5 for formats of files.
  package let section: Int
  /// What it describes: one phrase, lower case, without full stop.
  package let summary: String
  /// Its sections, behind the one with its name.
  package let sections: [Section]
  /// The pages of commands that a reader may want to know of, by their names.
  package let related: [String]

  /// Describes a page.
  package init(
    _ name: String, section: Int, _ summary: String, sections: [Section], related: [String] = []
  ) {
    self.name = name
    self.section = section
    self.summary = summary
    self.sections = sections
    self.related = related
  }
}
