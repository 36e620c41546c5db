/// Names what a photo or video file is, by its MIME type.
///
/// A type is always found from a file's first bytes (``sniff(_:)``), never from its name. The types
/// this module knows are the static members, listed in ``all``.
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
  /// Tells a still picture from a moving one.
  public enum Kind: Sendable, Hashable {
    /// A still picture, or a short sequence shown like one (GIF, image sequences).
    case photo
    /// A video.
    case video
  }

  /// The MIME type, lower case, without parameters; for example `image/jpeg`.
  public let name: String
  /// Whether it is a photo or a video.
  public let kind: Kind

  /// Whether this is a still picture.
  public var isPhoto: Bool { kind == .photo }
  /// Whether this is a video.
  public var isVideo: Bool { kind == .video }
  /// The MIME type.
  public var description: String { name }

  private init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// Finds the known type of a MIME name; nil for any other name.
  public init?(name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }
}

extension MediaType {
  /// JPEG, and files that start with one (MPO, motion photos).
  public static let jpeg = MediaType("image/jpeg", .photo)
  /// HEIC: HEVC pictures in HEIF.
  public static let heic = MediaType("image/heic", .photo)
  /// HEIC image sequence.
  public static let heicSequence = MediaType("image/heic-sequence", .photo)
  /// HEIF whose codec its brands don't name.
  public static let heif = MediaType("image/heif", .photo)
  /// HEIF image sequence whose codec its brands don't name.
  public static let heifSequence = MediaType("image/heif-sequence", .photo)
  /// AVIF, still or sequence.
  public static let avif = MediaType("image/avif", .photo)
  /// PNG and APNG.
  public static let png = MediaType("image/png", .photo)
  /// WebP.
  public static let webp = MediaType("image/webp", .photo)
  /// GIF.
  public static let gif = MediaType("image/gif", .photo)
  /// TIFF and BigTIFF.
  public static let tiff = MediaType("image/tiff", .photo)
  /// JPEG XL, as codestream or in its container.
  public static let jpegXL = MediaType("image/jxl", .photo)
  /// MP4.
  public static let mp4 = MediaType("video/mp4", .video)
  /// MP4 as Apple brands it.
  public static let m4v = MediaType("video/x-m4v", .video)
  /// QuickTime.
  public static let quickTime = MediaType("video/quicktime", .video)
  /// 3GPP.
  public static let threeGPP = MediaType("video/3gpp", .video)
  /// 3GPP2.
  public static let threeGPP2 = MediaType("video/3gpp2", .video)
  /// Matroska.
  public static let matroska = MediaType("video/x-matroska", .video)
  /// WebM.
  public static let webM = MediaType("video/webm", .video)
  /// AVI.
  public static let avi = MediaType("video/x-msvideo", .video)

  /// Every type this module knows.
  public static let all: [MediaType] = [
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
