import Platform

/// Says what became of a damaged piece where it is.
package enum DamagedPieceOutcome: Sendable, Hashable {
  /// It is out of the way: its file was renamed, or is gone.
  case aside
  /// It stays until its file has not changed for so many seconds, which is at a time in seconds since 1970,
  /// UTC, unless that changes again.
  case waits(seconds: Int64, until: Int64)
  /// It stays, as it cannot be renamed.
  case stays
  /// It is no file by itself, and what is published next takes its place.
  case isReplaced

  /// What happens to it, as what follows a name.
  var words: String {
    switch self {
    case .aside: "was renamed, and is written again by a machine that has the log"
    case .waits(let seconds, let until):
      "is replaced when its file has not changed for "
        + (seconds % 60 == 0 && seconds > 60 ? "\(seconds / 60) minutes" : "\(seconds) seconds")
        + Self.time(until)
    case .stays: "cannot be renamed, and stays as it is"
    case .isReplaced:
      "is to be written again; where that fails, git fsck --full there tells what is damaged"
    }
  }

  /// From when on a sync does it, to the minute, by this machine's clock.
  private static func time(_ seconds: Int64) -> String {
    LocalTime(seconds: seconds + 59).map { ", by a sync after \($0.timeOfDay.prefix(5))" } ?? ""
  }
}
