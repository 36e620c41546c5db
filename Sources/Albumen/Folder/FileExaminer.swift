import MediaKit
import Operations
import Platform
import Reconciling

/// Reads new and changed files: their SHA-256 on two threads of this process, what they show in the
/// helper processes.
final class FileExaminer: Sendable {
  /// A file that was read, or why not.
  enum Examined: Sendable {
    /// A photo or video.
    case found(ContentID, FileKey, hashedAt: Int64, AssetFacts)
    /// Something else.
    case other
    /// It is not there any more.
    case vanished
    /// It changed while it was read; to be read again later.
    case changing
    /// It could not be read.
    case unreadable(PlatformError)
  }

  private let hashers: [ContentHasher]
  private let media: MediaReader
  private static let chunk = 32

  init(helper: Path) {
    hashers = (0..<2).map { ContentHasher(name: "hash-\($0)") }
    media = MediaReader(helper: helper, workers: 2)
  }

  /// Ends the helper processes.
  func close() async { await media.close() }

  /// Reads files.
  ///
  /// - Parameters:
  ///   - paths: relative to the root, any number.
  ///   - root: the library's root.
  ///   - progress: called with the number of files done since the last call.
  /// - Returns: what came of each, in the order of `paths`.
  /// - Throws: `.failed` where the helper program cannot be started at all.
  func examine(
    _ paths: [Path], in root: Path, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [Examined] {
    let chunks = stride(from: 0, to: paths.count, by: Self.chunk).map {
      Array(paths[$0..<min($0 + Self.chunk, paths.count)])
    }
    let sidecars = SidecarFinder(of: paths.map { root / $0 })
    return try await withThrowingTaskGroup(of: (Int, [Examined]).self) { group in
      var results = [[Examined]](repeating: [], count: chunks.count)
      // Two chunks a hasher under way: while one waits for the helper, the other is hashed.
      var next = 0
      func start() {
        guard next < chunks.count else { return }
        let index = next
        next += 1
        group.addTask { [hashers] in
          let hasher = hashers[index % hashers.count]
          return (index, try await self.examine(chunks[index], in: root, hasher, sidecars))
        }
      }
      for _ in 0..<(2 * hashers.count) { start() }
      while let (index, examined) = try await group.next() {
        results[index] = examined
        progress(examined.count)
        start()
      }
      return results.flatMap { $0 }
    }
  }

  private func examine(
    _ paths: [Path], in root: Path, _ hasher: ContentHasher, _ sidecars: SidecarFinder
  ) async throws -> [Examined] {
    try Task.checkCancellation()
    let looks = await hasher.look(into: paths.map { root / $0 })
    let readable = zip(paths, looks).compactMap { path, look in
      if case .media = look { root / path } else { nil }
    }
    let beside = await hasher.sidecars(of: readable, sidecars)
    var records = zip(try await readRecords(readable, sidecars: beside), beside).map { $0 }[...]
    return zip(paths, looks).map { path, look in
      switch look {
      case .media(let content, let key, let hashedAt):
        let (record, sidecar) =
          records.popFirst() ?? (MediaRecord(unreadable: "it was not read"), nil)
        let facts = AssetFacts(
          record, name: path.lastComponent, key: key, hasSidecar: sidecar != nil)
        return .found(content, key, hashedAt: hashedAt, facts)
      case .other: return .other
      case .vanished: return .vanished
      case .changing: return .changing
      case .unreadable(let error): return .unreadable(error)
      }
    }
  }

  /// Finds the sidecars of files from outside, in their order.
  func sidecars(of paths: [Path]) async -> [Path?] {
    await hashers[0].sidecars(of: paths, SidecarFinder(of: paths))
  }

  /// What the helper processes see in files, in their order; what their sidecars say is put over it.
  func readRecords(_ paths: [Path], sidecars: [Path?]) async throws -> [MediaRecord] {
    do {
      var records = try await media.read(paths)
      let written = sidecars.compactMap { $0 }
      if written.isEmpty { return records }
      var said = try await media.readSidecars(written)[...]
      for (index, sidecar) in sidecars.enumerated() where sidecar != nil {
        if let sidecar = said.popFirst() { records[index].merge(sidecar: sidecar) }
      }
      return records
    } catch {
      throw AlbumenError(
        .failed, error.message, subject: error.path?.display ?? "",
        hint: "the program albumen-media must stand beside albumen", disposition: error.disposition)
    }
  }
}
