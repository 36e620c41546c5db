import LibraryState
import Operations

extension Planner {
  /// Plans an asset for each content that is new; of several files that hold it, the first with a name
  /// that the log can hold stands for it.
  mutating func planAdditions(_ new: [FolderSnapshot.Found]) {
    var files: [ContentID: FolderSnapshot.Found] = [:]
    var order: [ContentID] = []
    for file in new {
      if let first = files[file.content] {
        if Self.text(first.path) == nil, Self.text(file.path) != nil { files[file.content] = file }
      } else {
        files[file.content] = file
        order.append(file.content)
      }
    }
    for content in order {
      guard let file = files[content] else { continue }
      plan.steps.append(.addAsset(content.cast(), initial: Self.initial(file)))
    }
  }

  /// Plans what changes of the assets that are known already, and tells which are missing.
  mutating func planChanges() {
    for asset in concerned {
      guard let standing = standings[asset], let known = standing.known else { continue }
      // A trashed asset whose file was there all along stays in the trash, as does one whose file comes
      // here for the first time (photos copied to a new machine); one whose file comes *back* is wanted.
      // Without a whole base there is no telling, and the state wins.
      if known.status != .alive, standing.hadFile, !standing.wasHere, standing.isHere,
        knowledge.isBaseEstablished
      {
        plan.steps.append(.restore(asset))
      }
      if let file = standing.newContent ?? revertedTo(standing, known) {
        let facts = file.facts.filter { Self.contentFacts.contains($0.name) }
        plan.steps.append(.setContent(asset, file.content, facts: facts))
      }
      if standing.hasMoved, let path = newPath(standing, known) {
        plan.steps.append(.setPath(asset, path))
      }
      if known.status == .alive, !standing.isHere, !standing.isWithheld {
        plan.missing.append(asset)
      }
    }
  }

  /// Plans what the base takes notice of.
  mutating func planBase() {
    // First what takes no other asset's place, so that an asset that moved is never without a file.
    let ordered =
      paths.filter { before[$0] == nil || before[$0]?.asset == holds[$0] }
      + paths.filter { before[$0] != nil && before[$0]?.asset != holds[$0] }
    for path in ordered {
      guard let file = found[path], let asset = holds[path] else { continue }
      plan.steps.append(.index(file, asset))
    }
    let withheld = Set(plan.withheld)
    for path in gonePaths {
      guard let file = gone[path], !withheld.contains(path) else { continue }
      plan.steps.append(.forget(path: path, file.asset))
    }
  }

  /// The file whose earlier bytes an asset has again: it was changed in place, and nothing here holds
  /// what is recorded as the asset's content.
  private func revertedTo(
    _ standing: AssetStanding, _ known: KnownAsset
  ) -> FolderSnapshot.Found? {
    guard standing.isChanged, standing.unchanged.isEmpty, !standing.isWithheld else { return nil }
    let files = standing.found.compactMap { found[$0] }
    if files.contains(where: { $0.content == known.content }) { return nil }
    let recorded = known.path.map { Array($0.utf8) }
    return files.first { $0.path == recorded } ?? files.first
  }

  /// The path to record: nil where the recorded one stands, or nothing can be recorded.
  private func newPath(_ standing: AssetStanding, _ known: KnownAsset) -> String? {
    let recorded = known.path.map { Array($0.utf8) }
    var smallest: (bytes: [UInt8], text: String)?
    for path in standing.files {
      // Compared as bytes: names that differ only in their normal form are two.
      if path == recorded { return nil }
      if let smallest, !path.lexicographicallyPrecedes(smallest.bytes) { continue }
      if let text = Self.text(path) { smallest = (path, text) }
    }
    return smallest?.text
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
}
