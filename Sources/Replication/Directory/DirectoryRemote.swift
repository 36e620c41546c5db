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

    /// Creates the default settings.
    package init() {}
  }

  /// The directory.
  let directory: Path
  /// Whether a library was once seen there: then one that is empty is a disk that is not there.
  private let wasSeen: Bool
  private let settings: Settings

  /// The most logs that a look takes in, and the most pieces of one: more is no library's.
  static let most = (logs: 10_000, pieces: 100_000)
  package static let markerName: Path = "albumen-remote"

  /// Names a directory; nothing is read yet.
  ///
  /// - Parameter wasSeen: whether a library was seen there before; then nothing is made anew.
  package init(_ directory: Path, wasSeen: Bool, settings: Settings = Settings()) {
    self.directory = directory
    self.wasSeen = wasSeen
    self.settings = settings
  }

  package var display: String { directory.display }

  package func bytes(of piece: PieceName) throws(ReplicationError) -> [UInt8] {
    let path = path(of: piece)
    do throws(PlatformError) {
      try Failpoint.hit("remote.read")
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
      default: throw Self.ofOneFile(error, path) ?? ReplicationError(error)
      }
    }
  }

  package func setAside(_ piece: PieceName) throws(ReplicationError) -> DamagedPieceOutcome {
    let path = path(of: piece)
    guard let found = try status(of: path) else { return .aside }
    guard isOld(found, copyTime) else { return waiting(found) }
    do throws(PlatformError) { try setAside(path) } catch { throw ReplicationError(error) }
    return .aside
  }

  /// Until when a file may be one that is being copied.
  func waiting(_ status: FileStatus) -> DamagedPieceOutcome {
    let rest = copyTime - min(max(age(of: status), .zero), copyTime)
    let seconds = SystemClock.wallMilliseconds / 1_000 + rest.components.seconds + 1
    return .waits(seconds: copyTime.components.seconds, until: seconds)
  }

  /// Gives a file that is not right a name that nobody reads.
  func setAside(_ path: Path) throws(PlatformError) {
    for number in 1...1_000 {
      guard let aside = path.appending(suffix: ".damaged-\(number)".utf8) else { return }
      do throws(PlatformError) {
        try Failpoint.hit("remote.aside")
        return try Files.renameWithoutReplacing(path, to: aside)
      } catch {
        if error.code == .notFound { return }
        guard error.code == .alreadyExists else { throw error }
      }
    }
  }

  // MARK: The marker

  var markerPath: Path { directory / Self.markerName }

  /// Reads the marker; nil where the directory is to be a remote and is none yet.
  func marker() throws(ReplicationError) -> RemoteMarker? {
    let bytes: [UInt8]
    do throws(PlatformError) {
      // A pipe or a device of that name must not make this wait.
      let file = try Descriptor.open(markerPath, [.read, .noFollow, .nonBlocking])
      guard try file.status(path: markerPath).kind == .regular else { throw noFile(markerPath) }
      bytes = try file.readToEnd(limit: 65_536, path: markerPath)
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

  /// Whether a file was written so long ago.
  ///
  /// Where that was in the future, by a clock that is wrong here or there, the time counts from when this
  /// process first saw the file so.
  func isOld(_ status: FileStatus, _ time: Duration) -> Bool {
    age(of: status) >= time
  }

  private func age(of status: FileStatus) -> Duration {
    let now = SystemClock.wallNanoseconds
    if status.mtimeNanoseconds > now { return FirstSight.age(of: status) }
    let age = now.subtractingReportingOverflow(status.mtimeNanoseconds)
    return .nanoseconds(age.overflow ? .max : age.partialValue)
  }

  /// Examines what has a name, following no link; nil where nothing has it.
  func status(of path: Path) throws(ReplicationError) -> FileStatus? {
    do throws(PlatformError) { return try FileStatus.ofLink(at: path) } catch {
      if error.code == .notFound { return nil }
      throw ReplicationError(error)
    }
  }

  var copyTime: Duration { settings.copyTime }

  func directory(of log: LogID) -> Path {
    directory.appending(name: log.description.utf8) ?? directory
  }

  func path(of piece: PieceName) -> Path {
    directory(of: piece.log).appending(name: piece.fileName.utf8) ?? directory
  }

  func names(in directory: Path) throws(ReplicationError) -> [Path] {
    do throws(PlatformError) { return try DirectoryWalk.names(in: directory) } catch {
      throw ReplicationError(error)
    }
  }

  private func noFile(_ path: Path) -> PlatformError {
    PlatformError(
      code: .unsupported, message: "it is no plain file", operation: "read", path: path)
  }

  func tooMany(_ what: String) -> ReplicationError {
    ReplicationError(
      .damaged, "there are more \(what) than any library has", subject: display)
  }
}
