import Catalogue
import LibraryState
public import Operations
import Platform
import TextForms

extension PhotoLibrary {
  /// Returns the library as it was at a point in time.
  ///
  /// Reads the history up to there; time and memory are in proportion to it.
  ///
  /// - Throws: `.notFound` for a point before the first transaction, and a transaction that is not here;
  ///   `.damaged`.
  public func past(at point: PointInTime) async throws(AlbumenError) -> LibraryPast {
    try store.readPast(at: point) { cut, catalogue throws(AlbumenError) in
      let state =
        if let cut {
          try store.state(of: cut, catalogue)
        } else {
          try store.asking { () throws(CatalogueError) in try catalogue.state() }
        }
      let files = try store.asking { () throws(CatalogueError) in try catalogue.files() }
      return LibraryPast(
        state, files: Dictionary(grouping: files, by: \.asset).mapValues { $0.map(\.path) })
    }
  }

  /// Returns the library as it was at a point in time, as far as one album and the folders above it are
  /// concerned, and nothing else.
  ///
  /// Reads only what concerns them, however long the history is. Fields of assets are not read.
  ///
  /// - Throws: as `past(at:)`.
  public func past(
    of album: AlbumID, at point: PointInTime
  ) async throws(AlbumenError) -> LibraryPast {
    try store.readPast(at: point) { cut, catalogue throws(AlbumenError) in
      guard let cut else {
        return LibraryPast(
          try store.asking { () throws(CatalogueError) in try catalogue.state() }, files: [:])
      }
      if let part = try store.state(ofAlbum: album, at: cut, catalogue) {
        return LibraryPast(part, files: [:])
      }
      return LibraryPast(try store.state(of: cut, catalogue), files: [:])
    }
  }

  /// Returns the whole visible state at a point in time as one line of JSON (docs/formats/state.md).
  ///
  /// - Throws: as `past(at:)`.
  public func stateJSON(at point: PointInTime) async throws(AlbumenError) -> String {
    let state = try store.state(at: point)
    var out = JSONWriter()
    state.write(to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// Writes the whole visible state at a point in time as one line of JSON (docs/formats/state.md), without
  /// the line's end.
  ///
  /// - Parameter write: takes some bytes at a time; what it throws ends it.
  /// - Throws: what `write` throws; as `past(at:)`.
  public func writeState(
    at point: PointInTime = .now, _ write: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws {
    let state = try store.state(at: point)
    var out = JSONWriter()
    try state.write(to: &out) { (out: inout JSONWriter) throws in
      if out.bytes.count > 1 << 16 { try write(out.takeBytes()) }
    }
    try write(out.takeBytes())
  }

  /// Returns the titles of all albums and folders, deleted ones included.
  public func titles() async throws(AlbumenError) -> [AlbumID: String] {
    let rows = try store.read { catalogue throws(CatalogueError) in
      try catalogue.albums(includingDeleted: true, countsMembers: false)
    }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.title) })
  }

  /// Returns the transaction that a person names: a log's id, or the first four or more digits of it, a
  /// colon, and the number of any of its operations.
  ///
  /// - Throws: `.invalid` for another form; `.notFound`; `.ambiguous`, naming the candidates.
  public func findTransaction(_ name: String) async throws(AlbumenError) -> Dot {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count >= 4, let seq = UInt64(parts[1]), seq > 0 else {
      throw AlbumenError(
        .invalid, "this is not how a transaction is named", subject: TextForm.printable(name),
        hint: "name it as albumen log does: 745ab895:53")
    }
    let prefix = parts[0].lowercased()
    let rows = try store.read { catalogue throws(CatalogueError) in
      try catalogue.transactions(containing: seq, inLogsBeginning: prefix)
    }
    guard let row = rows.first else {
      throw AlbumenError(
        .notFound, "no such transaction", subject: TextForm.printable(name),
        hint: "albumen log lists them")
    }
    guard rows.count == 1 else {
      throw AlbumenError(
        .ambiguous, "several devices have a transaction of this name",
        subject: TextForm.printable(name),
        hint: "one of: " + rows.prefix(5).map { "\($0.dot)" }.joined(separator: ", "))
    }
    return row.dot
  }
}
