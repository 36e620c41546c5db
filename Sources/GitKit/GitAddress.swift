package import Platform

/// Is the address of a repository, as git takes it (gitremote-helpers, git-fetch(1) "GIT URLS").
package struct GitAddress: Sendable, Hashable {
  /// How a repository is reached.
  package enum Kind: Sendable, Hashable {
    /// By its path on this machine.
    case path(Path)
    /// By git's own protocol, without a login.
    case git
    /// Over HTTP; `https` where it is encrypted.
    case http
    case https
    /// Over SSH.
    case ssh
  }

  /// The text as it was given, which may hold a password.
  package let text: String
  /// How it is reached.
  package let kind: Kind
  /// The server; empty for a path.
  package let host: String
  /// The server's port; nil for the usual one.
  package let port: Int?
  /// The user's name, if the address has one.
  package let user: String?
  /// Whether the address has a password.
  package let hasPassword: Bool
  /// What stands behind the server, with its slash; as it was written.
  package let resource: String
  /// The address as it may be shown: without password, and over HTTP without user (it may be a token).
  package let display: String

  /// Reads an address; nil for what is none that can be used.
  ///
  /// A text without a scheme and without `host:` in front is a path.
  package init?(_ text: String) {
    if let scheme = text.firstIndex(of: ":"), text[scheme...].hasPrefix("://") {
      let rest = text[scheme...].dropFirst(3)
      if text[..<scheme].lowercased() == "file" {
        guard let path = Self.path(ofFile: rest) else { return nil }
        self.init(text, path: path)
      } else {
        self.init(text, scheme: text[..<scheme], rest: rest)
      }
    } else if let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/") {
      self.init(text, login: text[..<colon], resource: text[text.index(after: colon)...])
    } else {
      guard !text.isEmpty, let path = Path(text) else { return nil }
      self.init(text, path: path)
    }
  }

  private init(_ text: String, path: Path) {
    self.text = text
    kind = .path(path)
    host = ""
    port = nil
    user = nil
    hasPassword = false
    resource = text
    display = Path.printable(text)
  }

  /// `host:path` and `user@host:path`, as scp(1) has them.
  private init?(_ text: String, login: Substring, resource: Substring) {
    let at = login.lastIndex(of: "@")
    let host = at.map { login[login.index(after: $0)...] } ?? login
    // `https:/…` is a slip of the pen, and `user:password@host:path` is nothing that ssh would take: both
    // would show a password as a path. `git:albums.git` is on a host of that name.
    let isSlip =
      resource.hasPrefix("/")
      && ["file", "ftp", "ftps", "git", "http", "https", "ssh"].contains(host.lowercased())
    guard Self.isHost(host), !resource.isEmpty, Self.isPlain(text), !isSlip,
      !resource.contains("@"), Self.isResource(resource, .ssh)
    else { return nil }
    self.text = text
    kind = .ssh
    self.host = String(host)
    port = nil
    user = at.map { String(login[..<$0]) }
    hasPassword = false
    self.resource = String(resource)
    display = Path.printable(text)
  }

  private init?(_ text: String, scheme: Substring, rest: Substring) {
    let kind: Kind
    switch scheme.lowercased() {
    case "git": kind = .git
    case "http": kind = .http
    case "https": kind = .https
    case "ssh", "git+ssh", "ssh+git": kind = .ssh
    default: return nil
    }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    var server = rest[..<slash]
    var login: Substring?
    if let at = server.lastIndex(of: "@") {
      // A password with these in it has to be written with percent signs: nothing else is read alike
      // everywhere.
      guard !server[..<at].contains(where: { "@?#".contains($0) }) else { return nil }
      login = server[..<at]
      server = server[server.index(after: at)...]
    }
    var port: Int?
    if !server.hasSuffix("]"), let colon = server.lastIndex(of: ":") {
      let digits = server[server.index(after: colon)...]
      guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits),
        1...65535 ~= number
      else { return nil }
      port = number
      server = server[..<colon]
    }
    let isBracketed = server.hasPrefix("[") && server.hasSuffix("]")
    let name = isBracketed ? server.dropFirst().dropLast() : server
    guard Self.isHost(name, isBracketed: isBracketed), slash < rest.endIndex, Self.isPlain(text),
      Self.isResource(rest[slash...], kind)
    else { return nil }
    let parts = login?.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var user: String?
    if let first = parts?.first {
      // What stands here goes on as a line of its own to git's helpers (git-credential(1)).
      guard let bytes = Self.percentDecoded(first), Self.isLine(bytes) else { return nil }
      user = String(decoding: bytes, as: UTF8.self)
    }
    if let password = parts?.dropFirst().first {
      guard let bytes = Self.percentDecoded(password), Self.isLine(bytes) else { return nil }
    }
    self.text = text
    self.kind = kind
    self.port = port
    host = String(name)
    resource = String(rest[slash...])
    self.user = user
    hasPassword = (parts?.count ?? 0) > 1
    let shownUser = kind == .ssh ? parts?.first.map { "\($0)@" } ?? "" : ""
    let shownPort = port.map { ":\($0)" } ?? ""
    // Behind a question mark may stand a token.
    let path = rest[slash...].prefix { $0 != "?" && $0 != "#" }
    display = Path.printable("\(scheme)://\(shownUser)\(server)\(shownPort)\(path)")
  }

  /// The path in an address of a file, behind `file://`.
  private static func path(ofFile rest: Substring) -> Path? {
    guard let slash = rest.firstIndex(of: "/"), ["", "localhost"].contains(rest[..<slash]) else {
      return nil
    }
    return percentDecoded(rest[slash...]).flatMap { Path(bytes: $0) }
  }

  /// Whether a text names a server: a name or a number of the network's, and nothing that a program could
  /// take for an option.
  ///
  /// libgit2 decodes percent signs here, and writes what comes of it into headers; and the hints of errors
  /// are lines that a person may copy into a shell.
  private static func isHost(_ text: Substring, isBracketed: Bool = false) -> Bool {
    !text.isEmpty && !text.hasPrefix("-")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        case UInt8(ascii: ":"): isBracketed
        default: false
        }
      }
  }

  /// Whether what stands behind a server stays what it is on the way there.
  ///
  /// libgit2 puts it, decoded or not by its version, between two apostrophes of a command line for the
  /// server's shell (SSH), or in front of a NUL (git's own protocol).
  private static func isResource(_ text: Substring, _ kind: Kind) -> Bool {
    guard kind == .ssh || kind == .git else { return true }
    guard let bytes = percentDecoded(text, isStrict: false) else { return false }
    return isLine(bytes) && !(kind == .ssh && bytes.contains(UInt8(ascii: "'")))
  }

  /// Whether there are no control characters and no spaces, which could forge a line for a helper.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  /// Whether bytes have no control character: nothing that could end a line, or a text.
  private static func isLine(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  /// - Parameter isStrict: whether a percent sign without a number behind it makes it nil; else it stays.
  private static func percentDecoded(_ text: Substring, isStrict: Bool = true) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.first != UInt8(ascii: "+"),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        if byte == UInt8(ascii: "%"), isStrict { return nil }
        bytes.append(byte)
      }
    }
    return bytes
  }
}
