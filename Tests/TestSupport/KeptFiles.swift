import Glibc
import Hashing
import Operations
package import Platform
import Synchronization

/// Keeps account of the users' files of one test, to show that nobody but the test itself has lost one.
///
/// Whatever lies in the folder of a library and was not made for the album view is a user's. It is known by
/// its inode and its bytes. When the test ends, each such file must still be below the test's directory,
/// by its inode, or by its bytes in a file that accounts for no other (a copy to another file system). What
/// the test removes, replaces or writes over itself, it does by ``removeFile(_:)``, ``moveFile(_:to:)``,
/// ``writeFile(_:_:)``, ``removeTree(_:)`` and ``asUser(of:_:)``, which take that off the account. So this
/// is a look from outside: it does not matter by which call, or which process, a file was lost.
package final class KeptFiles: Sendable {
  /// Names a file as long as it is on its file system.
  struct Inode: Hashable {
    let device: UInt
    let number: UInt64
  }

  /// A file as it was when it was put where it is.
  struct Record {
    /// Where it was last known to be.
    var path: Path
    let size: Int
    let digest: Digest32
  }

  struct Account {
    var records: [Inode: Record] = [:]
    /// The folders of libraries; what becomes one later is found when the test ends.
    var roots: Set<Path> = []
    /// What was lost on file systems that are gone by now.
    var lost: [Path] = []
  }

  /// The directory of the test.
  let top: Path
  let account = Mutex(Account())

  /// Begins an account.
  init(_ top: Path) { self.top = top }

  // MARK: Which test

  private static let open = Mutex<[Path: KeptFiles]>([:])

  static func begin(_ top: Path) {
    let files = KeptFiles(top)
    Totals.start()
    open.withLock { $0[top] = files }
  }

  static func end(_ top: Path) { open.withLock { $0[top] = nil } }

  /// The account of the test in whose directory a path is.
  package static func of(_ path: Path) -> KeptFiles? {
    open.withLock { all in
      var directory = path
      while true {
        if let files = all[directory] { return files }
        let parent = directory.parent
        if parent == directory || parent.isEmpty { return nil }
        directory = parent
      }
    }
  }

  // MARK: What a test does

  /// Takes notice of a file that the test has written.
  func noteWritten(_ path: Path, _ bytes: [UInt8]) {
    Totals.timing {
      guard let (inode, status) = Self.status(path, follows: true) else { return }
      account.withLock { account in
        noteRoot(above: path, &account)
        if Self.isInternal(path) {
          account.records[inode] = nil
          return
        }
        account.records[inode] = Record(
          path: path, size: Int(status.st_size), digest: SHA256.hash(bytes))
      }
    }
  }

  /// The file of which a path is the last name; nil where there is none, or what has another name besides.
  ///
  /// - Parameter other: what is to have the path instead, if anything.
  func last(_ path: Path, replacedBy other: Path? = nil) -> Inode? {
    Totals.timing {
      account.withLock { account in
        noteRoot(above: path, &account)
        if let other { noteRoot(above: other, &account) }
        guard let (inode, status) = Self.status(path), status.st_nlink == 1 else { return nil }
        return inode
      }
    }
  }

  /// Takes a file off the account: the test has removed it, or replaced it.
  func forget(_ inode: Inode?) {
    guard let inode else { return }
    account.withLock { $0.records[inode] = nil }
  }

  /// Takes notice that the test has moved a file or a directory.
  func noteMove(to path: Path) {
    Totals.timing {
      account.withLock { account in
        noteRoot(above: path, &account)
        Self.regularFiles(path, skips: { _ in false }) { file, inode in
          account.records[inode]?.path = file
        }
      }
    }
  }

  /// Takes notice of what there is in the folder of a library.
  ///
  /// What was imported, or copied there by another program, is a user's file from now on. What the album view
  /// has is not, unless a test has put it there.
  package func look(at root: Path) {
    Totals.timing {
      guard Self.status(root / ".albumen") != nil else { return }
      account.withLock { account in
        account.roots.insert(root)
        let view = Self.views(of: root)
        Self.regularFiles(root, skips: { $0 == ".albumen" || view.contains($0) }) { file, inode in
          if account.records[inode] != nil { return }
          guard let bytes = try? readFile(file) else { return }
          account.records[inode] = Record(
            path: file, size: bytes.count, digest: SHA256.hash(bytes))
        }
      }
    }
  }

  /// Runs what a user does by other programs: what is there before and not behind it is not lost.
  func asUser<Result>(_ body: () throws -> Result) rethrows -> Result {
    let there = account.withLock { account in
      account.records.filter { Self.holds($0.value.path, $0.key, $0.value) }
    }
    let result = try body()
    account.withLock { account in
      for (inode, record) in there where !Self.holds(record.path, inode, record) {
        account.records[inode] = nil
      }
    }
    return result
  }

  // MARK: What counts

  /// Whether a path is in a library's own directory.
  static func isInternal(_ path: Path) -> Bool {
    path.components.contains { $0 == ".albumen" || $0 == ".albumen-steps" }
  }

  /// Notes the libraries in whose folders a path is.
  private func noteRoot(above path: Path, _ account: inout Account) {
    var child = path
    var directory = path.parent
    while directory == top || directory.isInside(top) {
      if account.roots.contains(directory) { return }
      if child.lastComponent == ".albumen" || Self.status(directory / ".albumen") != nil {
        account.roots.insert(directory)
      }
      (child, directory) = (directory, directory.parent)
    }
  }

  /// The names that the directory of the album view may have.
  static func views(of root: Path) -> Set<Path> {
    var names: Set<Path> = ["Albums"]
    let text = (try? readFile(root / ".albumen/view")) ?? []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 2, words[0].elementsEqual("directory".utf8),
        let bytes = Hex.decode(String(decoding: words[1], as: UTF8.self)),
        let name = Path(bytes: bytes)
      else { continue }
      names.insert(name)
    }
    return names
  }

  static func status(_ path: Path, follows: Bool = false) -> (Inode, stat)? {
    var status = stat()
    let result = path.withCString { follows ? stat($0, &status) : lstat($0, &status) }
    guard result == 0 else { return nil }
    return (Inode(device: UInt(status.st_dev), number: UInt64(status.st_ino)), status)
  }

  /// Whether a path has a file with its bytes as they were.
  static func holds(_ path: Path, _ inode: Inode, _ record: Record) -> Bool {
    guard let (found, status) = status(path), found == inode else { return false }
    return Int(status.st_size) == record.size && digest(path) == record.digest
  }

  static func digest(_ path: Path) -> Digest32? {
    (try? readFile(path)).map { SHA256.hash($0) }
  }

  /// Calls a function with each regular file at or below a path.
  ///
  /// - Parameter skips: whether a directory, relative to the path, is left out.
  static func regularFiles(
    _ path: Path, skips: (Path) -> Bool, _ body: (Path, Inode) -> Void
  ) {
    guard let (inode, status) = status(path) else { return }
    if status.st_mode & S_IFMT == S_IFREG { return body(path, inode) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return }
    DirectoryWalk().run(
      root: path,
      visit: { entry in
        if entry.kind == .directory { return skips(entry.path) ? .skip : .descend }
        if entry.kind == .regular, let (inode, _) = Self.status(path / entry.path) {
          body(path / entry.path, inode)
        }
        return .skip
      },
      failed: { _, _ in })
  }
}

/// Runs what a user does to a folder by other programs than Albumen: what they remove is not lost.
package func asUser<Result>(of directory: Path, _ body: () throws -> Result) rethrows -> Result {
  guard let files = KeptFiles.of(directory) else { return try body() }
  return try files.asUser(body)
}
