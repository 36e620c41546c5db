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
  /// What it is to its whole; nil where nothing is said, or something that is not known here.
  public var role: PartRole? { fields[.role]?.text.flatMap { PartRole(rawValue: $0) } }
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
  /// Where the file did not say, and nobody has said since, it is the time that the file was last
  /// written, in UTC; the field `capturedFrom` then holds the text `file`.
  public var captured: String? { fields[.captured]?.text }
  /// Whether `captured` is only the time at which its file was last written, because the file says
  /// nothing better.
  public var isCapturedFromFile: Bool {
    fields[AssetFacts.capturedFrom]?.text == AssetFacts.fileTime
      && fields[AssetFacts.capturedGiven] != .bool(true)
  }
  /// How long it plays, in seconds.
  public var duration: Double? { number(.duration) }
  /// The title that it was given.
  public var title: String? { fields[.title]?.text }
  /// What was written about it.
  public var caption: String? { fields[.caption]?.text }
  /// The camera that took it, by maker and model.
  public var camera: String? { fields[.camera]?.text }
  /// Stars, 0 to 5; nil where nobody has given any.
  public var rating: Int? {
    fields[.rating]?.int.flatMap { (0...5).contains($0) ? Int($0) : nil }
  }
  /// Whether it is one of the best.
  public var isFavorite: Bool { fields[.favorite] == .bool(true) }
  /// Whether it is kept out of sight.
  public var isHidden: Bool { fields[.hidden] == .bool(true) }
  /// Where it was taken; nil where that is not known, or is no place on the earth.
  public var location: Location? {
    guard let latitude = number(.latitude), let longitude = number(.longitude) else { return nil }
    return Location(latitude: latitude, longitude: longitude)
  }

  /// A number, however it was written.
  private func number(_ field: FieldName) -> Double? {
    switch fields[field] {
    case .double(let number)?: number
    case .int(let number)?: Double(number)
    default: nil
    }
  }
}
