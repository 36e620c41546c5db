package import Operations

/// Answers what the search for pairs asks about the folder and the assets.
package protocol PairKnowledge {
  associatedtype Failure: Error

  /// An asset by its id.
  func pairAsset(_ id: AssetID) throws(Failure) -> PairAsset?

  /// The assets that have an identifier.
  func pairAssets(withIdentifier identifier: String) throws(Failure) -> [AssetID]

  /// The files here that have a name, with the assets that they hold.
  func pairFiles(named name: PairName) throws(Failure) -> [(path: [UInt8], asset: AssetID)]

  /// The files here of an asset.
  func pairFiles(of asset: AssetID) throws(Failure) -> [[UInt8]]
}

/// Gathers all assets that may belong together with some, and what tells.
package struct PairSearch<Knowledge: PairKnowledge> {
  private let knowledge: Knowledge
  private var assets: [AssetID: PairAsset] = [:]
  private var names: [AssetID: Set<PairName>] = [:]
  private var seenNames: Set<PairName> = []
  private var seenIdentifiers: Set<ExactText> = []

  package init(_ knowledge: Knowledge) { self.knowledge = knowledge }

  /// Returns what is to be said of some assets: the rules over all that come into question with them.
  package mutating func rules(
    for seeds: [AssetID]
  ) throws(Knowledge.Failure) -> (rules: PairRules, assets: [AssetID: PairAsset]) {
    // What may belong to an asset, what may belong to that, and so on: a few files as a rule.
    var next = seeds
    var seen: Set<AssetID> = []
    while let id = next.popLast() {
      guard seen.insert(id).inserted else { continue }
      next += try neighbours(of: id)
    }
    let all = assets.values.sorted { $0.id < $1.id }
    return (PairRules(all, names: names), assets)
  }

  private mutating func neighbours(
    of id: AssetID
  ) throws(Knowledge.Failure) -> [AssetID] {
    guard let asset = try knowledge.pairAsset(id), asset.isAlive, asset.traits.kind != nil else {
      return []
    }
    assets[id] = asset
    var found: [AssetID] = []
    for path in try knowledge.pairFiles(of: id) {
      guard let name = PairName(path) else { continue }
      names[id, default: []].insert(name)
      guard seenNames.insert(name).inserted else { continue }
      found += try knowledge.pairFiles(named: name).map(\.asset)
    }
    if let identifier = asset.traits.identifier,
      seenIdentifiers.insert(ExactText(identifier)).inserted
    {
      found += try knowledge.pairAssets(withIdentifier: identifier)
    }
    return found
  }
}
