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
  ///
  /// - Throws: where it cannot be seen which there are.
  static func unfinished(in layout: LibraryLayout) throws(AlbumenError) -> [JoinedLibrary] {
    let names: [Path]
    do throws(PlatformError) {
      names = try DirectoryWalk.namesIfThere(in: layout.joined, of: .directory)
    } catch { throw AlbumenError(error, "it cannot be seen which libraries have joined") }
    var found: [JoinedLibrary] = []
    for id in names.compactMap({ LibraryID($0.display) }).sorted() {
      let joined = JoinedLibrary(id, in: layout)
      if try Presence.ofLink(at: joined.file), try !Presence.ofLink(at: joined.marker) {
        found.append(joined)
      }
    }
    return found
  }

  /// Reads all logs of a library to their ends.
  ///
  /// - Throws: for the first that cannot be read: what it holds would not come along.
  static func check(_ old: LibraryID, in layout: LibraryLayout) throws(AlbumenError) {
    let store = LogStore(directory: layout.logs, library: old)
    do throws(LogError) {
      for log in try store.logs() {
        var cursor = try store.reader(log).entries()
        while try cursor.next() != nil {}
      }
    } catch {
      let plain = AlbumenError(error)
      throw AlbumenError(
        plain.code, "the folder cannot join, as a log of its own cannot be read: \(plain.message)",
        subject: plain.subject,
        hint: "get the log back from a remote of the folder's library, with albumen sync --check, "
          + "or from a backup; then join",
        disposition: plain.disposition, cause: plain.cause)
    }
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
    do throws(PlatformError) { try Files.unlink(joined.marker) } catch {
      guard error.code == .notFound else { throw error }
    }
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
    let foreign = try Presence.foreignLogs(in: store)
    let hasWaiting = try Presence.ofLink(at: layout.waiting)
    do throws(PlatformError) {
      for log in foreign {
        let name = Path(log.description) ?? Path()
        try Failpoint.hit("join.move")
        try Files.rename(layout.logs / name, to: logs / name)
      }
      if hasWaiting {
        try Files.rename(layout.waiting, to: directory / "waiting")
      }
      for path in [logs, directory, layout.logs, layout.own] {
        try Files.synchronizeDirectory(path, failpoint: "join")
      }
    } catch {
      throw AlbumenError(error, "the logs of the library that was here cannot be put aside")
    }
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
