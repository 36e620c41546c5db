/// A point in time as a camera writes it: a calendar date and a time of day, valid ones, with the
/// distance to UTC only if that is known.
package struct CaptureTime: Sendable, Hashable {
  /// The distance of a local time to UTC.
  package enum Offset: Sendable, Hashable {
    /// UTC itself, written `Z`.
    case utc
    /// Minutes east of UTC, written `±HH:MM`; -14 to 14 hours.
    case minutes(Int)

    /// Whether the time is UTC, in either way of writing it.
    package var isUTC: Bool { self == .utc || self == .minutes(0) }
  }

  /// Seconds since 1970-01-01T00:00:00, both taken in the same, local, time.
  package let localSeconds: Int
  /// Thousandths of the second, 0 to 999, if they are known.
  package var milliseconds: Int?
  /// The distance to UTC, if it is known.
  package var offset: Offset?

  /// Takes a date and a time; nil unless it exists in the Gregorian calendar, from 1800 to 9999.
  ///
  /// A second of 60 (a leap second) is taken as 59.
  package init?(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int,
    milliseconds: Int? = nil, offset: Offset? = nil
  ) {
    guard (1800...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(month, year), (0...23).contains(hour), (0...59).contains(minute),
      (0...60).contains(second)
    else { return nil }
    let days = Self.days(year, month, day)
    localSeconds = days * 86_400 + hour * 3600 + minute * 60 + min(second, 59)
    self.milliseconds = milliseconds.map { min(max($0, 0), 999) }
    self.offset = offset
  }

  /// The text, `YYYY-MM-DDTHH:MM:SS[.fff][Z|±HH:MM]`.
  package var text: String {
    let seconds = ((localSeconds % 86_400) + 86_400) % 86_400
    let (year, month, day) = Self.date((localSeconds - seconds) / 86_400)
    var text = Self.pad(year, 4) + "-" + Self.pad(month) + "-" + Self.pad(day)
    text += "T" + Self.pad(seconds / 3600) + ":" + Self.pad(seconds / 60 % 60)
    text += ":" + Self.pad(seconds % 60)
    if let milliseconds { text += "." + Self.pad(milliseconds, 3) }
    switch offset {
    case nil: break
    case .utc: text += "Z"
    case .minutes(let minutes):
      text += minutes < 0 ? "-" : "+"
      text += Self.pad(abs(minutes) / 60) + ":" + Self.pad(abs(minutes) % 60)
    }
    return text
  }

  private static func pad(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func length(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01 of a Gregorian date.
  ///
  /// Years are counted from March, so that a leap day ends one.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let monthDays = (153 * ((month + 9) % 12) + 2) / 5
    return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + monthDays + day
      - 719_469
  }

  /// The Gregorian date of a day since 1970-01-01, for years from 1800 on.
  private static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
    var year = 1970 + days / 366 - (days < 0 ? 1 : 0)
    while Self.days(year + 1, 1, 1) <= days { year += 1 }
    while Self.days(year, 1, 1) > days { year -= 1 }
    var month = 12
    while Self.days(year, month, 1) > days { month -= 1 }
    return (year, month, days - Self.days(year, month, 1) + 1)
  }
}

extension CaptureTime {
  /// Takes from another statement of the same local second what this one leaves open: the fraction
  /// and the offset.
  package mutating func complete(with other: CaptureTime) {
    guard other.localSeconds == localSeconds else { return }
    milliseconds = milliseconds ?? other.milliseconds
    offset = offset ?? other.offset
  }
}

extension CaptureTime {
  /// This time, unless it is the zero of a clock that was never set: the starts of 1904 (QuickTime)
  /// and 1970 (Unix).
  package var sincePlausibleStart: CaptureTime? {
    let isZero = localSeconds == 0 || localSeconds == -2_082_844_800
    return isZero && milliseconds ?? 0 == 0 ? nil : self
  }
}
