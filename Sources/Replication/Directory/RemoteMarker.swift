import Operations

/// Is the file `albumen-remote`, which makes a directory a remote of one library
/// (docs/formats/remote.md, "The marker").
struct RemoteMarker: Equatable {
  let library: LibraryID

  /// The format that this version reads and writes.
  static let format = 1
  private static let title = "albumen remote"

  /// Says what a file is.
  enum Reading: Equatable {
    case sound(RemoteMarker)
    case newer(Int)
    /// Half copied, or something else.
    case bad
  }

  /// The file's text.
  var text: String { "\(Self.title)\nformat \(Self.format)\nlibrary \(library)\n" }

  /// Reads a file.
  static func read(_ bytes: [UInt8]) -> Reading {
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 4, lines[0] == title, let format = value("format", lines[1]),
      let number = Int(format)
    else { return .bad }
    guard number == Self.format else { return number > Self.format ? .newer(number) : .bad }
    guard let library = value("library", lines[2]).flatMap({ LibraryID($0) }) else { return .bad }
    return .sound(RemoteMarker(library: library))
  }

  private static func value(_ name: String, _ line: Substring) -> Substring? {
    line.hasPrefix(name + " ") ? line.dropFirst(name.count + 1) : nil
  }
}
