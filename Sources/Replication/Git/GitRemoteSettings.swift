package import GitKit

/// Says how a git remote is talked to, and what is taken from it.
package struct GitRemoteSettings: Sendable {
  /// Time limits, logins and the like for servers.
  package var transfer = GitTransferSettings()
  /// The most bytes that a piece may have: a sealed segment with one transaction of the largest kind.
  package var largestPiece = 80 << 20
  /// From how many packs on a repository's packs are joined.
  package var packs = 64
  /// How old a branch's lock in a repository on this machine must be to be taken for one whose holder
  /// has died.
  package var abandonedLock: Duration = .seconds(60)

  /// Makes the usual settings: no logins.
  package init() {}
}
