import CGExiv2
import MediaKit

/// Owns what gexiv2 read from one picture.
///
/// gexiv2 0.14 turns the exceptions that exiv2 means to throw into errors; any other C++ exception
/// ends the process, which is why this runs in a helper.
struct PhotoMetadata: ~Copyable {
  private let handle: UnsafeMutablePointer<GExiv2Metadata>

  /// Sets the library up, once in a process, and silences it.
  static func initialise() {
    gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
    _ = gexiv2_initialize()
  }

  /// Reads the metadata of an open picture; nil if gexiv2 cannot.
  init?(_ file: borrowing MediaFile) {
    guard let handle = gexiv2_metadata_new() else { return nil }
    guard gexiv2_metadata_open_path(handle, file.alias, nil) != 0 else {
      g_object_unref(handle)
      return nil
    }
    self.handle = handle
  }

  deinit {
    g_object_unref(handle)
  }

  /// The size in pixels as stored.
  var size: ImageHeader.Size? {
    ImageHeader.Size(
      Int(gexiv2_metadata_get_pixel_width(handle)), Int(gexiv2_metadata_get_pixel_height(handle)))
  }

  /// Whether width and height change places when the picture is shown (EXIF orientation 5 to 8).
  var isTurned: Bool {
    guard let text = text("Exif.Image.Orientation") ?? text("Xmp.tiff.Orientation"),
      let orientation = Int(text)
    else { return false }
    return (5...8).contains(orientation)
  }

  /// When the picture was taken: the first of the places where that stands that holds a valid time.
  var captured: CaptureTime? {
    guard var time = original ?? digitized else { return nil }
    if time.offset == nil, let date = text("Exif.GPSInfo.GPSDateStamp"),
      let clock = text("Exif.GPSInfo.GPSTimeStamp"),
      let utc = CaptureTime(satelliteDate: date, time: clock)
    {
      time.deriveOffset(fromUTC: utc)
    }
    return time
  }

  private var original: CaptureTime? {
    exif("Original") ?? time("Exif.Image.DateTimeOriginal") ?? time("Xmp.exif.DateTimeOriginal")
      ?? time("Xmp.photoshop.DateCreated") ?? iptc
  }

  private var digitized: CaptureTime? {
    exif("Digitized") ?? time("Xmp.exif.DateTimeDigitized") ?? time("Xmp.xmp.CreateDate")
  }

  private func exif(_ event: String) -> CaptureTime? {
    guard let time = text("Exif.Photo.DateTime\(event)") else { return nil }
    return CaptureTime(
      exif: time, fraction: text("Exif.Photo.SubSecTime\(event)"),
      offset: text("Exif.Photo.OffsetTime\(event)") ?? text("Exif.Photo.OffsetTime"))
  }

  private func time(_ tag: String) -> CaptureTime? {
    text(tag).flatMap { CaptureTime($0) }
  }

  /// The two datasets that IPTC splits a time into (IPTC IIM 4.2, 2:55 and 2:60).
  private var iptc: CaptureTime? {
    guard let date = text("Iptc.Application2.DateCreated") else { return nil }
    guard let clock = text("Iptc.Application2.TimeCreated") else { return CaptureTime(date) }
    return CaptureTime("\(date)T\(clock)") ?? CaptureTime(date)
  }

  /// The identifier that Apple's maker note holds.
  var contentIdentifier: String? {
    guard text("Exif.Image.Make")?.hasPrefix("Apple") == true,
      let bytes = gexiv2_metadata_try_get_tag_raw(handle, "Exif.Photo.MakerNote", nil)
    else { return nil }
    defer { g_bytes_unref(bytes) }
    var count: gsize = 0
    guard let start = g_bytes_get_data(bytes, &count) else { return nil }
    return AppleMakerNote.contentIdentifier(
      in: Array(UnsafeRawBufferPointer(start: start, count: Int(count))))
  }

  /// Maker and model of the camera.
  var camera: String? {
    CameraName.join(maker: text("Exif.Image.Make"), model: text("Exif.Image.Model"))
  }

  private func text(_ tag: String) -> String? {
    guard let value = gexiv2_metadata_try_get_tag_string(handle, tag, nil) else { return nil }
    defer { g_free(value) }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
