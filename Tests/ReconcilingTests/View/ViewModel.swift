import Operations
import Reconciling

/// Is a library's albums, and its album view on a disk, in memory.
struct ViewModel: ViewKnowledge {
  typealias Failure = Never

  /// What stands at a name that is no directory's.
  enum Item: Equatable {
    case link([UInt8])
    case media(ContentID)
    /// A photo by its inode: that of its asset in the roll where it is a further name of it.
    case file(ContentID, inode: UInt64)
    case other
  }

  struct Node: Equatable {
    let inode: UInt64
    var items: [[UInt8]: Item] = [:]
  }

  static let links = ViewLinks(view: Array("Albums".utf8), root: Array("/photos".utf8))
  /// What is made in the view.
  var form = ViewLinkForm.sym
  /// Inodes of what was moved to the trash, instead of being removed.
  var trashed: Set<UInt64> = []

  /// The inode of an asset's file in the roll.
  static func inode(of asset: AssetID) -> UInt64 { 1 << 40 | asset.words.3 }

  /// The directories, by the names that lead to them; the view's own has none.
  var disk: [[[UInt8]]: Node] = [[]: Node(inode: 1)]
  /// The roll: which asset a path holds.
  var roll: [[UInt8]: AssetID] = [:]
  /// The path of each asset that is here.
  var targets: [AssetID: [UInt8]] = [:]
  /// The albums, living and deleted, with all their members.
  var albums: [AlbumID: ViewState.Album] = [:]
  var deleted: Set<AlbumID> = []
  var base = ViewBase()
  /// What became operations, in order.
  var acts: [ViewFindings.Act] = []
  private var nextInode: UInt64 = 100
  private var nextAlbum: UInt64 = 1_000

  struct Crash: Error {}

  // MARK: ViewKnowledge

  func asset(at path: [UInt8]) -> AssetID? { roll[path] }
  func asset(ofContent content: ContentID) -> AssetID? {
    let asset: AssetID = content.cast()
    return targets[asset] == nil ? nil : asset
  }
  func isAlive(_ asset: AssetID) -> Bool { targets[asset] != nil }
  func isHere(_ asset: AssetID) -> Bool { targets[asset] != nil }
  func isHere(_ content: ContentID, of asset: AssetID) -> Bool { targets[asset] != nil }

  // MARK: The albums

  static func asset(_ number: Int) -> AssetID {
    AssetID(words: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15, 0, 0, UInt64(number)))
  }

  mutating func addAsset(_ number: Int, at path: String) {
    move(Self.asset(number), to: Array(path.utf8))
  }

  mutating func move(_ asset: AssetID, to path: [UInt8]) {
    if let old = targets[asset] { roll[old] = nil }
    targets[asset] = path
    roll[path] = asset
  }

  mutating func freshAlbum() -> AlbumID {
    nextAlbum += 1
    return AlbumID(high: nextAlbum &* 0x9E37_79B9_7F4A_7C15, low: nextAlbum)
  }

  mutating func freshInode() -> UInt64 {
    nextInode += 1
    return nextInode
  }

  /// The inode that was given last.
  var lastInode: UInt64 { nextInode }
  /// Inodes of files that a person has put into the view.
  var persons: Set<UInt64> = []

  /// All inodes of files that are in the view.
  var inodes: Set<UInt64> {
    Set(
      disk.values.flatMap { node in
        node.items.values.compactMap { if case .file(_, let inode) = $0 { inode } else { nil } }
      })
  }

  @discardableResult
  mutating func makeAlbum(
    _ title: String, isFolder: Bool = false, in parent: AlbumID? = nil, _ assets: [Int] = []
  ) -> AlbumID {
    let id = freshAlbum()
    albums[id] = ViewState.Album(title: title, isFolder: isFolder, parent: parent)
    setMembers(of: id, assets.map(Self.asset))
    return id
  }

  mutating func setMembers(of album: AlbumID, _ assets: [AssetID]) {
    albums[album]?.members = assets.map { ViewState.Member(asset: $0, target: nil) }
  }

  func members(of album: AlbumID) -> [AssetID] { albums[album]?.members.map(\.asset) ?? [] }

  /// The folder that an album shows in.
  func parent(of album: AlbumID) -> AlbumID? {
    guard let parent = albums[album]?.parent, !deleted.contains(parent),
      albums[parent]?.isFolder == true
    else { return nil }
    return parent
  }

  var state: ViewState {
    var state = ViewState()
    for (id, album) in albums {
      var shown = album
      shown.parent = parent(of: id)
      shown.members = album.members.map {
        ViewState.Member(
          asset: $0.asset, target: targets[$0.asset], content: $0.asset.cast(),
          inode: Self.inode(of: $0.asset))
      }
      if deleted.contains(id) { state.deleted[id] = shown } else { state.albums[id] = shown }
    }
    return state
  }

  mutating func apply(_ act: ViewFindings.Act) {
    acts.append(act)
    switch act {
    case .create(let id, let title, let isFolder, let parent):
      albums[id] = ViewState.Album(title: title, isFolder: isFolder, parent: parent)
    case .setTitle(let id, let title): albums[id]?.title = title
    case .move(let id, let parent): albums[id]?.parent = parent
    case .delete(let id): deleted.insert(id)
    case .restore(let id): deleted.remove(id)
    case .add(let id, let assets):
      setMembers(of: id, members(of: id) + assets.filter { !members(of: id).contains($0) })
    case .remove(let id, let assets):
      setMembers(of: id, members(of: id).filter { !assets.contains($0) })
    case .order(let id, let assets, let after):
      var rest = members(of: id).filter { !assets.contains($0) }
      let index = after.flatMap { rest.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      rest.insert(contentsOf: assets, at: index)
      setMembers(of: id, rest)
    }
  }

  // MARK: The round

  func look() -> ViewSnapshot {
    var snapshot = ViewSnapshot()
    for (path, node) in disk.sorted(by: {
      ($0.key.count, $0.value.inode) < ($1.key.count, $1.value.inode)
    }) {
      var directory = ViewSnapshot.Directory(
        path: path, inode: node.inode, birth: Int64(node.inode))
      directory.entries = node.items.map { name, item in
        switch item {
        case .link(let text): ViewSnapshot.Entry(name: name, kind: .link(text))
        case .media(let content): ViewSnapshot.Entry(name: name, kind: .media(content))
        case .file(let content, let inode):
          ViewSnapshot.Entry(
            name: name, kind: .media(content), mark: Self.mark(inode),
            shared: inode == Self.inode(of: content.cast()) && targets[content.cast()] != nil
              ? content.cast() : nil)
        case .other: ViewSnapshot.Entry(name: name, kind: .other)
        }
      }
      snapshot.directories.append(directory)
    }
    return snapshot
  }

  /// Brings the view and the albums into step; a crash comes before the step of a number.
  @discardableResult
  mutating func sync(confirms: Bool = true, crashAt: Int = .max) throws -> (
    findings: ViewFindings, changes: [ViewChange], steps: Int
  ) {
    var steps = 0
    func pass() throws {
      if steps == crashAt { throw Crash() }
      steps += 1
    }
    var ids = (0..<50).map { _ in freshAlbum() }
    var reader = ViewReader(
      self, state, base,
      ViewLinks(view: Self.links.view, root: Self.links.root, form: form),
      confirmsMissing: confirms, absenceLimit: LibraryModel.absenceLimit,
      newAlbum: { ids.removeFirst() })
    let findings = reader.read(look())
    // Log and base at once, as one transaction of the catalogue does.
    try pass()
    for act in findings.acts { apply(act) }
    base = findings.base
    var all: [ViewChange] = []
    for _ in 0..<5 {
      var renderer = ViewRenderer(state, findings, base, form: form)
      let changes = renderer.plan()
      try pass()
      base = renderer.base
      if changes.isEmpty { break }
      for change in changes { base.intend(change) }
      var outcomes: [ViewBase.Outcome] = []
      for change in changes {
        try pass()
        outcomes.append(perform(change, base))
        // What was moved leads elsewhere at once.
        if case .moveDirectory = change { base.conclude(change, outcomes[outcomes.count - 1]) }
      }
      try pass()
      for (change, outcome) in zip(changes, outcomes) {
        if case .moveDirectory = change { continue }
        base.conclude(change, outcome, settled: findings.settled)
      }
      all += changes
    }
    if findings.withheld.isEmpty { base.agree() }
    base.noteSaved()
    return (findings, all, steps)
  }

  private mutating func perform(_ change: ViewChange, _ base: ViewBase) -> ViewBase.Outcome {
    switch change {
    case .makeDirectory(let album, let place, _):
      guard let path = path(of: place, base) else { return .failed }
      if let there = disk[path] {
        let isStray = base.strays[Array(path.joined(separator: [UInt8(ascii: "/")]))] != nil
        guard isStray || there.inode == base.directories[album]?.inode else { return .notOurs }
        return .made(inode: there.inode, birth: Int64(there.inode))
      }
      guard disk[Array(path.dropLast())] != nil else { return .failed }
      let inode = freshInode()
      disk[path] = Node(inode: inode)
      return .made(inode: inode, birth: Int64(inode))
    case .moveDirectory(let album, let place, _):
      guard let from = base.path(of: album), let to = path(of: place, base), disk[from] != nil,
        !to.starts(with: from),
        disk[to] == nil, disk[Array(to.dropLast())] != nil
      else { return .notOurs }
      moveTree(from, to)
      return .done
    case .makeLink(let album, _, let name, let text):
      guard let path = base.path(of: album), disk[path] != nil else { return .failed }
      if let standIn = StandIn(text: text) { return make(standIn, path, name) }
      if let there = disk[path]?.items[name] { return there == .link(text) ? .done : .notOurs }
      disk[path]?.items[name] = .link(text)
      return .done
    case .renameLink(let album, let asset, let name):
      guard let path = base.path(of: album), let row = base.entry(album, asset),
        let item = disk[path]?.items[row.name], disk[path]?.items[name] == nil,
        isRecorded(item, row)
      else { return .notOurs }
      disk[path]?.items[row.name] = nil
      disk[path]?.items[name] = item
      return row.mark.map { .marked($0) } ?? .done
    case .removeLink(let album, let asset):
      guard let path = base.path(of: album), let row = base.entry(album, asset) else {
        return .done
      }
      guard let there = disk[path]?.items[row.name] else { return .done }
      guard isRecorded(there, row) else { return .notOurs }
      if let standIn = row.standIn, let mark = row.mark,
        !mark.isMade || targets[standIn.content.cast()] == nil
      {
        trashed.insert(mark.inode)
      }
      disk[path]?.items[row.name] = nil
      return .done
    case .removeDirectory(let album):
      guard let path = base.path(of: album), let node = disk[path] else { return .done }
      let inside = disk.keys.filter { $0.count == path.count + 1 && $0.starts(with: path) }
      let names = Set(node.items.keys).union(inside.compactMap(\.last))
      if !names.isEmpty { return .notEmpty(names) }
      disk[path] = nil
      return .done
    }
  }

  private static func mark(_ inode: UInt64) -> ViewBase.Mark {
    ViewBase.Mark(inode: inode, size: 1, modified: 1, changed: 1, isMade: false)
  }

  private mutating func make(
    _ standIn: StandIn, _ path: [[UInt8]], _ name: [UInt8]
  ) -> ViewBase.Outcome {
    if targets[standIn.content.cast()] == nil { return .failed }
    if let there = disk[path]?.items[name] {
      guard standIn.form == .hard, there == .file(standIn.content, inode: standIn.inode) else {
        return .notOurs
      }
      return .marked(Self.mark(standIn.inode).recorded(.hard, isMade: false))
    }
    let inode = standIn.form == .hard ? standIn.inode : freshInode()
    disk[path]?.items[name] = .file(standIn.content, inode: inode)
    return .marked(Self.mark(inode).recorded(standIn.form, isMade: true))
  }

  /// Whether what is there is what was recorded.
  private func isRecorded(_ item: Item, _ row: ViewBase.Entry) -> Bool {
    switch item {
    case .link(let text): row.text == text
    case .file(_, let inode):
      row.standIn.map { row.mark?.isSame(as: Self.mark(inode), $0.form) == true } ?? false
    case .media, .other: false
    }
  }

  private func path(of place: ViewBase.Place, _ base: ViewBase) -> [[UInt8]]? {
    guard let parent = place.parent else { return [place.name] }
    return base.path(of: parent).map { $0 + [place.name] }
  }

  // MARK: What a person does

  mutating func moveTree(_ from: [[UInt8]], _ to: [[UInt8]]) {
    for (path, node) in disk where path.starts(with: from) {
      disk[path] = nil
      disk[to + path.dropFirst(from.count)] = node
    }
  }

  /// Removes a directory with all that is in it, and returns it.
  @discardableResult
  mutating func removeTree(_ top: [[UInt8]]) -> [[[UInt8]]: Node] {
    var removed: [[[UInt8]]: Node] = [:]
    for (path, node) in disk where path.starts(with: top) {
      disk[path] = nil
      removed[Array(path.dropFirst(top.count))] = node
    }
    return removed
  }

  mutating func link(_ asset: Int, as name: String, in directory: String) {
    let path = directory.split(separator: "/").map { Array($0.utf8) }
    let target = targets[Self.asset(asset)] ?? Array("nowhere".utf8)
    if disk[path] == nil { disk[path] = Node(inode: freshInode()) }
    disk[path]?.items[Array(name.utf8)] = .link(ViewLinks.text(depth: path.count, target: target))
  }

  // MARK: What it shows

  /// The names in a directory, in the order in which they count.
  func names(_ directory: String) -> [String] {
    let path = directory.split(separator: "/").map { Array($0.utf8) }
    return (disk[path]?.items.keys.map { String(decoding: $0, as: UTF8.self) } ?? []).sorted()
  }

  /// The directories, as paths.
  var directories: [String] {
    disk.keys.filter { !$0.isEmpty }.map {
      $0.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
    }.sorted()
  }
}
