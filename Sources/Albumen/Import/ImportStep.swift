import Operations
import Platform
import Synchronization

/// Is the directory `.albumen/tmp/import-<id>/` in which an import has its copies until they are in place.
///
/// The import is done when its transaction is in the log. What must then be put where stands in the file
/// `intent`, written before (docs/formats/import-step.md): whoever finds a step whose process has died
/// finishes it if its transaction is there, and removes it otherwise. The copies are the program's own;
/// nothing of the user's is ever removed here.
final class ImportStep: Sendable {
  let directory: Path
  private let lock: Mutex<FileLock?>

  /// Begins a step.
  ///
  /// With the library's lock held: a step that is being made would pass for a dead one.
  init(in steps: Path) throws(PlatformError) {
    let name = Path("import-\(LogID.random())") ?? Path()
    directory = steps / name
    try Files.createDirectories(steps)
    try Files.createDirectory(directory, permissions: 0o700)
    guard let lock = try FileLock.tryAcquire(directory / Self.lockName) else {
      throw PlatformError(
        code: .locked, message: "the step is taken", operation: "flock", path: directory)
    }
    self.lock = Mutex(lock)
  }

  private static let lockName: Path = "lock"
  private static let intentName: Path = "intent"

  /// One copy and where it goes, relative to the root.
  struct Item: Sendable {
    let staged: Path
    let destination: Path
  }

  /// Records durably what is to be done when a transaction is in the log.
  static func intend(
    _ items: [Item], _ transaction: (dot: Dot, hlc: UInt64), in directory: Path
  ) throws(PlatformError) {
    var text =
      "albumen import step 1\ntransaction \(transaction.dot) \(Hex.encode(transaction.hlc))\n"
    for item in items {
      text += "\(item.staged.lastComponent.display) \(Hex.encode(item.destination.bytes))\n"
    }
    try DurableFile.replace(
      directory / intentName, with: Array(text.utf8), failpoint: "import.intent")
  }

  /// Removes what is left of the step, unless it has still to be finished.
  ///
  /// Where an intent stands, some of its copies may not be in their places, and only the log tells
  /// whether they belong there: that is left to `recover`.
  ///
  /// - Returns: whether nothing is left.
  @discardableResult
  func end() -> Bool {
    let isSettled = (try? FileStatus.ofLink(at: directory / Self.intentName)) == nil
    if isSettled { Self.remove(directory) }
    return isSettled
  }

  /// Gives the step up: what `end` has left of it is then the next change's to finish or remove.
  func release() { lock.withLock { $0 = nil } }

  /// Takes notice that every copy is in its place.
  func settle() { try? Files.unlink(directory / Self.intentName) }

  /// Whether a transaction is in the log.
  enum Standing {
    case written
    case missing
    /// Its log cannot be read that far now.
    case unknown
  }

  /// Finishes or removes the steps whose process has died.
  ///
  /// - Parameters:
  ///   - root: the library's root.
  ///   - standing: whether a transaction, by its dot and time, is in the log.
  /// - Returns: copies that belong to the library but cannot be put in their places now; they stay.
  static func recover(
    in steps: Path, root: Path, standing: (Dot, UInt64) throws(AlbumenError) -> Standing
  ) throws(AlbumenError) -> [(path: Path, error: PlatformError)] {
    var failed: [(path: Path, error: PlatformError)] = []
    for step in names(in: steps) where step.display.hasPrefix("import-") {
      let directory = steps / step
      guard let lock = (try? FileLock.tryAcquire(directory / lockName)) ?? nil else { continue }
      var isFinished = true
      if let intent = intent(of: directory) {
        let standing = try standing(intent.dot, intent.hlc)
        if standing == .unknown { isFinished = false }
        for item in intent.items
        where standing == .written && (try? FileStatus.ofLink(at: item.staged)) != nil {
          do throws(PlatformError) { _ = try place(item, in: root) } catch {
            failed.append((item.destination, error))
            isFinished = false
          }
        }
      } else if (try? FileStatus.ofLink(at: directory / intentName)) != nil {
        // A newer version's, or one that cannot be read now: it may still be needed.
        isFinished = false
      }
      lock.release()
      if isFinished { remove(directory) }
    }
    return failed
  }

  /// Puts a copy where it goes; under another name where that one is taken by now, and into the root
  /// where its directory cannot be made.
  ///
  /// - Returns: where it is, relative to the root.
  static func place(_ item: Item, in root: Path) throws(PlatformError) -> Path {
    do throws(PlatformError) {
      try Files.createDirectories((root / item.destination).parent)
      return try placeInDirectory(item, in: root)
    } catch {
      guard error.code == .alreadyExists || error.code == .notDirectory else { throw error }
      // A file has the name of a directory by now.
      let inRoot = Item(staged: item.staged, destination: item.destination.lastComponent)
      return try placeInDirectory(inRoot, in: root)
    }
  }

  private static func placeInDirectory(
    _ item: Item, in root: Path
  ) throws(PlatformError) -> Path {
    var number = 1
    var destination = item.destination
    while true {
      do throws(PlatformError) {
        try Failpoint.hit("import.place")
        try Files.renameWithoutReplacing(item.staged, to: root / destination)
        return destination
      } catch {
        guard error.code == .alreadyExists, number < 100_000 else { throw error }
        number += 1
        destination = numbered(item.destination, number)
      }
    }
  }

  /// The path with a number before the extension: `IMG_1-2.jpg`.
  static func numbered(_ path: Path, _ number: Int) -> Path {
    let name = path.lastComponent.bytes
    // What is longer than any extension is a part of the name.
    let dot =
      name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 && name.count - $0 <= 32 ? $0 : nil }
      ?? name.endIndex
    let suffix = Array("-\(number)".utf8)
    // A name has at most 255 bytes; a character of a text is not cut in two.
    var stem = name[..<dot].prefix(255 - suffix.count - (name.endIndex - dot))
    while stem.count < dot, stem.count > 1, name[stem.endIndex] & 0xC0 == 0x80 {
      stem = stem.dropLast()
    }
    return path.parent.appending(name: stem + suffix + name[dot...]) ?? path
  }

  private static func intent(
    of directory: Path
  ) -> (dot: Dot, hlc: UInt64, items: [Item])? {
    guard let bytes = try? DurableFile.contents(of: directory / intentName) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count >= 2, lines[0] == "albumen import step 1" else { return nil }
    let head = lines[1].split(separator: " ")
    guard head.count == 3, head[0] == "transaction", let dot = Dot(head[1]),
      let hlc = Hex.decodeWord(head[2])
    else { return nil }
    var items: [Item] = []
    for line in lines.dropFirst(2) {
      let parts = line.split(separator: " ")
      guard parts.count == 2, let staged = directory.appending(name: Array(parts[0].utf8)),
        let bytes = Hex.decode(parts[1]), let destination = Path(bytes: bytes),
        !destination.isAbsolute, !destination.components.contains("..")
      else { return nil }
      items.append(Item(staged: staged, destination: destination))
    }
    return (dot, hlc, items)
  }

  private static func names(in directory: Path) -> [Path] {
    var names: [Path] = []
    DirectoryWalk().run(
      root: directory,
      visit: { entry in
        names.append(entry.path)
        return .skip
      }, failed: { _, _ in })
    return names
  }

  private static func remove(_ directory: Path) {
    for name in names(in: directory) { try? Files.unlink(directory / name) }
    try? Files.removeDirectory(directory)
  }
}
