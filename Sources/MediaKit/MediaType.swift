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
    .mp4, .m4v, .quickTime, .threeGPP, .threeGPP2, .matroska, .webM, .avi,
  ]

  /// Whether a file of this type is made of ISO base media boxes (ISO/IEC 14496-12).
  package var isBoxed: Bool {
    switch self {
    case .heic, .heicSequence, .heif, .heifSequence, .avif, .mp4, .m4v, .quickTime, .threeGPP,
      .threeGPP2:
      true
    default: false
    }
  }
}
