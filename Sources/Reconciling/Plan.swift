package import Operations

/// Is what must be done so that the library agrees with the folder; empty if it does.
///
/// The steps that become operations come first. Only when they are in the log does the base take notice,
/// of all of it at once: then a crash at any point leaves a folder, base and state from which the next
/// plan comes to the same end.
package struct Plan: Sendable, Equatable {
  /// One step.
  ///
  /// Doing it twice does no harm.
  package enum Step: Sendable, Equatable {
    /// A photo or video that no asset has: a new asset.
    case addAsset(AssetID, initial: [Field])
    /// A trashed asset's file came back.
    case restore(AssetID)
    /// An asset's only file here was changed, or has earlier bytes again.
    case setContent(AssetID, ContentID, facts: [Field])
    /// An asset's file is elsewhere now: where the recorded path is not among its files here.
    case setPath(AssetID, String)
    /// A known asset turns out to be part of another.
    case setPart(PairRules.Edge)
    /// The base takes notice of a file.
    case index(FolderSnapshot.Found, AssetID)
    /// The base forgets a path.
    case forget(path: [UInt8], AssetID)
  }

  package var steps: [Step] = []
  /// Assets that turned out to be parts of others, by id.
  package var paired: [AssetID] = []
  /// Living assets that no file here holds any more; they keep their albums.
  package var missing: [AssetID] = []
  /// Paths that are gone, but so many at once that nothing is concluded without being confirmed.
  package var withheld: [[UInt8]] = []

  package init() {}

  /// Whether nothing is to be done.
  package var isEmpty: Bool { steps.isEmpty }

  /// The operations that the steps become, in their order.
  package var operations: [Operation] { steps.flatMap(\.operations) }
}

extension Plan.Step {
  /// The operations that the step becomes; none for one that concerns the base alone.
  package var operations: [Operation] {
    switch self {
    case .addAsset(let asset, let initial): [Operation(.addAsset(asset, initial: initial))]
    case .restore(let asset): [Operation(.restoreAsset(asset))]
    case .setContent(let asset, let content, let facts):
      [Operation(.setAsset(asset, .content, .digest(content.cast())))]
        + facts.map { Operation(.setAsset(asset, $0.name, $0.value)) }
    case .setPath(let asset, let path): [Operation(.setAsset(asset, .path, .text(path)))]
    case .setPart(let pair):
      pair.fields.map { Operation(.setAsset(pair.part, $0.name, $0.value)) }
    case .index, .forget: []
    }
  }
}
