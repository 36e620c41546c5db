import CGit2
import Platform

extension GitRepository {
  /// Joins small packs into one once there are many, so that finding an object does not become slow.
  ///
  /// As `git repack --geometric=2` does it: packs are taken, the smallest first, until each that is left
  /// is larger than all of those together; so each byte is rewritten a few times in its life, whatever
  /// the number of packs. All their objects go to the new pack, wanted or not: others may be using them.
  /// Packs with further files beside them (kept ones, those with bitmaps) stay. Passes `git.consolidate`.
  /// What libgit2 was writing when somebody died, a day ago or more, is removed.
  ///
  /// - Parameters:
  ///   - threshold: from how many packs on something is done.
  ///   - largest: packs of more bytes stay as they are.
  /// - Returns: how many packs there were less than before.
  @discardableResult
  package func consolidate(from threshold: Int = 64, largest: UInt64 = .max) throws(GitError) -> Int
  {
    let directory = self.directory / "objects/pack"
    let packs = try Self.packs(in: directory)
    guard packs.count >= threshold else { return 0 }
    var chosen: [(stem: Path, size: UInt64)] = []
    var sum: UInt64 = 0
    for pack in packs.sorted(by: { $0.size < $1.size }) where pack.size <= largest {
      // At least half of the threshold: else the next publication would begin again.
      if chosen.count >= threshold / 2, pack.size > 2 * sum { break }
      chosen.append(pack)
      sum += pack.size
    }
    guard chosen.count > 1 else { return 0 }
    let name = try join(chosen.map(\.stem))
    do throws(PlatformError) { try Failpoint.hit("git.consolidate") } catch {
      throw GitError(error, path: path)
    }
    for pack in chosen where pack.stem.lastComponent.text != name {
      // The index first: without it a pack is not looked at, and an index alone would be a fault.
      try? Files.unlink(Self.file(pack.stem, ".idx"))
      try? Files.unlink(Self.file(pack.stem, ".pack"))
    }
    try refresh()
    return chosen.count - 1
  }

  /// Writes a pack with all objects of some packs, and returns its name without an ending.
  private func join(_ packs: [Path]) throws(GitError) -> String {
    var builder: OpaquePointer?
    try GitLibrary.check(path) { albumen_git2_packbuilder_new(&builder, raw) }
    defer { albumen_git2_packbuilder_free(builder) }
    for pack in packs {
      let index = Self.file(pack, ".idx")
      var database: OpaquePointer?
      try GitLibrary.check(path) {
        index.withCString { albumen_git2_odb_open_pack(&database, $0) }
      }
      defer { albumen_git2_odb_free(database) }
      try GitLibrary.check(path) {
        albumen_git2_odb_foreach(
          database, { albumen_git2_packbuilder_insert(OpaquePointer($1), $0) },
          UnsafeMutableRawPointer(builder))
      }
    }
    try GitLibrary.check(path) { albumen_git2_packbuilder_write(builder) }
    return "pack-" + String(cString: albumen_git2_packbuilder_name(builder))
  }

  /// The packs that have an index and nothing else beside them.
  private static func packs(in directory: Path) throws(GitError) -> [(stem: Path, size: UInt64)] {
    var endings: [Path: Set<String>] = [:]
    var sizes: [Path: UInt64] = [:]
    var failure: PlatformError?
    var isIndexed = false
    DirectoryWalk().run(
      root: directory,
      visit: { entry in
        let name = entry.path.bytes
        if name.starts(with: "pack_git2_".utf8) { removeAbandoned(directory / entry.path) }
        if name.starts(with: "multi-pack-index".utf8) { isIndexed = true }
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.starts(with: "pack-".utf8),
          let stem = Path(bytes: directory.bytes + [UInt8(ascii: "/")] + name[..<dot])
        else { return .skip }
        let ending = String(decoding: name[dot...], as: UTF8.self)
        endings[stem, default: []].insert(ending)
        if ending == ".pack", let status = try? FileStatus.ofLink(at: directory / entry.path) {
          sizes[stem] = UInt64(clamping: status.size)
        }
        return .skip
      },
      failed: { _, error in failure = error })
    if let failure { throw GitError(failure, path: directory) }
    // An index over several packs names them: it is left to whoever made it.
    if isIndexed { return [] }
    return endings.compactMap { stem, found in
      guard found == [".pack", ".idx"], let size = sizes[stem] else { return nil }
      return (stem, size)
    }
  }

  /// Removes a pack that was being written if whoever did so must have died.
  private static func removeAbandoned(_ path: Path) {
    guard let status = try? FileStatus.ofLink(at: path), status.kind == .regular,
      SystemClock.wallNanoseconds &- status.mtimeNanoseconds > abandoned
    else { return }
    try? Files.unlink(path)
  }

  /// A day, in nanoseconds.
  private static let abandoned: Int64 = 86_400 * 1_000_000_000

  private static func file(_ stem: Path, _ ending: String) -> Path {
    stem.appending(suffix: ending.utf8) ?? stem
  }
}
