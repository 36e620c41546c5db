import MediaKit
import Operations
import Platform
import Reconciling

/// Is what is known of a file when it becomes an asset (docs/design/0009-metadata.md).
struct AssetFacts: Sendable {
  /// The initial values.
  let fields: [Field]
  /// What the file's keywords give the asset.
  let tags: [String]
  /// Whether the capture time is only the file's.
  let isCapturedFromFile: Bool
  /// Whether a sidecar had its say.
  let hasSidecar: Bool

  /// Says where a capture time comes from that is no capture time.
  static let capturedFrom = FieldName("capturedFrom")
  /// The value of `capturedFrom` for the time that the file was last written.
  static let fileTime = "file"
  /// Says that a person has given a capture time where the file had none.
  static let capturedGiven = FieldName("capturedGiven")

  /// Takes what makes sense of a record; what does not is as though the file had not said it.
  init(_ record: MediaRecord, name: Path, key: FileKey, hasSidecar: Bool = false) {
    self.hasSidecar = hasSidecar
    isCapturedFromFile = record.captured == nil
    tags = WrittenText.tags(record.keywords)
    let place = record.latitude.flatMap { latitude in
      record.longitude.flatMap { Coordinates(latitude: latitude, longitude: $0) }
    }
    let title = record.title.flatMap {
      WrittenText.line($0, longest: WrittenText.longestTitle)
    }
    let caption = record.caption.flatMap {
      WrittenText.lines($0, longest: WrittenText.longestCaption)
    }
    let camera = record.camera.flatMap {
      WrittenText.line($0, longest: WrittenText.longestCamera)
    }
    let identifier = record.contentIdentifier.flatMap {
      $0.utf8.count <= WrittenText.longestIdentifier
        ? WrittenText.line($0, longest: WrittenText.longestIdentifier) : nil
    }
    // No stars are what cameras write into every photo: nobody has said that.
    let rating = record.rating.flatMap { (1...5).contains($0) ? $0 : nil }
    let duration = record.duration.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    let values: [(FieldName, Value?)] = [
      (.type, record.type.map { .text($0.name) }),
      (.filename, .text(String(decoding: name.bytes, as: UTF8.self))),
      (.size, .int(key.size)),
      (.captured, .text(record.captured ?? FileTime.text(nanoseconds: key.mtime))),
      (.width, record.width.map { .int(Int64($0)) }),
      (.height, record.height.map { .int(Int64($0)) }),
      (.duration, duration.map { .double($0) }),
      (.title, title.map { .text($0) }),
      (.caption, caption.map { .text($0) }),
      (.rating, rating.map { .int(Int64($0)) }),
      (.latitude, place.map { .double($0.latitude) }),
      (.longitude, place.map { .double($0.longitude) }),
      (.camera, camera.map { .text($0) }),
      (.contentIdentifier, identifier.map { .text($0) }),
    ]
    fields = values.compactMap { name, value in value.map { Field(name, $0) } }
  }

  private init(_ facts: AssetFacts, _ fields: [Field]) {
    self.fields = fields
    tags = facts.tags
    isCapturedFromFile = facts.isCapturedFromFile
    hasSidecar = facts.hasSidecar
  }

  /// The same of a file with another name.
  func named(as other: AssetFacts) -> AssetFacts {
    AssetFacts(
      self,
      fields.map { field in
        field.name == .filename ? other.fields.first { $0.name == .filename } ?? field : field
      })
  }

  /// What is written beside the asset's addition, in the same transaction.
  func notes(for asset: AssetID) -> [Operation.Change] {
    (isCapturedFromFile ? [.setAsset(asset, Self.capturedFrom, .text(Self.fileTime))] : [])
      + tags.map { .addTag(asset, $0) }
  }
}
