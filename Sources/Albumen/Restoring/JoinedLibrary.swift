import LibraryState
import OperationLog
import Operations
import Platform

/// Is a library that a folder had before it joined another one: its logs, put aside in
/// `.albumen/joined/<id>` (docs/formats/library.md, "joined").
struct JoinedLibrary {
  let id: LibraryID
  private let directory: Path

  private init(_ id: LibraryID, in layout: LibraryLayout) {
    self.id = id
    directory = layout.joined / (Path(id.description) ?? Path())
  }

  private var file: Path { directory / "library" }
  private var marker: Path { directory / "joined" }
  private var logs: Path { directory / "log" }

  /// The libraries whose state is not in the one that their folder has joined yet, by id.
  static func unfinished(in layout: LibraryLayout) -> [JoinedLibrary] {
    var found: [JoinedLibrary] = []
    DirectoryWalk().run(
      root: layout.joined,
      visit: { entry in
        if entry.kind == .directory, let id = LibraryID(entry.name.display) {
          let joined = JoinedLibrary(id, in: layout)
          if (try? FileStatus.ofLink(at: joined.file)) != nil,
            (try? FileStatus.ofLink(at: joined.marker)) == nil
          {
            found.append(joined)
          }
        }
        return .skip
      }, failed: { _, _ in })
    return found.sorted { $0.id < $1.id }
  }

  /// Begins to join: from now on the folder is the other library's.
  ///
  /// The file that names the library is replaced before anything is moved: a run that was cut short is
  /// seen by that, and goes on with `setAside(in:of:)`.
  static func begin(
    _ old: LibraryID, into new: LibraryID, _ layout: LibraryLayout
  ) throws(PlatformError) {
    let joined = JoinedLibrary(old, in: layout)
    try Files.createDirectories(joined.logs)
    // Joined once, left, and joined again: what it was then is in already, what it is now is not.
    try? Files.unlink(joined.marker)
    try DurableFile.replace(
      joined.file, with: Array(LibraryFile(id: old).text.utf8), failpoint: "join.keep")
    try Files.synchronizeDirectory(layout.own, failpoint: "join")
    try DurableFile.replace(
      layout.libraryFile, with: Array(LibraryFile(id: new).text.utf8), failpoint: "join.library")
  }

  /// Moves the logs that are not of the folder's library, and transactions that waited for them, out of
  /// the way.
  func setAside(in layout: LibraryLayout, of library: LibraryID) throws(AlbumenError) {
    let store = LogStore(directory: layout.logs, library: library)
    do throws(PlatformError) {
      for log in try Self.foreign(store) {
        let name = Path(log.description) ?? Path()
        try Failpoint.hit("join.move")
        try Files.rename(layout.logs / name, to: logs / name)
      }
      if (try? FileStatus.ofLink(at: layout.waiting)) != nil {
        try Files.rename(layout.waiting, to: directory / "waiting")
      }
      for path in [logs, directory, layout.logs, layout.own] {
        try Files.synchronizeDirectory(path, failpoint: "join")
      }
    } catch {
      throw AlbumenError(error, "the logs of the library that was here cannot be put aside")
    }
  }

  /// The logs whose segments name another library.
  private static func foreign(_ store: LogStore) throws(PlatformError) -> [LogID] {
    var foreign: [LogID] = []
    for log in (try? store.logs()) ?? [] {
      do throws(LogError) {
        var cursor = try store.reader(log).entries()
        _ = try cursor.next()
      } catch { if error.code == .otherLibrary { foreign.append(log) } }
    }
    return foreign
  }

  /// Folds its logs, as far as they can be read and delivered.
  ///
  /// - Returns: the state, and what could not be read.
  func state() throws(AlbumenError) -> (state: LibraryState, damage: [LogError]) {
    let store = LogStore(directory: logs, library: id)
    var state = LibraryState()
    var damage: [LogError] = []
    var ended: Set<LogID> = []
    var cursors: [LogID: LogCursor] = [:]
    var chains: [Dot: UInt64] = [:]
    var delivery = Delivery()
    var merge = CausalMerge<LogEntry> { $0.transaction }
    do throws(LogError) {
      _ = try merge.run(
        try store.logs(), &delivery,
        next: { log throws(LogError) in
          if ended.contains(log) { return nil }
          do throws(LogError) {
            if cursors[log] == nil { cursors[log] = try store.reader(log).entries() }
            return try cursors[log]?.next()
          } catch {
            ended.insert(log)
            damage.append(error)
            return nil
          }
        }, chainAt: { log, seq throws(LogError) in chains[Dot(log: log, seq: seq)] },
        deliver: { entry throws(LogError) in
          let transaction = entry.transaction
          chains[Dot(log: transaction.log, seq: transaction.lastSeq)] = entry.chain.prefix
          state.deliver(transaction)
        })
    } catch { throw AlbumenError(error) }
    return (state, damage)
  }

  /// Notes that its state is in the library that its folder has joined.
  func finish() throws(AlbumenError) {
    do throws(PlatformError) {
      try DurableFile.replace(marker, with: Array("joined\n".utf8), failpoint: "join.finish")
    } catch { throw AlbumenError(error, "it cannot be noted that the library was joined") }
  }
}
