import GitKit
import Operations
import Platform
import TestSupport

@testable import Replication

/// Is a repository behind a server, and devices that exchange by it.
final class GitBench {
  static let library = LibraryID(high: 1, low: 1)
  static let log = LogID(high: 2, low: 1)

  let place: Path
  let server: TestServer
  /// The repository, as files.
  let repository: Path
  var address: String { server.address("photos.git") }

  init(_ kind: ServerKind, in place: Path) throws {
    self.place = place
    server = try TestServer(kind, in: place)
    repository = server.directory / "photos.git"
    try TestGit.makeBare(repository)
  }

  /// A remote as a device has it; devices of one name share a cache.
  func remote(
    _ device: String = "a", library: LibraryID? = nil,
    _ change: (inout GitRemoteSettings) -> Void = { _ in }
  ) throws -> GitRemote {
    var settings = server.settings
    change(&settings)
    return try GitRemote(
      address: address, cache: cache(device), library: library, settings: settings)
  }

  func cache(_ device: String) -> Path { place / (Path("cache-\(device)") ?? Path()) }

  /// Runs git in the repository.
  @discardableResult
  func git(_ arguments: String...) throws -> String { try TestGit.run(arguments, in: repository) }

  static func branch(_ log: LogID = log) -> String { "refs/heads/albumen/1/\(log)" }
}

extension GitRemote {
  /// A remote of a text.
  convenience init(
    address: String, cache: Path, library: LibraryID?,
    settings: GitRemoteSettings = GitRemoteSettings()
  ) throws {
    guard let parsed = GitAddress(address) else { throw TestFailure("no address: \(address)") }
    try self.init(address: parsed, cache: cache, library: library, settings: settings)
  }
}

extension PieceName {
  /// A piece of the tests' log.
  static func of(_ first: UInt64, _ last: UInt64, _ log: LogID = GitBench.log) throws -> PieceName {
    guard let name = PieceName(log, first, last) else { throw TestFailure("no piece") }
    return name
  }
}

extension Publication {
  /// What is to be published of pieces whose bytes tell their names.
  static func of(
    _ pieces: [PieceName], library: LibraryID = GitBench.library, head: String? = nil,
    summary: String = "Import 2 items\n\nIMG_1.jpg, IMG_2.jpg", author: String = "Ada's laptop"
  ) -> Publication {
    let log = pieces.first?.log ?? GitBench.log
    return Publication(
      log: log, library: library, pieces: pieces.map { ($0, bytes(of: $0)) },
      head: head ?? "format 1\nlibrary \(library)\nlog \(log)\n", summary: summary, author: author)
  }

  /// The bytes of a piece in these tests.
  static func bytes(of piece: PieceName) -> [UInt8] {
    Array("\(piece.log) \(piece.fileName)\n".utf8)
  }
}
