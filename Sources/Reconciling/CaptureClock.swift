/// Compares capture times as a camera's clock showed them.
enum CaptureClock {
  /// Whether two capture times may be those of one photo.
  ///
  /// They may where the clocks show the same, or are apart by a whole number of quarter hours, at most
  /// 26 hours: then one of them was written in another time zone, with or without saying so, or the zone
  /// was put right. Fractions of a second and offsets are what programs add or drop, and do not count.
  /// Texts of another form are compared as they are.
  static func mayAgree(_ one: String, _ other: String) -> Bool {
    guard let one = seconds(one), let other = seconds(other) else {
      return one.utf8.elementsEqual(other.utf8)
    }
    let difference = (one - other).magnitude
    return difference.isMultiple(of: 900) && difference <= 26 * 3_600
  }

  /// What `YYYY-MM-DDTHH:MM:SS` at the start of a text shows, in seconds since some fixed day; nil for
  /// another form.
  fileprivate static func seconds(_ text: String) -> Int? {
    let bytes = Array(text.utf8.prefix(19))
    guard bytes.count == 19 else { return nil }
    for (index, separator) in zip([4, 7, 10, 13, 16], "--T::".utf8)
    where bytes[index] != separator { return nil }
    guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19])
    else { return nil }
    // Counted in years that begin in March, so that a leap day comes last.
    let march = month > 2 ? year : year - 1
    let monthOfYear = (month + 9) % 12
    let days =
      march * 365 + march / 4 - march / 100 + march / 400 + (153 * monthOfYear + 2) / 5 + day
    return days * 86_400 + hour * 3_600 + minute * 60 + second
  }

  fileprivate static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number
  }
}

extension CaptureClock {
  /// How far apart two files of one moment may say that they were taken, in milliseconds.
  private static let nearby = 2_000

  /// Whether two files may have been made by one release of the shutter.
  ///
  /// With an offset on both sides the moments count, and without one on either the clocks. With one on one
  /// side only, as where a photo has local time and its video UTC, the zone is not known: then they may be
  /// apart by a whole number of quarter hours besides, at most 26 hours.
  static func areTogether(_ one: String, _ other: String) -> Bool {
    guard let one = Moment(one), let other = Moment(other) else { return false }
    switch (one.offset, other.offset) {
    case (let left?, let right?):
      return abs(one.clock - left - other.clock + right) <= nearby
    case (nil, nil): return abs(one.clock - other.clock) <= nearby
    default:
      let difference = abs(one.clock - other.clock)
      let quarter = 900_000
      let rest = difference % quarter
      return min(rest, quarter - rest) <= nearby && difference <= 26 * 3_600_000 + nearby
    }
  }

  /// A capture time in milliseconds: what the clock showed, and how far ahead of UTC it was.
  private struct Moment {
    let clock: Int
    let offset: Int?

    init?(_ text: String) {
      guard let seconds = CaptureClock.seconds(text) else { return nil }
      var rest = text.utf8.dropFirst(19)
      var fraction = 0
      if rest.first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
        var scale = 100
        while let digit = rest.first, (0x30...0x39).contains(digit) {
          fraction += Int(digit - 0x30) * scale
          scale /= 10
          rest = rest.dropFirst()
        }
      }
      clock = seconds * 1_000 + fraction
      let bytes = Array(rest)
      switch bytes.first {
      case nil: offset = nil
      case UInt8(ascii: "Z") where bytes.count == 1: offset = 0
      case UInt8(ascii: "+") where bytes.count == 6, UInt8(ascii: "-") where bytes.count == 6:
        guard let hours = CaptureClock.number(bytes[1...2]),
          let minutes = CaptureClock.number(bytes[4...5])
        else { return nil }
        let ahead = (hours * 60 + minutes) * 60_000
        offset = bytes.first == UInt8(ascii: "-") ? -ahead : ahead
      default: return nil
      }
    }
  }
}
