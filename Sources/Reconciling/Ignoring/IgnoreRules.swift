/// Says which names in a folder are left alone wherever they stand, whatever they hold.
///
/// Dot-files and -directories, what other programs write while they are not done, and what file systems
/// and storage boxes keep for themselves (docs/design/0004-folder-sync.md, "Ignored").
package enum IgnoreRules {
  /// Why a name is left alone.
  package enum Reason: String, Sendable {
    case hidden = "its name begins with a dot"
    case temporary = "it is a temporary or backup file"
    case system = "it belongs to the file system or a storage box"
  }

  /// Why a file is left alone; nil where it is not.
  package static func reason(forFile name: some Collection<UInt8>) -> Reason? {
    if name.first == UInt8(ascii: ".") { return .hidden }
    // Most names end like none of these: nothing need be compared.
    if !mayBeTemporary(name) { return nil }
    let lower = lowercased(name)
    if temporaryEndings.contains(where: { lower.ends(with: $0) }) { return .temporary }
    if lower.starts(with: officeLock) { return .temporary }
    return nil
  }

  /// Why a directory and all that is in it is left alone; nil where it is not.
  package static func reason(forDirectory name: some Collection<UInt8>) -> Reason? {
    if name.first == UInt8(ascii: ".") { return .hidden }
    if name.first == UInt8(ascii: "@") { return .system }
    if systemDirectories.contains(lowercased(name)) { return .system }
    return nil
  }

  /// Whether a name begins or ends with a byte with which those of temporary files do.
  private static func mayBeTemporary(_ name: some Collection<UInt8>) -> Bool {
    var last: UInt8 = 0
    var first: UInt8?
    for byte in name {
      if first == nil { first = byte }
      last = byte
    }
    return first == officeLock[0] || lastBytes.contains(last | 0x20)
  }

  /// The last bytes of `temporaryEndings`; `~` is the only one that is no letter, and stays what it is.
  private static let lastBytes = temporaryEndings.compactMap(\.last)

  private static let temporaryEndings = [
    ".part", ".crdownload", ".tmp", ".bak", "_original", "~", ".download", ".partial",
  ].map { Array($0.utf8) }

  /// What office programs begin the names of their lock files with.
  private static let officeLock = Array("~$".utf8)

  private static let systemDirectories = [
    "lost+found", "#recycle", "$recycle.bin", "system volume information",
  ].map { Array($0.utf8) }

  /// A name with ASCII letters made small; these rules name nothing else.
  private static func lowercased(_ name: some Collection<UInt8>) -> [UInt8] {
    name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}

extension Array<UInt8> {
  fileprivate func ends(with ending: [UInt8]) -> Bool {
    count >= ending.count && suffix(ending.count).elementsEqual(ending)
  }
}
