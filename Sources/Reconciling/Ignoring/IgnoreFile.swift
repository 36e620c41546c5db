/// Is a file of rules in the syntax of gitignore(5), such as `.albumenignore`: which names below its
/// directory are left alone.
///
/// It says the same as git of its own files (dir.c of git 2.39), with letters of either case told apart.
package struct IgnoreFile: Sendable, Equatable {
  /// What a file of rules is called.
  package static let name = Array(".albumenignore".utf8)
  /// The largest file that is read, in bytes.
  package static let limit = 1 << 20

  /// One line that names something.
  package struct Rule: Sendable, Equatable {
    /// The line as it is written, without what ends it.
    package let text: [UInt8]
    /// Counted from 1.
    package let line: Int
    /// Whether it takes back what rules above it leave alone.
    package let isNegated: Bool
    /// Whether it names nothing but directories.
    let isOfDirectories: Bool
    /// Whether it is about a name wherever it stands, and not about a path from the file's directory.
    let isOfNames: Bool
    /// What the name or path begins with, literally.
    let literal: [UInt8]
    /// What the rest fits; nil where there is none.
    let glob: GlobPattern?
    /// What a name ends with, for the very common `*.png`.
    let ending: [UInt8]?
  }

  /// In the order of the file.
  package let rules: [Rule]

  /// Reads the rules of a file; no content is wrong.
  package init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    rules = lines.enumerated().compactMap { Rule($1, line: $0 + 1) }
  }

  /// The last rule that names something; nil where none does.
  ///
  /// - Parameters:
  ///   - path: relative to the file's directory, not empty.
  ///   - isDirectory: whether it is a directory's.
  package func rule(for path: ArraySlice<UInt8>, isDirectory: Bool) -> Rule? {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { path[($0 + 1)...] } ?? path
    return rules.last { $0.names(path, name, isDirectory) }
  }
}

extension IgnoreFile.Rule {
  /// Reads a line; nil for an empty one and a comment.
  fileprivate init?(_ line: ArraySlice<UInt8>, line number: Int) {
    var line = line
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    if line.isEmpty || line.first == UInt8(ascii: "#") { return nil }
    line = Self.trimmed(line)
    var pattern = line
    let isNegated = pattern.first == UInt8(ascii: "!")
    if isNegated { pattern = pattern.dropFirst() }
    let isOfDirectories = pattern.last == UInt8(ascii: "/")
    if isOfDirectories { pattern = pattern.dropLast() }
    let isOfNames = !pattern.contains(UInt8(ascii: "/"))
    if !isOfNames, pattern.first == UInt8(ascii: "/") { pattern = pattern.dropFirst() }
    let special = pattern.firstIndex(where: GlobPattern.isSpecial) ?? pattern.endIndex
    var literal = Array(pattern[..<special])
    var glob: GlobPattern?
    var ending: [UInt8]?
    if isOfNames, special < pattern.endIndex {
      if pattern.first == UInt8(ascii: "*"),
        !pattern.dropFirst().contains(where: GlobPattern.isSpecial)
      {
        ending = Array(pattern.dropFirst())
      } else {
        literal = []
        glob = GlobPattern(bytes: Array(pattern), mindsSlashes: false)
      }
    } else if special < pattern.endIndex {
      // As git does it: what is literal is compared, and what is left is a pattern by itself.
      glob = GlobPattern(bytes: Array(pattern[special...]), mindsSlashes: true)
    }
    self.init(
      text: Array(line), line: number, isNegated: isNegated, isOfDirectories: isOfDirectories,
      isOfNames: isOfNames, literal: literal, glob: glob, ending: ending)
  }

  /// A line without the spaces at its end that no backslash keeps.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end: Int?
    var place = line.startIndex
    while place < line.endIndex {
      if line[place] == UInt8(ascii: " ") {
        end = end ?? place
      } else {
        if line[place] == UInt8(ascii: "\\") {
          place += 1
          if place == line.endIndex { return line }
        }
        end = nil
      }
      place += 1
    }
    return end.map { line[..<$0] } ?? line
  }

  fileprivate func names(
    _ path: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>, _ isDirectory: Bool
  ) -> Bool {
    if isOfDirectories, !isDirectory { return false }
    let text = isOfNames ? name : path
    if let ending { return text.count >= ending.count && text.suffix(ending.count) == ending[...] }
    guard text.starts(with: literal) else { return false }
    let rest = text.dropFirst(literal.count)
    return glob.map { $0.fits(rest) } ?? rest.isEmpty
  }
}
