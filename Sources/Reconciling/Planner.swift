import LibraryState
import Operations

/// Compares a look at the folder with the base and the state, and plans what brings them together.
///
/// Pure: the same look, base and state give the same plan (docs/design/0004-folder-sync.md).
package struct Planner<Knowledge: LibraryKnowledge> {
  private let knowledge: Knowledge
  private let confirmsMissing: Bool
  private var plan = Plan()
  private var gone: Set<[UInt8]> = []
  /// Paths that are gone because their file stands elsewhere now.
  private var accounted: Set<[UInt8]> = []
  /// What this plan makes of contents that were unknown before it.
  private var planned: [ContentID: AssetID] = [:]
  /// Files that this plan indexes, by asset: they stand for the asset as well as the base's.
  private var present: [AssetID: Set<[UInt8]>] = [:]

  /// Creates a planner.
  ///
  /// - Parameter confirmsMissing: whether a person said that files are really gone, however many.
  package init(_ knowledge: Knowledge, confirmsMissing: Bool = false) {
    self.knowledge = knowledge
    self.confirmsMissing = confirmsMissing
  }

  /// Returns the plan.
  package mutating func plan(
    for snapshot: FolderSnapshot
  ) throws(Knowledge.Failure) -> Plan {
    plan = Plan()
    gone = Set(snapshot.gone)
    accounted = []
    planned = [:]
    present = [:]
    for found in snapshot.found.sorted(by: { $0.path.lexicographicallyPrecedes($1.path) }) {
      try take(found)
    }
    try conclude(snapshot)
    return plan
  }

  // MARK: Files that are here

  private mutating func take(_ found: FolderSnapshot.Found) throws(Knowledge.Failure) {
    let before = try knowledge.indexed(at: found.path)
    if let before, before.content == found.content {
      // The same bytes at the same place: the file was only touched.
      index(found, before.asset)
    } else if let asset = planned[found.content] {
      index(found, asset)
    } else if let known = try knowledge.asset(ofContent: found.content) {
      try takeKnown(found, known)
    } else if let before, let edited = try editedAsset(before, found) {
      let facts = found.facts.filter { Self.contentFacts.contains($0.name) }
      plan.steps.append(.setContent(edited, found.content, facts: facts))
      planned[found.content] = edited
      index(found, edited)
    } else {
      let asset: AssetID = found.content.cast()
      plan.steps.append(.addAsset(asset, initial: Self.initial(found)))
      planned[found.content] = asset
      index(found, asset)
    }
  }

  private mutating func takeKnown(
    _ found: FolderSnapshot.Found, _ known: KnownAsset
  ) throws(Knowledge.Failure) {
    let others = try knowledge.indexed(of: known.id).map(\.path)
    let moved = others.filter { gone.contains($0) }
    accounted.formUnion(moved)
    // A trashed asset whose file was there all along stays in the trash; one whose file comes back is
    // wanted. Without a whole base there is no telling, and the state wins.
    if known.status != .alive, others.isEmpty, present[known.id] == nil,
      knowledge.isBaseEstablished
    {
      plan.steps.append(.restore(known.id))
    }
    let stays = others.contains { !gone.contains($0) && $0 != found.path }
    if !stays, present[known.id] == nil, let path = Self.text(found.path), path != known.path {
      plan.steps.append(.setPath(known.id, path))
    }
    index(found, known.id)
  }

  /// The asset that a changed file is an edit of; nil where it is another photo under an old name.
  private func editedAsset(
    _ before: IndexedFile, _ found: FolderSnapshot.Found
  ) throws(Knowledge.Failure) -> AssetID? {
    // With another file of the asset here, that one still is the asset; this one has become another.
    guard try knowledge.indexed(of: before.asset).allSatisfy({ $0.path == before.path }),
      present[before.asset] == nil, let asset = try knowledge.asset(before.asset)
    else { return nil }
    // A camera's counter that rolled over writes another photo under an old name.
    let captured = found.facts.first { $0.name == .captured }?.value.text
    if let captured, let earlier = asset.captured, captured != earlier { return nil }
    return asset.id
  }

  private mutating func index(_ found: FolderSnapshot.Found, _ asset: AssetID) {
    plan.steps.append(.index(found, asset))
    present[asset, default: []].insert(found.path)
  }

  /// What an edit changes; the capture time and the name stay those of the photo.
  private static var contentFacts: Set<FieldName> { [.type, .size, .width, .height, .duration] }

  private static func initial(_ found: FolderSnapshot.Found) -> [Field] {
    var fields = found.facts
    if let path = text(found.path) { fields.append(Field(.path, .text(path))) }
    return fields.sorted { $0.name < $1.name }
  }

  /// A path as the log can hold it, as text; one that is no UTF-8 is not recorded.
  private static func text(_ path: [UInt8]) -> String? { String(validating: path, as: UTF8.self) }

  // MARK: Files that are gone

  private mutating func conclude(_ snapshot: FolderSnapshot) throws(Knowledge.Failure) {
    let lost = snapshot.gone.filter { !accounted.contains($0) }
    // So much is rarely meant: more likely a disk is not there, or a copy is under way.
    let limit = max(20, snapshot.indexedCount / 10)
    let concludes = confirmsMissing || lost.count <= limit
    if !concludes { plan.withheld = lost }
    for path in snapshot.gone where concludes || accounted.contains(path) {
      guard let before = try knowledge.indexed(at: path) else { continue }
      plan.steps.append(.forget(path: path, before.asset))
      let remains = try knowledge.indexed(of: before.asset).contains { !gone.contains($0.path) }
      if !remains, present[before.asset] == nil, !plan.missing.contains(before.asset) {
        plan.missing.append(before.asset)
      }
    }
  }
}
