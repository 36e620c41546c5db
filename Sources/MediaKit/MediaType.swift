/// Names what a photo or video file is, by its MIME type.
///
/// A type is always found from a file's first bytes (``sniff(_:)``), never from its name. The types
/// this module knows are the static members, listed in ``all``.
package struct MediaType: Sendable, Hashable, CustomStringConvertible {
  /// Tells a still picture from a moving one.
  package enum Kind: Sendable, Hashable {
    /// A still picture, or a short sequence shown like one (GIF, image sequences).
    case photo
    /// A video.
    case video
  }

  /// The MIME type, lower case, without parameters; for example `image/jpeg`.
  package let name: String
  /// Whether it is a photo or a video.
  package let kind: Kind

  /// Whether this is a still picture.
  package var isPhoto: Bool { kind == .photo }
  /// Whether this is a video.
  package var isVideo: Bool { kind == .video }
  /// The MIME type.
  package var description: String { name }

  private init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// Finds the known type of a MIME name; nil for any other name.
  package init?(name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }
}

extension MediaType {
  /// JPEG, and files that start with one (MPO, motion photos).
  package static let jpeg = MediaType("image/jpeg", .photo)
  /// HEIC: HEVC pictures in HEIF.
  package static let heic = MediaType("image/heic", .photo)
  /// HEIC image sequence.
  package static let heicSequence = MediaType("image/heic-sequence", .photo)
  /// HEIF whose codec its brands don't name.
  package static let heif = MediaType("image/heif", .photo)
  /// HEIF image sequence whose codec its brands don't name.
  package static let heifSequence = MediaType("image/heif-sequence", .photo)
  /// AVIF, still or sequence.
  package static let avif = MediaType("image/avif", .photo)
  /// PNG and APNG.
  package static let png = MediaType("image/png", .photo)
  /// WebP.
  package static let webp = MediaType("image/webp", .photo)
  /// GIF.
  package static let gif = MediaType("image/gif", .photo)
  /// TIFF and BigTIFF.
  package static let tiff = MediaType("image/tiff", .photo)
  /// JPEG XL, as codestream or in its container.
  package static let jpegXL = MediaType("image/jxl", .photo)
  /// Adobe's digital negative.
  package static let dng = MediaType("image/x-adobe-dng", .photo)
  /// Canon raw, version 2, made like TIFF.
  package static let cr2 = MediaType("image/x-canon-cr2", .photo)
  /// Canon raw, version 3, made of boxes.
  package static let cr3 = MediaType("image/x-canon-cr3", .photo)
  /// Nikon raw.
  package static let nef = MediaType("image/x-nikon-nef", .photo)
  /// Sony raw.
  package static let arw = MediaType("image/x-sony-arw", .photo)
  /// Fujifilm raw.
  package static let raf = MediaType("image/x-fujifilm-raf", .photo)
  /// Panasonic raw, and Leica's that is made like it.
  package static let rw2 = MediaType("image/x-panasonic-rw2", .photo)
  /// Olympus raw.
  package static let orf = MediaType("image/x-olympus-orf", .photo)
  /// MP4.
  package static let mp4 = MediaType("video/mp4", .video)
  /// MP4 as Apple brands it.
  package static let m4v = MediaType("video/x-m4v", .video)
  /// QuickTime.
  package static let quickTime = MediaType("video/quicktime", .video)
  /// 3GPP.
  package static let threeGPP = MediaType("video/3gpp", .video)
  /// 3GPP2.
  package static let threeGPP2 = MediaType("video/3gpp2", .video)
  /// Matroska.
  package static let matroska = MediaType("video/x-matroska", .video)
  /// WebM.
  package static let webM = MediaType("video/webm", .video)
  /// AVI.
  package static let avi = MediaType("video/x-msvideo", .video)

  /// Every type this module knows.
  package static let all: [MediaType] = [
    .jpeg, .heic, .heicSequence, .heif, .heifSequence, .avif, .png, .webp, .gif, .tiff, .jpegXL,
    .dng, .cr2, .cr3, .nef, .arw, .raf, .rw2, .orf,
    .mp4, .m4v, .quickTime, .threeGPP, .threeGPP2, .matroska, .webM, .avi,
  ]

  /// Whether a file of this type is made of ISO base media boxes (ISO/IEC 14496-12).
  package var isBoxed: Bool {
    switch self {
    case .heic, .heicSequence, .heif, .heifSequence, .avif, .cr3, .mp4, .m4v, .quickTime,
      .threeGPP, .threeGPP2:
      true
    default: false
    }
  }

  /// Whether it is HEIF, or a format made like it (ISO/IEC 23008-12).
  package var isHEIF: Bool { isBoxed && isPhoto && self != .cr3 }

  /// Whether a picture of this type says itself how it is turned, so that EXIF's orientation does
  /// not count (ISO/IEC 23008-12, 6.5.10; ISO/IEC 18181-2, 9.3).
  package var turnsItself: Bool { isHEIF || self == .jpegXL }

  /// Whether it is what a sensor saw, for a program to develop.
  package var isRaw: Bool {
    switch self {
    case .dng, .cr2, .cr3, .nef, .arw, .raf, .rw2, .orf: true
    default: false
    }
  }
}
