/// Says what is known of one photo or video after looking into the file.
///
/// Every part but ``type`` may be missing in a sound file. A record of a file that is no photo or
/// video has no type, and nothing else; that of a sidecar has no type either.
///
/// Texts are untrusted: they may hold control characters. Where a file says a thing in several
/// places, `docs/formats/media-fields.md` says which of them is taken.
package struct MediaRecord: Sendable, Hashable {
  /// The type by content; nil if the file is no photo or video, or could not be opened.
  package var type: MediaType?
  /// Pixels across, after orientation is applied; at least 1.
  package var width: Int?
  /// Pixels down, after orientation is applied; at least 1.
  package var height: Int?
  /// When it was taken: `YYYY-MM-DDTHH:MM:SS`, then `.fff` if known, then `Z` or `±HH:MM` if known.
  ///
  /// Without an offset it is a local time of unknown zone, never converted. Missing if the file
  /// says nothing valid.
  package var captured: String?
  /// The running time in seconds, finite and not negative; videos only.
  package var duration: Double?
  /// The identifier that the photo and the video of one Live Photo share (Apple), as written.
  package var contentIdentifier: String?
  /// Maker and model of the camera, as written, joined by a space unless the model says both.
  package var camera: String?
  /// The maker of the camera, as written, without blanks around.
  package var cameraMaker: String?
  /// The model of the camera, as written, without blanks around.
  package var cameraModel: String?
  /// Where it was taken: degrees north, -90 to 90; there if ``longitude`` is.
  package var latitude: Double?
  /// Where it was taken: degrees east, -180 to 180; there if ``latitude`` is.
  package var longitude: Double?
  /// How the stored picture is turned to be shown, 1 to 8 (EXIF 2.31, 4.6.4 A); ``width`` and
  /// ``height`` have it applied.
  ///
  /// Missing in types that say so themselves (HEIF, AVIF, JPEG XL, videos): what shows them turns
  /// them, whatever EXIF says.
  package var orientation: Int?
  /// Stars, 0 (none) to 5; missing also if the photo was marked as rejected (-1).
  package var rating: Int?
  /// Words that somebody gave it, in their order, none twice; at most 100, of 256 bytes each.
  package var keywords: [String] = []
  /// A short name that somebody gave it; at most 1,024 bytes.
  package var title: String?
  /// What somebody wrote about it, and not the camera; at most 4,096 bytes.
  package var caption: String?
  /// What the photos of one burst share, as written.
  package var burstIdentifier: String?
  /// Why the file could not be read, in words; nil if at least its size in pixels was found.
  ///
  /// The type is kept where the first bytes tell it.
  package var unreadable: String?

  /// Makes a record that knows nothing but the type.
  package init(type: MediaType? = nil) {
    self.type = type
  }

  /// Makes the record of a file that could not be looked into.
  package init(type: MediaType? = nil, unreadable reason: String) {
    self.type = type
    unreadable = reason
  }
}
