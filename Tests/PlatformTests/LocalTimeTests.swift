import Platform
import Testing

@Suite struct LocalTimeTests {
  @Test func `knows UTC`() {
    let time = LocalTime(year: 2026, month: 5, day: 3, hour: 12)
    #expect(time.secondsInUTC == 1_777_809_600)
    #expect(
      LocalTime(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59).secondsInUTC == -1
    )
  }

  @Test func `goes to seconds and back in the machine's zone`() throws {
    for seconds: Int64 in [0, -1, 1_777_809_600, 951_782_400, 4_102_444_800] {
      let time = try #require(LocalTime(seconds: seconds))
      #expect(time.seconds == seconds)
      #expect(abs(time.secondsInUTC - seconds) <= 15 * 3600)
    }
  }

  @Test func `carries over`() throws {
    let first = try #require(LocalTime(year: 2026, month: 3, day: 1, hour: 12).seconds)
    #expect(LocalTime(year: 2026, month: 2, day: 29, hour: 12).seconds == first)
    let last = try #require(LocalTime(year: 2024, month: 2, day: 29, hour: 12).seconds)
    #expect(LocalTime(year: 2024, month: 3, day: 0, hour: 12).seconds == last)
  }

  @Test func `tells dates that there are from others`() {
    #expect(LocalTime(year: 2024, month: 2, day: 29).exists)
    #expect(LocalTime(year: 2026, month: 12, day: 31, hour: 23, minute: 59, second: 59).exists)
    for time in [
      LocalTime(year: 2026, month: 2, day: 29), LocalTime(year: 2026, month: 13, day: 1),
      LocalTime(year: 2026, month: 0, day: 1), LocalTime(year: 2026, month: 4, day: 31),
      LocalTime(year: 2026, month: 1, day: 1, hour: 24),
      LocalTime(year: 2026, month: 1, day: 1, minute: 60),
    ] { #expect(!time.exists, "\(time)") }
  }

  @Test func `has no time beyond all years`() {
    #expect(LocalTime(seconds: .max) == nil)
    #expect(
      LocalTime(year: .max, month: 1, day: 1).seconds == nil
        || !LocalTime(year: .max, month: 1, day: 1).exists)
  }
}
