extension CaptureTime {
  /// Reads the forms in which files state a time.
  ///
  /// Those are EXIF's `YYYY:MM:DD HH:MM:SS`, where a space may stand for a leading zero, and ISO
  /// 8601 as in XMP and QuickTime: `YYYY-MM-DD`, then `T` or a space and `HH:MM[:SS[.f…]]`, then
  /// `Z`, `±HH:MM`, `±HHMM` or `±HH`. A date alone is its midnight, in local time. Blanks and NULs
  /// around are dropped. Anything else is nil, such as `0000:00:00 00:00:00`, words, or month 13.
  package init?(_ text: String) {
    var scanner = Scanner(text)
    guard let year = scanner.number(4), scanner.skip(any: ":-/."), let month = scanner.number(2),
      scanner.skip(any: ":-/."), let day = scanner.number(2)
    else { return nil }
    if scanner.isAtEnd {
      self.init(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
      return
    }
    guard scanner.skip(any: "T "), let hour = scanner.number(2), scanner.skip(any: ":"),
      let minute = scanner.number(2)
    else { return nil }
    var second = 0
    var milliseconds: Int?
    if scanner.skip(any: ":") {
      guard let number = scanner.number(2) else { return nil }
      second = number
      if scanner.skip(any: ".,") {
        guard let digits = scanner.digits() else { return nil }
        milliseconds = Self.milliseconds(digits)
      }
    }
    var offset: Offset?
    if !scanner.isAtEnd {
      guard let found = scanner.offset(), scanner.isAtEnd else { return nil }
      offset = found
    }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      milliseconds: milliseconds, offset: offset)
  }

  /// Reads the three EXIF tags that make up one time (EXIF 2.31, 4.6.5 F).
  ///
  /// A fraction or an offset that makes no sense is dropped, the time kept.
  package init?(exif time: String, fraction: String?, offset: String?) {
    self.init(time)
    if milliseconds == nil, let fraction {
      var scanner = Scanner(fraction)
      if let digits = scanner.digits(), scanner.isAtEnd {
        milliseconds = Self.milliseconds(digits)
      }
    }
    if self.offset == nil, let offset {
      var scanner = Scanner(offset)
      if let found = scanner.offset(), scanner.isAtEnd { self.offset = found }
    }
  }

  /// Works out the offset from the time that a satellite receiver wrote, which is UTC.
  ///
  /// The difference is taken if it is within 5 minutes of an offset that is, or lately was, in use
  /// somewhere: a fix that is older than the photo must not make a zone up.
  package mutating func deriveOffset(fromUTC utc: CaptureTime) {
    guard offset == nil else { return }
    let difference = localSeconds - utc.localSeconds
    let quarters = Int((Double(difference) / 900).rounded())
    guard abs(difference - quarters * 900) <= 300, Self.quartersInUse.contains(quarters) else {
      return
    }
    offset = .minutes(quarters * 15)
  }

  /// Reads the two EXIF tags of a satellite receiver's time: `YYYY:MM:DD`, and three rationals.
  package init?(satelliteDate date: String, time: String) {
    let parts = time.split(separator: " ").map { Self.rational($0) }
    guard let day = CaptureTime(date), day.localSeconds % 86_400 == 0, parts.count == 3,
      let hour = parts[0], let minute = parts[1], let second = parts[2], (0..<24).contains(hour),
      (0..<60).contains(minute), (0..<61).contains(second)
    else { return nil }
    self = day.advanced(by: Int(hour * 3600 + minute * 60 + second))
    offset = .utc
  }

  private func advanced(by seconds: Int) -> CaptureTime {
    CaptureTime(localSeconds: localSeconds + seconds)
  }

  private init(localSeconds: Int) {
    self.localSeconds = localSeconds
  }

  private static func rational(_ text: Substring) -> Double? {
    let parts = text.split(separator: "/", maxSplits: 1)
    guard let first = parts.first, let numerator = Double(first) else { return nil }
    guard parts.count == 2 else { return numerator }
    guard let denominator = Double(parts[1]), denominator != 0 else { return nil }
    return numerator / denominator
  }

  /// The first three digits after the decimal point, missing ones taken as 0.
  private static func milliseconds(_ digits: [Int]) -> Int {
    (0..<3).reduce(0) { $0 * 10 + ($1 < digits.count ? digits[$1] : 0) }
  }

  /// Offsets of the time zone database, in quarters of an hour, daylight saving included.
  private static let quartersInUse: Set<Int> = Set(
    (-12...14).map { $0 * 4 } + [-38, -14, -10, 14, 18, 22, 23, 26, 35, 38, 42, 51, 55])
}

/// Reads one field after another from ASCII text.
private struct Scanner {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    var rest = text.utf8[...]
    let blanks: Set<UInt8> = [0, 0x09, 0x0a, 0x0d, 0x20]
    while let first = rest.first, blanks.contains(first) { rest.removeFirst() }
    while let last = rest.last, blanks.contains(last) { rest.removeLast() }
    self.rest = rest
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(any characters: String) -> Bool {
    guard let first = rest.first, characters.utf8.contains(first) else { return false }
    rest.removeFirst()
    return true
  }

  /// Exactly `width` characters: digits, spaces before them allowed.
  mutating func number(_ width: Int) -> Int? {
    let field = rest.prefix(width)
    guard field.count == width, field.last != 0x20 else { return nil }
    var value = 0
    var started = false
    for byte in field {
      switch byte {
      case 0x30...0x39:
        value = value * 10 + Int(byte - 0x30)
        started = true
      case 0x20 where !started: continue
      default: return nil
      }
    }
    rest = rest.dropFirst(width)
    return value
  }

  mutating func digits() -> [Int]? {
    let run = rest.prefix { (0x30...0x39).contains($0) }
    guard !run.isEmpty else { return nil }
    rest = rest.dropFirst(run.count)
    return run.map { Int($0 - 0x30) }
  }

  mutating func offset() -> CaptureTime.Offset? {
    if skip(any: "Zz") { return .utc }
    let sign: Int
    if skip(any: "+") { sign = 1 } else if skip(any: "-") { sign = -1 } else { return nil }
    guard let hours = number(2) else { return nil }
    var minutes = 0
    if !isAtEnd {
      _ = skip(any: ":")
      guard let number = number(2) else { return nil }
      minutes = number
    }
    guard minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
    return .minutes(sign * (hours * 60 + minutes))
  }
}
