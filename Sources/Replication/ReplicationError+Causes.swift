package import OperationLog
package import Platform

extension ReplicationError {
  /// An error of the operating system, met at a remote's directory.
  package init(_ error: PlatformError, subject: String? = nil) {
    let code: Code =
      switch error.code {
      case .noSpace, .quotaExceeded: .diskFull
      case .accessDenied, .readOnlyFileSystem: .refused
      case .notFound, .notDirectory, .gone, .inputOutput, .timedOut: .unreachable
      case .system(let errno) where Self.absences.contains(errno): .unreachable
      default: .io
      }
    self.init(
      code, error.message,
      hint: code == .diskFull ? "make room on the disk and try again" : nil,
      subject: subject ?? error.path?.display)
  }

  /// An error of a log, here or of a piece.
  package init(_ error: LogError) {
    let isFull = error.cause.map { $0.code == .noSpace || $0.code == .quotaExceeded } ?? false
    let code: Code =
      switch error.code {
      case _ where isFull: .diskFull
      case .newerFormat: .newerFormat
      case .otherLibrary: .otherLibrary
      case .tooLarge: .tooLarge
      case .damaged, .shorter, .diverged, .tornBelowAcknowledged, .unreadableIdentity: .damaged
      case .appendFailed, .needsReopening, .misplaced, .io: .io
      }
    let place = error.offset.map { " at byte \($0)" } ?? ""
    self.init(
      code, error.message, hint: isFull ? "make room on the disk and try again" : nil,
      subject: error.path.map { $0.display + place }, disposition: error.disposition)
  }

  /// Calls a function and turns its error into one of this module.
  package static func wrapping<Result>(
    _ body: () throws(LogError) -> Result
  ) throws(ReplicationError) -> Result {
    do throws(LogError) { return try body() } catch { throw ReplicationError(error) }
  }

  /// ENETDOWN, ENETUNREACH, ENOTCONN, EHOSTDOWN, EHOSTUNREACH, EREMOTEIO: what network file systems answer.
  private static let absences: Set<Int32> = [100, 101, 107, 112, 113, 121]
}
