import Operations
import TestSupport
import Testing

@testable import Reconciling

/// Laws of the album view over random albums, random views and random bases.
@Suite struct ViewLawsTests {
  /// Runs a body on libraries in which a few things have happened since the last agreement.
  private func forEach(
    view: Bool = true, _ body: (ViewModel, inout SeededGenerator) throws -> Void
  ) throws {
    let seed = ViewHistory.lawSeed()
    let seeds = (0..<UInt64(rounds(60, nightly: 5_000))).map { seed &+ $0 }
    for seed in ViewHistory.troubled + seeds {
      var random = SeededGenerator(seed: seed)
      var model = ViewHistory.begin(&random)
      model.form = form(&random)
      var history = ViewHistory(SeededGenerator(seed: random.next()))
      try model.sync()
      for _ in 0..<6 {
        for _ in 0..<Int.random(in: 0...2, using: &random) { history.changeAlbums(&model) }
        for _ in 0..<(view ? Int.random(in: 0...3, using: &random) : 0) {
          history.changeView(&model)
        }
        if Int.random(in: 0..<6, using: &random) == 0 { model.form = form(&random) }
        try body(model, &random)
        if Int.random(in: 0..<8, using: &random) == 0 { model.base = ViewBase() }
        try model.sync()
      }
    }
  }

  /// Mostly links; what holds of them must hold of the other forms as well.
  private func form(_ random: inout SeededGenerator) -> ViewLinkForm {
    Bool.random(using: &random)
      ? .sym : ViewLinkForm.allCases.randomElement(using: &random) ?? .sym
  }

  @Test("after one round there is nothing to do, and the view is what the albums are")
  func agreement() throws {
    try forEach { model, random in
      for confirms in [true, false] {
        var model = model
        let first = try model.sync(confirms: confirms)
        let (disk, base, acts) = (model.disk, model.base, model.acts)
        let again = try model.sync(confirms: confirms)
        #expect(again.findings.acts.isEmpty, "seed \(random.seed): \(again.findings.acts)")
        #expect(again.changes.isEmpty, "seed \(random.seed): \(again.changes)")
        #expect(model.disk == disk && model.acts == acts, "seed \(random.seed)")
        #expect(model.base.directories == base.directories, "seed \(random.seed)")
        #expect(Self.references(model.base) == Self.references(base), "seed \(random.seed)")
        #expect(
          again.findings.withheld.count == first.findings.withheld.count, "seed \(random.seed)")
        if first.findings.held.isEmpty { Self.expectShown(model, "seed \(random.seed)") }
      }
    }
  }

  /// The names that stand for references; what stands for nothing may be noted later.
  private static func references(_ base: ViewBase) -> [AlbumID: [AssetID: [UInt8]]] {
    let names = base.entries.mapValues { rows in
      rows.filter { $0.value.standing != .stray }.mapValues(\.name)
    }
    return names.filter { !$0.value.isEmpty }
  }

  /// Every living album has its directory, in which its members show, in order.
  private static func expectShown(_ model: ViewModel, _ note: Comment) {
    let state = model.state
    for (album, what) in state.albums {
      guard let path = model.base.path(of: album), let node = model.disk[path] else {
        Issue.record("no directory of \(what.title); \(note)")
        continue
      }
      #expect(path.count == 1 || model.base.directories[album]?.parent == what.parent, note)
      let rows = (model.base.entries[album] ?? [:]).filter { $0.value.standing != .stray }
      #expect(Set(rows.keys) == Set(what.members.map(\.asset)), note)
      let names = what.members.compactMap { rows[$0.asset]?.name }
      #expect(names.allSatisfy { node.items[$0] != nil }, note)
      // A person's own copies keep their names.
      let keys = names.filter { name in rows.values.contains { $0.name == name && $0.text != nil } }
        .map { LinkName($0) }
      #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }, "\(keys); \(note)")
      for member in what.members {
        guard let target = member.target, let row = rows[member.asset], row.isOurs else { continue }
        let text =
          model.form == .sym
          ? ViewLinks.text(depth: path.count, target: target)
          : StandIn(
            model.form, content: member.asset.cast(), inode: ViewModel.inode(of: member.asset)
          ).text
        #expect(row.text == text, note)
      }
    }
  }

  @Test("what the program does to the view is never taken for what a person did")
  func oneWay() throws {
    try forEach(view: false) { model, random in
      var model = model
      let before = model.state
      model.acts = []
      try model.sync(confirms: false)
      #expect(model.acts.isEmpty, "seed \(random.seed): \(model.acts)")
      #expect(model.state == before, "seed \(random.seed)")
    }
  }

  @Test("a crash before any step, then another round, comes to the same end")
  func crashes() throws {
    try forEach { model, random in
      var whole = model
      let steps = try whole.sync().steps
      for step in Array(0..<steps).shuffled(using: &random).prefix(6) {
        var cut = model
        #expect(throws: ViewModel.Crash.self) { try cut.sync(crashAt: step) }
        // It can be cut short again.
        if Bool.random(using: &random) { _ = try? cut.sync(crashAt: 2) }
        try cut.sync()
        let note: Comment = "seed \(random.seed), cut at \(step) of \(steps)"
        #expect(Self.visible(cut) == Self.visible(whole), note)
        #expect(cut.acts.count == whole.acts.count, "\(cut.acts) \(whole.acts); \(note)")
        let again = try cut.sync()
        #expect(again.changes.isEmpty && again.findings.acts.isEmpty, note)
      }
    }
  }

  /// The albums, whatever the ids of new ones.
  private static func visible(_ model: ViewModel) -> [String] {
    let state = model.state
    return state.albums.values.map { album in
      let parent = album.parent.flatMap { state.albums[$0]?.title } ?? ""
      let members = album.members.map { $0.asset.description.prefix(16) }
      return "\(parent)/\(album.title) \(album.isFolder) \(members)"
    }.sorted() + model.directories.count.description.split(separator: " ").map(String.init)
  }

  @Test("what a person put there stays there")
  func nothingOfAPersonsIsTaken() throws {
    try forEach { model, random in
      var model = model
      let own = model.disk.flatMap { path, node in node.items.filter { $0.value == .other }.keys }
      let absolute = model.disk.values.flatMap { node in
        node.items.values.filter {
          if case .link(let text) = $0 { text.first == 47 } else { false }
        }
      }
      let files = model.persons.intersection(model.inodes)
      try model.sync()
      let here = model.inodes.union(model.trashed)
      #expect(files.isSubset(of: here), "seed \(random.seed)")
      let after = model.disk.values.flatMap { $0.items.filter { $0.value == .other }.keys }
      #expect(Set(own) == Set(after), "seed \(random.seed)")
      let left = model.disk.values.flatMap { node in
        node.items.values.filter {
          if case .link(let text) = $0 { text.first == 47 } else { false }
        }
      }
      #expect(left.count == absolute.count, "seed \(random.seed)")
    }
  }

  @Test("inserting at the front of 10,000 renames a handful, and appending none")
  func largeAlbum() throws {
    var names: [LinkName?] = [nil]
    names += (1...10_000).map {
      LinkName(LinkName.name($0 * LinkNumbers.step, width: 6, file: Array("\($0).jpg".utf8)))
    }
    var inserted = 0
    for _ in 0..<40 {
      let numbers = LinkNumbers(names)
      inserted += numbers.changed.count
      for (index, number) in numbers.changed {
        names[index] = LinkName(LinkName.name(number, width: numbers.width, file: [0x61]))
      }
      let keys = names.compactMap { $0 }
      #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
      names.insert(nil, at: 0)
    }
    #expect(inserted < 40 * 16, "\(inserted)")
    names[0] = LinkName(Array("0 x".utf8))
    names.append(nil)
    #expect(LinkNumbers(names).changed.count == 1)
  }
}
