package import Platform

/// Says how a server is talked to: what is allowed, and until when.
package struct GitTransferSettings: Sendable {
  /// How long connecting to a server may take.
  package var connecting: Duration = .seconds(15)
  /// How long a server may be silent while it is waited for.
  package var silence: Duration = .seconds(30)
  /// How long it may take in all to ask a server what it holds.
  package var asking: Duration = .seconds(120)
  /// How long one fetch or one push may take in all.
  package var transferring: Duration = .seconds(6 * 3600)
  /// The most bytes that one fetch may bring.
  package var largestFetch: UInt64 = 8 << 30
  /// Where names, passwords and keys come from.
  package var login = GitLoginSettings()
  /// Ends what is under way, if the caller wants that.
  package var cancellation: GitCancellation?

  /// Makes the usual settings: no logins.
  package init() {}
}

/// Says where names, passwords and keys for servers come from.
package struct GitLoginSettings: Sendable {
  /// The file of netrc(5); nil for none.
  package var netrc: Path?
  /// The program git, which knows the credential helpers; nil where it is not to be asked.
  package var git: Path?
  /// The environment for git, as `NAME=value`.
  package var environment: [String] = []
  /// The user's name for servers whose address has none.
  package var user: String?
  /// Whether the agent for SSH is asked, which libssh2 finds by SSH_AUTH_SOCK.
  package var usesAgent = false
  /// Files of private keys for SSH; those that are missing are passed over.
  package var keys: [Path] = []
  /// Files of known hosts, as of sshd(8); those that are missing are passed over.
  package var knownHosts: [Path] = []

  /// Makes settings with nothing in them.
  package init() {}
}
