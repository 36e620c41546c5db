import TextForms

/// Makes the names of copies: a number that sorts them, and the file's own name.
struct CopyNames {
  private let digits: Int
  private var taken: Set<[UInt8]> = []

  /// - Parameter count: how many places there are, which says how wide the numbers are.
  init(count: Int) {
    digits = max(4, String(count).utf8.count)
  }

  /// Returns the name for a place, from 1; no two calls get the same.
  mutating func name(_ index: Int, _ filename: [UInt8], mark: some StringProtocol) -> [UInt8] {
    let number = String(index)
    let start =
      Array(String(repeating: "0", count: max(0, digits - number.utf8.count)).utf8)
      + Array("\(number) ".utf8)
    let dot = filename.lastIndex(of: UInt8(ascii: "."))
      .flatMap { filename.count - $0 <= 12 && $0 > 0 ? $0 : nil }
    let (stem, ending) = (
      filename[..<(dot ?? filename.count)], filename[(dot ?? filename.count)...]
    )
    func name(_ between: [UInt8]) -> [UInt8] {
      // NAME_MAX of every file system that matters here.
      var room = 255 - start.count - between.count - ending.count
      var kept = stem
      while kept.count > room, kept.count > 1 {
        room = max(room, 0)
        kept = kept.prefix(room)
        // Not in the middle of a character, if it is text.
        while let last = stem.dropFirst(kept.count).first, last & 0xC0 == 0x80, !kept.isEmpty {
          kept = kept.dropLast()
        }
      }
      return start + kept + between + ending
    }
    var bytes = name([])
    // Copies may go to a file system that does not tell letters by their case.
    if taken.contains(Self.folded(bytes)) { bytes = name(Array(" ~\(mark)".utf8)) }
    taken.insert(Self.folded(bytes))
    return bytes
  }

  private static func folded(_ name: [UInt8]) -> [UInt8] {
    guard let text = String(validating: name, as: UTF8.self) else { return name }
    return Array(TextForm.nfc(text).lowercased().utf8)
  }
}
