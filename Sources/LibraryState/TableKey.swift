package import Operations

/// Is an id that an `IDTable` can be about.
package protocol TableKey: Hashable, Sendable {
  /// A number that depends on every bit of the id, and on a secret of the process.
  var tableHash: UInt32 { get }
}

/// What keeps a hostile log from choosing ids that all fall into one slot: numbers that are drawn for
/// each run of the program.
private let secret: (UInt64, UInt64, UInt64, UInt64) = {
  var random = SystemRandomNumberGenerator()
  return (random.next(), random.next(), random.next(), random.next())
}()

/// Mixes two words so that each bit of the result depends on all of both.
@inline(__always) private func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
  let product = left.multipliedFullWidth(by: right)
  return product.high ^ product.low
}

extension ReferenceTable.Key: TableKey {
  package var tableHash: UInt32 {
    let secret = secret
    let places = UInt64(album) << 32 | UInt64(asset)
    return UInt32(truncatingIfNeeded: mix(mix(places ^ secret.0, secret.1), secret.2))
  }
}

extension Identifier: TableKey {
  package var tableHash: UInt32 {
    let secret = secret
    return UInt32(truncatingIfNeeded: mix(mix(high ^ secret.0, low ^ secret.1), secret.2))
  }
}

extension Digest: TableKey {
  package var tableHash: UInt32 {
    let secret = secret
    let left = mix(words.0 ^ secret.0, words.1 ^ secret.1)
    let right = mix(words.2 ^ secret.2, words.3 ^ secret.3)
    return UInt32(truncatingIfNeeded: mix(left, right))
  }
}
