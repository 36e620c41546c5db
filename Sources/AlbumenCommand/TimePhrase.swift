import CommandParsing
import Platform

/// Reads points in time as people write them, in the machine's zone unless an offset is given.
enum TimePhrase {
  /// Which moment of a whole day is meant.
  enum Meaning {
    /// Its first.
    case start
    /// Its last millisecond.
    case end
  }

  /// Returns the milliseconds since 1970, UTC, that a phrase means: `2026-05-03`,
  /// `2026-05-03T12:00`, with `:30` and with `Z` or an offset behind it, `now`, `today`,
  /// `yesterday`, `3 days ago`.
  ///
  /// - Parameters:
  ///   - now: the milliseconds since 1970 at this moment.
  ///   - name: the option, for the message.
  /// - Throws: `valueNotAllowed`.
  static func milliseconds(
    _ text: String, meaning: Meaning, now: Int64, for name: String
  ) throws(UsageError) -> Int64 {
    let found =
      named(text, meaning, now) ?? ago(text, now) ?? day(text, meaning) ?? moment(text)
    guard let found else {
      throw UsageError(
        .valueNotAllowed, "\(name) takes a time", subject: Argument(text).display,
        hint: "write 2026-05-03, 2026-05-03T12:00, yesterday or '3 days ago'")
    }
    return found
  }

  private static func local(_ now: Int64) -> LocalTime? {
    LocalTime(seconds: now / 1000)
  }

  /// `now`, `today`, `yesterday`.
  private static func named(_ text: String, _ meaning: Meaning, _ now: Int64) -> Int64? {
    switch text {
    case "now": return now
    case "today", "yesterday":
      guard var day = local(now) else { return nil }
      if text == "yesterday" { day.day -= 1 }
      return bound(day, meaning)
    default: return nil
    }
  }

  /// `3 days ago`: the same time of day, some days before; hours and minutes by the clock.
  private static func ago(_ text: String, _ now: Int64) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 3, words[2] == "ago", let number = Int64(words[0]),
      (0...1_000_000).contains(number), var time = local(now)
    else { return nil }
    switch words[1] {
    case "minute", "minutes": return now - number * 60_000
    case "hour", "hours": return now - number * 3_600_000
    case "day", "days": time.day -= Int(number)
    case "week", "weeks": time.day -= 7 * Int(number)
    default: return nil
    }
    return time.seconds.map { $0 * 1000 + now % 1000 }
  }

  /// `2026-05-03`.
  private static func day(_ text: String, _ meaning: Meaning) -> Int64? {
    guard let day = date(text[...]), day.exists else { return nil }
    return bound(day, meaning)
  }

  /// `2026-05-03T12:00`, with seconds and an offset where they are given.
  private static func moment(_ text: String) -> Int64? {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, var time = date(parts[0]) else { return nil }
    let clock = parts[1].prefix { $0.isNumber || $0 == ":" }
    let numbers = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard numbers.count == 2 || numbers.count == 3, let hour = pair(numbers[0]),
      let minute = pair(numbers[1])
    else { return nil }
    time.hour = hour
    time.minute = minute
    if numbers.count == 3 {
      guard let second = pair(numbers[2]) else { return nil }
      time.second = second
    }
    guard time.exists else { return nil }
    let zone = parts[1][clock.endIndex...]
    if zone.isEmpty { return time.seconds.map { $0 * 1000 } }
    return offset(zone).map { (time.secondsInUTC - $0) * 1000 }
  }

  /// `Z`, `+02:00`, `-0330`: seconds east of UTC.
  private static func offset(_ text: Substring) -> Int64? {
    if text == "Z" { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.count == 4, text.count == 5 || (text.count == 6 && text.dropFirst(3).first == ":"),
      let hours = pair(digits.prefix(2)[...]), let minutes = pair(digits.suffix(2)[...]),
      hours <= 18, minutes < 60
    else { return nil }
    return Int64(hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
  }

  private static func date(_ text: Substring) -> LocalTime? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, let year = number(parts[0]),
      let month = pair(parts[1]), let day = pair(parts[2])
    else { return nil }
    return LocalTime(year: year, month: month, day: day)
  }

  private static func pair(_ text: Substring) -> Int? {
    text.count == 2 ? number(text) : nil
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }

  /// The first or the last millisecond of a day.
  private static func bound(_ day: LocalTime, _ meaning: Meaning) -> Int64? {
    var day = LocalTime(year: day.year, month: day.month, day: day.day)
    if meaning == .end { day.day += 1 }
    return day.seconds.map { meaning == .end ? $0 * 1000 - 1 : $0 * 1000 }
  }
}
