import OperationLog
import Operations
package import Platform

/// Is a remote that is a plain directory: on a NAS, a USB disk, or one that another program syncs
/// (docs/formats/remote.md).
///
/// Files come to be whole and are never rewritten, so no file has two writers. What is not whole, or is
/// no piece by its name, such as the copies that sync programs make of conflicts, is passed over.
package final class DirectoryRemote: FileRemote {
  /// Says how patient a remote is.
  package struct Settings: Sendable {
    /// For how long a file that is not whole may be one that is being copied.
    package var copyTime: Duration = .seconds(600)
    /// How long a piece stays beside a larger one that holds all of it.
    package var overlapTime: Duration = .seconds(3600)

    /// Creates the default settings.
    package init() {}
  }

  /// The directory.
  let directory: Path
  /// Whether a library was once seen there: then one that is empty is a disk that is not there.
  private let wasSeen: Bool
  private let settings: Settings

  /// The most logs that a look takes in, and the most pieces of one: more is no library's.
  private static let most = (logs: 10_000, pieces: 100_000)
  private static let markerName: Path = "albumen-remote"

  /// Names a directory; nothing is read yet.
  ///
  /// - Parameter wasSeen: whether a library was seen there before; then nothing is made anew.
  package init(_ directory: Path, wasSeen: Bool, settings: Settings = Settings()) {
    self.directory = directory
    self.wasSeen = wasSeen
    self.settings = settings
  }

  package var display: String { directory.display }

  package func look() throws(ReplicationError) -> RemoteContents {
    guard let marker = try marker() else { return RemoteContents(library: nil, logs: [:]) }
    var logs: [LogID: RemoteLog] = [:]
    for name in try names(in: directory) {
      guard let log = LogID(String(decoding: name.bytes, as: UTF8.self)),
        (try? FileStatus.ofLink(at: directory / name))?.kind == .directory
      else { continue }
      guard logs.count < Self.most.logs else { throw tooMany("logs") }
      logs[log] = try look(at: log)
    }
    return RemoteContents(library: marker.library, logs: logs)
  }

  package func bytes(of piece: PieceName) throws(ReplicationError) -> [UInt8] {
    let path = path(of: piece)
    do throws(PlatformError) {
      let file = try Descriptor.open(path, [.read, .noFollow, .nonBlocking])
      guard try file.status(path: path).size <= Int64(LogPiece.maximumSize) else {
        throw PlatformError(
          code: .nameTooLong, message: "too large", operation: "read", path: path)
      }
      return try file.readToEnd(limit: LogPiece.maximumSize, path: path)
    } catch {
      switch error.code {
      case .notFound:
        throw ReplicationError(.missing, "a piece of a log is gone", subject: path.display)
      case .nameTooLong, .invalidArgument:
        throw ReplicationError(
          .tooLarge, "a piece of a log has more than 80 MiB", subject: path.display)
      case .symbolicLink:
        throw ReplicationError(.damaged, "a piece of a log is a link", subject: path.display)
      default: throw ReplicationError(error)
      }
    }
  }

  package func setAside(_ piece: PieceName) throws(ReplicationError) {
    let path = path(of: piece)
    guard let status = try? FileStatus.ofLink(at: path), isOld(status, settings.copyTime) else {
      return
    }
    try setAside(path)
  }

  /// Gives a file that is not right a name that nobody reads.
  func setAside(_ path: Path) throws(ReplicationError) {
    for number in 1...1_000 {
      guard let aside = path.appending(suffix: ".damaged-\(number)".utf8) else { return }
      do throws(PlatformError) {
        try Failpoint.hit("remote.aside")
        return try Files.renameWithoutReplacing(path, to: aside)
      } catch {
        if error.code == .notFound { return }
        guard error.code == .alreadyExists else { throw ReplicationError(error) }
      }
    }
  }

  package func tidy(_ pieces: [PieceName]) throws(ReplicationError) {
    guard let log = pieces.first?.log else { return }
    do throws(PlatformError) {
      for piece in pieces {
        let holder = pieces.first { other in
          other != piece && other.firstSeq <= piece.firstSeq && other.lastSeq >= piece.lastSeq
        }
        guard let holder, let status = try? FileStatus.ofLink(at: path(of: holder)),
          isOld(status, settings.overlapTime)
        else { continue }
        try Failpoint.hit("remote.tidy")
        do throws(PlatformError) { try Files.unlink(path(of: piece)) } catch {
          guard error.code == .notFound else { throw error }
        }
      }
    } catch { throw ReplicationError(error) }
    // What a writer that died has left.
    for name in try names(in: directory(of: log)) {
      let text = name.display
      guard text.hasPrefix(".albumen-"), text.hasSuffix(".tmp"),
        let status = try? FileStatus.ofLink(at: directory(of: log) / name),
        status.kind == .regular, isOld(status, .seconds(86_400))
      else { continue }
      try? Files.unlink(directory(of: log) / name)
    }
  }

  // MARK: The marker

  var markerPath: Path { directory / Self.markerName }

  /// Reads the marker; nil where the directory is to be a remote and is none yet.
  func marker() throws(ReplicationError) -> RemoteMarker? {
    let bytes: [UInt8]
    do throws(PlatformError) {
      bytes = try DurableFile.contents(of: markerPath, limit: 65_536)
    } catch {
      guard error.code == .notFound || error.code == .notDirectory else {
        throw ReplicationError(error)
      }
      try checkAbsence()
      return nil
    }
    switch RemoteMarker.read(bytes) {
    case .sound(let marker): return marker
    case .newer(let format):
      throw ReplicationError(
        .newerFormat, "the remote has format \(format), made by a newer version",
        hint: "use a newer albumen", subject: display)
    case .bad:
      throw ReplicationError(
        .unreachable, "the remote's albumen-remote is not complete",
        hint:
          "is it still being copied? Else restore it: docs/formats/remote.md has its three lines",
        subject: display)
    }
  }

  /// Throws unless a directory without marker may become a remote.
  private func checkAbsence() throws(ReplicationError) {
    if wasSeen {
      throw ReplicationError(
        .unreachable, "the remote that was here is not there",
        hint: "is a disk not mounted? To fill it anew, remove the remote and add it again",
        subject: display)
    }
    do throws(PlatformError) {
      _ = try FileStatus.ofTarget(at: directory)
    } catch {
      // One directory is made, not the way to it: that may be a disk that is not there.
      guard error.code == .notFound,
        (try? FileStatus.ofTarget(at: directory.parent))?.kind == .directory
      else {
        throw ReplicationError(
          .unreachable, "there is no such directory", hint: "is a disk not mounted?",
          subject: display)
      }
      return
    }
    let hasLogs = try names(in: directory).contains {
      LogID(String(decoding: $0.bytes, as: UTF8.self)) != nil
    }
    guard !hasLogs else {
      throw ReplicationError(
        .unreachable, "the remote has logs, but no albumen-remote",
        hint: "is it still being copied?",
        subject: display)
    }
  }

  // MARK: Looking

  private func look(at log: LogID) throws(ReplicationError) -> RemoteLog {
    var pieces: [PieceName] = []
    for name in try names(in: directory(of: log)) {
      guard let piece = PieceName(log, fileName: name.bytes),
        piece.lastSeq <= Transaction.maximumSeq
      else { continue }
      guard pieces.count < Self.most.pieces else { throw tooMany("pieces") }
      pieces.append(piece)
    }
    var ends: [PieceName: PieceEnd] = [:]
    for piece in pieces { ends[piece] = end(of: piece) }
    return RemoteLog(pieces: pieces.filter { ends[$0] != nil }, ends: ends)
  }

  /// What the ends of a piece's file say; nil where it is not whole, or no piece.
  func end(of piece: PieceName) -> PieceEnd? {
    let path = path(of: piece)
    do throws(PlatformError) {
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
      return nil
    }
  }

  /// Whether a file was written so long ago.
  func isOld(_ status: FileStatus, _ time: Duration) -> Bool {
    let age = SystemClock.wallNanoseconds.subtractingReportingOverflow(status.mtimeNanoseconds)
    return !age.overflow && Duration.nanoseconds(age.partialValue) >= time
  }

  var copyTime: Duration { settings.copyTime }

  func directory(of log: LogID) -> Path {
    directory.appending(name: log.description.utf8) ?? directory
  }

  func path(of piece: PieceName) -> Path {
    directory(of: piece.log).appending(name: piece.fileName.utf8) ?? directory
  }

  private func names(in directory: Path) throws(ReplicationError) -> [Path] {
    var names: [Path] = []
    var failure: PlatformError?
    DirectoryWalk().run(
      root: directory,
      visit: { entry in
        names.append(entry.name)
        return .skip
      },
      failed: { _, error in failure = error })
    if let failure { throw ReplicationError(failure) }
    return names
  }

  private func tooMany(_ what: String) -> ReplicationError {
    ReplicationError(
      .damaged, "there are more \(what) than any library has", subject: display)
  }
}
