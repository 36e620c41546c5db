import Albumen

/// Shortens ids so that those of one list stay apart.
struct AssetPrefixes {
  private let length: Int

  /// The fewest digits that are shown.
  private static let shortest = 8

  init(_ ids: [AssetID]) {
    let sorted = ids.sorted()
    var length = Self.shortest
    for (left, right) in zip(sorted, sorted.dropFirst()) where left != right {
      guard left.prefix >> 32 == right.prefix >> 32 else { continue }
      let common = zip("\(left)", "\(right)").prefix { $0 == $1 }.count
      length = max(length, common + 1)
    }
    self.length = length
  }

  /// The start of an id.
  func prefix(of id: AssetID) -> String { String(id.description.prefix(length)) }
}
