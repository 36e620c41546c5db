import Catalogue
import Platform
import Reconciling

/// Is the index of files in memory, for a look at the folder that finds nearly every file as it was.
///
/// Asked for a file by its inode, and told where it stands only as bytes, it finds it without making a
/// path: that is what a look at a hundred thousand files consists of.
struct FileIndex {
  private struct Entry {
    let start: Int
    let count: Int
    let key: FileKey
    let hashed: Int64
    var isSeen = false
  }

  private var names: [UInt8] = []
  private var entries: [Entry] = []
  /// The last entry of each inode; others of it (hard links) are found by their paths.
  private var ofInode: [UInt64: Int] = [:]
  /// All entries by path, once one was asked for by its path.
  private var ofPath: [Path: Int]?
  private let inodesCount: Bool

  /// - Parameter inodesCount: whether inode numbers mean something here; else all go by their paths.
  init(inodesCount: Bool) { self.inodesCount = inodesCount }

  /// How many files there are.
  var count: Int { entries.count }

  mutating func reserve(_ count: Int) {
    entries.reserveCapacity(count)
    names.reserveCapacity(count * 48)
    if inodesCount { ofInode.reserveCapacity(count) }
  }

  /// Adds a file, of whose path there is no other.
  mutating func add(_ path: UnsafeRawBufferPointer, _ stamp: FileStamp) {
    let key = FileKey(
      inode: stamp.inode, size: stamp.size, mtime: stamp.modified, ctime: stamp.changed,
      birth: stamp.born)
    add(path, key, hashed: stamp.hashed)
  }

  /// Adds a file, of whose path there is no other.
  mutating func add(_ row: FileRow) {
    row.path.bytes.withUnsafeBytes { add($0, row.key, hashed: row.hashed) }
  }

  private mutating func add(_ path: UnsafeRawBufferPointer, _ key: FileKey, hashed: Int64) {
    if inodesCount { ofInode[key.inode] = entries.count }
    entries.append(Entry(start: names.count, count: path.count, key: key, hashed: hashed))
    names.append(contentsOf: path)
  }

  /// The file of an inode that stands in a directory under a name; nil where its path has to be asked
  /// for.
  ///
  /// - Parameter directory: its path with a slash behind it; nothing for the root.
  func find(
    inode: UInt64, _ directory: [UInt8], _ name: UnsafeRawBufferPointer
  ) -> Int? {
    guard inodesCount, let index = ofInode[inode] else { return nil }
    let entry = entries[index]
    guard entry.count == directory.count + name.count else { return nil }
    let isSame = names.withUnsafeBytes { names in
      let path = names[entry.start..<entry.start + entry.count]
      return path.suffix(name.count).elementsEqual(name)
        && path.prefix(directory.count).elementsEqual(directory)
    }
    return isSame ? index : nil
  }

  /// The file at a path.
  mutating func find(_ path: Path) -> Int? {
    if let ofPath { return ofPath[path] }
    var ofPath: [Path: Int] = [:]
    ofPath.reserveCapacity(entries.count)
    for index in entries.indices { ofPath[self.path(index)] = index }
    self.ofPath = ofPath
    return ofPath[path]
  }

  /// Where a file is, relative to the root.
  func path(_ index: Int) -> Path {
    let entry = entries[index]
    return Path(bytes: names[entry.start..<entry.start + entry.count]) ?? Path()
  }

  /// What a file looked like.
  func key(_ index: Int) -> FileKey { entries[index].key }

  /// When a file was hashed, in nanoseconds since 1970 UTC.
  func hashed(_ index: Int) -> Int64 { entries[index].hashed }

  /// Whether a file that looks like this now is known without being read again.
  func isUnchanged(_ index: Int, _ key: FileKey) -> Bool {
    key.isUnchanged(
      since: entries[index].key, hashedAt: entries[index].hashed, inodesCount: inodesCount)
  }

  /// Notes that there is a file; false where that was noted before.
  mutating func see(_ index: Int) -> Bool {
    if entries[index].isSeen { return false }
    entries[index].isSeen = true
    return true
  }

  /// The files of which nobody has noted that they are there.
  var unseen: [Int] { entries.indices.filter { !entries[$0].isSeen } }
}
