import Catalogue
import LibraryState
import Operations
public import Platform

extension PhotoLibrary {
  /// Returns a token of all that is in the library now.
  public func currentChangeToken() async throws(AlbumenError) -> PersistentChangeToken {
    let vector = try store.read { catalogue throws(CatalogueError) in try catalogue.vector }
    return PersistentChangeToken(library: id, vector: vector)
  }

  /// Returns what changed since a token was made, in an order in which causes come before effects.
  ///
  /// Each change has a token of its own to go on from. What came in since from other devices is among
  /// them, however old it is.
  ///
  /// - Parameters:
  ///   - token: nil for the whole history.
  ///   - limit: how many at most; nil for all.
  /// - Throws: `.invalid` for a token of another library; `.damaged` where a log cannot be read.
  public func persistentChanges(
    since token: PersistentChangeToken?, limit: Int? = nil
  ) async throws(AlbumenError) -> [PersistentChange] {
    if let token, token.library != id {
      throw AlbumenError(
        .invalid, "the token is of another library", subject: token.library.description,
        hint: "albumen changes --token gives one of this library")
    }
    var seen = token?.vector ?? VersionVector()
    return try store.readWithLogs { catalogue throws(AlbumenError) in
      let names = try store.asking { () throws(CatalogueError) in try catalogue.logNames() }
      let rows = try store.asking { () throws(CatalogueError) in
        try catalogue.transactions(notIn: seen, limit: limit)
      }
      let transactions = try store.transactions(rows)
      let byName = Dictionary(uniqueKeysWithValues: transactions.map { ($0.dot, $0) })
      var changes: [PersistentChange] = []
      for row in rows {
        guard let transaction = byName[row.dot] else { continue }
        seen[row.log] = max(seen[row.log], row.lastSeq)
        changes.append(
          PersistentChange(
            transaction, device: names[row.log],
            token: PersistentChangeToken(library: id, vector: seen)))
      }
      return changes
    }
  }

  /// Returns what changes from now on, or since a token, as it happens, whichever process or machine
  /// makes it.
  ///
  /// The stream watches the logs. It ends when the task that reads it is cancelled. `watch` of
  /// `FolderWatching` can serve one watch in a process at a time.
  ///
  /// - Parameters:
  ///   - token: nil for what changes from now on.
  ///   - factory: makes the watcher, such as the one of `FolderWatching`.
  public nonisolated func changes(
    since token: PersistentChangeToken? = nil, with factory: @escaping FolderWatcherFactory
  ) -> AsyncThrowingStream<PersistentChange, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: PersistentChange.self)
    let logs = LibraryLayout(root: root).logs
    let task = Task {
      do {
        // Watched first, so that nothing falls between.
        let watcher = try factory(logs) { _ in true }
        defer { watcher.stop() }
        var position: PersistentChangeToken
        if let token { position = token } else { position = try await currentChangeToken() }
        try await pass(&position, to: continuation)
        for await _ in watcher.events {
          try Task.checkCancellation()
          try await pass(&position, to: continuation)
        }
        try Task.checkCancellation()
        continuation.finish()
      } catch { continuation.finish(throwing: error) }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private nonisolated func pass(
    _ position: inout PersistentChangeToken,
    to continuation: AsyncThrowingStream<PersistentChange, any Error>.Continuation
  ) async throws {
    while true {
      let changes = try await persistentChanges(since: position, limit: Self.portion)
      for change in changes { continuation.yield(change) }
      guard let last = changes.last else { return }
      position = last.token
    }
  }

  /// How many changes are read at a time.
  private static let portion = 1_000
}
