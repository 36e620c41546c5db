import Albumen
import CommandParsing
import Platform

/// Is a code that the program ends with; the numbers are stable.
enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  case failed = 1
  case usage = 2
  case partlyDone = 3
  case notFound = 4
  case ambiguous = 5
  case noLibrary = 10
  case locked = 11
  case rootUnavailable = 13
  case needsConfirmation = 14
  case outOfSync = 15
  case damaged = 16
  case newerVersion = 17
  case unreachable = 18
  case interrupted = 130

  /// What it means, for help.
  var meaning: String {
    switch self {
    case .done: "done"
    case .failed: "failed"
    case .usage: "wrong usage"
    case .partlyDone: "partly done; each failure is listed"
    case .notFound: "not found: a file, a name, or a folder that was to be the library's"
    case .ambiguous: "the name fits several things"
    case .noLibrary: "no library here"
    case .locked: "locked by another process"
    case .rootUnavailable: "a library known here is not in its folder, or the folder cannot be read"
    case .needsConfirmation: "needs confirmation"
    case .outOfSync: "out of sync"
    case .damaged: "damaged"
    case .newerVersion: "made by a newer version"
    case .unreachable: "a remote cannot be reached"
    case .interrupted: "interrupted"
    }
  }

  /// The code, for a spec.
  var documentation: ExitCode { ExitCode(Int(rawValue), meaning) }

  /// The code for what went wrong.
  init(_ error: any Error) {
    switch error {
    case is UsageError: self = .usage
    case let error as AlbumenError: self.init(error.code)
    case let error as PlatformError: self = error.code == .notFound ? .notFound : .failed
    case is CancellationError: self = .interrupted
    default: self = .failed
    }
  }

  private init(_ code: AlbumenError.Code) {
    switch code {
    case .failed, .invalid, .full: self = .failed
    case .notFound: self = .notFound
    case .ambiguous: self = .ambiguous
    case .noLibrary: self = .noLibrary
    case .locked: self = .locked
    case .rootUnavailable: self = .rootUnavailable
    case .damaged: self = .damaged
    case .newerVersion: self = .newerVersion
    case .unreachable: self = .unreachable
    }
  }
}
