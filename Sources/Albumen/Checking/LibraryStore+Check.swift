import Catalogue
import LibraryState
import OperationLog
import Operations
import Platform
import Reconciling

extension LibraryStore {
  /// Folds the logs anew, in memory, and compares what that gives with the catalogue.
  ///
  /// Where a log cannot be read to where the catalogue is, there is nothing to compare it with.
  func compareCatalogue(_ check: inout LibraryCheck) throws(AlbumenError) {
    let (state, shown) = try read { catalogue throws(CatalogueError) in
      (try catalogue.state(), try ShownState(catalogue))
    }
    guard let folded = try fold(upTo: state.vector) else {
      check.findings.append(
        LibraryCheck.Finding(
          .unreadable, nil,
          "the logs cannot be read to where the catalogue is, so the two were not compared"))
      return
    }
    let hint = "remove \(catalogue.path.display), which is made again from the logs"
    for what in Self.differences(state.pruned, folded.pruned) + shown.differences(from: folded) {
      check.findings.append(
        LibraryCheck.Finding(
          .catalogue, nil, "what the catalogue holds of \(what) is not what the logs say",
          hint: hint))
    }
  }

  /// The state that the logs give up to a vector; nil where they cannot be read so far.
  private func fold(upTo vector: VersionVector) throws(AlbumenError) -> LibraryState? {
    var state = LibraryState()
    var delivery = Delivery()
    var cursors: [LogID: LogCursor] = [:]
    var chains: [LogID: [UInt64: UInt64]] = [:]
    var merge = CausalMerge<LogEntry> { $0.transaction }
    do throws(LogError) {
      _ = try merge.run(
        try logs.logs(), &delivery,
        next: { log throws(LogError) in
          if cursors[log] == nil { cursors[log] = try logs.reader(log).entries() }
          guard let entry = try cursors[log]?.next(),
            entry.transaction.lastSeq <= vector[log]
          else { return nil }
          return entry
        },
        chainAt: { log, seq throws(LogError) in chains[log]?[seq] },
        deliver: { entry throws(LogError) in
          chains[entry.transaction.log, default: [:]][entry.transaction.lastSeq] =
            entry.chain.prefix
          state.deliver(entry.transaction)
        })
    } catch { return nil }
    return state.vector == vector ? state : nil
  }

  /// What two states do not say alike.
  private static func differences(_ a: LibraryState, _ b: LibraryState) -> [String] {
    let assets = Set(a.assets.keys).union(b.assets.keys).filter { a.assets[$0] != b.assets[$0] }
    let albums = Set(a.albums.keys).union(b.albums.keys).filter {
      a.albums[$0] != b.albums[$0] || !a.hasReferences(of: $0, like: b)
    }
    var found = assets.sorted().map { "asset \($0)" } + albums.sorted().map { "album \($0)" }
    if a.logs != b.logs || a.copies != b.copies || a.dead != b.dead {
      found.append("logs and places")
    }
    return found
  }

  /// Compares the index of files with the folder.
  ///
  /// - Parameter readsFiles: whether files that look different are read anyway, which tells more.
  /// - Returns: the files whose bytes are to be compared.
  func compareIndex(
    _ check: inout LibraryCheck, readsFiles: Bool
  ) throws(AlbumenError) -> [FileRow] {
    let look = try look()
    let rows = try read { catalogue throws(CatalogueError) in try catalogue.files() }
    check.files = rows.count
    if try !read({ catalogue throws(CatalogueError) in try catalogue.hasBase }) {
      check.findings.append(
        LibraryCheck.Finding(
          .unscanned, nil,
          "no file is known: the folder has not been looked at since the catalogue was made",
          hint: Self.scanHint))
    }
    let renamed = Dictionary(
      look.renamed.map { ($0.known.path, $0.path) }, uniquingKeysWith: { first, _ in first })
    let changed = look.changed.subtracting(look.doubtful)
    var closed = Set<Path>()
    for (path, error) in look.unreadable {
      closed.insert(path)
      check.findings.append(LibraryCheck.Finding(.unreadable, path, error.message))
    }
    let gone = Set(look.gone)
    var rest: [FileRow] = []
    for row in rows {
      if let path = renamed[row.path] {
        check.findings.append(
          LibraryCheck.Finding(.moved, row.path, "it is \(path.display) now", hint: Self.scanHint))
      } else if gone.contains(row.path) {
        check.findings.append(
          LibraryCheck.Finding(.missing, row.path, "it is not there", hint: Self.scanHint))
      } else if look.emptied.contains(row.path) || (changed.contains(row.path) && !readsFiles) {
        check.findings.append(
          LibraryCheck.Finding(
            .changed, row.path, "it looks different from when it was last read",
            hint: Self.scanHint))
      } else if !Self.isInside(row.path, closed) {
        rest.append(row)
      }
    }
    return rest
  }

  static let scanHint = "albumen scan takes that in"

  private static func isInside(_ path: Path, _ closed: Set<Path>) -> Bool {
    !closed.isEmpty && closed.contains { path.isInside($0) }
  }
}

/// Is what the catalogue shows, from the tables that are made for it beside those of the fold.
private struct ShownState {
  private var status: [AssetID: AssetStatus] = [:]
  private var members: [AlbumID: [AssetID]] = [:]
  private var living: [AlbumID: Bool] = [:]

  init(_ catalogue: Catalogue) throws(CatalogueError) {
    for row in try catalogue.assets(.all) { status[row.id] = row.status }
    for row in try catalogue.albums(includingDeleted: true) {
      living[row.id] = row.isAlive
      if !row.isFolder { members[row.id] = try catalogue.members(of: row.id).map(\.asset) }
    }
  }

  /// What of it does not follow from a state.
  func differences(from state: LibraryState) -> [String] {
    let status = status.filter { $0.value != state.status(of: $0.key) }
    let living = living.filter { $0.value == state.albums[$0.key]?.life.isEmpty }
    let members = members.filter { $0.value != state.members(of: $0.key) }
    return status.keys.sorted().map { "the status of asset \($0)" }
      + living.keys.sorted().map { "the status of album \($0)" }
      + members.keys.sorted().map { "the order of album \($0)" }
  }
}
