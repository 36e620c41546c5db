import MediaKit
import Testing

@Suite struct CaptureTimeTests {
  @Test(arguments: [
    ("2008:05:23 15:54:59", "2008-05-23T15:54:59"),
    ("2008-05-23T15:54:59", "2008-05-23T15:54:59"),
    ("2008-05-23 15:54:59Z", "2008-05-23T15:54:59Z"),
    ("2008-05-23T15:54:59.1234567+02:00", "2008-05-23T15:54:59.123+02:00"),
    ("2008-05-23T15:54:59,5", "2008-05-23T15:54:59.500"),
    ("2008-05-23T15:54-0930", "2008-05-23T15:54:00-09:30"),
    ("2024-05-03T18:04:04+0200", "2024-05-03T18:04:04+02:00"),
    ("2024-05-03T18:04:04-08", "2024-05-03T18:04:04-08:00"),
    ("2008: 5: 3  5: 4: 9", "2008-05-03T05:04:09"),
    ("  2008:05:23 15:54:59\0\0 ", "2008-05-23T15:54:59"),
    ("2008/05/23 15:54:59", "2008-05-23T15:54:59"),
    ("2003-08-31", "2003-08-31T00:00:00"),
    ("2000-02-29T23:59:60", "2000-02-29T23:59:59"),
    ("1800-01-01T00:00:00", "1800-01-01T00:00:00"),
    ("9999-12-31T23:59:59", "9999-12-31T23:59:59"),
    ("2024-06-01T00:00:00+14:00", "2024-06-01T00:00:00+14:00"),
    ("2024-06-01T00:00:00-00:00", "2024-06-01T00:00:00+00:00"),
  ])
  func validTimesAreNormalised(_ text: String, _ want: String) {
    #expect(CaptureTime(text)?.text == want)
    #expect(CaptureTime(want)?.text == want)
  }

  @Test(arguments: [
    "", " ", "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:13:01 10:00:00",
    "2023:02:29 10:00:00", "1900:02:29 10:00:00", "2024:04:31 10:00:00", "2024:00:10 10:00:00",
    "2024:04:00 10:00:00", "2024:04:10 24:00:00", "2024:04:10 10:60:00", "2024:04:10 10:00:61",
    "yesterday at noon", "2024", "2024-04", "2024-04-10T", "2024-04-10T10",
    "2024-04-10T10:00:00+15:00",
    "2024-04-10T10:00:00+02:75", "2024-04-10T10:00:00 CET", "20240410T100000",
    "1799:12:31 00:00:00",
    "2024:04:10 10:00:00.", "٢٠٢٤:٠٤:١٠ ١٠:٠٠:٠٠", "2024:04:10\0 10:00:00", "-024:04:10 10:00:00",
  ])
  func anythingElseIsNoTime(_ text: String) {
    #expect(CaptureTime(text) == nil)
  }

  @Test(
    arguments: [
      ("37", "+01:00", "2024-03-30T17:45:12.370+01:00"), ("005", nil, "2024-03-30T17:45:12.005"),
      ("123456", "Z", "2024-03-30T17:45:12.123Z"), ("0", nil, "2024-03-30T17:45:12.000"),
      ("    ", "   :  ", "2024-03-30T17:45:12"), ("-1", "+99:00", "2024-03-30T17:45:12"),
      (nil, "-09:30", "2024-03-30T17:45:12-09:30"), ("12 ", nil, "2024-03-30T17:45:12.120"),
    ] as [(String?, String?, String)])
  func exifTagsMakeOneTime(_ fraction: String?, _ offset: String?, _ want: String) {
    let time = CaptureTime(exif: "2024:03:30 17:45:12", fraction: fraction, offset: offset)
    #expect(time?.text == want)
  }

  @Test(arguments: [
    ("2024:03:31", "2/1 16/1 58/1", "2024-03-31T08:01:59+05:45"),
    ("2024:03:31", "8/1 1/1 59/1", "2024-03-31T08:01:59+00:00"),
    ("2024:03:31", "22/1 0/1 0/1", "2024-03-31T08:01:59"),
    ("2024:03:30", "22/1 1/1 30/1", "2024-03-31T08:01:59+10:00"),
    ("2024:03:31", "7/1 0/1 5999/100", "2024-03-31T08:01:59+01:00"),
    ("2024:03:31", "6/1 55/1 0/1", "2024-03-31T08:01:59"),
    ("2024:03:31", "7/1 50/1 0/1", "2024-03-31T08:01:59"),
    ("2024:03:31", "7/0 0/1 0/1", "2024-03-31T08:01:59"),
    ("2024:03:31", "7/1 0/1", "2024-03-31T08:01:59"),
    ("", "7/1 0/1 0/1", "2024-03-31T08:01:59"),
    ("2024:03:31", "99999999999/1 0/1 0/1", "2024-03-31T08:01:59"),
    ("2024:03:31", "nan 0/1 0/1", "2024-03-31T08:01:59"),
  ])
  func satelliteTimeGivesTheOffset(_ date: String, _ clock: String, _ want: String) throws {
    var time = try #require(CaptureTime("2024:03:31 08:01:59"))
    if let utc = CaptureTime(satelliteDate: date, time: clock) { time.deriveOffset(fromUTC: utc) }
    #expect(time.text == want)
  }

  @Test(arguments: [
    ("Sun, 05 May 2024 21:12:08 +0200", "2024-05-05T21:12:08+02:00"),
    ("5 May 2024 21:12:08 GMT", "2024-05-05T21:12:08Z"),
    ("5 May 2024 21:12", "2024-05-05T21:12:00"),
    ("Sun May  5 21:12:08 2024", "2024-05-05T21:12:08"),
    ("May 5 21:12:08 2024\n", "2024-05-05T21:12:08"),
    ("Sun, 05 May 2024 21:12:08 CEST", "2024-05-05T21:12:08"),
  ])
  func timesAsInMailAreRead(_ text: String, _ want: String) {
    #expect(CaptureTime(mail: text)?.text == want)
  }

  @Test(arguments: [
    "", "May", "Sun, 31 Apr 2024 21:12:08", "5 Mai 24 21:12:08", "5 May 2024 25:12:08",
    "5 May 2024 21", "5 May 2024 21:12:08:09", "5 May 2024 x:y", "Sun Sun 5 May 2024 21:12:08",
  ])
  func anythingElseIsNoTimeAsInMail(_ text: String) {
    #expect(CaptureTime(mail: text) == nil)
  }

  @Test(arguments: [
    ("1904-01-01T00:00:00", false), ("1970-01-01T00:00:00Z", false),
    ("1970-01-01T00:00:00.000", false), ("1970-01-01T00:00:01", true), ("1903-12-31", true),
    ("1970-01-01T00:00:00.001", true),
  ])
  func clocksThatWereNeverSetGiveNoTime(_ text: String, _ isTime: Bool) throws {
    #expect((try #require(CaptureTime(text)).sincePlausibleStart != nil) == isTime)
  }

  @Test func aKnownOffsetIsKept() throws {
    var time = try #require(CaptureTime("2024-03-31T08:01:59+02:00"))
    time.deriveOffset(fromUTC: try #require(CaptureTime("2024-03-31T08:01:59Z")))
    #expect(time.text == "2024-03-31T08:01:59+02:00")
  }

  @Test func everyDayFrom1896To2104KeepsItsDate() throws {
    var days = 0
    for year in 1896...2104 {
      for month in 1...12 {
        for day in 1...31 {
          guard
            let time = CaptureTime(
              year: year, month: month, day: day, hour: 1, minute: 2, second: 3)
          else { continue }
          days += 1
          let pad = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
          #expect(time.text == "\(year)-\(pad(month))-\(pad(day))T01:02:03")
        }
      }
    }
    let first = try #require(CaptureTime("1896-01-01"))
    let last = try #require(CaptureTime("2104-12-31"))
    #expect(days == (last.localSeconds - first.localSeconds) / 86_400 + 1)
    #expect(CaptureTime("1970-01-01")?.localSeconds == 0)
    #expect(CaptureTime("2001-09-09T01:46:40")?.localSeconds == 1_000_000_000)
  }
}
