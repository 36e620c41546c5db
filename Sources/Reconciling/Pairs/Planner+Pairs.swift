import LibraryState
import Operations

extension Planner {
  /// Plans what belongs together of what this look has found and what was known before.
  ///
  /// A new asset is a part from the start, as an initial value: that never overrules what a person has
  /// said, on whatever device. Of a known one it is set.
  mutating func planPairs() throws(Knowledge.Failure) {
    var seeds: [AssetID] = []
    var seen: Set<AssetID> = []
    for path in paths {
      guard let asset = holds[path], seen.insert(asset).inserted else { continue }
      seeds.append(asset)
    }
    if seeds.isEmpty { return }
    var search = PairSearch(PairsAfterPlan(self))
    let (rules, assets) = try search.rules(for: seeds)
    let pairs = rules.pairs(among: assets)
    if pairs.isEmpty { return }
    var additions: [AssetID: Int] = [:]
    for (index, step) in plan.steps.enumerated() {
      if case .addAsset(let asset, _) = step { additions[asset] = index }
    }
    for pair in pairs {
      if let index = additions[pair.part], case .addAsset(_, let initial) = plan.steps[index] {
        let fields = (initial + pair.fields).sorted { $0.name < $1.name }
        plan.steps[index] = .addAsset(pair.part, initial: fields)
      } else {
        plan.steps.append(.setPart(pair))
      }
      plan.paired.append(pair.part)
    }
  }
}

/// Is what the search for pairs finds once a plan is carried out.
private struct PairsAfterPlan<Knowledge: LibraryKnowledge>: PairKnowledge {
  typealias Failure = Knowledge.Failure

  private let planner: Planner<Knowledge>
  /// The assets that the plan makes.
  private var new: [AssetID: PairAsset] = [:]
  private var restored: Set<AssetID> = []
  private var newByIdentifier: [ExactText: [AssetID]] = [:]
  private var foundByName: [PairName: [[UInt8]]] = [:]
  /// The paths that the base is about to forget.
  private var forgotten: Set<[UInt8]> = []

  init(_ planner: Planner<Knowledge>) {
    self.planner = planner
    for case .restore(let asset) in planner.plan.steps { restored.insert(asset) }
    let withheld = Set(planner.plan.withheld)
    forgotten = Set(planner.gonePaths).subtracting(withheld)
    for path in planner.paths {
      if let name = PairName(path) { foundByName[name, default: []].append(path) }
      guard let asset = planner.holds[path], let file = planner.found[path],
        planner.standings[asset]?.known == nil, new[asset] == nil
      else { continue }
      let captured =
        file.isCapturedFromFile
        ? nil : file.facts.first { $0.name == .captured }?.value.text
      let traits = PairTraits(captured: captured) { name in
        file.facts.first { $0.name == name }?.value
      }
      new[asset] = PairAsset(id: asset, traits: traits)
      if let identifier = traits.identifier {
        newByIdentifier[ExactText(identifier), default: []].append(asset)
      }
    }
  }

  func pairAsset(_ id: AssetID) throws(Failure) -> PairAsset? {
    if let new = new[id] { return new }
    guard var known = try planner.knowledge.pairAsset(id) else { return nil }
    if restored.contains(id) { known.isAlive = true }
    return known
  }

  func pairAssets(withIdentifier identifier: String) throws(Failure) -> [AssetID] {
    try planner.knowledge.pairAssets(withIdentifier: identifier)
      + (newByIdentifier[ExactText(identifier)] ?? [])
  }

  func pairFiles(
    named name: PairName
  ) throws(Failure) -> [(path: [UInt8], asset: AssetID)] {
    var files: [(path: [UInt8], asset: AssetID)] = []
    for path in foundByName[name] ?? [] {
      if let asset = planner.holds[path] { files.append((path, asset)) }
    }
    for file in try planner.knowledge.pairFiles(named: name)
    where planner.found[file.path] == nil && !forgotten.contains(file.path) {
      files.append(file)
    }
    return files
  }

  func pairFiles(of asset: AssetID) throws(Failure) -> [[UInt8]] {
    if let standing = planner.standings[asset], !standing.isWithheld { return standing.files }
    return try planner.knowledge.pairFiles(of: asset).filter {
      planner.found[$0] == nil && !forgotten.contains($0)
    } + (planner.standings[asset]?.found ?? [])
  }
}
