import Hashing
import Platform

/// Compares a server's key with the files of known hosts (sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT").
struct KnownHosts {
  /// Is what the files say of a server.
  enum Verdict: Sendable, Hashable {
    /// This key is the server's.
    case known
    /// The server is not in any file.
    case unknown
    /// The server is there, with another key.
    case changed(Path, line: Int)
    /// This key is marked as one that must not be trusted.
    case revoked(Path, line: Int)
  }

  private let files: [Path]

  /// Compares with some files; those that cannot be read say nothing.
  init(_ files: [Path]) {
    self.files = files
  }

  /// Judges the key of a server.
  func verdict(host: String, port: Int, key: [UInt8]) -> Verdict {
    // As OpenSSH names a server in these files.
    let name = port == 22 ? host.lowercased() : "[\(host.lowercased())]:\(port)"
    var isKnown = false
    var other: Verdict?
    for path in files {
      guard let file = try? Descriptor.open(path, [.read, .nonBlocking]),
        let bytes = try? file.readToEnd(limit: 16 << 20, path: path)
      else { continue }
      for (index, line) in bytes.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
      ).enumerated() {
        let text = String(decoding: line, as: UTF8.self)
        var words = text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" })[...]
        guard let first = words.first, !first.hasPrefix("#") else { continue }
        let mark = first.hasPrefix("@") ? words.popFirst() : nil
        // A line for an authority says nothing of a plain key.
        guard mark != "@cert-authority", words.count >= 3,
          Self.matches(words[words.startIndex], name)
        else { continue }
        let isSame = Self.base64(words[words.startIndex + 2]) == key
        if mark == "@revoked" {
          if isSame { return .revoked(path, line: index + 1) }
        } else if isSame {
          isKnown = true
        } else if other == nil {
          other = .changed(path, line: index + 1)
        }
      }
    }
    return isKnown ? .known : other ?? .unknown
  }

  /// Whether the first field of a line names a server.
  static func matches(_ field: Substring, _ name: String) -> Bool {
    if field.hasPrefix("|1|") {
      let parts = field.dropFirst(3).split(separator: "|", omittingEmptySubsequences: false)
      guard parts.count == 2, let salt = base64(parts[0]), let hash = base64(parts[1]) else {
        return false
      }
      return HMACSHA1.code(key: salt, message: Array(name.utf8)) == hash
    }
    var isNamed = false
    for pattern in field.split(separator: ",") {
      if pattern.hasPrefix("!") {
        if fits(Array(pattern.dropFirst().lowercased().utf8)[...], Array(name.utf8)[...]) {
          return false
        }
      } else if fits(Array(pattern.lowercased().utf8)[...], Array(name.utf8)[...]) {
        isNamed = true
      }
    }
    return isNamed
  }

  /// Whether a name fits a pattern with `*` and `?`; in time proportional to both lengths' product.
  private static func fits(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    var (p, n) = (pattern.startIndex, name.startIndex)
    var star: (p: Int, n: Int)?
    while n < name.endIndex {
      if p < pattern.endIndex, pattern[p] == UInt8(ascii: "*") {
        star = (p, n)
        p += 1
      } else if p < pattern.endIndex, pattern[p] == name[n] || pattern[p] == UInt8(ascii: "?") {
        p += 1
        n += 1
      } else if let last = star {
        star = (last.p, last.n + 1)
        (p, n) = (last.p + 1, last.n + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// The bytes of a text in base 64 (RFC 4648); nil for anything else.
  static func base64(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in text.utf8 {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte + 4
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="): continue
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
