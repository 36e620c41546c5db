import GitKit
import Platform

extension ReplicationError {
  /// Makes the error of an exchange out of libgit2's.
  init(_ error: GitError, subject: String) {
    let place = error.path.map { path in
      " (\(path.display)" + (error.line.map { ":\($0)" } ?? "") + ")"
    }
    let isOfHere = error.code == .noSpace || error.code == .hostKeyChanged || error.code == .system
    self.init(
      Self.code(error.code), error.message + (isOfHere ? place ?? "" : ""),
      hint: error.hint ?? Self.hint(error.code), subject: subject,
      disposition: error.code == .locked ? .retry : nil)
  }

  private static func code(_ code: GitError.Code) -> Code {
    switch code {
    // A repository's path: a disk that is not there.
    case .unreachable, .timedOut, .notFound, .moved: .unreachable
    case .cancelled: .cancelled
    case .authentication, .certificate, .hostKeyUnknown, .hostKeyChanged, .refused: .refused
    case .tooLarge: .tooLarge
    case .noSpace: .diskFull
    case .damaged, .otherKind: .damaged
    case .libraryMissing, .invalidName, .syntax, .ambiguous, .locked, .system, .other: .io
    }
  }

  private static func hint(_ code: GitError.Code) -> String? {
    switch code {
    case .libraryMissing: "install it; on Debian: apt-get install libgit2-1.5"
    case .noSpace: "make room there"
    case .unreachable, .timedOut:
      "is this machine online, and the server at work? What is not sent yet goes with a later sync"
    case .refused, .moved: "is the address right, and may this login read and write there?"
    case .locked: "try again when the other program is done"
    case .damaged, .otherKind: "git fsck --full in that repository tells what is damaged"
    case .system, .other: "may this user read and write there?"
    case .notFound: "git fsck --full in that repository tells what is missing"
    default: nil
    }
  }
}
