import CommandParsing
import Platform
import Testing

@testable import AlbumenCommand

@Suite struct TimePhraseTests {
  private static let now: Int64 = 1_777_809_600_123  // 2026-05-03 12:00 UTC

  private func at(
    _ text: String, _ meaning: TimePhrase.Meaning = .start
  ) throws(UsageError) -> Int64 {
    try TimePhrase.milliseconds(text, meaning: meaning, now: Self.now, for: "--since")
  }

  private func local(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
  ) throws -> Int64 {
    let time = LocalTime(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    return try #require(time.seconds) * 1000
  }

  @Test func `a date means its start or its end`() throws {
    #expect(try at("2026-05-03") == local(2026, 5, 3))
    #expect(try at("2026-05-03", .end) == local(2026, 5, 4) - 1)
    #expect(try at("2024-02-29", .end) == local(2024, 3, 1) - 1)
    #expect(try at("2025-12-31", .end) == local(2026, 1, 1) - 1)
  }

  @Test func `a moment is local, or where its offset says`() throws {
    #expect(try at("2026-05-03T12:34") == local(2026, 5, 3, 12, 34))
    #expect(try at("2026-05-03T12:34:56", .end) == local(2026, 5, 3, 12, 34, 56))
    #expect(try at("2026-05-03T12:00:00Z") == 1_777_809_600_000)
    #expect(try at("2026-05-03T14:00+02:00") == 1_777_809_600_000)
    #expect(try at("2026-05-03T08:30-0330") == 1_777_809_600_000)
    #expect(try at("1969-12-31T23:59:59Z") == -1000)
  }

  @Test func `words count from now`() throws {
    let today = try #require(LocalTime(seconds: Self.now / 1000))
    let midnight = try local(today.year, today.month, today.day)
    #expect(try at("now") == Self.now)
    #expect(try at("today") == midnight)
    #expect(try at("yesterday", .end) == midnight - 1)
    #expect(try at("yesterday") == local(today.year, today.month, today.day - 1))
    #expect(try at("90 minutes ago") == Self.now - 5_400_000)
    #expect(try at("1 hour ago") == Self.now - 3_600_000)
    #expect(
      try at("3 days ago") == local(
        today.year, today.month, today.day - 3, today.hour, today.minute, today.second) + 123)
    #expect(try at("2 weeks ago") == at("14 days ago"))
  }

  @Test(arguments: [
    "", "noon", "2026", "2026-5-3", "2026-02-30", "2026-13-01", "2026-00-01", "2026-05-03T",
    "2026-05-03T12", "2026-05-03T24:00", "2026-05-03T12:60", "2026-05-03T12:00:61",
    "2026-05-03T12:00+2", "2026-05-03T12:00 Z", "2026-05-03T12:00+25:00", "3 days", "-3 days ago",
    "three days ago", "3 years ago", "２０２６-05-03", "99999999999999999999 days ago",
  ])
  func `anything else is refused`(text: String) {
    #expect(throws: UsageError.self) { try at(text) }
  }
}
