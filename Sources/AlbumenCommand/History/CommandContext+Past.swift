import Albumen
import CommandParsing

/// Is what a name stood for at a point in time, and what there was then.
enum PastNamed: Sendable {
  case album(Album, LibraryPast)
  case asset(Asset, LibraryPast)
}

extension CommandContext {
  /// Finds the album that an operand names, as it was in the past: by what it is called now, else by what
  /// it was called then.
  func album(
    _ operand: String, in library: PhotoLibrary, at past: LibraryPast
  ) async throws -> Album {
    let name = try parsed.operandText(operand) ?? ""
    do throws(AlbumenError) {
      let now = try await library.findAlbum(name)
      if let album = past.album(now.id) { return album }
    } catch { guard error.code == .notFound else { throw error } }
    return try past.findAlbum(name)
  }

  /// Finds what a name stands for, as it was in the past: by what it is called now, else, for an album, by
  /// what it was called then.
  func albumOrAsset(
    _ argument: Argument, at point: PointInTime, in library: PhotoLibrary
  ) async throws -> PastNamed {
    do {
      switch try await albumOrAsset(argument, in: library) {
      case .album(let now):
        let past = try await library.past(of: now.id, at: point)
        if let album = past.album(now.id) { return .album(album, past) }
      case .asset(let now):
        let past = try await library.past(at: point)
        if let asset = past.asset(now.id) { return .asset(asset, past) }
        throw AlbumenError(
          .notFound, "this was not in the library then", subject: argument.display,
          hint: "albumen log lists when it came in")
      }
    } catch let error as AlbumenError {
      guard error.code == .notFound, argument.text != nil else { throw error }
      let past = try await library.past(at: point)
      guard let name = argument.text, let album = try? past.findAlbum(name) else { throw error }
      return .album(album, past)
    }
    let past = try await library.past(at: point)
    return .album(try past.findAlbum(argument.text ?? ""), past)
  }
}
