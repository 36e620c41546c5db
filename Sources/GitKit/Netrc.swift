import Platform

/// Reads the names and passwords in a file of netrc(5).
struct Netrc {
  private struct Entry {
    /// Nil for the default.
    let machine: String?
    var login: String?
    var password: String?
  }

  private var entries: [Entry] = []

  /// Reads a file; nil where that fails.
  init?(_ path: Path) {
    guard let file = try? Descriptor.open(path, [.read, .nonBlocking]),
      let bytes = try? file.readToEnd(limit: 1 << 20, path: path)
    else { return nil }
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// Reads a text.
  init(_ text: String) {
    var words = Self.words(text)[...]
    while let word = words.popFirst() {
      switch word {
      case "machine": entries.append(Entry(machine: words.popFirst()))
      case "default": entries.append(Entry(machine: nil))
      case "login", "password", "account":
        guard let value = words.popFirst(), !entries.isEmpty else { continue }
        if word == "login" { entries[entries.count - 1].login = value }
        if word == "password" { entries[entries.count - 1].password = value }
      default: break
      }
    }
  }

  /// The first name and password for a server, and for a user, if that is known.
  func password(_ host: String, _ user: String?) -> GitLogin.Password? {
    for entry in entries where entry.machine == nil || entry.machine == host {
      guard let login = entry.login ?? user, let password = entry.password,
        user == nil || user == login
      else { continue }
      return GitLogin.Password(user: login, password: password)
    }
    return nil
  }

  /// The words; those of macros (`macdef`, up to an empty line) and comments left out.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var isMacro = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if isMacro {
        isMacro = !line.isEmpty
        continue
      }
      for word in line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" }) {
        if word.hasPrefix("#"), words.last != "password" { break }
        if word == "macdef" {
          isMacro = true
          break
        }
        words.append(String(word))
      }
    }
    return words
  }
}
