import LibraryState
import Operations
import Reconciling
import Testing

/// Is a library in memory: a folder, the base, the state and the log that it is the fold of.
struct LibraryModel: LibraryKnowledge {
  typealias Failure = Never

  var folder = FolderModel()
  private(set) var base: [[UInt8]: IndexedFile] = [:]
  /// The assets that had a file which has gone.
  private var former: Set<AssetID> = []
  /// The paths that the base has of each asset.
  private var pathsByAsset: [AssetID: Set<[UInt8]>] = [:]
  private(set) var isBaseEstablished = false
  private(set) var state = LibraryState()
  /// All operations, in their order.
  private(set) var log: [Operation] = []
  /// Every asset that has, or ever had, a content.
  private var assetsByContent: [ContentID: Set<AssetID>] = [:]
  /// How many files the base had when nothing was withheld.
  private var agreedCount = 0
  private var clock = HybridClock()
  private let id: LogID
  private(set) var transactions: [Transaction] = []

  init(log id: LogID = LogID(high: 1, low: 1)) { self.id = id }

  /// Assets of which a person has said what they are part of.
  var decided: Set<AssetID> = []

  // MARK: LibraryKnowledge

  func asset(ofContent content: ContentID) -> KnownAsset? {
    let known = (assetsByContent[content] ?? []).sorted().compactMap { asset($0) }
    return known.first { $0.status == .alive } ?? known.first
  }

  func asset(_ id: AssetID) -> KnownAsset? {
    guard let asset = state.assets[id], asset.isKnown else { return nil }
    let captured = asset.registers[.captured]?.initial?.value.text
    var content: ContentID?
    if case .digest(let digest)? = asset.registers[.content]?.value { content = digest.cast() }
    return KnownAsset(
      id: id, status: state.status(of: id), path: asset.registers[.path]?.value?.text,
      captured: captured?.hasSuffix("Z") == true ? nil : captured, content: content)
  }

  func indexed(at path: [UInt8]) -> IndexedFile? { base[path] }

  func indexed(named name: PairName) -> [IndexedFile] {
    base.values.filter { PairName($0.path) == name }
      .sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }

  func pairAsset(_ id: AssetID) -> PairAsset? {
    guard let asset = state.assets[id], asset.isKnown else { return nil }
    let registers = asset.registers
    return PairAsset(
      id: id, traits: PairTraits(captured: self.asset(id)?.captured) { registers[$0]?.value },
      whole: registers[.partOf]?.value?.asset, isDecided: decided.contains(id),
      isAlive: !asset.life.isEmpty)
  }

  func pairAssets(withIdentifier identifier: String) -> [AssetID] {
    state.assets.filter {
      $0.value.registers[.contentIdentifier]?.value?.text.map { ExactText($0) }
        == ExactText(identifier)
    }.keys.sorted()
  }

  func hadFile(_ asset: AssetID) -> Bool { former.contains(asset) }

  func indexed(of asset: AssetID) -> [IndexedFile] {
    (pathsByAsset[asset] ?? []).sorted { $0.lexicographicallyPrecedes($1) }
      .compactMap { base[$0] }
  }

  // MARK: The round

  /// How many of so many files may be gone at once, as `Settings` has it where nothing is set.
  static func absenceLimit(of known: Int) -> Int { max(20, known / 10) }

  /// Looks at the folder as a scan does: only what changed is read.
  func look() -> FolderSnapshot {
    var snapshot = FolderSnapshot(indexedCount: agreedCount)
    for path in folder.paths {
      guard let file = folder.files[path] else { continue }
      if let known = base[path],
        folder.key(of: file).isUnchanged(
          since: known.key, hashedAt: known.hashedAt, inodesCount: true)
      {
        continue
      }
      snapshot.found.append(folder.read(path, file))
    }
    snapshot.gone = base.keys.filter { folder.files[$0] == nil }
      .sorted { $0.lexicographicallyPrecedes($1) }
    return snapshot
  }

  func plan(confirmsMissing: Bool = false) -> Plan {
    var planner = Planner(
      self, confirmsMissing: confirmsMissing, absenceLimit: Self.absenceLimit)
    return planner.plan(for: look())
  }

  /// Executes the first steps of a plan: all, if none is said.
  mutating func execute(_ plan: Plan, upTo count: Int? = nil) throws {
    for step in plan.steps.prefix(count ?? plan.steps.count) {
      var single = Plan()
      single.steps = [step]
      try write(single.operations)
      switch step {
      case .index(let found, let asset):
        setBase(
          found.path,
          IndexedFile(
            path: found.path, key: found.key, content: found.content, asset: asset,
            hashedAt: folder.now + 5_000_000_000))
      case .forget(let path, _): setBase(path, nil)
      case .addAsset, .restore, .setContent, .setPath, .setPart: break
      }
    }
    guard count == nil else { return }
    isBaseEstablished = true
    if plan.withheld.isEmpty { agreedCount = base.count }
  }

  private mutating func setBase(_ path: [UInt8], _ file: IndexedFile?) {
    if let before = base[path] { pathsByAsset[before.asset]?.remove(path) }
    if let file { pathsByAsset[file.asset, default: []].insert(path) }
    if let before = base[path], before.asset != file?.asset { former.insert(before.asset) }
    base[path] = file
  }

  /// Looks, plans and executes; returns the plan.
  @discardableResult
  mutating func sync(confirmsMissing: Bool = false) throws -> Plan {
    folder.rest()
    let plan = plan(confirmsMissing: confirmsMissing)
    try execute(plan)
    return plan
  }

  /// Appends operations, each a transaction, and folds them in.
  mutating func write(_ operations: [Operation]) throws {
    for operation in operations {
      log.append(operation)
      let transaction = try Transaction(
        log: id, seq: UInt64(log.count), hlc: try clock.next(wall: folder.now / 1_000_000),
        context: .empty, wall: 0, origin: "folder", label: "", operations: [operation])
      state.deliver(transaction)
      transactions.append(transaction)
      switch operation.change {
      case .addAsset(let asset, _): assetsByContent[asset.cast(), default: []].insert(asset)
      case .setAsset(let asset, .content, .digest(let digest)):
        assetsByContent[digest.cast(), default: []].insert(asset)
      default: break
      }
    }
  }

  mutating func trash(_ asset: AssetID) throws {
    let observed = state.assets[asset]?.life.sorted ?? []
    if !observed.isEmpty {
      try write([Operation(.trashAsset(asset, observed: observed, purges: []))])
    }
  }

  /// Loses the base, as a deleted catalogue does.
  mutating func loseBase() {
    base = [:]
    pathsByAsset = [:]
    isBaseEstablished = false
    former = []
    agreedCount = 0
  }

  // MARK: What tests ask

  /// The state as people see it.
  var visible: String {
    var out = JSONWriter()
    state.write(to: &out)
    return String(decoding: out.bytes, as: UTF8.self)
  }

  /// The asset that the base has at a path.
  func asset(at path: String) throws -> AssetID {
    try #require(base[Array(path.utf8)]?.asset)
  }

  func status(_ asset: AssetID) -> AssetStatus { state.status(of: asset) }

  func recordedPath(_ asset: AssetID) -> [UInt8]? { self.asset(asset)?.path.map { Array($0.utf8) } }

  var aliveCount: Int { state.assets.values.count { !$0.life.isEmpty } }
}

extension Plan {
  /// The kinds of the steps, for comparing whole plans in words.
  var words: [String] {
    steps.map { step in
      switch step {
      case .addAsset: "add"
      case .restore: "restore"
      case .setContent: "content"
      case .setPath: "path"
      case .setPart: "part"
      case .index: "index"
      case .forget: "forget"
      }
    }
  }
}
