package import Platform

/// Is a point in the past of a history and the state that an independent reference found there, as
/// `Fixtures/histories/past.txt` has them.
package struct PastPoint: Sendable {
  /// How the point is named.
  package enum Kind: String, Sendable {
    /// A transaction, `log:seq`.
    case at
    /// So many transactions back.
    case back
    /// A moment, in milliseconds.
    case wall
  }

  package let kind: Kind
  package let name: String
  /// The state's `StateDigest`.
  package let digest: String

  /// Reads the points, by the history that they are of.
  package static func read(_ file: Path) throws -> [String: [PastPoint]] {
    var points: [String: [PastPoint]] = [:]
    for line in String(decoding: try readFile(file), as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").map { String($0) }
      guard words.count == 4, let kind = Kind(rawValue: words[1]) else {
        throw TestFailure("no point: \(line)")
      }
      points[words[0], default: []].append(
        PastPoint(kind: kind, name: words[2], digest: words[3]))
    }
    return points
  }
}
