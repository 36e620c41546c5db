/// Is what files that belong together have in common: their directory, and their name without endings.
///
/// Names are bytes, and compared as such: nobody but a camera or a phone gives them, and it spells them
/// alike.
package struct PairName: Hashable, Sendable {
  /// The path without endings, relative to the root.
  package let path: [UInt8]

  /// The name of a file at a path; nil for one without an ending, which no camera writes.
  package init?(_ path: [UInt8]) {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    guard let dot = path.lastIndex(of: UInt8(ascii: ".")), dot > start else { return nil }
    let stem = path[..<dot]
    // How Pixel phones call a raw photo and its JPEG.
    for ending in Self.pixelEndings where stem.suffix(ending.count).elementsEqual(ending) {
      guard stem.count - ending.count > start else { continue }
      self.path = Array(stem.dropLast(ending.count))
      return
    }
    self.path = Array(stem)
  }

  private static let pixelEndings = [
    Array(".RAW-01.COVER".utf8), Array(".RAW-02.ORIGINAL".utf8),
  ]
}
