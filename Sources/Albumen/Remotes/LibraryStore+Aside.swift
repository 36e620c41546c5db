import OperationLog
import Operations
import Platform
import Replication

extension LibraryStore {
  /// Where pieces of other histories are kept than those that are in the logs, a directory a log
  /// (docs/formats/machine-state.md, "Remotes").
  var asideDirectory: Path { stateDirectory / "aside" }

  /// Where the pieces of one log are kept.
  func asideDirectory(of log: LogID) -> Path {
    asideDirectory.appending(name: log.description.utf8) ?? asideDirectory
  }

  /// What is called that is kept of a segment and cannot be read.
  private static func damagedName(of first: UInt64) -> String {
    "damaged-\(first)-\(SystemClock.wallMilliseconds).segment"
  }

  /// Whether a piece of another history is kept, and can be read to its end.
  func holdsAside(_ piece: PieceName, chain: Chain) -> Bool {
    let kept = AsidePiece(name: piece, path: asidePath(piece, chain: chain))
    return (try? kept.end(library)) == chain
  }

  /// Keeps a piece of another history of its log, durably, unless it is kept already.
  ///
  /// What is kept of it and cannot be read gets another name: it may be all that is left of something.
  func holdAside(_ piece: PieceName, chain: Chain, _ bytes: [UInt8]) throws(AlbumenError) {
    let path = asidePath(piece, chain: chain)
    if holdsAside(piece, chain: chain) { return }
    let isDamaged = try Presence.ofLink(at: path)
    do throws(PlatformError) {
      let name = Self.damagedName(of: piece.firstSeq)
      if isDamaged, let away = path.parent.appending(name: name.utf8) {
        try Files.renameWithoutReplacing(path, to: away)
      }
      try Files.createDirectories(path.parent, permissions: 0o700)
      try DurableFile.replace(path, with: bytes, permissions: 0o600, failpoint: "aside")
    } catch { throw AlbumenError(error, "another history of a log cannot be kept") }
  }

  /// What is kept of a piece of another history that ends with a chain; nil where there is none, or it cannot be
  /// read: the remote has it as well.
  func heldAside(_ piece: PieceName, chain: Chain) -> [UInt8]? {
    try? DurableFile.contents(of: asidePath(piece, chain: chain), limit: LogPiece.maximumSize)
  }

  /// Puts a segment in the place of what is missing or damaged of a log; the caller holds the locks.
  func mend(_ log: LogID, _ fault: LogFault, with piece: LogPiece) throws(AlbumenError) {
    ownLog.reset()
    do throws(PlatformError) {
      if let file = fault.file {
        // What could not be read may be all that is left of something.
        let directory = asideDirectory(of: log)
        try Files.createDirectories(directory, permissions: 0o700)
        let name = Self.damagedName(of: piece.firstSeq)
        if let target = directory.appending(name: name.utf8) {
          let bytes = try DurableFile.contents(of: file)
          try DurableFile.replace(target, with: bytes, permissions: 0o600, failpoint: "aside")
        }
      }
    } catch { throw AlbumenError(error, "a damaged segment cannot be kept") }
    do throws(LogError) { try logs.replaceSegment(with: piece) } catch { throw AlbumenError(error) }
    damage[log] = nil
    looks = [:]
  }

  /// Where a piece of another history is kept.
  func asidePath(_ piece: PieceName, chain: Chain) -> Path {
    let directory = asideDirectory(of: piece.log)
    let name = "\(piece.fileName.dropLast(8))-\(Hex.encode(chain.prefix)).segment"
    return directory.appending(name: name.utf8) ?? directory
  }
}
