public import LibraryState
public import Operations
public import Platform

/// Is one photo or video of a library, as it was when it was fetched.
public struct Asset: Sendable, Identifiable {
  /// The SHA-256 of the bytes that it was first imported with.
  public let id: AssetID
  /// Whether it is in the roll, trashed or purged.
  public let status: AssetStatus
  /// All its visible fields by name.
  public let fields: [FieldName: Value]
  /// Its tags, in the order of their bytes.
  public let tags: [String]
  /// The whole that it shows as a part of, such as the photo of a Live Photo for its video; nil for a
  /// whole.
  public let partOf: AssetID?
  /// Where a file of it is on this machine, relative to the library's root; nil where none is here.
  ///
  /// Of several it is the recorded one, else the first in the order of the bytes.
  public let file: Path?

  package init(
    id: AssetID, status: AssetStatus, fields: [FieldName: Value], tags: [String], partOf: AssetID?,
    file: Path? = nil
  ) {
    self.file = file
    self.id = id
    self.status = status
    self.fields = fields
    self.tags = tags
    self.partOf = partOf
  }

  /// The name of the file that it was first taken in from.
  public var filename: String? { fields[.filename]?.text }
  /// Where its file was last recorded, relative to the library's root, by whichever device; `file` is
  /// where it is on this one.
  public var path: String? { fields[.path]?.text }
  /// Its media type, such as `image/jpeg`.
  public var type: String? { fields[.type]?.text }
  /// The size of its bytes.
  public var size: Int64? { fields[.size]?.int }
  /// Its width in pixels, after orientation.
  public var width: Int64? { fields[.width]?.int }
  /// Its height in pixels, after orientation.
  public var height: Int64? { fields[.height]?.int }
  /// When it was taken: ISO 8601, with the offset where it is known; local time otherwise.
  ///
  /// Where the file did not say it is the time that the file was last written, in UTC; the field
  /// `capturedFrom` then holds the text `file`.
  public var captured: String? { fields[.captured]?.text }
  /// Whether `captured` is only the time at which its file was last written, because the file says
  /// nothing better.
  public var isCapturedFromFile: Bool {
    fields[AssetFacts.capturedFrom]?.text == AssetFacts.fileTime
  }
  /// How long it plays, in seconds.
  public var duration: Double? {
    switch fields[.duration] {
    case .double(let seconds)?: seconds
    case .int(let seconds)?: Double(seconds)
    default: nil
    }
  }
  /// The title that it was given.
  public var title: String? { fields[.title]?.text }
  /// Whether it is kept out of sight.
  public var isHidden: Bool { fields[.hidden] == .bool(true) }
}
