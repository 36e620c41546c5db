import Platform

/// Asks git's credential helpers, by `git credential` (git-credential(1)).
struct CredentialHelper {
  /// How long a helper may take; some ask a person.
  private static let limit: Duration = .seconds(60)

  private let git: Path
  private let environment: [String]

  /// Prepares to ask; nil where that is not wanted.
  init?(_ settings: GitLoginSettings) {
    guard let git = settings.git else { return nil }
    self.git = git
    // Without an answer it must end: nobody may be at the terminal.
    environment =
      settings.environment.filter { !$0.hasPrefix("GIT_TERMINAL_PROMPT=") } + [
        "GIT_TERMINAL_PROMPT=0"
      ]
  }

  /// Asks for a name and a password; nil where no helper knows any.
  func fill(_ address: GitAddress, _ user: String?) -> GitLogin.Password? {
    guard let answer = run("fill", Self.description(address, user)) else { return nil }
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
      isAccepted ? "approve" : "reject",
      Self.description(address, password.user) + "password=\(password.password)\n")
  }

  private static func description(_ address: GitAddress, _ user: String?) -> String {
    let port = address.port.map { ":\($0)" } ?? ""
    return "protocol=\(address.kind == .https ? "https" : "http")\nhost=\(address.host)\(port)\n"
      + "path=\(address.resource.drop { $0 == "/" })\n" + (user.map { "username=\($0)\n" } ?? "")
  }

  private func run(_ command: String, _ input: String) -> String? {
    guard
      var child = try? ChildProcess(
        executable: git, arguments: ["credential", command], environment: environment)
    else { return nil }
    try? child.write(Array(input.utf8) + [UInt8(ascii: "\n")])
    guard let end = try? child.finish(until: Deadline(after: Self.limit)),
      end.status == .exited(0)
    else { return nil }
    return String(decoding: end.output, as: UTF8.self)
  }
}
