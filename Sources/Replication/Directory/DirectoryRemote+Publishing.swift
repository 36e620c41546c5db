import OperationLog
import Operations
import Platform

extension DirectoryRemote {
  package func publish(
    _ publication: Publication
  ) throws(ReplicationError) -> PublishOutcome {
    // Looked at anew: the disk may be another one by now.
    if let marker = try marker() {
      try check(marker, publication.library)
    } else {
      try begin(publication.library)
    }
    let directory = directory(of: publication.log)
    do throws(PlatformError) {
      if (try? FileStatus.ofLink(at: directory)) == nil {
        try Failpoint.hit("remote.log")
        do throws(PlatformError) { try Files.createDirectory(directory) } catch {
          guard error.code == .alreadyExists else { throw error }
        }
        try Files.synchronizeDirectory(directory.parent, failpoint: "remote.log")
      }
      for piece in publication.pieces where try !write(piece.name, piece.bytes) {
        return .overtaken
      }
      try Files.synchronizeDirectory(directory, failpoint: "remote.piece")
    } catch { throw ReplicationError(error) }
    return .done
  }

  private func check(_ marker: RemoteMarker, _ library: LibraryID) throws(ReplicationError) {
    guard marker.library == library else {
      throw ReplicationError(
        .otherLibrary, "the remote is one of library \(marker.library)", subject: display)
    }
  }

  /// Makes the directory a remote.
  private func begin(_ library: LibraryID) throws(ReplicationError) {
    do throws(PlatformError) {
      if (try? FileStatus.ofTarget(at: directory)) == nil {
        try Failpoint.hit("remote.directory")
        try Files.createDirectory(directory)
        try Files.synchronizeDirectory(directory.parent, failpoint: "remote.directory")
      }
      let text = Array(RemoteMarker(library: library).text.utf8)
      if try create(markerPath, text, failpoint: "remote.marker") {
        try Files.synchronizeDirectory(directory, failpoint: "remote.marker")
      }
    } catch { throw ReplicationError(error) }
    if let marker = try marker() { try check(marker, library) }
  }

  /// Writes a piece, unless the same one is there.
  ///
  /// - Returns: false where another one is there, or one that is not whole and may become so.
  private func write(_ piece: PieceName, _ bytes: [UInt8]) throws(PlatformError) -> Bool {
    let path = path(of: piece)
    let wanted = LogPieceEnds(
      start: Array(bytes.prefix(LogPieceEnds.startCount)),
      end: Array(bytes.suffix(LogPieceEnds.endCount)))
    for _ in 0..<2 {
      if let end = try end(of: piece) { return end.chain == wanted?.chain }
      do throws(PlatformError) {
        // Something that is not whole: half a copy, for as long as it could be one.
        guard isOld(try FileStatus.ofLink(at: path), copyTime) else { return false }
        try setAside(path)
      } catch {
        guard error.code == .notFound else { throw error }
      }
      if try create(path, bytes, failpoint: "remote.piece") { return true }
    }
    return false
  }

  /// Makes a file with all of its content, durably but for its name; false where the name is taken.
  private func create(
    _ path: Path, _ bytes: [UInt8], failpoint: StaticString
  ) throws(PlatformError) -> Bool {
    try Failpoint.hit(failpoint, "create")
    var file = try UnnamedFile(in: path.parent)
    try Failpoint.hit(failpoint, "write")
    try file.descriptor.writeAll(bytes, path: path)
    try Failpoint.hit(failpoint, "fsync")
    try file.descriptor.synchronize(path: path)
    try Failpoint.hit(failpoint, "rename")
    do throws(PlatformError) {
      try Failpoint.hit(failpoint, "name")
      try file.publish(at: path)
      return true
    } catch {
      switch error.code {
      case .alreadyExists: return false
      case .unsupported, .accessDenied, .invalidArgument: break
      default: throw error
      }
    }
    // A file system that cannot rename without replacing: a file that is being written is told from a
    // whole one by its end, here as where another program copies it.
    let direct: Descriptor
    do throws(PlatformError) {
      direct = try Descriptor.open(path, [.write, .create, .exclusive, .noFollow])
    } catch {
      if error.code == .alreadyExists { return false }
      throw error
    }
    do throws(PlatformError) {
      try Failpoint.hit(failpoint, "direct")
      try direct.writeAll(bytes, path: path)
      try direct.synchronize(path: path)
    } catch {
      // Half of it would be in everybody's way. The name was free, so the file is this one's own, unless
      // somebody has put another there since.
      if let own = try? direct.status(path: path), let there = try? FileStatus.ofLink(at: path),
        own.isSameFile(as: there)
      {
        try? Files.unlink(path)
      }
      throw error
    }
    return true
  }
}
