package import LibraryState
package import Operations

/// Answers what the planner asks about the base and the state.
package protocol LibraryKnowledge {
  associatedtype Failure: Error

  /// The asset that has, or ever had, a content.
  func asset(ofContent content: ContentID) throws(Failure) -> KnownAsset?

  /// An asset by its id.
  func asset(_ id: AssetID) throws(Failure) -> KnownAsset?

  /// What the base has at a path.
  func indexed(at path: [UInt8]) throws(Failure) -> IndexedFile?

  /// All files that the base has of an asset.
  func indexed(of asset: AssetID) throws(Failure) -> [IndexedFile]

  /// Whether the base stands for a whole look at the folder; a new one does not.
  var isBaseEstablished: Bool { get }
}

/// Is what the planner must know of an asset.
package struct KnownAsset: Sendable, Equatable {
  package let id: AssetID
  package let status: AssetStatus
  /// The recorded path, as text.
  package let path: String?
  /// The recorded capture time.
  package let captured: String?

  package init(id: AssetID, status: AssetStatus, path: String?, captured: String?) {
    self.id = id
    self.status = status
    self.path = path
    self.captured = captured
  }
}
