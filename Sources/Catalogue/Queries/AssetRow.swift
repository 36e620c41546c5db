package import LibraryState
package import Operations

/// Is an asset as it shows.
package struct AssetRow: Sendable, Equatable {
  /// The asset.
  package let id: AssetID
  /// Whether it is in the roll.
  package let status: AssetStatus
  /// What its registers show: no null, and partOf as it was written (see `whole`).
  package let fields: [FieldName: Value]
  /// Its tags, in the order of their bytes.
  package let tags: [String]
  /// The whole that it shows as part of; only living assets have one.
  package let whole: AssetID?
}

/// Says which of the known assets a list has.
package enum AssetFilter: Sendable, CaseIterable {
  /// Those in the camera roll.
  case alive
  /// Those in the trash.
  case trashed
  /// Those whose bytes may go.
  case purged
  /// All.
  case all
}
