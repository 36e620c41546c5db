import CGit2

/// Names a git object: the SHA-1 of its type, size and bytes.
package struct GitObjectID: Hashable, Sendable {
  let raw: git_oid

  init(_ raw: git_oid) { self.raw = raw }

  /// The twenty bytes.
  package var bytes: [UInt8] { withUnsafeBytes(of: raw) { Array($0) } }

  /// Whether two names are the same.
  package static func == (left: GitObjectID, right: GitObjectID) -> Bool {
    withUnsafeBytes(of: left.raw) { one in
      withUnsafeBytes(of: right.raw) { one.elementsEqual($0) }
    }
  }

  /// Feeds the name to a hasher.
  package func hash(into hasher: inout Hasher) {
    withUnsafeBytes(of: raw) { hasher.combine(bytes: $0) }
  }
}

extension GitObjectID: CustomStringConvertible {
  /// Forty hexadecimal digits.
  package var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension GitObjectID {
  /// Names the file contents that some bytes are.
  package init(hashing bytes: [UInt8]) throws(GitError) {
    try GitLibrary.require()
    var id = git_oid()
    try bytes.span.withUnsafeBytes { buffer throws(GitError) in
      _ = try GitLibrary.check {
        albumen_git2_odb_hash(&id, buffer.baseAddress, buffer.count, GIT_OBJECT_BLOB)
      }
    }
    self.init(id)
  }
}
