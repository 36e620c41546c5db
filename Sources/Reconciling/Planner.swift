import LibraryState
import Operations

/// Compares a look at the folder with the base and the state, and plans what brings them together.
///
/// Pure: the same look, base and state give the same plan, whatever the order in which the look names
/// its files (docs/design/0004-folder-sync.md).
package struct Planner<Knowledge: LibraryKnowledge> {
  let knowledge: Knowledge
  private let confirmsMissing: Bool
  /// How many of so many known files may be gone at once.
  private let absenceLimit: (Int) -> Int

  /// The files that were read, by path.
  var found: [[UInt8]: FolderSnapshot.Found] = [:]
  /// Their paths, ascending.
  var paths: [[UInt8]] = []
  /// What the base has at the paths that were read.
  var before: [[UInt8]: IndexedFile] = [:]
  /// What the base has at the paths that are gone.
  var gone: [[UInt8]: IndexedFile] = [:]
  /// These paths, ascending.
  var gonePaths: [[UInt8]] = []
  /// The asset that each file that was read turned out to hold.
  var holds: [[UInt8]: AssetID] = [:]
  /// What is known of each asset that is concerned.
  var standings: [AssetID: AssetStanding] = [:]
  /// The assets that are concerned, in the order in which that was noticed.
  var concerned: [AssetID] = []
  var plan = Plan()

  /// Creates a planner.
  ///
  /// - Parameters:
  ///   - confirmsMissing: whether a person said that files are really gone, however many.
  ///   - absenceLimit: how many of so many known files may be gone at once.
  package init(
    _ knowledge: Knowledge, confirmsMissing: Bool = false, absenceLimit: @escaping (Int) -> Int
  ) {
    self.knowledge = knowledge
    self.absenceLimit = absenceLimit
    self.confirmsMissing = confirmsMissing
  }

  /// Returns the plan.
  package mutating func plan(for snapshot: FolderSnapshot) throws(Knowledge.Failure) -> Plan {
    try begin(snapshot)
    let unknown = try assignKnown()
    try withhold(beyond: absenceLimit(snapshot.indexedCount))
    let edits = try findEdits(unknown)
    let new = unknown.filter { edits[$0.content] == nil }
    for file in unknown { try assign(file, to: edits[file.content] ?? file.content.cast()) }
    try noteAbsences()
    planAdditions(new)
    planChanges()
    try planPairs()
    planBase()
    return plan
  }

  private mutating func begin(_ snapshot: FolderSnapshot) throws(Knowledge.Failure) {
    plan = Plan()
    holds = [:]
    standings = [:]
    concerned = []
    found = Dictionary(snapshot.found.map { ($0.path, $0) }) { first, _ in first }
    paths = found.keys.sorted { $0.lexicographicallyPrecedes($1) }
    before = [:]
    for path in paths { before[path] = try knowledge.indexed(at: path) }
    gone = [:]
    for path in snapshot.gone where found[path] == nil {
      gone[path] = try knowledge.indexed(at: path)
    }
    gonePaths = gone.keys.sorted { $0.lexicographicallyPrecedes($1) }
  }

  // MARK: What each file holds

  /// Gives the files whose bytes are known to their assets; returns the others, by path.
  private mutating func assignKnown() throws(Knowledge.Failure) -> [FolderSnapshot.Found] {
    var unknown: [FolderSnapshot.Found] = []
    var assets: [ContentID: AssetID?] = [:]
    for path in paths {
      guard let file = found[path] else { continue }
      // The same bytes at the same place: the file was only touched.
      if let before = before[path], before.content == file.content {
        try assign(file, to: before.asset)
        continue
      }
      let asset: AssetID?
      if let looked = assets[file.content] {
        asset = looked
      } else {
        asset = try knowledge.asset(ofContent: file.content)?.id
        assets[file.content] = .some(asset)
      }
      if let asset { try assign(file, to: asset) } else { unknown.append(file) }
    }
    return unknown
  }

  /// Decides whether so much is gone at once that nothing is concluded from it.
  ///
  /// More likely a disk is not there, or a copy is under way. What stands elsewhere now, or in another
  /// copy, is not lost.
  private mutating func withhold(beyond limit: Int) throws(Knowledge.Failure) {
    if confirmsMissing { return }
    var lost: [IndexedFile] = []
    for path in gonePaths {
      guard let file = gone[path], try !standing(of: file.asset).isHere else { continue }
      lost.append(file)
    }
    guard lost.count > limit else { return }
    for file in lost { standings[file.asset]?.isWithheld = true }
    plan.withheld = lost.map(\.path)
  }

  /// Finds the unknown contents that are edits, and of which assets.
  ///
  /// An asset that still has a file here (or may have one, as far as is concluded) is that file; what
  /// its other copies were changed to is something new. Where none is left, one of the changed copies
  /// carries it on: the one at the recorded path, else the first.
  private mutating func findEdits(
    _ unknown: [FolderSnapshot.Found]
  ) throws(Knowledge.Failure) -> [ContentID: AssetID] {
    var candidates: [AssetID: [FolderSnapshot.Found]] = [:]
    var order: [AssetID] = []
    for file in unknown {
      guard let asset = before[file.path]?.asset else { continue }
      let standing = try standing(of: asset)
      guard !standing.isHere, !standing.isWithheld, let known = standing.known,
        Self.mayBeSamePhoto(file, known)
      else { continue }
      if candidates[asset] == nil { order.append(asset) }
      candidates[asset, default: []].append(file)
    }
    var edits: [ContentID: AssetID] = [:]
    for asset in order {
      let files = (candidates[asset] ?? []).filter { edits[$0.content] == nil }
      let recorded = standings[asset]?.known?.path.map { Array($0.utf8) }
      guard let edit = files.first(where: { $0.path == recorded }) ?? files.first else { continue }
      edits[edit.content] = asset
      standings[asset]?.newContent = edit
    }
    return edits
  }

  /// Whether a changed file can be an edit: a camera's counter that rolled over writes another photo
  /// under an old name, and then the capture time tells.
  private static func mayBeSamePhoto(
    _ file: FolderSnapshot.Found, _ asset: KnownAsset
  ) -> Bool {
    guard !file.isCapturedFromFile, let earlier = asset.captured,
      let captured = file.facts.first(where: { $0.name == .captured })?.value.text
    else { return true }
    return CaptureClock.mayAgree(earlier, captured)
  }

  private mutating func assign(
    _ file: FolderSnapshot.Found, to asset: AssetID
  ) throws(Knowledge.Failure) {
    holds[file.path] = asset
    let before = before[file.path]
    _ = try standing(of: asset)
    standings[asset]?.found.append(file.path)
    if before?.asset != asset { standings[asset]?.hasMoved = true }
    if let before, before.asset == asset, before.content != file.content {
      standings[asset]?.isChanged = true
    }
  }

  /// Takes notice of the assets that have lost a file.
  private mutating func noteAbsences() throws(Knowledge.Failure) {
    for path in paths {
      guard let file = before[path], file.asset != holds[path] else { continue }
      _ = try standing(of: file.asset)
      standings[file.asset]?.hasMoved = true
    }
    let withheld = Set(plan.withheld)
    for path in gonePaths {
      guard let file = gone[path], !withheld.contains(path) else { continue }
      _ = try standing(of: file.asset)
      standings[file.asset]?.hasMoved = true
    }
  }

  /// What is known of an asset, and what the look says of the files that the base has of it.
  private mutating func standing(
    of asset: AssetID
  ) throws(Knowledge.Failure) -> AssetStanding {
    if let standing = standings[asset] { return standing }
    let base = try knowledge.indexed(of: asset)
    let unchanged = base.map(\.path).filter { found[$0] == nil && gone[$0] == nil }
    let known = try knowledge.asset(asset)
    // It matters for what is in the trash alone.
    let isGone = known.map { $0.status != .alive } ?? false
    let hadFile = isGone ? try knowledge.hadFile(asset) : false
    let standing = AssetStanding(
      known: known, wasHere: !base.isEmpty, hadFile: hadFile, unchanged: unchanged)
    standings[asset] = standing
    concerned.append(asset)
    return standing
  }
}
