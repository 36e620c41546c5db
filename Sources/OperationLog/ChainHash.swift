import Hashing
package import Operations

/// Links the transactions of a log by SHA-256, so that no two histories pass for one
/// (docs/formats/segment.md, "Chain").
package enum ChainHash {
  /// Returns the chain of a log before its first transaction.
  package static func start(_ log: LogID) -> Chain {
    Chain(words: SHA256.hash(Array("albumen/log/1\n".utf8) + log.bytes).words)
  }

  /// Returns the chain behind a transaction, given its canonical form.
  package static func next(_ chain: Chain, _ canonical: [UInt8]) -> Chain {
    let digest = canonical.withUnsafeBytes { SHA256.hash(Digest32(words: chain.words), $0) }
    return Chain(words: digest.words)
  }

  /// Returns the chain behind a transaction.
  package static func next(_ chain: Chain, _ transaction: Transaction) -> Chain {
    next(chain, TransactionEncoder.canonical(transaction))
  }
}
