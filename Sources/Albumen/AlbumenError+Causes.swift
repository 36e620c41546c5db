import Catalogue
import OperationLog
import Operations
import Platform
import Replication

extension AlbumenError {
  /// An error of the operating system, with what it was met in doing.
  init(_ error: PlatformError, _ doing: String? = nil, code: Code = .failed) {
    let isFull = error.code == .noSpace || error.code == .quotaExceeded
    self.init(
      isFull ? .full : code, doing.map { "\($0): \(error.message)" } ?? error.message,
      subject: error.path?.display ?? "",
      hint: isFull ? "make room on the disk and try again" : nil, disposition: error.disposition,
      cause: error)
  }

  /// An error of the logs.
  init(_ error: LogError) {
    let isFull = error.cause.map { $0.code == .noSpace || $0.code == .quotaExceeded } ?? false
    let code: Code =
      switch error.code {
      case _ where isFull: .full
      case .newerFormat: .newerVersion
      case .damaged, .shorter, .diverged, .tornBelowAcknowledged, .otherLibrary: .damaged
      default: .failed
      }
    let place = error.offset.map { " at byte \($0)" } ?? ""
    self.init(
      code, error.message, subject: (error.path?.display ?? "") + place,
      hint: isFull ? "make room on the disk and try again" : nil, disposition: error.disposition,
      cause: error.cause)
  }

  /// An error of an exchange.
  init(_ error: ReplicationError) {
    let code: Code =
      switch error.code {
      case .unreachable: .unreachable
      case .newerFormat: .newerVersion
      case .damaged, .missing, .tooLarge: .damaged
      case .diskFull: .full
      case .invalidAddress: .invalid
      case .refused, .otherLibrary, .cancelled, .io: .failed
      }
    let joins =
      error.code == .otherLibrary
      ? "to let the folder join that one, with its albums: albumen restore --join" : nil
    self.init(
      code, error.message, subject: error.subject ?? "", hint: error.hint ?? joins,
      disposition: error.disposition)
  }

  /// An error of the catalogue.
  init(_ error: CatalogueError) {
    let code: Code =
      switch error.code {
      case .full: .full
      case .busy: .locked
      default: .failed
      }
    let plain = AlbumenError(
      code, error.message, subject: error.path?.display ?? "",
      hint: code == .full ? "make room on the disk and try again" : nil,
      disposition: error.disposition)
    self = error.disposition == .corrupt ? plain.ofDamagedCatalogue() : plain
  }

  /// An error of what was given as a history.
  init(_ error: OperationsError, subject: String) {
    self.init(
      error.code == .clockExhausted ? .failed : .invalid, error.message, subject: subject,
      disposition: .permanent)
  }
}
