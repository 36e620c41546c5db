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
    // Nobody else wants it but one who asks whether it is held, for a moment.
    self.lock = Mutex(
      try FileLock.acquire(directory / Self.lockName, until: Deadline(after: .seconds(5))))
  }

  static let lockName: Path = "lock"
  static let intentName: Path = "intent"

  /// One copy and where it goes, relative to the root.
  struct Item: Sendable {
    let staged: Path
    let destination: Path
    /// The copy's bytes; nil where the intent does not tell.
    var content: ContentID?
  }

  /// Records durably what is to be done when a transaction is in the log.
  static func intend(
    _ items: [Item], _ transaction: (dot: Dot, hlc: UInt64), in directory: Path
  ) throws(PlatformError) {
    var text =
      "albumen import step 1\ntransaction \(transaction.dot) \(Hex.encode(transaction.hlc))\n"
    for item in items {
      text += "\(item.staged.lastComponent.display) \(Hex.encode(item.destination.bytes))"
      text += item.content.map { " \($0)\n" } ?? "\n"
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

  /// What a step is to do; nil where it has no intent, or one that cannot be read.
  static func intent(
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
      guard (2...3).contains(parts.count),
        let staged = directory.appending(name: Array(parts[0].utf8)),
        let bytes = Hex.decode(parts[1]), let destination = Path(bytes: bytes),
        !destination.isAbsolute, !destination.components.contains("..")
      else { return nil }
      let content = parts.count > 2 ? ContentID(parts[2]) : nil
      if parts.count > 2, content == nil { return nil }
      items.append(Item(staged: staged, destination: destination, content: content))
    }
    return (dot, hlc, items)
  }

  /// The steps that are there, of whoever they are.
  static func steps(in steps: Path) -> [Path] {
    // Nothing in `.albumen` is a link: what one leads to is somebody else's.
    guard (try? FileStatus.ofLink(at: steps))?.kind == .directory else { return [] }
    return names(in: steps, .directory).filter { $0.display.hasPrefix("import-") }.map {
      steps / $0
    }
  }

  /// What is there; what cannot be listed is left for another time.
  private static func names(in directory: Path, _ kind: FileKind) -> [Path] {
    (try? DirectoryWalk.names(in: directory, of: kind)) ?? []
  }

  static func remove(_ directory: Path) {
    guard (try? FileStatus.ofLink(at: directory))?.kind == .directory else { return }
    for name in names(in: directory, .regular) { try? Files.unlink(directory / name) }
    try? Files.removeDirectory(directory)
  }
}
