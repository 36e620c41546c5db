extension MediaRecord {
  /// Puts what a sidecar says over what the file says: the sidecar wins, field by field.
  ///
  /// Pure. The type, the duration and the identifiers that pair and group files stay the file's. A
  /// sidecar's keywords replace all of the file's. Width and height change places where the
  /// sidecar turns the picture the other way. A capture time keeps what only the file knows of the
  /// same second: its fraction, and its offset. A sidecar that could not be read changes nothing.
  ///
  /// - Parameter sidecar: what ``MediaReader/readSidecar(_:)`` gave.
  package mutating func merge(sidecar: MediaRecord) {
    guard sidecar.unreadable == nil else { return }
    if let time = sidecar.captured { captured = Self.merged(captured, sidecar: time) }
    if let place = sidecar.latitude {
      latitude = place
      longitude = sidecar.longitude
    }
    if sidecar.cameraMaker != nil || sidecar.cameraModel != nil {
      cameraMaker = sidecar.cameraMaker ?? cameraMaker
      cameraModel = sidecar.cameraModel ?? cameraModel
      camera = CameraName.join(maker: cameraMaker, model: cameraModel)
    }
    if let turned = sidecar.orientation, type?.turnsItself != true, type?.isVideo != true {
      if (turned > 4) != ((orientation ?? 1) > 4) { swap(&width, &height) }
      orientation = turned
    }
    rating = sidecar.rating ?? rating
    if !sidecar.keywords.isEmpty { keywords = sidecar.keywords }
    title = sidecar.title ?? title
    caption = sidecar.caption ?? caption
  }

  /// The record with what a sidecar says put over it: see ``merge(sidecar:)``.
  package func merged(sidecar: MediaRecord) -> MediaRecord {
    var record = self
    record.merge(sidecar: sidecar)
    return record
  }

  private static func merged(_ file: String?, sidecar: String) -> String {
    guard let file, let known = CaptureTime(file), var time = CaptureTime(sidecar) else {
      return sidecar
    }
    // A date alone says less than a time on that day.
    let isDate = time.localSeconds % 86_400 == 0 && time.milliseconds == nil && time.offset == nil
    if isDate, (0..<86_400).contains(known.localSeconds - time.localSeconds) { return file }
    time.complete(with: known)
    return time.text
  }
}
