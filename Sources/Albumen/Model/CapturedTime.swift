import MediaKit

/// Is a time at which a photo or video was taken, with the offset to UTC where it is known.
///
/// Without an offset it is a local time of unknown zone, and is never converted.
public struct CapturedTime: Sendable, Hashable {
  private let time: CaptureTime

  /// Reads a time; nil for what is none, from the year 1800 to 9999.
  ///
  /// ISO 8601: `2026-05-03`, then `T` or a space and `12:00`, `12:00:30` or `12:00:30.5`, then `Z` or
  /// an offset such as `+02:00`. A date alone is its midnight.
  public init?(_ text: String) {
    guard let time = CaptureTime(text) else { return nil }
    self.time = time
  }
}

extension CapturedTime: CustomStringConvertible {
  /// The time as assets have it: `2026-05-03T12:00:30+02:00`.
  public var description: String { time.text }
}
