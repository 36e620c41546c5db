import GitKit
public import Platform
import Replication

/// Says where names, passwords and keys for git servers come from.
///
/// The library looks nowhere by itself: who uses it names the files and programs that may be asked.
public struct RemoteLogins: Sendable {
  /// The file of netrc(5), such as `~/.netrc`; nil for none.
  public var netrc: Path?
  /// The program git, which knows the user's credential helpers (gitcredentials(7)); nil where it is not
  /// to be asked.
  public var git: Path?
  /// The environment that git is started with, as `NAME=value`.
  public var environment: [String] = []
  /// The user's name for servers whose address has none.
  public var user: String?
  /// Whether the agent for SSH is asked, which is found by the process's `SSH_AUTH_SOCK`.
  public var usesAgent = false
  /// Files of private keys for SSH, such as `~/.ssh/id_ed25519`; those that are missing are passed over.
  public var keys: [Path] = []
  /// Files of hosts that are known, as of sshd(8); those that are missing are passed over.
  public var knownHosts: [Path] = []

  /// Makes logins that know nothing.
  public init() {}

  /// How git remotes are talked to with these.
  var gitSettings: GitRemoteSettings {
    var settings = GitRemoteSettings()
    settings.transfer.login.netrc = netrc
    settings.transfer.login.git = git
    settings.transfer.login.environment = environment
    settings.transfer.login.user = user
    settings.transfer.login.usesAgent = usesAgent
    settings.transfer.login.keys = keys
    settings.transfer.login.knownHosts = knownHosts
    return settings
  }
}
