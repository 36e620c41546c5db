extension CaptureTime {
  /// Reads the form that PNG recommends, RFC 5322's `Sun, 05 May 2024 21:12:08 +0200`, and what
  /// `ctime(3)` writes, `Sun May  5 21:12:08 2024`.
  ///
  /// The day of the week may be missing and isn't checked. Of the names of zones only `GMT`, `UT`,
  /// `UTC` and `Z` are known; any other leaves the offset open. Anything else is nil.
  package init?(mail text: String) {
    var words = text.split { $0.isWhitespace || $0 == "," || $0 == "\0" }
    if let first = words.first, Self.month(first) == nil, first.first?.isLetter == true {
      words.removeFirst()
    }
    guard words.count >= 4 else { return nil }
    let isMail = Self.month(words[1]) != nil
    guard let month = Self.month(isMail ? words[1] : words[0]),
      let day = Int(isMail ? words[0] : words[1]),
      let year = Int(isMail ? words[2] : words[3]), year >= 1800
    else { return nil }
    let clock = words[isMail ? 3 : 2].split(separator: ":", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard clock.count == 2 || clock.count == 3, let hour = clock[0], let minute = clock[1],
      let second = clock.count == 3 ? clock[2] : 0
    else { return nil }
    let zone = isMail && words.count > 4 ? String(words[4]) : ""
    // The zone is read by the form that knows it, behind a time that exists.
    let offset: Offset? =
      ["GMT", "UT", "UTC", "Z"].contains(zone)
      ? .utc : CaptureTime("2000-01-01T00:00:00" + zone)?.offset
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      offset: offset)
  }

  private static func month(_ word: Substring) -> Int? {
    let names = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    guard word.count >= 3 else { return nil }
    return names.firstIndex { word.lowercased().hasPrefix($0) }.map { $0 + 1 }
  }
}
