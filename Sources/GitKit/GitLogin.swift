import Platform
import Synchronization

/// Finds names and passwords, and remembers the one that a server took.
///
/// Each source is asked once an exchange, so that a wrong password never goes in circles.
package final class GitLogin: Sendable {
  /// Is a name and a password.
  struct Password: Sendable, Hashable {
    let user: String
    let password: String
  }

  /// Names the places that passwords come from, in the order in which they are asked.
  enum Source: Int, Sendable {
    /// What the server has taken before.
    case remembered
    case netrc
    case helper
  }

  /// Is a place that a key comes from.
  enum Key: Sendable, Hashable {
    case agent
    case file(Path)
  }

  /// Is what was tried in one exchange.
  struct Attempts {
    var keys = 0
    var tried: [Key] = []
    var passwords = 0
    var password: (Source, Password)?
  }

  private let settings: GitLoginSettings
  private let remembered = Mutex<Password?>(nil)

  /// Makes one for one server.
  package init(_ settings: GitLoginSettings) {
    self.settings = settings
  }

  /// Asks a source; nil where it has nothing for this server.
  ///
  /// May run a program, and wait for it as long as the answer is wanted.
  func password(
    _ source: Source, _ address: GitAddress, _ user: String?, while isWanted: @escaping () -> Bool
  ) -> Password? {
    let user = user ?? address.user
    switch source {
    case .remembered: return remembered.withLock { $0 }
    case .netrc:
      return settings.netrc.flatMap { Netrc($0) }.flatMap { $0.password(address.host, user) }
    case .helper: return CredentialHelper(settings, while: isWanted)?.fill(address, user)
    }
  }

  /// Notes that a server has taken a password, or not.
  func note(
    _ attempts: Attempts, isAccepted: Bool, _ address: GitAddress,
    while isWanted: @escaping () -> Bool
  ) {
    guard let (source, password) = attempts.password else { return }
    remembered.withLock { $0 = isAccepted ? password : nil }
    guard source == .helper else { return }
    CredentialHelper(settings, while: isWanted)?.tell(address, password, isAccepted: isAccepted)
  }
}

extension GitLoginSettings {
  /// The keys for SSH, in the order in which they are tried.
  var sources: [GitLogin.Key] { (usesAgent ? [.agent] : []) + keys.map { .file($0) } }
}
