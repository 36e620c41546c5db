import Operations
import Reconciling
import TestSupport

/// Does at random what a person does in the album view, and what comes from other devices.
struct ViewHistory {
  var random: SeededGenerator
  /// Directories that were removed, to be put back.
  private var trash: [(path: [[UInt8]], tree: [[[UInt8]]: ViewModel.Node])] = []

  init(_ random: SeededGenerator) { self.random = random }

  /// Seeds that have broken a law before.
  static let troubled: [UInt64] = [1_425_235_362_463_108_851]

  /// The seed of the laws: one that is given, or any one in the nightly run, which is to find what happens
  /// once in ten thousand rounds; else always the same one, so that nobody else's work fails by that.
  static func lawSeed() -> UInt64 {
    let isNightly = rounds(0, nightly: 1) == 1
    let isGiven = environmentValue("ALBUMEN_TEST_SEED") != nil
    return isNightly || isGiven ? testSeed() : 5_811_470_794_365_444_592
  }

  private static let names = [
    "Trip", "trip", "Rome", "A/B", "..", "@home", "Caf\u{e9}", "Cafe\u{301}", "new\nline", "-rf",
    "\u{1F600}", "lost+found", "dot.", " ", "%2F", String(repeating: "x", count: 300),
  ]

  static func begin(_ random: inout SeededGenerator) -> ViewModel {
    var model = ViewModel()
    for number in 1...12 { model.addAsset(number, at: "roll/\(number % 3)/\(number / 2).jpg") }
    var history = ViewHistory(SeededGenerator(seed: random.next()))
    for _ in 0..<6 { history.changeAlbums(&model) }
    return model
  }

  // MARK: The albums

  /// One change that comes from a command or another device.
  mutating func changeAlbums(_ model: inout ViewModel) {
    let living = model.albums.keys.filter { !model.deleted.contains($0) }.sorted()
    let folders = living.filter { model.albums[$0]?.isFolder == true }
    let one = living.randomElement(using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      let parent = Bool.random(using: &random) ? folders.randomElement(using: &random) : nil
      let isFolder = Int.random(in: 0..<3, using: &random) == 0
      let count = isFolder ? 0 : Int.random(in: 0..<5, using: &random)
      model.makeAlbum(
        name(), isFolder: isFolder, in: parent,
        Array((1...12).shuffled(using: &random).prefix(count)))
    case 2: if let one { model.albums[one]?.title = name() }
    case 3:
      if let one { model.deleted.insert(one) }
    case 4:
      if let one = model.deleted.sorted().randomElement(using: &random) {
        model.deleted.remove(one)
      }
    case 5:
      guard let one, let folder = folders.randomElement(using: &random) else { return }
      // No circles: the state shows none.
      var above: AlbumID? = folder
      while let next = above {
        if next == one { return }
        above = model.albums[next]?.parent
      }
      model.albums[one]?.parent = folder
    case 6: if let one { model.albums[one]?.parent = nil }
    case 7:
      let asset = ViewModel.asset(Int.random(in: 1...12, using: &random))
      if model.targets[asset] != nil {
        model.move(
          asset, to: Array("roll/m\(Int.random(in: 0..<100_000, using: &random)).jpg".utf8))
      }
    default:
      guard let one, model.albums[one]?.isFolder == false else { return }
      var members = model.members(of: one)
      let asset = ViewModel.asset(Int.random(in: 1...12, using: &random))
      if Int.random(in: 0..<3, using: &random) == 0 { members.removeAll { $0 == asset } }
      if !members.contains(asset) {
        members.insert(asset, at: Int.random(in: 0...members.count, using: &random))
      } else {
        members.shuffle(using: &random)
      }
      model.setMembers(of: one, members)
    }
  }

  private mutating func name() -> String {
    Self.names.randomElement(using: &random) ?? "Trip"
  }

  // MARK: The view

  /// One thing that a person does in the view.
  mutating func changeView(_ model: inout ViewModel) {
    let paths = model.disk.keys.filter { !$0.isEmpty }.sorted {
      $0.lexicographicallyPrecedes($1) { $0.lexicographicallyPrecedes($1) }
    }
    let path = paths.randomElement(using: &random)
    let items = path.flatMap { model.disk[$0]?.items.keys }?.sorted {
      $0.lexicographicallyPrecedes($1)
    }
    let name = items?.randomElement(using: &random)
    let fresh = Array("n\(Int.random(in: 0..<100_000, using: &random))".utf8)
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: if let path, let name { model.disk[path]?.items[name] = nil }
    case 2, 3:
      // Another name, with another number or none.
      guard let path, let name, let item = model.disk[path]?.items[name] else { return }
      let number = Int.random(in: 0..<60, using: &random)
      let other = Bool.random(using: &random) ? fresh : Array("00\(number) y.jpg".utf8)
      if model.disk[path]?.items[other] != nil { return }
      model.disk[path]?.items[name] = nil
      model.disk[path]?.items[other] = item
    case 4, 5:
      guard let path, let name, let to = paths.randomElement(using: &random),
        let item = model.disk[path]?.items[name], model.disk[to]?.items[name] == nil,
        // What a link says leads elsewhere from another depth; that has a test of its own.
        path.count == to.count
      else { return }
      var copy = item
      if Bool.random(using: &random) {
        model.disk[path]?.items[name] = nil
      } else if case .file(let content, _) = item, Bool.random(using: &random) {
        // A copy instead of a further name.
        copy = .file(content, inode: model.freshInode())
        model.persons.insert(model.lastInode)
      }
      model.disk[to]?.items[name] = copy
    case 6:
      guard let path else { return }
      trash.append((path, model.removeTree(path)))
    case 7:
      guard let (path, tree) = trash.popLast(), model.disk[path] == nil,
        model.disk[Array(path.dropLast())] != nil
      else { return }
      for (below, node) in tree {
        let node =
          Bool.random(using: &random)
          ? node : ViewModel.Node(inode: model.freshInode(), items: node.items)
        model.disk[path + below] = node
      }
    case 8:
      guard let path else { return }
      let to = Array(path.dropLast()) + [fresh]
      if model.disk[to] == nil { model.moveTree(path, to) }
    case 9:
      let parent = paths.randomElement(using: &random) ?? []
      let path = (Bool.random(using: &random) ? [] : parent) + [fresh]
      model.disk[path] = ViewModel.Node(inode: model.freshInode())
    case 10:
      // Into another directory.
      guard let path, let to = paths.randomElement(using: &random), !to.starts(with: path),
        let name = path.last, model.disk[to + [name]] == nil
      else { return }
      // A relative link that nobody has seen yet would lead elsewhere from there.
      let seen = Set(model.base.entries.values.flatMap { $0.values.map(\.name) })
      let isSeen = model.disk.allSatisfy { below, node in
        !below.starts(with: path)
          || node.items.allSatisfy { name, item in
            guard case .link(let text) = item else { return true }
            return seen.contains(name) || text.first == UInt8(ascii: "/")
          }
      }
      if !isSeen { return }
      model.moveTree(path, to + [name])
    case 11: if let path { model.disk[path]?.items[fresh] = .other }
    default:
      guard let path else { return }
      let asset = ViewModel.asset(Int.random(in: 1...12, using: &random))
      let target = model.targets[asset] ?? []
      if Int.random(in: 0..<3, using: &random) == 0 {
        // A copy or a further name of a person's own, now and then with a name like one of ours.
        let isCopy = Bool.random(using: &random)
        let inode = isCopy ? model.freshInode() : ViewModel.inode(of: asset)
        if isCopy { model.persons.insert(inode) }
        let number = Int.random(in: 0..<60, using: &random)
        let name = Bool.random(using: &random) ? fresh : Array("00\(number) z.jpg".utf8)
        if model.disk[path]?.items[name] == nil {
          model.disk[path]?.items[name] = .file(asset.cast(), inode: inode)
        }
        return
      }
      let text =
        Bool.random(using: &random)
        ? ViewLinks.text(depth: path.count, target: target) : Array("/photos/".utf8) + target
      model.disk[path]?.items[fresh] = .link(text)
    }
  }
}
