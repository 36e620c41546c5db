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
  private static func seconds(_ text: String) -> Int? {
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

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return number
  }
}
