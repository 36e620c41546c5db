import MediaKit

extension PhotoMetadata {
  /// When the picture was taken: the first of the places where that stands that holds a valid time.
  var captured: CaptureTime? {
    guard var time = originals.first ?? digitizations.first else { return satelliteTime }
    // Offsets that XMP has are often those of the computer that wrote it: they go with XMP's times
    // only.
    if let satelliteTime { time.deriveOffset(fromUTC: satelliteTime) }
    return time
  }

  /// Whether ``captured`` would be found among what says when the picture was taken, and not only
  /// when it was digitized or where its place was found.
  var hasOriginalTime: Bool { !originals.isEmpty }

  private var originals: [CaptureTime] {
    [
      exif("Original"), time("Exif.Image.DateTimeOriginal"), time("Xmp.exif.DateTimeOriginal"),
      time("Xmp.photoshop.DateCreated"), iptc("Created"),
    ].compactMap { $0 }
  }

  private var digitizations: [CaptureTime] {
    [
      exif("Digitized"), time("Xmp.exif.DateTimeDigitized"), time("Xmp.xmp.CreateDate"),
      iptc("Digitization"),
    ].compactMap { $0 }
  }

  /// The time of a satellite receiver, in UTC.
  private var satelliteTime: CaptureTime? {
    if let date = text("Exif.GPSInfo.GPSDateStamp"), let clock = text("Exif.GPSInfo.GPSTimeStamp") {
      return CaptureTime(satelliteDate: date, time: clock)?.sincePlausibleStart
    }
    guard var time = time("Xmp.exif.GPSTimeStamp"), time.offset.map({ $0.isUTC }) ?? true else {
      return nil
    }
    time.offset = .utc
    return time
  }

  private func exif(_ event: String) -> CaptureTime? {
    guard let time = text("Exif.Photo.DateTime\(event)") else { return nil }
    var found = CaptureTime(
      exif: time, fraction: text("Exif.Photo.SubSecTime\(event)"),
      offset: text("Exif.Photo.OffsetTime\(event)") ?? text("Exif.Photo.OffsetTime"))
    // TIFF/EP, 4.3: whole hours, the first number for the original.
    if found?.offset == nil, event == "Original",
      let hours = text("Exif.Image.TimeZoneOffset")?.split(separator: " ").first,
      let hours = Int(hours), (-12...14).contains(hours)
    {
      found?.offset = .minutes(hours * 60)
    }
    return found?.sincePlausibleStart
  }

  private func time(_ tag: String) -> CaptureTime? {
    text(tag).flatMap { CaptureTime($0) }?.sincePlausibleStart
  }

  /// The two datasets that IPTC splits a time into (IPTC IIM 4.2, 2:55 and 2:60, 2:62 and 2:63).
  ///
  /// Its offset is obligatory there: programs that know none write zero, which therefore says
  /// nothing.
  private func iptc(_ event: String) -> CaptureTime? {
    let (day, hour) =
      event == "Created" ? ("DateCreated", "TimeCreated") : (event + "Date", event + "Time")
    guard let date = text("Iptc.Application2.\(day)") else { return nil }
    let clock = text("Iptc.Application2.\(hour)")
    var time = clock.flatMap { CaptureTime("\(date)T\($0)") } ?? CaptureTime(date)
    if time?.offset?.isUTC == true { time?.offset = nil }
    return time?.sincePlausibleStart
  }
}
