import LibraryState
import Operations

/// Does to a library what people, cameras and programs do to folders: at random, by a seed.
struct FolderHistory {
  private var random: any RandomNumberGenerator
  /// Whether people trash and restore assets, too.
  private let trashes: Bool

  private static let directories = [
    "", "trip/", "trip/deep/", "Rome/", "caf\u{E9}/", "cafe\u{301}/",
  ]
  private static let names = ["a.jpg", "b.jpg", "B.jpg", "a-edit.jpg", "IMG_0001.jpg"]

  init(_ random: some RandomNumberGenerator, trashes: Bool = true) {
    self.random = random
    self.trashes = trashes
  }

  private mutating func number(below limit: Int) -> Int {
    Int(random.next() % UInt64(limit))
  }

  private mutating func pick<Item>(_ items: [Item]) -> Item? {
    items.isEmpty ? nil : items[number(below: items.count)]
  }

  private mutating func path() -> [UInt8] {
    let directory = pick(Self.directories) ?? ""
    // One name in twenty is no UTF-8.
    let name = number(below: 20) == 0 ? [0xFF, 0x2E, 0x6A] : Array((pick(Self.names) ?? "").utf8)
    return Array(directory.utf8) + name
  }

  private mutating func captured() -> String? {
    let day = 10 + number(below: 20)
    return number(below: 3) == 0 ? nil : "2026-05-\(day)T12:00:\(10 + number(below: 50))"
  }

  /// Makes one change, most often in the folder.
  mutating func change(_ library: inout LibraryModel) throws {
    let existing = pick(library.folder.paths)
    switch number(below: trashes ? 14 : 12) {
    case 0, 1, 2:
      let bytes = library.folder.newBytes(captured: captured())
      library.folder.write(bytes, to: path())
    case 3: if let existing { library.folder.copy(existing, to: path()) }
    case 4: rename(&library)
    case 5: if let existing { library.folder.delete(existing) }
    case 6:
      // An edit, which keeps the capture time.
      guard let existing, let file = library.folder.files[existing] else { return }
      let captured = library.folder.photos[file.bytes]?.captured
      library.folder.write(library.folder.newBytes(captured: captured), to: existing)
    case 7:
      if let existing, let other = pick(library.folder.paths), existing != other {
        library.folder.swap(existing, other)
      }
    case 8: if let existing { library.folder.touch(existing) }
    case 9:
      // Bytes that were there once come again, or take another file's place.
      if let old = pick(library.folder.photos.keys.sorted()) {
        library.folder.write(old, to: path())
      }
    case 10: renameDirectory(&library)
    case 11:
      if let directory = pick(Self.directories), number(below: 2) == 0 {
        let name = Array(directory.utf8.dropLast())
        for path in library.folder.paths(in: name) { library.folder.delete(path) }
      } else {
        // A burst, so that the guard has something to guard.
        for number in 0..<25 {
          library.folder.write(
            library.folder.newBytes(captured: captured()), to: Array("trip/\(number)".utf8))
        }
      }
    case 12:
      if let asset = pick(library.state.assets.keys.sorted()) { try library.trash(asset) }
    default:
      if let asset = pick(library.state.assets.keys.sorted()), library.status(asset) != .alive {
        try library.write([Operation(.restoreAsset(asset))])
      }
    }
  }

  /// Gives a file another name.
  mutating func rename(_ library: inout LibraryModel) {
    if let existing = pick(library.folder.paths) { library.folder.move(existing, to: path()) }
  }

  /// Gives a file another name that nothing has, or a directory.
  mutating func renameOnly(_ library: inout LibraryModel) {
    if number(below: 4) == 0 { return renameDirectory(&library) }
    let name = path()
    if let existing = pick(library.folder.paths), library.folder.files[name] == nil {
      library.folder.move(existing, to: name)
    }
  }

  private mutating func renameDirectory(_ library: inout LibraryModel) {
    let named = Self.directories.filter { !$0.isEmpty }.map { Array($0.utf8.dropLast()) }
    guard let from = pick(named), let to = pick(named) else { return }
    // A directory does not go into itself.
    if !to.starts(with: from) { library.folder.moveDirectory(from, to: to) }
  }
}
