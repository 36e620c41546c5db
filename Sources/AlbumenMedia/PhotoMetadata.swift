import CGExiv2
import MediaKit

/// Owns what gexiv2 read from one picture or one XMP packet.
///
/// gexiv2 0.14 turns the exceptions that exiv2 means to throw into errors; any other C++ exception
/// ends the process, which is why this runs in a helper. `docs/formats/media-fields.md` says which
/// of several places counts.
struct PhotoMetadata: ~Copyable {
  private let handle: UnsafeMutablePointer<GExiv2Metadata>
  /// The tags of EXIF that there are: gexiv2 takes a while to find that there is none.
  private let tags: Set<String>
  private let hasIPTC: Bool
  private let hasXMP: Bool

  /// Sets the library up, once in a process, and silences it.
  static func initialise() {
    gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
    _ = gexiv2_initialize()
  }

  /// Reads the metadata of an open picture; nil if gexiv2 cannot.
  init?(_ file: borrowing MediaFile, type: MediaType) {
    guard let handle = gexiv2_metadata_new() else { return nil }
    guard Self.open(handle, file, type) else {
      g_object_unref(handle)
      return nil
    }
    self.handle = handle
    tags = Self.tags(in: handle)
    hasIPTC = gexiv2_metadata_has_iptc(handle) != 0
    hasXMP = gexiv2_metadata_has_xmp(handle) != 0
  }

  /// Reads an XMP packet in UTF-8 that begins with a tag; nil if gexiv2 cannot.
  ///
  /// exiv2 makes EXIF and IPTC of what such a packet says, and loses offsets by it: only the XMP
  /// itself is then looked at.
  init?(packet: [UInt8]) {
    guard let handle = gexiv2_metadata_new() else { return nil }
    let opened = packet.withUnsafeBufferPointer {
      gexiv2_metadata_open_buf(handle, $0.baseAddress, $0.count, nil)
    }
    guard opened != 0, gexiv2_metadata_has_xmp(handle) != 0 else {
      g_object_unref(handle)
      return nil
    }
    self.handle = handle
    tags = []
    hasIPTC = false
    hasXMP = true
  }

  deinit {
    g_object_unref(handle)
  }

  /// Puts all that is known, except for sizes, into a record.
  func fill(_ record: inout MediaRecord) {
    record.captured = captured?.text
    record.cameraMaker = maker
    record.cameraModel = model
    record.camera = CameraName.join(maker: record.cameraMaker, model: record.cameraModel)
    if let place {
      record.latitude = place.latitude
      record.longitude = place.longitude
    }
    record.orientation = orientation
    record.rating = rating
    record.keywords = keywords
    record.title = title
    record.caption = caption
    let note = appleMakerNote
    record.contentIdentifier = note.flatMap { AppleMakerNote.contentIdentifier(in: $0) }
    record.burstIdentifier =
      note.flatMap { AppleMakerNote.burstIdentifier(in: $0) } ?? text("Xmp.GCamera.BurstID")
  }

  /// The size in pixels as stored.
  var size: ImageHeader.Size? {
    ImageHeader.Size(
      Int(gexiv2_metadata_get_pixel_width(handle)), Int(gexiv2_metadata_get_pixel_height(handle)))
  }

  /// How the picture is turned to be shown, 1 to 8.
  var orientation: Int? {
    (number("Exif.Image.Orientation") ?? number("Exif.PanasonicRaw.Orientation")
      ?? number("Xmp.tiff.Orientation"))
      .flatMap { (1...8).contains($0) ? $0 : nil }
  }

  /// Apple's maker note as it is in the file.
  private var appleMakerNote: [UInt8]? {
    guard text("Exif.Image.Make")?.hasPrefix("Apple") == true,
      let bytes = gexiv2_metadata_try_get_tag_raw(handle, "Exif.Photo.MakerNote", nil)
    else { return nil }
    defer { g_bytes_unref(bytes) }
    var count: gsize = 0
    guard let start = g_bytes_get_data(bytes, &count) else { return nil }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
  }

  /// The value of a tag as text without blanks around; nil if there is none, or an empty one.
  func text(_ tag: String) -> String? {
    guard mayHave(tag), let value = gexiv2_metadata_try_get_tag_string(handle, tag, nil) else {
      return nil
    }
    defer { g_free(value) }
    return Self.text(value)
  }

  /// The value of a tag that Windows writes in UTF-16.
  func wideText(_ tag: String) -> String? {
    guard mayHave(tag),
      let value = gexiv2_metadata_try_get_tag_interpreted_string(handle, tag, nil)
    else { return nil }
    defer { g_free(value) }
    return Self.text(value)
  }

  /// All values of a tag that may have several.
  func texts(_ tag: String) -> [String] {
    guard mayHave(tag), let values = gexiv2_metadata_try_get_tag_multiple(handle, tag, nil) else {
      return []
    }
    defer { g_strfreev(values) }
    var texts: [String] = []
    while texts.count < 1000, let value = values[texts.count] {
      texts.append(Self.text(value) ?? "")
    }
    return texts.filter { !$0.isEmpty }
  }

  /// The value of a tag as a whole number.
  func number(_ tag: String) -> Int? {
    text(tag).flatMap { Int($0) }
  }

  /// Whether there is metadata of the kind that a tag belongs to: asking is not for nothing.
  private func mayHave(_ tag: String) -> Bool {
    switch tag.utf8.first {
    case UInt8(ascii: "E"): tags.contains(tag)
    case UInt8(ascii: "I"): hasIPTC
    default: hasXMP
    }
  }

  private static func text(_ value: UnsafePointer<CChar>) -> String? {
    DescriptiveText.trimmed(LegacyText.decode(cString: value))
  }
}
