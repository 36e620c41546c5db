import MediaKit

extension VideoFile {
  /// Puts all that is known, except for the size, into a record.
  func fill(_ record: inout MediaRecord) {
    record.captured = captured?.text
    record.duration = duration
    record.contentIdentifier = text("com.apple.quicktime.content.identifier")
    record.cameraMaker = maker
    record.cameraModel = model
    record.camera = CameraName.join(maker: record.cameraMaker, model: record.cameraModel)
    if let place {
      record.latitude = place.latitude
      record.longitude = place.longitude
    }
    record.rating = rating
    record.keywords = keywords
    record.title = text("com.apple.quicktime.title") ?? text("title")
    record.caption = (text("com.apple.quicktime.description") ?? text("description")).flatMap {
      DescriptiveText.caption($0, maker: record.cameraMaker, model: record.cameraModel)
    }
  }

  /// When the video was taken: with an offset if the file says so, else in UTC, as QuickTime
  /// counts; AVI's time is local.
  private var captured: CaptureTime? {
    if let time = time(text("com.apple.quicktime.creationdate")) { return time }
    let date = time(text("date")) ?? time(text("DATE_RECORDED"))
    if let date, date.offset != nil { return date }
    if var time = time(text("creation_time")) ?? time(streamText("creation_time")) {
      if time.milliseconds == 0 { time.milliseconds = nil }
      return time
    }
    return date ?? time(text("DATE_DIGITIZED"))
  }

  private func time(_ text: String?) -> CaptureTime? {
    text.flatMap { CaptureTime($0) }?.sincePlausibleStart
  }

  private var maker: String? {
    text("com.apple.quicktime.make") ?? text("com.android.manufacturer") ?? text("make")
  }

  private var model: String? {
    text("com.apple.quicktime.model") ?? text("com.android.model") ?? text("model")
  }

  /// Apple's key, else what libavformat makes of QuickTime's `©xyz` and 3GPP's `loci`.
  private var place: Coordinates? {
    for key in ["com.apple.quicktime.location.ISO6709", "location", "location-eng"] {
      if let place = text(key).flatMap({ Coordinates(iso6709: $0) }) { return place }
    }
    return nil
  }

  private var rating: Int? {
    guard let stars = text("com.apple.quicktime.rating.user").flatMap({ Double($0) }),
      (0...5).contains(stars)
    else { return nil }
    return Int(stars.rounded())
  }

  private var keywords: [String] {
    guard let list = text("com.apple.quicktime.keywords") ?? text("keywords") else { return [] }
    var seen: Set<String> = []
    return list.split { $0 == "," || $0 == ";" }
      .compactMap { DescriptiveText.trimmed(String($0)) }.filter { seen.insert($0).inserted }
  }
}
