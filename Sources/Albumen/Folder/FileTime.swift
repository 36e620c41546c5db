/// Spells a file's time as the log holds capture times.
enum FileTime {
  /// Returns the ISO 8601 text, in UTC and to the second, of nanoseconds since 1970 UTC.
  ///
  /// The days are turned into a date of the proleptic Gregorian calendar by counting in eras of 400
  /// years that begin in March, so that a leap day comes last.
  static func text(nanoseconds: Int64) -> String {
    let seconds = floorDivide(nanoseconds, 1_000_000_000)
    let days = floorDivide(seconds, 86_400)
    let time = seconds - days * 86_400
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    return "\(padded(year, 4))-\(padded(month >= 10 ? month - 9 : month + 3, 2))-\(padded(day, 2))T"
      + "\(padded(time / 3_600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))Z"
  }

  private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    number >= 0 ? number / divisor : (number + 1) / divisor - 1
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
