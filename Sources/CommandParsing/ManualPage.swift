/// A page of the manual, ready to be written to a file.
package struct ManualPage: Sendable, Hashable {
  /// What `man` is asked for: `albumen-album-add`.
  package let name: String
  /// The section of the manual, 1 for commands (man(1)).
  package let section: Int
  /// The page in the language of man(7): ASCII only, lines ended by newlines.
  package let text: String

  /// The name of its file: `albumen-album-add.1`.
  package var fileName: String {
    "\(name).\(section)"
  }
}
