import Operations

/// Finds positions for references that go to a place among an album's members.
///
/// Pure. Members that have to give way (without a position, with the same one as a neighbour, or with no
/// room before them) are moved too, as few as can be (docs/formats/position.md).
struct ReferenceOrder {
  /// A member of the album as it shows, in order.
  struct Member: Hashable {
    let asset: AssetID
    /// Nil where none was ever given: such members come last.
    let position: Position?
  }

  /// A position that an asset's reference is given.
  struct Assignment: Hashable {
    let asset: AssetID
    let position: Position
  }

  /// Returns the positions that put `assets`, in their order, behind the first `index` members.
  ///
  /// - Parameters:
  ///   - assets: those to be placed, each once; none of them among `members`.
  ///   - index: 0 to the number of members.
  static func place(
    _ assets: [AssetID], at index: Int, among members: [Member],
    using generator: inout some RandomNumberGenerator
  ) -> [Assignment] {
    var start = index
    // A member without a position is behind all that have one: what goes behind it takes it along.
    while start > 0, members[start - 1].position == nil { start -= 1 }
    var end = index
    while true {
      let before = start > 0 ? members[start - 1].position : nil
      let after = end < members.count ? members[end].position : nil
      let moved = members[start..<index].map(\.asset) + assets + members[index..<end].map(\.asset)
      if let run = Position.run(of: moved.count, after: before, before: after, using: &generator) {
        return zip(moved, run).map { Assignment(asset: $0, position: $1) }
      }
      // No room: the next member gives way, or, at the end of those with a position, the last one.
      if end < members.count { end += 1 } else { start -= 1 }
    }
  }
}
