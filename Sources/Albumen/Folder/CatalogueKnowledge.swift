package import Catalogue
import LibraryState
package import Operations
import Platform
package import Reconciling

/// Answers the planner's questions from the catalogue.
package struct CatalogueKnowledge: LibraryKnowledge {
  package typealias Failure = CatalogueError

  private let catalogue: Catalogue
  package let isBaseEstablished: Bool
  /// Whether there is nothing to be found: then the first photos of a library need not be asked for.
  private let isIndexEmpty: Bool
  private let isStateEmpty: Bool

  /// Asks what the catalogue has now.
  package init(_ catalogue: Catalogue) throws(CatalogueError) {
    self.catalogue = catalogue
    isBaseEstablished = try catalogue.hasBase
    isIndexEmpty = try !catalogue.hasFiles
    isStateEmpty = try !catalogue.hasAssets
  }

  package func asset(ofContent content: ContentID) throws(CatalogueError) -> KnownAsset? {
    if isStateEmpty { return nil }
    guard let id = try catalogue.asset(ofContent: content) else { return nil }
    return try asset(id)
  }

  package func asset(_ id: AssetID) throws(CatalogueError) -> KnownAsset? {
    if isStateEmpty { return nil }
    guard let row = try catalogue.asset(id) else { return nil }
    // The time of a file tells nothing of when its photo was taken.
    let isFileTime = row.fields[AssetFacts.capturedFrom]?.text == AssetFacts.fileTime
    let captured = try catalogue.initialValue(of: .captured, of: id)?.text
    return KnownAsset(
      id: id, status: row.status, path: row.fields[.path]?.text,
      captured: isFileTime ? nil : captured,
      content: row.fields[.content]?.asset?.cast())
  }

  package func pairAsset(_ id: AssetID) throws(CatalogueError) -> PairAsset? {
    if isStateEmpty { return nil }
    guard let row = try catalogue.asset(id) else { return nil }
    let isFileTime = row.fields[AssetFacts.capturedFrom]?.text == AssetFacts.fileTime
    let captured = isFileTime ? nil : try catalogue.initialValue(of: .captured, of: id)?.text
    return PairAsset(
      id: id, traits: PairTraits(captured: captured) { row.fields[$0] },
      whole: row.fields[.partOf]?.asset, isDecided: try catalogue.isPartDecided(id),
      isAlive: row.status == .alive)
  }

  package func pairAssets(withIdentifier identifier: String) throws(CatalogueError) -> [AssetID] {
    isStateEmpty ? [] : try catalogue.assets(withIdentifier: identifier)
  }

  package func indexed(named name: PairName) throws(CatalogueError) -> [IndexedFile] {
    if isIndexEmpty { return [] }
    return try catalogue.files(beginning: name.path).filter { PairName($0.path.bytes) == name }
      .map { IndexedFile($0) }
  }

  package func indexed(at path: [UInt8]) throws(CatalogueError) -> IndexedFile? {
    if isIndexEmpty { return nil }
    guard let path = Path(bytes: path) else { return nil }
    return try catalogue.file(at: path).map { IndexedFile($0) }
  }

  package func hadFile(_ asset: AssetID) throws(CatalogueError) -> Bool { try catalogue.hadFile(asset) }

  package func indexed(of asset: AssetID) throws(CatalogueError) -> [IndexedFile] {
    if isIndexEmpty { return [] }
    return try catalogue.files(of: asset).map { IndexedFile($0) }
  }
}

extension IndexedFile {
  init(_ row: FileRow) {
    self.init(
      path: row.path.bytes, key: row.key, content: row.content, asset: row.asset,
      hashedAt: row.hashed)
  }
}
