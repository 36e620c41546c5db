import MediaKit

/// Looks into one file with the library that knows its type.
enum Inspection {
  /// Makes the record of an open file.
  static func record(_ type: MediaType, _ file: borrowing MediaFile) -> MediaRecord {
    type.isVideo ? video(type, file) : photo(type, file)
  }

  /// Makes the record of an XMP sidecar's packet.
  static func sidecar(_ packet: [UInt8]) -> MediaRecord {
    guard let metadata = PhotoMetadata(packet: packet) else {
      return MediaRecord(unreadable: "the XMP in it cannot be read")
    }
    var record = MediaRecord()
    metadata.fill(&record)
    return record
  }

  private static func photo(_ type: MediaType, _ file: borrowing MediaFile) -> MediaRecord {
    var record = MediaRecord(type: type)
    // What HEIF says about its own turns holds, whatever EXIF says (ISO/IEC 23008-12, 6.5.10).
    var size: ImageHeader.Size? = type.isHEIF ? HEIFImage.size(file) : nil
    var stored: ImageHeader.Size?
    if let metadata = PhotoMetadata(file, type: type) {
      metadata.fill(&record)
      stored = metadata.size
      if type == .png, !metadata.hasOriginalTime { addTime(ofPNG: file, to: &record) }
    } else if type == .png {
      addTime(ofPNG: file, to: &record)
    }
    if type == .gif { addPacket(ofGIF: file, to: &record) }
    if type.turnsItself { record.orientation = nil }
    if size == nil {
      if type == .jpegXL { stored = nil }
      // A failure to read the file shows as a missing size.
      let own = (try? ImageHeader.rawSize(of: type, in: file)) ?? nil
      size = own ?? stored ?? (try? ImageHeader.size(of: type, in: file)) ?? nil
      if record.orientation ?? 1 > 4, let stored = size {
        size = ImageHeader.Size(stored.height, stored.width)
      }
    }
    // Image sequences have tracks, as videos do, and sometimes nothing else.
    if size == nil, type.isHEIF { size = VideoFile(file, type: type)?.size }
    record.width = size?.width
    record.height = size?.height
    if size == nil { record.unreadable = "the picture in it cannot be found" }
    return record
  }

  /// Takes the time from the text that says when a PNG was made; from the one that says when it was
  /// changed only if there is nothing else.
  private static func addTime(ofPNG file: borrowing MediaFile, to record: inout MediaRecord) {
    guard let chunks = try? PNGChunks(file) else { return }
    record.captured =
      chunks.created?.sincePlausibleStart?.text ?? record.captured
      ?? chunks.changed?.sincePlausibleStart?.text
  }

  /// exiv2 knows no metadata in GIF.
  private static func addPacket(ofGIF file: borrowing MediaFile, to record: inout MediaRecord) {
    guard let packet = (try? GIFPacket.find(in: file)) ?? nil,
      let metadata = PhotoMetadata(packet: packet)
    else { return }
    metadata.fill(&record)
  }

  private static func video(_ type: MediaType, _ file: borrowing MediaFile) -> MediaRecord {
    guard let video = VideoFile(file, type: type) else {
      return MediaRecord(type: type, unreadable: "the video in it cannot be opened")
    }
    if video.isAudioOnly { return MediaRecord() }
    var record = MediaRecord(type: type)
    video.fill(&record)
    guard let size = video.size else {
      record.unreadable = "the video in it cannot be found"
      return record
    }
    record.width = size.width
    record.height = size.height
    return record
  }
}
