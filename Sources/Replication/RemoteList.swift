import GitKit
import Operations
package import Platform

/// Is the file that names the remotes of one library on one machine (docs/formats/machine-state.md,
/// "Remotes").
///
/// An address may hold a password, so only its owner can read the file.
package struct RemoteList: Sendable, Equatable {
  /// Is one remote.
  package struct Entry: Sendable, Equatable {
    /// What the user calls it.
    package let name: String
    /// Where it is.
    package let address: RemoteAddress

    /// Names a remote.
    package init(name: String, address: RemoteAddress) {
      self.name = name
      self.address = address
    }
  }

  /// The remotes, in the order in which they were added.
  package var entries: [Entry] = []

  /// Creates an empty list.
  package init() {}

  private static let title = "albumen-remotes 1"

  /// Whether a text can be a remote's name: 1 to 64 letters, digits, `.`, `_` and `-` of ASCII, the first a
  /// letter or a digit.
  package static func isName(_ text: String) -> Bool {
    func isPlain(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard let first = text.utf8.first, isPlain(first), text.utf8.count <= 64 else { return false }
    return text.utf8.allSatisfy { isPlain($0) || "._-".utf8.contains($0) }
  }

  /// Reads the file; a file that is missing names none.
  ///
  /// - Throws: `damaged` for one that is not of the form, `newerFormat`, `io`.
  package init(file: Path) throws(ReplicationError) {
    let bytes: [UInt8]
    do throws(PlatformError) { bytes = try DurableFile.contents(of: file, limit: 1 << 20) } catch {
      if error.code == .notFound { return }
      throw ReplicationError(
        .io, "the list of remotes cannot be read: \(error.message)", subject: file.display)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first == Substring(Self.title) else {
      throw Self.damaged(file)
    }
    for line in lines.dropFirst() {
      let words = line.split(separator: " ")
      guard words.count == 3, Self.isName(String(words[1])),
        let bytes = PercentEncoding.decode(words[2])
      else { throw Self.damaged(file) }
      let address: RemoteAddress
      switch words[0] {
      case "directory":
        let path = Path(bytes: bytes)
        address =
          path.flatMap { $0.isAbsolute ? .directory($0) : nil }
          ?? .unusable(kind: "directory", bytes)
      case "git":
        // What was an address once need not be one for this version: the others are, and it can be removed.
        let parsed = String(validating: bytes, as: UTF8.self).flatMap { GitAddress($0) }
        address = parsed.map { .git($0) } ?? .unusable(kind: "git", bytes)
      default: throw Self.damaged(file)
      }
      entries.append(Entry(name: String(words[1]), address: address))
    }
  }

  /// Writes the file, durably.
  package func write(to file: Path) throws(PlatformError) {
    var text = Self.title + "\n"
    for entry in entries {
      let bytes: [UInt8] =
        switch entry.address {
        case .directory(let path): Array(path.bytes)
        case .git(let address): Array(address.text.utf8)
        case .unusable(_, let bytes): bytes
        }
      text += "\(entry.address.kind) \(entry.name) \(PercentEncoding.encode(bytes))\n"
    }
    try DurableFile.replace(
      file, with: Array(text.utf8), permissions: 0o600, failpoint: "remotes")
  }

  private static func damaged(_ file: Path) -> ReplicationError {
    ReplicationError(
      .damaged, "the list of remotes is damaged", hint: "remove the file and add the remotes again",
      subject: file.display)
  }
}
