package import GitKit
package import Operations
package import Platform

/// Exchanges logs by a git repository: one branch a log (docs/formats/remote-git.md).
///
/// Not Sendable: one thread uses it at a time.
package final class GitRemote: LogRemote {
  /// Is a log as the last look has found it.
  private struct Seen {
    var tip: GitObjectID
    var tree: GitLogTree
    /// Pieces that the tree names and whose contents are gone.
    var lost: [PieceName] = []
  }

  private static let mostLogs = 10_000
  /// How many logs a server may fail to give: each can cost its silence twice.
  private static let mostAsked = 4

  package let display: String
  private let address: GitAddress
  private let library: LibraryID?
  /// Whether a library was once seen there: then a look that can read nothing says nothing else.
  private let wasSeen: Bool
  private let settings: GitRemoteSettings
  private let store: any GitStore
  private var logs: [LogID: Seen] = [:]

  /// Reads the address of a git repository: a URL or `host:path` that git knows, or the path of a
  /// repository that is there; nil for anything else.
  package static func address(_ text: String) -> GitAddress? {
    guard let address = GitAddress(text) else { return nil }
    guard case .path(let path) = address.kind, !text.contains("://") else { return address }
    return isRepository(path) { _ in false } ? address : nil
  }

  /// Names a remote; nothing is connected, and nothing is read.
  ///
  /// - Parameters:
  ///   - address: where it is; a relative path is below the working directory.
  ///   - cache: a directory of this library that may be lost at any time; made if need be.
  ///   - library: whose logs are expected; nil takes any library's.
  ///   - wasSeen: whether that library was seen there before.
  /// - Throws: `io`.
  package init(
    address: GitAddress, cache: Path, library: LibraryID?, wasSeen: Bool = false,
    settings: GitRemoteSettings = GitRemoteSettings()
  ) throws(ReplicationError) {
    display = address.display
    self.address = address
    self.library = library
    self.wasSeen = wasSeen
    self.settings = settings
    if case .path(let path) = address.kind {
      store = LocalGitStore(path, cache: cache, settings)
    } else {
      do throws(GitError) {
        store = try ServerGitStore(address, cache: cache, settings)
      } catch { throw ReplicationError(error, subject: address.display) }
    }
  }

  package func look() throws(ReplicationError) -> RemoteContents {
    try Self.checkPresence(of: address)
    let references: GitReferences
    do throws(GitError) { references = try store.references() } catch { throw failure(error) }
    let (tips, isNewer) = GitBranch.logs(in: references.found)
    if isNewer { throw newer() }
    guard tips.count <= Self.mostLogs else {
      throw ReplicationError(.tooLarge, "there are more logs than a library has", subject: display)
    }
    logs = logs.filter { tips[$0.key] == $0.value.tip }
    var faults: [LogID: ReplicationError] = [:]
    var first: ReplicationError?
    var asked = 0
    for (log, error) in references.faults {
      let fault = ReplicationError(
        .damaged, "the branch \(GitBranch.name(of: log)) there cannot be read: \(error.message)",
        hint: "remove its file where it is empty: who has the log writes it again", subject: display
      )
      faults[log] = fault
      first = first ?? fault
    }
    for (log, tip) in tips.sorted(by: { $0.key < $1.key }) where logs[log] == nil {
      do throws(ReplicationError) { logs[log] = try read(tip, log) } catch {
        guard let fault = fault(error, of: log, &asked) else { throw error }
        faults[log] = fault
        first = first ?? error
      }
    }
    let found = Set(logs.values.compactMap(\.tree.library))
    if logs.values.contains(where: \.tree.isNewer) { throw newer() }
    guard found.count < 2 else {
      throw ReplicationError(
        .otherLibrary, "there are logs of \(found.count) libraries", subject: display)
    }
    if let library, let other = found.first, other != library {
      throw ReplicationError(.otherLibrary, "there are logs of another library", subject: display)
    }
    // Whose library it is nobody knows then, unless it was seen before.
    if found.isEmpty, !wasSeen, let first { throw first }
    return RemoteContents(
      library: found.first,
      logs: logs.mapValues { seen in
        RemoteLog(
          pieces: Array(seen.tree.pieces.keys),
          unfinished: Dictionary(uniqueKeysWithValues: seen.lost.map { ($0, loss(of: $0)) }))
      }, faults: faults)
  }

  /// What to tell of a piece that a log's commit names and whose contents are gone.
  private func loss(of piece: PieceName) -> ReplicationError {
    ReplicationError(
      .damaged, "\(piece.fileName) of the log is gone from the repository", subject: display)
  }

  /// The fault of a log that could not be read; nil for an error that concerns the others as well.
  ///
  /// - Parameter asked: how often the server was asked for that.
  private func fault(
    _ error: ReplicationError, of log: LogID, _ asked: inout Int
  ) -> ReplicationError? {
    switch error.code {
    case .damaged, .missing, .tooLarge: return error
    case .unreachable, .refused:
      // A server that has told of its branches just now, and does so again, lacks something of this one.
      asked += 1
      guard store.hasCopies, asked <= Self.mostAsked, (try? store.references()) != nil else {
        return nil
      }
      return ReplicationError(
        .missing, "the log \(log) there cannot be fetched: \(error.message)", hint: error.hint,
        subject: display)
    default: return nil
    }
  }

  package func bytes(of piece: PieceName) throws(ReplicationError) -> [UInt8] {
    guard let seen = logs[piece.log], let id = seen.tree.pieces[piece] else {
      throw ReplicationError(.missing, "\(piece.fileName) is not there", subject: display)
    }
    do throws(GitError) {
      return try store.withRepository(of: piece.log, holding: seen.tip, isWritten: false) {
        repository throws(GitError) in
        try repository.blob(id, limit: settings.largestPiece)
      }
    } catch {
      if error.code == .notFound {
        throw ReplicationError(.missing, "\(piece.fileName) is gone", subject: display)
      }
      throw failure(error)
    }
  }

  package func publish(_ publication: Publication) throws(ReplicationError) -> PublishOutcome {
    let seen = logs[publication.log]
    var written: Seen?
    do throws(GitError) {
      try store.withRepository(of: publication.log, holding: seen?.tip, isWritten: true) {
        repository throws(GitError) in
        let new = try write(publication, onto: seen, in: repository)
        written = new
        try store.advance(publication.log, from: seen?.tip, to: new.tip, in: repository)
      }
    } catch {
      switch error.code {
      case .moved: return .overtaken
      case .refused:
        // A server says in words only why it would not; where the branch is now tells.
        let tip = try tip(of: publication.log)
        if tip != nil, tip == written?.tip { break }
        if tip != seen?.tip { return .overtaken }
        throw failure(error)
      default: throw failure(error)
      }
    }
    logs[publication.log] = written
    return .done
  }

  private func write(
    _ publication: Publication, onto seen: Seen?, in repository: borrowing GitRepository
  ) throws(GitError) -> Seen {
    try repository.pack { writer throws(GitError) in
      var pieces: [PieceName: GitObjectID] = [:]
      for piece in publication.pieces { pieces[piece.name] = try writer.blob(piece.bytes) }
      let head = try writer.blob(Array(publication.head.utf8))
      let (tree, id) = try (seen?.tree ?? GitLogTree()).adding(
        pieces, head: head, library: publication.library, to: writer)
      let tip = try writer.commit(
        tree: id, parent: seen?.tip, author: publication.author,
        address: "\(publication.log)@albumen.invalid",
        time: SystemClock.wallMilliseconds / 1000, message: Self.message(publication.summary))
      return Seen(tip: tip, tree: tree)
    }
  }

  /// A summary as git wants a message: no NUL, and a newline at its end.
  private static func message(_ summary: String) -> String {
    let text = summary.filter { $0 != "\0" }
    return text.hasSuffix("\n") ? text : text + "\n"
  }

  /// Reads what a log's commit holds; nothing where it is none of ours.
  ///
  /// - Throws: also where it could not be read: published onto an empty tree, what is there would be
  ///   dropped for everybody.
  private func read(_ tip: GitObjectID, _ log: LogID) throws(ReplicationError) -> Seen {
    // What is wrong with a copy says nothing of the remote: the second one comes fresh from there.
    var isFresh = !store.hasCopies
    do throws(GitError) {
      return try store.withRepository(of: log, holding: tip, isWritten: false) {
        repository throws(GitError) in
        do throws(GitError) {
          var tree = try GitLogTree(of: tip, log, in: repository)
          // A server sends all that belongs to a commit, or nothing.
          let lost = !store.hasCopies ? tree.removeLost(from: repository) : []
          return Seen(tip: tip, tree: tree, lost: lost)
        } catch {
          switch error.code {
          case .damaged, .notFound, .tooLarge, .otherKind:
            if isFresh { throw error }
            isFresh = true
            throw GitError(.damaged, error.message, path: error.path)
          default: throw error
          }
        }
      }
    } catch {
      switch error.code {
      case .damaged, .notFound, .tooLarge, .otherKind:
        // A repository that is not there at all is another matter.
        guard isFresh else { throw failure(error) }
        throw ReplicationError(
          error.code == .tooLarge ? .tooLarge : .damaged,
          "the log \(log) there cannot be read: \(error.message); where a machine has all of it, "
            + "git update-ref -d \(GitBranch.name(of: log)) there and a sync of that machine write it "
            + "anew",
          hint: "git fsck --full in that repository tells what is damaged; nothing of the log is"
            + " published until it is whole again",
          subject: display)
      default: throw failure(error)
      }
    }
  }

  private func tip(of log: LogID) throws(ReplicationError) -> GitObjectID? {
    do throws(GitError) {
      return GitBranch.logs(in: try store.references().found).tips[log]
    } catch { throw failure(error) }
  }

  private func failure(_ error: GitError) -> ReplicationError {
    ReplicationError(error, subject: display)
  }

  private func newer() -> ReplicationError {
    ReplicationError(
      .newerFormat, "a newer version of Albumen has written there",
      hint: "upgrade Albumen here", subject: display)
  }
}
