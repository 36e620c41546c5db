import OperationLog
import Operations
import Platform

extension DirectoryRemote {
  package func look() throws(ReplicationError) -> RemoteContents {
    guard let marker = try marker() else { return RemoteContents(library: nil, logs: [:]) }
    var contents = RemoteContents(library: marker.library, logs: [:])
    for name in try names(in: directory) {
      guard let log = LogID(String(decoding: name.bytes, as: UTF8.self)),
        try status(of: directory / name)?.kind == .directory
      else { continue }
      guard contents.logs.count < Self.most.logs else { throw tooMany("logs") }
      (contents.logs[log], contents.faults[log]) = try look(at: log)
    }
    return contents
  }

  /// Looks at a log: what could be read of it, and why something could not.
  private func look(
    at log: LogID
  ) throws(ReplicationError) -> (log: RemoteLog, fault: ReplicationError?) {
    let directory = directory(of: log)
    let names: [Path]
    do throws(PlatformError) {
      try Failpoint.hit("remote.list")
      names = try DirectoryWalk.names(in: directory)
    } catch {
      guard let fault = Self.ofOneFile(error) else { throw ReplicationError(error) }
      return (RemoteLog(pieces: []), fault)
    }
    var ends: [PieceName: PieceEnd] = [:]
    var unfinished: [PieceName: ReplicationError] = [:]
    var fault: ReplicationError?
    var count = 0
    for name in names {
      guard let piece = PieceName(log, fileName: name.bytes) else { continue }
      count += 1
      guard count <= Self.most.pieces else { throw tooMany("pieces") }
      do throws(PlatformError) {
        if let end = try end(of: piece) {
          ends[piece] = end
        } else {
          unfinished[piece] = try incompleteness(of: piece)
        }
      } catch {
        guard let found = Self.ofOneFile(error, path(of: piece)) else {
          throw ReplicationError(error)
        }
        fault = fault ?? found
      }
    }
    return (RemoteLog(pieces: Array(ends.keys), ends: ends, unfinished: unfinished), fault)
  }

  /// What to tell of what has the name of a piece and is no whole one; nil where it is gone by now.
  private func incompleteness(of piece: PieceName) throws(PlatformError) -> ReplicationError? {
    let path = path(of: piece)
    let found: FileStatus
    do throws(PlatformError) { found = try FileStatus.ofLink(at: path) } catch {
      if error.code == .notFound { return nil }
      throw error
    }
    if found.kind != .regular {
      return ReplicationError(
        .damaged, "what has the name of a piece of the log is no file", subject: path.display)
    }
    return isOld(found, copyTime)
      ? ReplicationError(.damaged, "a piece of the log is not whole", subject: path.display)
      : ReplicationError(
        .missing,
        "a piece of the log is not whole yet, and may be being copied; if not, it "
          + waiting(found).words,
        subject: path.display)
  }

  /// The error of a file or directory that cannot be read where others may be; nil for one that concerns
  /// the whole disk, or this process.
  static func ofOneFile(_ error: PlatformError, _ path: Path? = nil) -> ReplicationError? {
    switch error.code {
    case .accessDenied, .inputOutput, .system(Self.damagedFile), .system(Self.damagedStructure):
      ReplicationError(
        .io, "it cannot be read: \(error.message)", subject: (error.path ?? path)?.display)
    default: nil
    }
  }

  /// EBADMSG and EUCLEAN: what file systems answer whose own sums do not fit.
  private static let damagedFile: Int32 = 74
  private static let damagedStructure: Int32 = 117

  /// What the ends of a piece's file say; nil where they were read and it is not whole, or no piece.
  ///
  /// - Throws: where it could not be read: then it may be whole. Passes the failpoint `remote.end`.
  func end(of piece: PieceName) throws(PlatformError) -> PieceEnd? {
    let path = path(of: piece)
    do throws(PlatformError) {
      try Failpoint.hit("remote.end")
      guard try FileStatus.ofLink(at: path).kind == .regular else { return nil }
      let file = try Descriptor.open(path, [.read, .noFollow, .nonBlocking])
      let status = try file.status(path: path)
      let size = Int(clamping: status.size)
      guard status.kind == .regular, size <= LogPiece.maximumSize,
        size > LogPieceEnds.startCount + LogPieceEnds.endCount
      else { return nil }
      let start = try file.bytes(count: LogPieceEnds.startCount, at: 0, path: path)
      let end = try file.bytes(
        count: LogPieceEnds.endCount, at: Int64(size - LogPieceEnds.endCount), path: path)
      guard let ends = LogPieceEnds(start: start, end: end), ends.log == piece.log,
        ends.firstSeq == piece.firstSeq
      else { return nil }
      return PieceEnd(size: size, chain: ends.chain)
    } catch {
      // Gone since it was named, or made a link.
      if error.code == .notFound || error.code == .symbolicLink { return nil }
      throw error
    }
  }
}
