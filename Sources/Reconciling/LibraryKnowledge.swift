package import LibraryState
package import Operations

/// Answers what the planner asks about the base and the state.
package protocol LibraryKnowledge: PairKnowledge {
  /// The asset that has, or ever had, a content; of several a living one, and of those the smallest id.
  func asset(ofContent content: ContentID) throws(Failure) -> KnownAsset?

  /// An asset by its id.
  func asset(_ id: AssetID) throws(Failure) -> KnownAsset?

  /// What the base has at a path.
  func indexed(at path: [UInt8]) throws(Failure) -> IndexedFile?

  /// All files that the base has of an asset.
  func indexed(of asset: AssetID) throws(Failure) -> [IndexedFile]

  /// The files of the base that have a name.
  func indexed(named name: PairName) throws(Failure) -> [IndexedFile]

  /// Whether the base once had a file of an asset that has gone since.
  func hadFile(_ asset: AssetID) throws(Failure) -> Bool

  /// Whether the base stands for a whole look at the folder; a new one does not.
  var isBaseEstablished: Bool { get }
}

/// Is what the planner must know of an asset.
package struct KnownAsset: Sendable, Equatable {
  package let id: AssetID
  package let status: AssetStatus
  /// The recorded path, as text.
  package let path: String?
  /// The capture time that its file had when it became an asset (the initial value, whatever a person
  /// has set since); nil where there was none but the file's time.
  package let captured: String?
  /// The recorded content; the first one where no other was ever recorded.
  package let content: ContentID

  /// Creates what is known of an asset.
  ///
  /// - Parameter content: the recorded content; nil where none but the first was ever recorded.
  package init(
    id: AssetID, status: AssetStatus, path: String?, captured: String?, content: ContentID? = nil
  ) {
    self.id = id
    self.status = status
    self.path = path
    self.captured = captured
    self.content = content ?? id.cast()
  }
}

extension LibraryKnowledge {
  package func pairFiles(
    named name: PairName
  ) throws(Failure) -> [(path: [UInt8], asset: AssetID)] {
    try indexed(named: name).map { ($0.path, $0.asset) }
  }

  package func pairFiles(of asset: AssetID) throws(Failure) -> [[UInt8]] {
    try indexed(of: asset).map(\.path)
  }
}
