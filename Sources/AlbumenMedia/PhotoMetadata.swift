import CExiv2
import MediaKit

/// Owns what Exiv2 read from one picture or one XMP packet.
///
/// Whatever it throws, the picture is one that cannot be read; where it crashes or hangs, that is the
/// helper's end. `docs/formats/media-fields.md` says which of several places counts.
struct PhotoMetadata: ~Copyable {
  private let handle: OpaquePointer
  private let isPacket: Bool
  private let hasIPTC: Bool
  private let hasXMP: Bool

  /// Sets the library up, once in a process, and silences it.
  static func initialise() { albumen_exiv2_initialize() }

  /// Reads the metadata of an open picture; nil if Exiv2 cannot.
  init?(_ file: borrowing MediaFile, type: MediaType) {
    guard let handle = Self.open(file, type) else { return nil }
    self.handle = handle
    isPacket = false
    hasIPTC = albumen_exiv2_has_iptc(handle) != 0
    hasXMP = albumen_exiv2_has_xmp(handle) != 0
  }

  /// Reads an XMP packet in UTF-8 that begins with a tag; nil if Exiv2 cannot.
  ///
  /// Exiv2 makes EXIF and IPTC of what such a packet says, and loses offsets by it: only the XMP
  /// itself is then looked at.
  init?(packet: [UInt8]) {
    guard let handle = Self.read(packet) else { return nil }
    guard albumen_exiv2_has_xmp(handle) != 0 else {
      albumen_exiv2_free(handle)
      return nil
    }
    self.handle = handle
    isPacket = true
    hasIPTC = false
    hasXMP = true
  }

  deinit { albumen_exiv2_free(handle) }

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
      Int(albumen_exiv2_width(handle)), Int(albumen_exiv2_height(handle)))
  }

  /// How the picture is turned to be shown, 1 to 8.
  var orientation: Int? {
    (number("Exif.Image.Orientation") ?? number("Exif.PanasonicRaw.Orientation")
      ?? number("Xmp.tiff.Orientation"))
      .flatMap { (1...8).contains($0) ? $0 : nil }
  }

  /// Apple's maker note as it is in the file.
  private var appleMakerNote: [UInt8]? {
    guard text("Exif.Image.Make")?.hasPrefix("Apple") == true else { return nil }
    var count = 0
    guard let bytes = albumen_exiv2_bytes(handle, "Exif.Photo.MakerNote", &count) else {
      return nil
    }
    defer { albumen_exiv2_release(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// The value of a tag as text without blanks around; nil if there is none, or an empty one.
  func text(_ tag: String) -> String? {
    mayHave(tag) ? Self.take(albumen_exiv2_text(handle, tag)) : nil
  }

  /// The value of a tag that Windows writes in UTF-16.
  func wideText(_ tag: String) -> String? {
    mayHave(tag) ? Self.take(albumen_exiv2_words(handle, tag)) : nil
  }

  /// All values of a tag of XMP or IPTC, which may have several.
  func texts(_ tag: String) -> [String] {
    var texts: [String] = []
    while mayHave(tag), texts.count < 1000,
      let value = albumen_exiv2_text_at(handle, tag, texts.count)
    {
      texts.append(Self.take(value) ?? "")
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
    case UInt8(ascii: "E"): !isPacket
    case UInt8(ascii: "I"): hasIPTC
    default: hasXMP
    }
  }

  /// Takes over a text that Exiv2 has made.
  private static func take(_ value: UnsafeMutablePointer<CChar>?) -> String? {
    guard let value else { return nil }
    defer { albumen_exiv2_release(value) }
    return DescriptiveText.trimmed(LegacyText.decode(cString: value))
  }
}
