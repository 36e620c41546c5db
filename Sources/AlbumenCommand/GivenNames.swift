import Albumen
import Synchronization

/// Remembers by which name each asset, album and device was given, so that errors say what was typed.
final class GivenNames: Sendable {
  private let names = Mutex<[String: String]>([:])

  /// Notes that something was given by a name; the first one counts.
  func note(_ id: String, _ name: String) {
    names.withLock { names in
      if names[id] == nil { names[id] = name }
    }
  }

  /// An error with what was typed in place of the id that it concerns.
  func naming(_ error: any Error) -> any Error {
    guard let error = error as? AlbumenError,
      let name = names.withLock({ $0[error.subject] })
    else { return error }
    return AlbumenError(
      error.code, error.message, subject: name, hint: error.hint, disposition: error.disposition,
      cause: error.cause)
  }
}
