package import Operations

/// Is what an entry of the view stands for that is a file itself, where a link has its text.
///
/// The record and the planner have it as a text, so that what holds of links holds of these as well. It
/// begins with a NUL, which no link's text can have, and does not depend on where the entry is.
package struct StandIn: Sendable, Hashable {
  /// Not `sym`.
  package let form: ViewLinkForm
  /// The bytes that it was made with.
  package let content: ContentID
  /// The inode that a hard link names; 0 for others.
  package let inode: UInt64

  package init(_ form: ViewLinkForm, content: ContentID, inode: UInt64) {
    self.form = form
    self.content = content
    self.inode = form == .hard ? inode : 0
  }

  private static let letters: [UInt8: ViewLinkForm] = [
    UInt8(ascii: "h"): .hard, UInt8(ascii: "c"): .copy, UInt8(ascii: "r"): .reflink,
  ]

  /// Reads a text; nil for that of a link.
  package init?(text: [UInt8]) {
    guard text.count == 42, text[0] == 0, let form = Self.letters[text[1]],
      let content = ContentID(bytes: text[10...])
    else { return nil }
    self.form = form
    self.content = content
    inode = text[2..<10].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Its text: a NUL, a letter for the form, the inode, the content.
  package var text: [UInt8] {
    let letter: UInt8 =
      switch form {
      case .hard: UInt8(ascii: "h")
      case .reflink: UInt8(ascii: "r")
      case .sym, .copy: UInt8(ascii: "c")
      }
    let number = (0..<8).map { UInt8(truncatingIfNeeded: inode >> (56 - 8 * UInt64($0))) }
    return [0, letter] + number + content.bytes
  }
}

extension ViewBase {
  /// Tells a file in the view from others that may take its place.
  package struct Mark: Sendable, Equatable {
    package var inode: UInt64
    /// In bytes; 0 for a hard link, like both times: they are the other file's as well.
    package var size: Int64
    /// In nanoseconds since 1970 UTC, like `changed`.
    package var modified: Int64
    package var changed: Int64
    /// Whether the program made it for certain: only such a one is ever unlinked.
    package var isMade: Bool

    package init(inode: UInt64, size: Int64, modified: Int64, changed: Int64, isMade: Bool) {
      self.inode = inode
      self.size = size
      self.modified = modified
      self.changed = changed
      self.isMade = isMade
    }

    /// Whether it is the same file, with bytes that nobody seems to have written to; a rename moves only
    /// `changed`.
    package func isSame(as other: Mark, _ form: ViewLinkForm) -> Bool {
      inode == other.inode
        && (form == .hard || (size == other.size && modified == other.modified))
    }

    /// As it is recorded for an entry of a form.
    package func recorded(_ form: ViewLinkForm, isMade: Bool) -> Mark {
      form == .hard
        ? Mark(inode: inode, size: 0, modified: 0, changed: 0, isMade: isMade)
        : Mark(inode: inode, size: size, modified: modified, changed: changed, isMade: isMade)
    }
  }
}
