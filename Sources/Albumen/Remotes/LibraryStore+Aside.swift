import OperationLog
import Operations
import Platform
import Replication

extension LibraryStore {
  /// Where pieces of other histories are kept than those that are in the logs, a directory a log
  /// (docs/formats/machine-state.md, "Remotes").
  var asideDirectory: Path { stateDirectory / "aside" }

  /// Keeps a piece of another history of its log, durably, unless it is kept already.
  func holdAside(_ piece: PieceName, chain: Chain, _ bytes: [UInt8]) throws(AlbumenError) {
    let directory =
      asideDirectory.appending(name: piece.log.description.utf8) ?? asideDirectory
    let name = "\(piece.fileName.dropLast(8))-\(Hex.encode(chain.prefix)).segment"
    guard let path = directory.appending(name: name.utf8),
      (try? FileStatus.ofLink(at: path)) == nil
    else { return }
    do throws(PlatformError) {
      try Files.createDirectories(directory, permissions: 0o700)
      try DurableFile.replace(path, with: bytes, permissions: 0o600, failpoint: "aside")
    } catch { throw AlbumenError(error, "another history of a log cannot be kept") }
  }
}
