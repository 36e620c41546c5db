import Platform

/// Makes a folder of photos whose names other programs lose, mix up or take for something else.
///
/// All differ in their bytes, so that each is an asset of its own. No name is one that a rule leaves
/// alone (docs/design/0004-folder-sync.md, "Ignored").
enum HostileNames {
  /// The paths, relative to the folder.
  static let paths: [Path] =
    (texts.map { Array($0.utf8) } + longest + undecodable + nested).compactMap { Path(bytes: $0) }

  private static let texts = [
    // One letter in two spellings: composed, and with a combining mark; and a mark by itself.
    "Zu\u{308}rich.jpg", "Z\u{FC}rich.jpg", "\u{308}.jpg", "\u{1100}\u{1161}.jpg", "\u{AC00}.jpg",
    // Names that differ only in case, with letters whose case mapping is not one to one.
    "harbour.jpg", "Harbour.jpg", "HARBOUR.JPG", "stra\u{DF}e.jpg", "STRASSE.jpg", "\u{130}.jpg",
    "i\u{307}.jpg",
    // White space and control characters.
    "first\nsecond.jpg", "\n", "carriage\rreturn.jpg", "tab\tstop.jpg", " before.jpg",
    "behind.jpg ", "two  blanks.jpg", " ", "\u{A0}.jpg", "bell\u{7}.jpg", "red\u{1B}[31m.jpg",
    "delete\u{7F}.jpg",
    "next\u{85}line.jpg", "\u{2028}.jpg",
    // What shells, option parsers and patterns take for theirs.
    "-", "-n.jpg", "--", "--force.jpg", "$PATH.jpg", "`id`.jpg", "a;b&c|d.jpg", "*.jpg",
    "[a-z].jpg", "?", "!.jpg", "#1.jpg", "%41.jpg", "%.jpg", "back\\slash.jpg", "it's.jpg",
    "\"quoted\".jpg",
    "a=b.jpg", "drive:.jpg", "<a>.jpg", "~ada.jpg", "{}.jpg", "@.jpg",
    // Names that Windows has for devices, and endings of no or of several parts.
    "NUL", "aux.jpg", "com1.jpg", "noending", "dot.", "dots...jpg", "photo.jpg.jpg", "jpg",
    // Text from right to left, an override of the direction, and what joins invisibly.
    "\u{5E9}\u{5DC}\u{5D5}\u{5DD}.jpg", "\u{202E}gpj.txt.jpg", "a\u{200B}b.jpg", "ab.jpg",
    "\u{FEFF}mark.jpg",
    // Emoji of several code points, and one beyond the Basic Multilingual Plane.
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}.jpg", "\u{1F1E8}\u{1F1ED}.jpg", "\u{2764}.jpg",
    "\u{2764}\u{FE0F}.jpg", "\u{10FFFD}.jpg", "\u{FFFD}.jpg",
  ]

  /// As long as a name may be: of one-byte letters, and such that byte 255 ends a letter of three.
  private static let longest: [[UInt8]] = [
    [UInt8](repeating: UInt8(ascii: "n"), count: 251) + Array(".jpg".utf8),
    [UInt8](repeating: UInt8(ascii: "n"), count: 255),
    Array(String(repeating: "\u{5199}", count: 85).utf8),
  ]

  /// Bytes that are no UTF-8: two that are the same once they are replaced, a letter cut short, a
  /// surrogate, an over-long slash, and Latin-1.
  private static let undecodable: [[UInt8]] = [
    [0xFF], [0xFE], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF],
    [0x5A, 0xFC] + Array("rich.jpg".utf8),
  ]

  /// The same names once more in directories that are twins, and far down.
  private static let nested: [[UInt8]] =
    [
      "caf\u{E9}/a.jpg", "cafe\u{301}/a.jpg", "Trip/a.jpg", "trip/a.jpg", "-r/a.jpg",
      "new\nline/a.jpg",
    ]
    .map { Array($0.utf8) } + [
      [0xFD, UInt8(ascii: "/")] + Array("a.jpg".utf8),
      Array((String(repeating: "down/", count: 80) + "a.jpg").utf8),
    ]

  /// Makes the folder.
  static func write(to directory: Path) throws {
    var generator = SplitMix(state: 17)
    var maker = PhotoMaker(.tiny, seed: 17)
    for (number, file) in paths.enumerated() {
      let path = directory / file
      try Files.createDirectories(path.parent)
      let metadata = PhotoMetadataBlock(number: number, .tiny, using: &generator)
      // Who takes two names for one does not overwrite the first in silence.
      let photo = try Descriptor.open(path, [.write, .create, .exclusive])
      try photo.writeAll(maker.next(metadata), path: path)
      try photo.close()
    }
  }
}
