import Catalogue
import Operations
import Platform
import Reconciling

/// Makes the operations of an import, and says which copy goes where.
struct ImportTaker {
  private let session: ChangeSession
  private let root: Path
  private let template: ImportTemplate
  private var assets: [AssetID] = []
  private var taken: Set<Path> = []
  /// The assets of which a copy comes, or a second one.
  private var coming: Set<AssetID> = []
  private var newAssets: Set<AssetID> = []
  /// Sidecars that come along, and where they go.
  private(set) var sidecarPlaces: [(sidecar: ImportSidecar, path: Path)] = []
  /// The number that was last tried for a name, by the path that was wanted: all below it are taken.
  private var numbers: [Path: Int] = [:]
  /// Where the template's directories really are.
  private var directories: [Path: Path] = [:]
  /// What goes where, in the order of `imported`.
  private(set) var placements: [Placement] = []
  private(set) var imported: [ImportReport.Item] = []
  private(set) var known: [ImportReport.Item] = []
  /// Those that were in the trash until now.
  private(set) var restored: [AssetID] = []
  private(set) var references = 0
  /// Titles that several albums have, of which the first made was taken.
  private(set) var ambiguous: [String] = []

  /// A copy, where it goes and what it is.
  struct Placement {
    let item: ImportStep.Item
    let asset: AssetID
    let content: ContentID

    /// What the index of files says of it.
    func row(at path: Path, _ key: FileKey) -> FileRow {
      FileRow(path, key, holding: content, of: asset)
    }
  }

  init(_ session: ChangeSession, root: Path, template: ImportTemplate) {
    self.session = session
    self.root = root
    self.template = template
  }

  /// Takes copies in: new assets, ones that come back, and ones that are here already.
  mutating func take(
    _ files: [ImportFile], sidecars: [ImportSidecar]
  ) throws(AlbumenError) {
    var arrivals: [Arrival] = []
    for file in files { arrivals.append(try arrival(of: file)) }
    // A part goes where its whole does, whatever its own time.
    let leads = try pairs(arrivals) { _ in nil }
    let goals = try destinations(of: arrivals, leads, sidecars)
    let pairs = try pairs(arrivals) { goals[$0] }
    for (index, arrival) in arrivals.enumerated() {
      try take(arrival, to: goals[index], pairs[arrival.asset])
    }
    for pair in pairs.values.sorted(by: { $0.part < $1.part }) where !newAssets.contains(pair.part)
    {
      for field in pair.fields {
        try session.emit(.setAsset(pair.part, field.name, field.value))
      }
    }
  }

  /// Is a copy, and how the library stands to it.
  private struct Arrival {
    let file: ImportFile
    let asset: AssetID
    let existing: AssetRow?
    /// Whether a file is to be made of it.
    let isPlaced: Bool
  }

  private mutating func arrival(of file: ImportFile) throws(AlbumenError) -> Arrival {
    let content = file.staged.content
    let existing = try session.reading { () throws(CatalogueError) -> AssetRow? in
      guard let id = try session.catalogue.asset(ofContent: content) else { return nil }
      return try session.catalogue.asset(id)
    }
    let asset = existing?.id ?? content.cast()
    // The second of two copies is here by then.
    var isHere = !coming.insert(asset).inserted
    if !isHere, existing != nil { isHere = try hasFile(asset) }
    return Arrival(file: file, asset: asset, existing: existing, isPlaced: !isHere)
  }

  private func pairs(
    _ arrivals: [Arrival], _ destination: (Int) -> Path?
  ) throws(AlbumenError) -> [AssetID: PairRules.Edge] {
    try session.reading { () throws(CatalogueError) in
      try NewPairs(
        arrivals.enumerated().map { index, arrival in
          NewPairs.File(
            asset: arrival.asset, isKnown: arrival.existing != nil, facts: arrival.file.facts,
            places: [arrival.file.staged.source] + (destination(index).map { [$0] } ?? []))
        }, session.catalogue
      ).pairs()
    }
  }

  private mutating func take(
    _ arrival: Arrival, to path: Path?, _ pair: PairRules.Edge?
  ) throws(AlbumenError) {
    let (staged, asset) = (arrival.file.staged, arrival.asset)
    assets.append(asset)
    if arrival.existing == nil, let path {
      var initial = arrival.file.facts.fields + (pair?.fields ?? [])
      if let text = String(validating: path.bytes, as: UTF8.self) {
        initial.append(Field(.path, .text(text)))
      }
      try session.emit(.addAsset(asset, initial: initial.sorted { $0.name < $1.name }))
      for note in arrival.file.facts.notes(for: asset) { try session.emit(note) }
      newAssets.insert(asset)
      return place(staged, at: path, asset)
    }
    if let existing = arrival.existing {
      if existing.status != .alive, !restored.contains(existing.id) {
        restored.append(existing.id)
      }
      try LibraryChanges(session).restore([existing.id])
    }
    guard let path else {
      known.append(ImportReport.Item(source: staged.source, asset: asset, path: nil))
      return
    }
    // The library knows it, but this folder has no file of it.
    if let text = String(validating: path.bytes, as: UTF8.self),
      text != arrival.existing?.fields[.path]?.text
    {
      try session.emit(.setAsset(asset, .path, .text(text)))
    }
    place(staged, at: path, asset)
  }

  /// References all that was taken in, known or new, in albums.
  mutating func reference(in titles: [String]) throws(AlbumenError) {
    if assets.isEmpty { return }
    let changes = LibraryChanges(session)
    for title in titles {
      let (album, others) = try changes.findOrCreateAlbum(named: title)
      if !others.isEmpty { ambiguous.append(title) }
      references += try changes.add(assets, to: album)
    }
  }

  /// References what was put into directories that are albums' in those.
  mutating func reference(by sources: [FolderSource]) throws(AlbumenError) {
    if sources.isEmpty { return }
    var taker = SourceTaker(session, sources)
    try taker.take(placements.map { ($0.item.destination, $0.asset) })
    references += taker.count
  }

  /// What the transaction is called.
  var label: String {
    let count = imported.count
    if count > 0 { return "Import \(count) \(count == 1 ? "item" : "items")" }
    return references > 0 ? "Add \(references) to albums" : "Import"
  }

  /// Whether the folder has a file of the asset: one of the index that is there.
  private func hasFile(_ asset: AssetID) throws(AlbumenError) -> Bool {
    let files = try session.reading { () throws(CatalogueError) in
      try session.catalogue.filesHere(of: asset, in: LibraryLayout(root: root))
    }
    return files.contains { row in
      (try? FileStatus.ofLink(at: root / row.path))?.size == row.size
    }
  }

  private mutating func place(_ staged: StagedFile, at path: Path, _ asset: AssetID) {
    placements.append(
      Placement(
        item: ImportStep.Item(
          staged: staged.path, destination: path, content: staged.content),
        asset: asset,
        content: staged.content))
    imported.append(ImportReport.Item(source: staged.source, asset: asset, path: path))
  }

  /// Where copies go, by their numbers: free names in the directories that the template gives.
  ///
  /// What is called alike where it comes from, but for its ending, is called alike here: of a Live Photo,
  /// or a photo with its sidecar, both get the same number where one needs it.
  private mutating func destinations(
    of arrivals: [Arrival], _ leads: [AssetID: PairRules.Edge], _ sidecars: [ImportSidecar]
  ) throws(AlbumenError) -> [Int: Path] {
    var captured: [AssetID: String] = [:]
    for arrival in arrivals {
      captured[arrival.asset] =
        arrival.file.facts.fields.first { $0.name == .captured }?.value.text ?? ""
    }
    let bySource = Dictionary(grouping: sidecars.indices) { sidecars[$0].photo }
    var groups: [Group] = []
    var places: [GroupKey: Int] = [:]
    for (index, arrival) in arrivals.enumerated() where arrival.isPlaced {
      let source = arrival.file.staged.source
      let whole = leads[arrival.asset].flatMap { captured[$0.whole] }
      let directory = try resolve(
        template.directory(captured: whole ?? captured[arrival.asset] ?? ""))
      let key = GroupKey(
        directory: directory, source: PairName(source.bytes)?.path ?? source.bytes)
      let place = places[key] ?? groups.count
      if place == groups.count {
        places[key] = place
        groups.append(Group(directory: directory))
      }
      groups[place].copies.append((index, source.lastComponent))
      for sidecar in bySource[source] ?? [] { groups[place].sidecars.append((index, sidecar)) }
    }
    var destinations: [Int: Path] = [:]
    for group in groups { try give(group, arrivals, sidecars, &destinations) }
    return destinations
  }

  /// Where copies go, and what they are called where they come from but for the ending.
  private struct GroupKey: Hashable {
    let directory: Path
    let source: [UInt8]
  }

  /// Copies that get one number, with their sidecars.
  private struct Group {
    let directory: Path
    var copies: [(index: Int, name: Path)] = []
    var sidecars: [(index: Int, sidecar: Int)] = []
  }

  private mutating func give(
    _ group: Group, _ arrivals: [Arrival], _ sidecars: [ImportSidecar],
    _ destinations: inout [Int: Path]
  ) throws(AlbumenError) {
    guard let first = group.copies.first else { return }
    let wanted = group.directory / first.name
    var number = numbers[wanted] ?? 1
    var names: [Int: Path] = [:]
    var beside: [Int: Path] = [:]
    while true {
      names = [:]
      beside = [:]
      for (index, name) in group.copies {
        names[index] = Self.numbered(group.directory / name, number)
      }
      for (index, sidecar) in group.sidecars {
        guard let copy = names[index] else { continue }
        beside[sidecar] = sidecars[sidecar].name(beside: copy)
      }
      var isTaken = false
      for path in Array(names.values) + Array(beside.values) where try self.isTaken(path) {
        isTaken = true
        break
      }
      if !isTaken { break }
      number += 1
    }
    numbers[wanted] = number
    destinations.merge(names) { _, new in new }
    taken.formUnion(names.values)
    // Two photos can share one: it comes along once.
    for (sidecar, path) in beside.sorted(by: { $0.key < $1.key })
    where taken.insert(path).inserted {
      sidecarPlaces.append((sidecars[sidecar], path))
    }
  }

  /// A name with a number in it, before the endings by which Pixel phones tell a raw photo from its JPEG.
  private static func numbered(_ path: Path, _ number: Int) -> Path {
    if number == 1 { return path }
    if let name = PairName(path.bytes), let bare = Path(bytes: name.path),
      let stem = path.bytes.lastIndex(of: UInt8(ascii: ".")), name.path.count < stem,
      let counted = ImportStep.numbered(bare, number)
        .appending(suffix: path.bytes.dropFirst(name.path.count))
    {
      return counted
    }
    return ImportStep.numbered(path, number)
  }

  /// The directory without links: a file is known by where it really is, and none leaves the library.
  private mutating func resolve(_ directory: Path) throws(AlbumenError) -> Path {
    if let known = directories[directory] { return known }
    let resolved: Path?
    do throws(PlatformError) { resolved = try ImportStep.resolve(directory, in: root) } catch {
      throw AlbumenError(error, "the copies have no place to go to")
    }
    guard let resolved else {
      throw AlbumenError(
        .invalid, "a link leads the copies out of the library, or to where files are left alone",
        subject: directory.display, hint: "remove the link, or have them put somewhere else")
    }
    directories[directory] = resolved
    return resolved
  }

  /// Whether a path has a file, will have one, or had one of which it is not yet known where it went.
  private func isTaken(_ path: Path) throws(AlbumenError) -> Bool {
    if taken.contains(path) || (try? FileStatus.ofLink(at: root / path)) != nil { return true }
    return try session.reading { () throws(CatalogueError) in
      try session.catalogue.file(at: path) != nil
    }
  }

  /// Notes the copies as files at their places: they have been here, also if they are trashed before
  /// the next scan.
  func indexPlacements() throws(AlbumenError) {
    for placement in placements {
      let key: FileKey
      do throws(PlatformError) {
        key = FileKey(try FileStatus.ofLink(at: placement.item.staged))
      } catch { throw AlbumenError(error, "a copy is not there any more") }
      try session.reading { () throws(CatalogueError) in
        try session.catalogue.put(placement.row(at: placement.item.destination, key))
      }
    }
  }

  /// The sidecars that come along, as copies that are to be put in their places.
  var sidecarItems: [ImportStep.Item] {
    sidecarPlaces.map { ImportStep.Item(staged: $0.sidecar.staged.path, destination: $0.path) }
  }

  /// Takes notice of where a sidecar has come to be.
  mutating func noteSidecar(_ path: Path, of index: Int) { sidecarPlaces[index].path = path }

  /// Takes notice of where a copy has come to be.
  mutating func notePlace(_ path: Path, of index: Int) {
    let old = imported[index]
    imported[index] = ImportReport.Item(source: old.source, asset: old.asset, path: path)
  }
}

extension FileRow {
  /// Makes the row of a file whose bytes are known.
  init(_ path: Path, _ key: FileKey, holding content: ContentID, of asset: AssetID) {
    self.init(
      path: path, inode: key.inode, size: key.size, modified: key.mtime, changed: key.ctime,
      born: key.birth, content: content, asset: asset, hashed: SystemClock.wallNanoseconds)
  }
}
