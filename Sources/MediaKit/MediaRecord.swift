/// Says what is known of one photo or video after looking into the file.
///
/// Every part but ``type`` may be missing in a sound file. A record of a file that is no photo or
/// video has no type, and nothing else.
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
