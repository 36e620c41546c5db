import Albumen
import CommandParsing
import Platform
import TextForms

/// Is what a name stands for.
enum Named: Sendable {
  case album(Album)
  case asset(Asset)
}

extension CommandContext {
  /// Finds the album that an operand names.
  func album(
    _ operand: String, in library: PhotoLibrary, amongDeleted: Bool = false
  ) async throws -> Album {
    let name = try parsed.operandText(operand) ?? ""
    return try await album(named: name, in: library, amongDeleted: amongDeleted)
  }

  /// Finds the album of a name; the error of one that is not there suggests the nearest titles.
  func album(
    named name: String, in library: PhotoLibrary, amongDeleted: Bool = false
  ) async throws(AlbumenError) -> Album {
    do throws(AlbumenError) {
      let album = try await library.findAlbum(name, amongDeleted: amongDeleted)
      given.note("@\(album.id)", name)
      return album
    } catch {
      throw try await suggesting(for: name, error, in: library, amongDeleted: amongDeleted)
    }
  }

  /// An error about an album, with what may have been meant where there is none of that name.
  func suggesting(
    for name: String, _ error: AlbumenError, in library: PhotoLibrary, amongDeleted: Bool = false
  ) async throws(AlbumenError) -> AlbumenError {
    guard error.code == .notFound else { return error }
    let titles = try await library.albums(includingDeleted: amongDeleted)
      .filter { $0.isDeleted == amongDeleted }.map(\.title)
    let nearest = Suggestions.nearest(to: name, among: Array(Set(titles)).sorted())
    guard let hint = Suggestions.hint(nearest.map { Wording.quoted($0) }) else { return error }
    return AlbumenError(
      error.code, error.message, subject: error.subject,
      hint: error.hint.map { "\(hint) \($0)" } ?? hint, disposition: error.disposition)
  }

  /// Finds the folder of albums that an option names.
  func folder(_ name: String, in library: PhotoLibrary) async throws(AlbumenError) -> Album {
    do throws(AlbumenError) {
      let folder = try await library.findAlbum(name)
      given.note("@\(folder.id)", name)
      return folder
    } catch {
      guard error.code == .notFound else { throw error }
      throw try await suggesting(
        for: name,
        AlbumenError(
          .notFound, "no such folder", subject: error.subject,
          hint: "albumen albums lists them; albumen album create --folder makes one"),
        in: library)
    }
  }

  /// Refuses a folder of which no library is made, whatever is in it.
  ///
  /// - Throws: `UsageError`.
  func refuseUnfit(_ root: Path) throws(UsageError) {
    guard let (reason, hint) = PhotoLibrary.whyUnfit(root) else { return }
    throw UsageError(.valueNotAllowed, reason, subject: root.display, hint: hint)
  }

  /// Returns the title that an operand gives.
  ///
  /// - Throws: `valueNotAllowed` for an empty one.
  func title(_ operand: String) throws(UsageError) -> String {
    try GivenText.unlessEmpty(parsed.operandText(operand) ?? "", operand) ?? ""
  }

  /// Warns of a title that reads like a path of titles.
  func warnOfSlash(in title: String) {
    guard title.contains("/") else { return }
    diagnostics.warning(
      "a slash in a title puts nothing into a folder: \(title)",
      hint: "name it by the whole title or by its id; --in puts an album into a folder")
  }

  /// Finds the assets that an operand names, each once, in the order given.
  func assets(_ operand: String, in library: PhotoLibrary) async throws -> [Asset] {
    var seen: Set<AssetID> = []
    var found: [Asset] = []
    for argument in parsed.operands(operand) {
      let asset = try await asset(argument, for: operand, in: library)
      if seen.insert(asset.id).inserted { found.append(asset) }
    }
    return found
  }

  /// Finds the asset that an argument names.
  ///
  /// - Throws: `.notFound`, with what to do about a file that is there but not in the library.
  func asset(
    _ argument: Argument, for name: String, in library: PhotoLibrary
  ) async throws -> Asset {
    let path = try path(of: argument, for: name)
    do throws(AlbumenError) {
      let asset = try await library.findAsset(
        try prefix(withoutSign: path) ?? path, from: try environment.workingDirectory)
      given.note(asset.id.description, path.display)
      return asset
    } catch {
      guard error.code == .notFound else { throw error }
      throw AlbumenError(
        .notFound, error.message, subject: path.display,
        hint: hint(forMissing: try environment.absolute(path), in: library) ?? error.hint,
        disposition: error.disposition)
    }
  }

  /// The digits behind an `@`, which only ids of albums need; nil for what is none, or a file's name.
  private func prefix(withoutSign name: Path) throws(AlbumenError) -> Path? {
    let digits = name.bytes.dropFirst()
    guard name.bytes.first == UInt8(ascii: "@"),
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let prefix = Path(bytes: digits)
    else { return nil }
    if try isThere(name) { return nil }
    return try isThere(prefix) ? nil : prefix
  }

  private func isThere(_ path: Path) throws(AlbumenError) -> Bool {
    let path = try environment.absolute(path)
    return (try? FileStatus.ofLink(at: path)) != nil
  }

  /// Says what would bring a file into the library.
  private func hint(forMissing path: Path, in library: PhotoLibrary) -> String? {
    guard let resolved = try? Files.resolve(path),
      let status = try? FileStatus.ofTarget(at: resolved), status.kind == .regular
    else { return nil }
    return resolved.isInside(library.root)
      ? "if it is a photo or video, take it in with: albumen scan"
      : "it is outside the library; take it in first with: albumen import \(path.display)"
  }

  /// Finds what a name stands for, where both an album and an asset may be meant; behind an `@` an
  /// album is meant first.
  ///
  /// - Throws: `.ambiguous` where it is both.
  func albumOrAsset(_ argument: Argument, in library: PhotoLibrary) async throws -> Named {
    let album = await attempt { () async throws -> Album? in
      guard let text = argument.text else { return nil }
      return try await findAlbumOrDeleted(text, in: library)
    }
    if argument.bytes.first == UInt8(ascii: "@") {
      if case .failure(let error) = album, !isNotFound(error) { throw error }
      let file = try environment.absolute(try path(of: argument, for: "ASSET"))
      if case .success(let album?) = album, (try? FileStatus.ofLink(at: file)) == nil {
        return .album(album)
      }
    }
    // An album's title that is neither a file nor the start of an id can be nothing else.
    if case .success(let album?) = album, let text = argument.text,
      text.utf8.count < 4 || !text.allSatisfy(\.isHexDigit),
      try !isThere(try path(of: argument, for: "ASSET"))
    {
      return .album(album)
    }
    let asset = await attempt { () async throws -> Asset? in
      try await self.asset(argument, for: "ASSET", in: library)
    }
    switch (album, asset) {
    case (.success(let album?), .success(let asset?)):
      throw AlbumenError(
        .ambiguous, "the name fits an album and a photo or video", subject: argument.display,
        hint: "say @\(album.id.description.prefix(8)) for the album, "
          + "\(asset.id.description.prefix(12)) for the other")
    case (.success(let album?), .failure(let error)) where isNotFound(error): return .album(album)
    case (.failure(let error), .success(let asset?)) where isNotFound(error): return .asset(asset)
    case (.success(nil), .success(let asset?)): return .asset(asset)
    case (.failure(let first), .failure(let second)) where isNotFound(first) && isNotFound(second):
      let error = AlbumenError(
        .notFound, "no album, photo or video is called that", subject: argument.display,
        hint: (second as? AlbumenError)?.hint)
      throw try await suggesting(for: argument.text ?? "", error, in: library)
    case (.failure(let first), .failure(let second)): throw isNotFound(first) ? second : first
    case (.failure(let error), _), (_, .failure(let error)): throw error
    default: throw AlbumenError(.notFound, "nothing is called that", subject: argument.display)
    }
  }

  /// Finds a living album, else a deleted one.
  private func findAlbumOrDeleted(
    _ name: String, in library: PhotoLibrary
  ) async throws(AlbumenError) -> Album {
    do throws(AlbumenError) {
      return try await library.findAlbum(name)
    } catch let first {
      guard first.code == .notFound else { throw first }
      do throws(AlbumenError) {
        return try await library.findAlbum(name, amongDeleted: true)
      } catch {
        throw error.code == .notFound ? first : error
      }
    }
  }

  private func attempt<Value: Sendable>(
    _ body: () async throws -> Value
  ) async -> Result<Value, any Error> {
    do {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }

  private func isNotFound(_ error: any Error) -> Bool {
    (error as? AlbumenError)?.code == .notFound
  }
}
