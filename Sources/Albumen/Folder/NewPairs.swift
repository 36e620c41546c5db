import Catalogue
import Operations
import Platform
import Reconciling

/// Finds what belongs together among assets that come in by another way than a scan, and with those that
/// are here already.
struct NewPairs: PairKnowledge {
  typealias Failure = CatalogueError

  /// A file that comes in.
  struct File {
    let asset: AssetID
    /// Whether the library has the asset already.
    let isKnown: Bool
    let facts: AssetFacts
    /// Where it comes from and where it goes: what is called alike in either place may belong together.
    var places: [Path]
  }

  private let known: CatalogueKnowledge
  private var new: [AssetID: PairAsset] = [:]
  private var places: [AssetID: [[UInt8]]] = [:]
  private var byName: [PairName: [(path: [UInt8], asset: AssetID)]] = [:]
  private var byIdentifier: [ExactText: [AssetID]] = [:]

  init(_ files: [File], _ catalogue: Catalogue) throws(CatalogueError) {
    known = try CatalogueKnowledge(catalogue)
    for file in files {
      if !file.isKnown, new[file.asset] == nil {
        let traits = PairTraits(facts: file.facts)
        new[file.asset] = PairAsset(id: file.asset, traits: traits)
        if let identifier = traits.identifier {
          byIdentifier[ExactText(identifier), default: []].append(file.asset)
        }
      }
      for path in file.places.map(\.bytes) {
        places[file.asset, default: []].append(path)
        if let name = PairName(path) { byName[name, default: []].append((path, file.asset)) }
      }
    }
  }

  /// The pairs that are to be noted, by their parts.
  func pairs() throws(CatalogueError) -> [AssetID: PairRules.Edge] {
    var search = PairSearch(self)
    let (rules, assets) = try search.rules(for: places.keys.sorted())
    let pairs = rules.pairs(among: assets)
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0.part, $0) })
  }

  func pairAsset(_ id: AssetID) throws(CatalogueError) -> PairAsset? {
    if let new = new[id] { return new }
    // What comes in again is in the roll from now on.
    var asset = try known.pairAsset(id)
    if places[id] != nil { asset?.isAlive = true }
    return asset
  }

  func pairAssets(withIdentifier identifier: String) throws(CatalogueError) -> [AssetID] {
    try known.pairAssets(withIdentifier: identifier)
      + (byIdentifier[ExactText(identifier)] ?? [])
  }

  func pairFiles(
    named name: PairName
  ) throws(CatalogueError) -> [(path: [UInt8], asset: AssetID)] {
    try known.pairFiles(named: name) + (byName[name] ?? [])
  }

  func pairFiles(of asset: AssetID) throws(CatalogueError) -> [[UInt8]] {
    try known.pairFiles(of: asset) + (places[asset] ?? [])
  }
}

extension PairTraits {
  /// What a file that becomes an asset shows.
  init(facts: AssetFacts) {
    func value(_ name: FieldName) -> Value? { facts.fields.first { $0.name == name }?.value }
    self.init(captured: facts.isCapturedFromFile ? nil : value(.captured)?.text, value)
  }
}
