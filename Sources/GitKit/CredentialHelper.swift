import Platform

/// Asks git's credential helpers, by `git credential` (git-credential(1)).
struct CredentialHelper {
  /// How long a helper may take; some ask a person.
  private static let limit: Duration = .seconds(60)

  private let git: Path
  private let environment: [String]
  /// Asked while a helper runs; when it says no, that ends.
  private let isWanted: () -> Bool

  /// Prepares to ask; nil where that is not wanted.
  init?(_ settings: GitLoginSettings, while isWanted: @escaping () -> Bool) {
    guard let git = settings.git else { return nil }
    self.isWanted = isWanted
    self.git = git
    // Without an answer it must end: nobody may be at the terminal.
    environment =
      settings.environment.filter { !$0.hasPrefix("GIT_TERMINAL_PROMPT=") } + [
        "GIT_TERMINAL_PROMPT=0"
      ]
  }

  /// Asks for a name and a password; nil where no helper knows any.
  func fill(_ address: GitAddress, _ user: String?) -> GitLogin.Password? {
    guard let answer = run("fill", Self.description(address), ("username", user)) else {
      return nil
    }
    var values: [Substring: Substring] = [:]
    for line in answer.split(separator: "\n") {
      guard let sign = line.firstIndex(of: "=") else { continue }
      values[line[..<sign]] = line[line.index(after: sign)...]
    }
    guard let user = values["username"], let password = values["password"] else { return nil }
    return GitLogin.Password(user: String(user), password: String(password))
  }

  /// Tells the helpers whether the server took it, so that they keep it, or forget it.
  func tell(_ address: GitAddress, _ password: GitLogin.Password, isAccepted: Bool) {
    _ = run(
      isAccepted ? "approve" : "reject", Self.description(address), ("username", password.user),
      ("password", password.password))
  }

  private typealias Attribute = (name: String, value: String?)

  private static func description(_ address: GitAddress) -> [Attribute] {
    let port = address.port.map { ":\($0)" } ?? ""
    return [
      ("protocol", address.kind == .https ? "https" : "http"), ("host", address.host + port),
      ("path", String(address.resource.drop { $0 == "/" })),
    ]
  }

  /// The lines of attributes; nil where one would be two lines, or end before its end.
  static func lines(_ attributes: [(name: String, value: String?)]) -> String? {
    var text = ""
    for (name, value) in attributes {
      guard let value else { continue }
      guard !value.utf8.contains(where: { [0, 0x0A, 0x0D].contains($0) }) else { return nil }
      text += "\(name)=\(value)\n"
    }
    return text
  }

  private func run(
    _ command: String, _ description: [Attribute], _ more: Attribute...
  ) -> String? {
    guard let input = Self.lines(description + more) else { return nil }
    guard
      var child = try? ChildProcess(
        executable: git, arguments: ["credential", command], environment: environment)
    else { return nil }
    try? child.write(Array(input.utf8) + [UInt8(ascii: "\n")])
    guard let end = try? child.finish(until: Deadline(after: Self.limit), while: isWanted),
      end.status == .exited(0)
    else { return nil }
    return String(decoding: end.output, as: UTF8.self)
  }
}
