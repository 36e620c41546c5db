import MediaKit

/// Looks into one file with the library that knows its type.
enum Inspection {
  /// Makes the record of an open file.
  static func record(_ type: MediaType, _ file: borrowing MediaFile) -> MediaRecord {
    type.isVideo ? video(type, file) : photo(type, file)
  }

  private static func photo(_ type: MediaType, _ file: borrowing MediaFile) -> MediaRecord {
    var record = MediaRecord(type: type)
    // What HEIF says about its own turns holds, whatever EXIF says (ISO/IEC 23008-12, 6.5.10).
    var size: ImageHeader.Size? = type.isBoxed ? HEIFImage.size(file) : nil
    if let metadata = PhotoMetadata(file) {
      record.captured = metadata.captured?.text
      record.contentIdentifier = metadata.contentIdentifier
      record.camera = metadata.camera
      if size == nil, type != .jpegXL {
        size = metadata.size ?? header(type, file)
        if metadata.isTurned, let stored = size {
          size = ImageHeader.Size(stored.height, stored.width)
        }
      }
    }
    size = size ?? header(type, file)
    // Image sequences have tracks, as videos do, and sometimes nothing else.
    if size == nil, type.isBoxed { size = VideoFile(file, type: type)?.size }
    record.width = size?.width
    record.height = size?.height
    if size == nil { record.unreadable = "the picture in it cannot be found" }
    return record
  }

  private static func header(
    _ type: MediaType, _ file: borrowing MediaFile
  ) -> ImageHeader.Size? {
    // A failure to read the file shows as a missing size.
    (try? ImageHeader.size(of: type, in: file)) ?? nil
  }

  private static func video(_ type: MediaType, _ file: borrowing MediaFile) -> MediaRecord {
    guard let video = VideoFile(file, type: type) else {
      return MediaRecord(type: type, unreadable: "the video in it cannot be opened")
    }
    if video.isAudioOnly { return MediaRecord() }
    var record = MediaRecord(type: type)
    record.captured = video.captured?.text
    record.contentIdentifier = video.contentIdentifier
    record.camera = video.camera
    record.duration = video.duration
    guard let size = video.size else {
      record.unreadable = "the video in it cannot be found"
      return record
    }
    record.width = size.width
    record.height = size.height
    return record
  }
}
