import Platform
import Reconciling

extension ImportStep {
  /// Returns where a directory of the library really is, if its part that is there leads through links.
  ///
  /// - Parameter directory: relative to the root; it need not be there, or not all of it.
  /// - Returns: the path relative to the root, without links; nil where a link leads nowhere, out of the
  ///   root, or to where files are left alone.
  static func resolve(_ directory: Path, in root: Path) throws(PlatformError) -> Path? {
    var existing = directory
    var missing: [Path] = []
    while !existing.isEmpty {
      do throws(PlatformError) {
        _ = try FileStatus.ofLink(at: root / existing)
        break
      } catch {
        // A link that leads to itself is there, and fails when it is resolved.
        guard [.notFound, .notDirectory, .symbolicLink].contains(error.code) else { throw error }
        missing.append(existing.lastComponent)
        existing = existing.parent
      }
    }
    do throws(PlatformError) {
      guard let inside = try Files.resolve(root / existing).relative(to: root) else { return nil }
      let resolved = missing.reversed().reduce(inside) { $0 / $1 }
      let view = LibraryLayout(root: root).viewDirectory
      return IgnoreRules.shouldDescend(resolved, view: view) ? resolved : nil
    } catch {
      guard error.code == .notFound || error.code == .symbolicLink else { throw error }
      return nil
    }
  }

  /// Copies into another file system: under a hidden name, which a second try takes again, and then,
  /// with the bytes on disk, renames without replacing.
  static func copyAcross(_ staged: Path, to target: Path) throws(PlatformError) {
    if (try? FileStatus.ofLink(at: target)) != nil {
      throw PlatformError(
        code: .alreadyExists, message: "the name is taken", operation: "copy", path: target)
    }
    let step = staged.parent.lastComponent.display
    let name = ".albumen-\(step)-\(staged.lastComponent.display).tmp"
    let temporary = target.parent / (Path(name) ?? Path())
    do throws(PlatformError) {
      try Failpoint.hit("import.across.copy")
      let from = try Descriptor.open(staged, [.read])
      let time = try from.status(path: staged).mtimeNanoseconds
      let to = try Descriptor.open(temporary, [.readWrite, .create, .truncate, .noFollow])
      try Files.copyContents(from: from, to: to, path: target)
      try to.setModificationTime(nanoseconds: time, path: target)
      try Failpoint.hit("import.across.fsync")
      try to.synchronize(path: target)
      try to.close()
      try Failpoint.hit("import.across.rename")
      try Files.renameWithoutReplacing(temporary, to: target)
    } catch {
      try? Files.unlink(temporary)
      throw error
    }
  }

  /// Whether two files are one, or hold the same.
  static func hasSameBytes(_ staged: Path, _ other: Path) throws(PlatformError) -> Bool {
    let status = try FileStatus.ofLink(at: staged)
    let there = try FileStatus.ofLink(at: other)
    if status.isSameFile(as: there) { return true }
    guard there.kind == .regular, there.size == status.size else { return false }
    let left = try Descriptor.open(staged, [.read])
    let right = try Descriptor.open(other, [.read, .noFollow, .nonBlocking])
    return try FileComparison.haveSameBytes(left, staged, right, other)
  }

  /// Puts on disk what was placed: each file system that something came to, and that of the root, all
  /// at once, with the directories that were made.
  static func synchronize(_ paths: [Path], in root: Path) throws(PlatformError) {
    try Failpoint.hit("import.placed")
    var devices: Set<UInt64> = []
    for directory in [root] + Set(paths.map { (root / $0).parent }) {
      let place = try Descriptor.open(directory, [.read, .directory])
      guard devices.insert(try place.status(path: directory).device).inserted else { continue }
      try Failpoint.hit("import.placed.syncfs")
      try place.synchronizeFileSystem(path: directory)
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
}
