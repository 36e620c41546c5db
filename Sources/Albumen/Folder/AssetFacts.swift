import MediaKit
import Operations
import Platform
import Reconciling

/// Is what is known of a file when it becomes an asset.
struct AssetFacts: Sendable {
  /// The initial values.
  let fields: [Field]
  /// Whether the capture time is only the file's.
  let isCapturedFromFile: Bool

  /// Says where a capture time comes from that is no capture time.
  static let capturedFrom = FieldName("capturedFrom")
  /// The value of `capturedFrom` for the time that the file was last written.
  static let fileTime = "file"

  init(_ record: MediaRecord, name: Path, key: FileKey) {
    isCapturedFromFile = record.captured == nil
    let values: [(FieldName, Value?)] = [
      (.type, record.type.map { .text($0.name) }),
      (.filename, .text(String(decoding: name.bytes, as: UTF8.self))),
      (.size, .int(key.size)),
      (.captured, .text(record.captured ?? FileTime.text(nanoseconds: key.mtime))),
      (.width, record.width.map { .int(Int64($0)) }),
      (.height, record.height.map { .int(Int64($0)) }),
      (.duration, record.duration.map { .double($0) }),
    ]
    fields = values.compactMap { name, value in value.map { Field(name, $0) } }
  }

  /// What is written beside the asset's addition.
  func notes(for asset: AssetID) -> [Operation.Change] {
    isCapturedFromFile ? [.setAsset(asset, Self.capturedFrom, .text(Self.fileTime))] : []
  }
}
