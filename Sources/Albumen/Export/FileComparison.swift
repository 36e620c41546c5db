import Platform

/// Compares files.
enum FileComparison {
  private static let chunk = 1 << 18

  /// Whether two plain files have the same bytes.
  static func areSame(_ a: Path, _ b: Path) throws(PlatformError) -> Bool {
    let mode: Descriptor.Mode = [.read, .noFollow, .nonBlocking]
    let left = try Descriptor.open(a, mode)
    let right = try Descriptor.open(b, mode)
    let (one, other) = (try left.status(path: a), try right.status(path: b))
    guard one.kind == .regular, other.kind == .regular, one.size == other.size else { return false }
    if one.isSameFile(as: other) { return true }
    return try haveSameBytes(left, a, right, b)
  }

  /// Whether two open files hold the same, from their beginnings on.
  static func haveSameBytes(
    _ left: borrowing Descriptor, _ a: Path, _ right: borrowing Descriptor, _ b: Path
  ) throws(PlatformError) -> Bool {
    var offset: Int64 = 0
    while true {
      let bytes = try left.bytes(count: chunk, at: offset, path: a)
      guard try bytes == right.bytes(count: chunk, at: offset, path: b) else { return false }
      if bytes.isEmpty { return true }
      offset += Int64(bytes.count)
    }
  }
}
