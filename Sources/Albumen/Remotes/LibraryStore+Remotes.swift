import Catalogue
import OperationLog
import Operations
import Platform
import Replication

extension LibraryStore {
  private var remoteListPath: Path { Self.remoteListPath(stateDirectory) }

  /// Where the list of remotes is.
  static func remoteListPath(_ state: Path) -> Path { state / "remotes" }

  /// The remotes of the library on this machine.
  func remoteList() throws(AlbumenError) -> RemoteList {
    do throws(ReplicationError) { return try RemoteList(file: remoteListPath) } catch {
      throw AlbumenError(error)
    }
  }

  /// Changes the list of remotes.
  func changeRemotes(
    _ body: (inout RemoteList) throws(AlbumenError) -> Void
  ) throws(AlbumenError) {
    try withLock { () throws(AlbumenError) in
      var list = try remoteList()
      try body(&list)
      do throws(PlatformError) { try list.write(to: remoteListPath) } catch {
        throw AlbumenError(error, "the list of remotes cannot be written")
      }
    }
  }

  /// The remotes of some names, in their order; all of them where none is named.
  ///
  /// - Throws: `.notFound`.
  func remotes(named names: [String]) throws(AlbumenError) -> [RemoteList.Entry] {
    let entries = try remoteList().entries
    if names.isEmpty { return entries }
    var found: [RemoteList.Entry] = []
    for name in names {
      guard let entry = entries.first(where: { $0.name == name }) else {
        throw AlbumenError(
          .notFound, "no remote is called that", subject: name,
          hint: entries.isEmpty
            ? "add one with: albumen remote add" : "albumen remote list shows them")
      }
      if !found.contains(entry) { found.append(entry) }
    }
    return found
  }

  // MARK: What is known of a remote

  /// Where what is known of a remote is.
  static func knowledgePath(of name: String, in state: Path) -> Path {
    let directory = state / "exchange"
    return directory.appending(name: name.utf8) ?? directory
  }

  private func knowledgePath(_ name: String) -> Path {
    Self.knowledgePath(of: name, in: stateDirectory)
  }

  /// What is known of a remote.
  ///
  /// - Throws: where that cannot be read: nothing is concluded then, least of all that it is a new one.
  func knowledge(of name: String) throws(AlbumenError) -> RemoteKnowledge {
    do throws(ReplicationError) { return try RemoteKnowledge(file: knowledgePath(name)) } catch {
      throw AlbumenError(error)
    }
  }

  /// By remote, the logs of which something there could not be read; nil where it is not known which.
  func unreadLogs() throws(AlbumenError) -> [(remote: String, logs: Set<LogID>?)] {
    try remoteList().entries.map { entry in
      (entry.name, (try? knowledge(of: entry.name))?.unread)
    }
  }

  func keep(_ knowledge: RemoteKnowledge, of name: String) throws(AlbumenError) {
    do throws(PlatformError) {
      let path = knowledgePath(name)
      try Files.createDirectories(path.parent, permissions: 0o700)
      try knowledge.write(to: path)
    } catch { throw AlbumenError(error, "what is known of a remote cannot be kept") }
  }

  func forgetKnowledge(of name: String) throws(AlbumenError) {
    do throws(PlatformError) { try Files.unlink(knowledgePath(name)) } catch {
      guard error.code != .notFound else { return }
      throw AlbumenError(error, "what is known of a remote cannot be removed")
    }
  }

  /// Describes all remotes by what is known of them; one of which that cannot be read is told of and
  /// described like a new one.
  func describeRemotes() throws(AlbumenError) -> [Remote] {
    var remotes: [Remote] = []
    for entry in try remoteList().entries {
      var known = RemoteKnowledge()
      do throws(AlbumenError) { known = try knowledge(of: entry.name) } catch {
        let notice =
          "what is known of the remote \(entry.name) cannot be read, so it is not exchanged with before it "
          + "is removed and added again: \(error)"
        if !notices.contains(notice) { notices.append(notice) }
      }
      remotes.append(try describe(entry, known))
    }
    return remotes
  }

  /// Describes a remote by what is known of it.
  func describe(
    _ entry: RemoteList.Entry, _ knowledge: RemoteKnowledge
  ) throws(AlbumenError) -> Remote {
    let heights = try heights()
    var ahead: UInt64 = 0
    var behind: UInt64 = 0
    for log in Set(heights.keys).union(knowledge.heights.keys) {
      let here = heights[log]?.seq ?? 0
      let there = knowledge.lastSeq(of: log)
      ahead += here > there ? here - there : 0
      let seen = knowledge.heights[log] ?? 0
      behind += seen > here ? seen - here : 0
    }
    return Remote(
      name: entry.name, address: entry.address.display, kind: entry.address.kind,
      exchanged: knowledge.exchanged, ahead: ahead, behind: behind,
      unread: knowledge.faults.sorted().map { UnreadPart($0) })
  }

  /// What a remote is made with.
  func place(_ entry: RemoteList.Entry, _ knowledge: RemoteKnowledge) -> RemotePlace {
    let caches = configuration.caches
    return RemotePlace(
      name: entry.name, wasSeen: knowledge.library != nil,
      cache: caches.appending(name: library.description.utf8) ?? caches, library: library,
      git: configuration.logins.gitSettings)
  }

  /// Calls a function with the lock on the copies of other machines' logs: where several machines open one
  /// folder, each could fetch the same log into it.
  ///
  /// - Throws: `.locked` where another machine has it too long.
  func withCopiesLock<Result>(
    _ body: () throws(AlbumenError) -> Result
  ) throws(AlbumenError) -> Result {
    let lock: FileLock
    do throws(PlatformError) {
      try Files.createDirectories(layout.logs)
      lock = try FileLock.acquire(
        layout.logs / "lock", until: Deadline(after: configuration.lockTimeout))
    } catch {
      throw AlbumenError(
        error, "the logs of other machines cannot be written",
        code: error.code == .locked ? .locked : .failed)
    }
    let result = try body()
    lock.release()
    return result
  }

  /// Takes the lock that only one exchange of a library on this machine can have.
  func lockExchange() throws(AlbumenError) -> FileLock {
    do throws(PlatformError) {
      return try FileLock.acquire(
        stateDirectory / "exchange.lock", until: Deadline(after: configuration.lockTimeout))
    } catch {
      guard error.code == .locked else {
        throw AlbumenError(error, "the exchange's lock cannot be taken")
      }
      throw AlbumenError(
        .locked, "another process exchanges logs with a remote", subject: layout.root.display,
        hint: "wait until it is done: \(error.message)", disposition: .retry)
    }
  }
}
