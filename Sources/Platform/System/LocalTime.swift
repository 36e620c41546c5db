import Glibc

/// Is a date and time of day, without a zone; between seconds and it the machine's zone mediates.
package struct LocalTime: Sendable, Hashable {
  /// The year.
  package var year: Int
  /// The month, from 1.
  package var month: Int
  /// The day of the month, from 1.
  package var day: Int
  /// The hour, from 0.
  package var hour: Int
  /// The minute, from 0.
  package var minute: Int
  /// The second, from 0.
  package var second: Int

  /// Makes a time from its parts; they are not checked, see ``exists``.
  package init(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Makes the time that the machine's zone has at some seconds since 1970, UTC (`localtime_r(3)`);
  /// nil for a time too far away to have a year.
  package init?(seconds: Int64) {
    var time = time_t(seconds)
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return nil }
    self.init(parts)
  }

  /// The seconds since 1970, UTC, at which the machine's zone has this time (`mktime(3)`).
  ///
  /// Parts outside their ranges carry over, so a day of 0 is the last of the month before. Where
  /// clocks were set back and the time comes twice, which of both is the system's choice. Nil where
  /// there is no such time.
  package var seconds: Int64? {
    var parts = self.parts
    parts.tm_isdst = -1
    // -1 is a good time, too; only a failure leaves the day of the week as it was.
    parts.tm_wday = -1
    let result = mktime(&parts)
    return parts.tm_wday < 0 ? nil : Int64(result)
  }

  /// The seconds since 1970 at which it is this time in UTC (`timegm(3)`).
  package var secondsInUTC: Int64 {
    var parts = self.parts
    return Int64(timegm(&parts))
  }

  /// Whether there is such a date and time of day in some zone: no 30th of February, no hour 25.
  package var exists: Bool {
    var time = time_t(secondsInUTC)
    var parts = tm()
    guard gmtime_r(&time, &parts) != nil else { return false }
    return Self(parts) == self
  }

  /// The day as ISO 8601 writes it: `2026-05-03`.
  package var date: String { "\(year)-\(Self.two(month))-\(Self.two(day))" }

  /// The time of day as ISO 8601 writes it: `12:00:05`.
  package var timeOfDay: String { "\(Self.two(hour)):\(Self.two(minute)):\(Self.two(second))" }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private init(_ parts: tm) {
    self.init(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }

  private var parts: tm {
    var parts = tm()
    parts.tm_year = Int32(clamping: year - 1900)
    parts.tm_mon = Int32(clamping: month - 1)
    parts.tm_mday = Int32(clamping: day)
    parts.tm_hour = Int32(clamping: hour)
    parts.tm_min = Int32(clamping: minute)
    parts.tm_sec = Int32(clamping: second)
    return parts
  }
}
