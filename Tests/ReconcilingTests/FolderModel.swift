import LibraryState
import Operations
import Reconciling
import TestSupport

/// Is a folder in memory: files with what `stat` says of them, and bytes known by a number.
struct FolderModel {
  struct File: Equatable {
    var inode: UInt64
    var bytes: Int
    var mtime: Int64
    var ctime: Int64
    var birth: Int64
  }

  /// What bytes show when they are read.
  struct Photo {
    var captured: String?
    var type: String?
    var identifier: String?
    var duration: Double?
  }

  private(set) var files: [[UInt8]: File] = [:]
  /// What is known of bytes, by their number.
  private(set) var photos: [Int: Photo] = [:]
  private var nextInode: UInt64 = 100
  private var nextBytes = 1
  /// In nanoseconds; every change moves it far beyond the racy window.
  private(set) var now: Int64 = 1_000_000_000_000

  private mutating func tick() -> Int64 {
    now += 10_000_000_000
    return now
  }

  /// Lets time pass, as between a change and a look at rest.
  mutating func rest() { _ = tick() }

  mutating func newBytes(captured: String? = nil) -> Int {
    newBytes(Photo(captured: captured))
  }

  mutating func newBytes(_ photo: Photo) -> Int {
    defer { nextBytes += 1 }
    photos[nextBytes] = photo
    return nextBytes
  }

  /// Writes a file: a new inode if there was none, else in place.
  mutating func write(_ bytes: Int, to path: [UInt8]) {
    let now = tick()
    if files[path] == nil {
      files[path] = File(inode: nextInode, bytes: bytes, mtime: now, ctime: now, birth: now)
      nextInode += 1
    } else {
      files[path]?.bytes = bytes
      files[path]?.mtime = now
      files[path]?.ctime = now
    }
  }

  mutating func touch(_ path: [UInt8]) {
    let now = tick()
    files[path]?.mtime = now
    files[path]?.ctime = now
  }

  mutating func delete(_ path: [UInt8]) { files[path] = nil }

  mutating func copy(_ from: [UInt8], to: [UInt8]) {
    guard from != to, let bytes = files[from]?.bytes else { return }
    write(bytes, to: to)
  }

  mutating func move(_ from: [UInt8], to: [UInt8]) {
    guard from != to, var file = files.removeValue(forKey: from) else { return }
    file.ctime = tick()
    files[to] = file
  }

  mutating func swap(_ one: [UInt8], _ other: [UInt8]) {
    let aside = Array("aside".utf8)
    move(one, to: aside)
    move(other, to: one)
    move(aside, to: other)
  }

  /// The files in a directory or below it, ascending.
  func paths(in directory: [UInt8]) -> [[UInt8]] {
    files.keys.filter { $0.starts(with: directory + [0x2F]) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  var paths: [[UInt8]] { files.keys.sorted { $0.lexicographicallyPrecedes($1) } }

  mutating func moveDirectory(_ from: [UInt8], to: [UInt8]) {
    // A directory is not moved over a full one.
    guard from != to, paths(in: to).isEmpty else { return }
    for path in paths(in: from) {
      // The files' own inodes do not change.
      files[to + path.dropFirst(from.count)] = files.removeValue(forKey: path)
    }
  }

  func content(of bytes: Int) -> ContentID {
    // Spread out, so that the order of ids is not the order of the numbers.
    var generator = SeededGenerator(seed: UInt64(bytes))
    return ContentID(
      words: (generator.next(), generator.next(), generator.next(), generator.next()))
  }

  func key(of file: File) -> FileKey {
    FileKey(
      inode: file.inode, size: 1_000 + Int64(file.bytes), mtime: file.mtime, ctime: file.ctime,
      birth: file.birth)
  }

  /// Reads a file.
  func read(_ path: [UInt8], _ file: File) -> FolderSnapshot.Found {
    let photo = photos[file.bytes]
    let captured = photo?.captured
    let more: [(FieldName, Value?)] = [
      (.type, photo?.type.map { .text($0) }), (.duration, photo?.duration.map { .double($0) }),
      (.contentIdentifier, photo?.identifier.map { .text($0) }),
    ]
    return FolderSnapshot.Found(
      path: path, key: key(of: file), content: content(of: file.bytes),
      facts: [
        Field(.size, .int(1_000 + Int64(file.bytes))),
        Field(.captured, .text(captured ?? "2026-01-01T00:00:\(10 + file.bytes % 50)Z")),
      ] + more.compactMap { name, value in value.map { Field(name, $0) } },
      isCapturedFromFile: captured == nil)
  }
}
