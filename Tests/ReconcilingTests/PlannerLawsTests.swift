import LibraryState
import Operations
import Reconciling
import TestSupport
import Testing

/// What holds for every folder, base and history; a failure prints the seed that replays it
/// (`ALBUMEN_TEST_SEED=…` tries it again).
@Suite struct PlannerLawsTests {
  private static let histories = rounds(60, nightly: 1_000)
  private static let looks = 8
  /// A history that comes to the absence guard, which few do; it is always the first.
  private static let guardedSeed: UInt64 = 100_026

  /// Runs random histories; `check` sees the library before each look is planned.
  private func forEachLook(
    trashes: Bool = true, _ check: (LibraryModel, inout SeededGenerator) throws -> Void
  ) throws {
    let seed = testSeed()
    let seeds = (0..<Self.histories).map { seed &+ UInt64($0) }
    for seed in [Self.guardedSeed] + seeds {
      var random = SeededGenerator(seed: seed)
      var history = FolderHistory(
        SeededGenerator(seed: random.next()), trashes: trashes)
      var library = LibraryModel()
      for _ in 0..<Self.looks {
        for _ in 0..<Int.random(in: 1...6, using: &random) { try history.change(&library) }
        // Now and then the catalogue is deleted.
        if Int.random(in: 0..<12, using: &random) == 0 { library.loseBase() }
        library.folder.rest()
        try check(library, &random)
        let confirms = Int.random(in: 0..<4, using: &random) == 0
        try library.sync(confirmsMissing: confirms)
      }
    }
  }

  @Test("plan, execute, look again: nothing is left to do")
  func agreement() throws {
    var withheld = 0
    try forEachLook { library, random in
      for confirms in [false, true] {
        var library = library
        let plan = try library.sync(confirmsMissing: confirms)
        let again = library.plan(confirmsMissing: confirms)
        #expect(again.isEmpty, "seed \(random.seed): \(again.words)")
        #expect(again.missing.isEmpty, "seed \(random.seed)")
        #expect(again.withheld == plan.withheld, "seed \(random.seed)")
        withheld += plan.withheld.isEmpty ? 0 : 1
        // The base is the folder, but for what is withheld.
        let paths = Set(library.folder.paths).union(plan.withheld)
        #expect(Set(library.base.keys) == paths, "seed \(random.seed)")
        for file in library.base.values {
          #expect(library.asset(file.asset) != nil, "seed \(random.seed)")
        }
      }
    }
    #expect(withheld > 0, "no history came to the guard")
  }

  @Test("the order in which a look names files does not matter")
  func order() throws {
    try forEachLook { library, random in
      var look = library.look()
      var planner = Planner(library, absenceLimit: LibraryModel.absenceLimit)
      let plan = planner.plan(for: look)
      look.found.shuffle(using: &random)
      look.gone.shuffle(using: &random)
      let isSame = planner.plan(for: look) == plan
      #expect(isSame, "seed \(random.seed)")
    }
  }

  @Test("a crash after any of the steps, then another look and plan, comes to the same end")
  func crashes() throws {
    try forEachLook { library, random in
      let confirms = Bool.random(using: &random)
      let plan = library.plan(confirmsMissing: confirms)
      var whole = library
      try whole.execute(plan)
      let firstOfBase =
        plan.steps.firstIndex { if case .index = $0 { true } else { false } }
        ?? plan.steps.count
      // Long plans are cut at a few places.
      let counts = Array(0...plan.steps.count).shuffled(using: &random).prefix(12)
      for count in counts {
        // The base is brought up to date at once. Where it is not, all the same comes of it, unless a
        // trashed asset's only entry was overwritten before its new one was made.
        if count > firstOfBase, count < plan.steps.count,
          Self.replacesTrashed(plan, library)
        {
          continue
        }
        var cut = library
        try cut.execute(plan, upTo: count)
        try cut.execute(cut.plan(confirmsMissing: confirms))
        let place = "seed \(random.seed), \(count) of \(plan.words)"
        #expect(cut.visible == whole.visible, "\(place)")
        #expect(cut.base == whole.base, "\(place)")
        #expect(cut.log.count == whole.log.count, "\(place)")
      }
    }
  }

  private static func replacesTrashed(_ plan: Plan, _ library: LibraryModel) -> Bool {
    plan.steps.contains { step in
      guard case .index(let file, let asset) = step, let before = library.base[file.path]
      else { return false }
      return before.asset != asset && library.status(before.asset) != .alive
    }
  }

  @Test("nothing is ever trashed, purged, deleted or taken out of an album")
  func nothingIsRemoved() throws {
    let allowed: Set<OperationKind> = [.assetAdd, .assetSet, .assetRestore]
    try forEachLook { library, random in
      for confirms in [false, true] {
        let plan = library.plan(confirmsMissing: confirms)
        for operation in plan.operations {
          #expect(
            operation.kind.map(allowed.contains) == true, "seed \(random.seed): \(operation)")
        }
        var after = library
        try after.execute(plan)
        for (id, asset) in library.state.assets where !asset.life.isEmpty {
          #expect(after.status(id) == .alive, "seed \(random.seed)")
        }
      }
    }
  }

  @Test("with the base lost, only facts change: nothing is restored, edited or missing")
  func lostBase() throws {
    try forEachLook { library, random in
      var library = library
      // At rest: nothing at all.
      var agreed = library
      try agreed.sync()
      agreed.loseBase()
      let plan = try agreed.sync()
      #expect(plan.operations.isEmpty, "seed \(random.seed): \(plan.words)")
      #expect(plan.missing.isEmpty, "seed \(random.seed)")
      #expect(agreed.plan().isEmpty, "seed \(random.seed)")
      // With changes that nobody has seen yet: what is new comes in.
      let before = library
      library.loseBase()
      for operation in try library.sync().operations {
        switch operation.change {
        case .addAsset(let asset, _):
          #expect(before.asset(asset) == nil, "seed \(random.seed)")
        case .setAsset(_, .path, _): break
        default: Issue.record("seed \(random.seed): \(operation)")
        }
      }
    }
  }

  @Test("every file here is held by an asset that has or had its bytes")
  func filesAreHeld() throws {
    try forEachLook { library, random in
      var library = library
      try library.sync()
      for (path, file) in library.folder.files {
        let content = library.folder.content(of: file.bytes)
        let known = library.asset(ofContent: content)
        #expect(known != nil, "seed \(random.seed)")
        #expect(library.base[path]?.content == content, "seed \(random.seed)")
      }
    }
  }

  @Test("renames come to the same, seen one by one or all at once")
  func watcherOnOrOff() throws {
    let seed = testSeed()
    let seeds = (0..<Self.histories).map { seed &+ UInt64($0) }
    for seed in [Self.guardedSeed] + seeds {
      var random = SeededGenerator(seed: seed)
      var history = FolderHistory(SeededGenerator(seed: random.next()), trashes: false)
      var watched = LibraryModel()
      for _ in 0..<12 { try history.change(&watched) }
      try watched.sync()
      let assets = Set(watched.state.assets.keys)
      // Copies of one asset may be recorded by either name; let each asset have one file.
      for files in Dictionary(grouping: watched.base.values, by: \.asset).values {
        for file in files.sorted(by: { $0.path.lexicographicallyPrecedes($1.path) }).dropFirst() {
          watched.folder.delete(file.path)
        }
      }
      try watched.sync()
      var scanned = watched
      for _ in 0..<Int.random(in: 1...10, using: &random) {
        history.renameOnly(&watched)
        try watched.sync()
        scanned.folder = watched.folder
      }
      try scanned.sync()
      #expect(Set(watched.state.assets.keys) == assets, "seed \(random.seed)")
      #expect(watched.base.mapValues(\.asset) == scanned.base.mapValues(\.asset))
      for asset in assets where watched.recordedPath(asset) != scanned.recordedPath(asset) {
        // A name that cannot be recorded leaves the one before it recorded.
        let files = watched.indexed(of: asset).map(\.path)
        #expect(
          files.allSatisfy { String(validating: $0, as: UTF8.self) == nil },
          "seed \(random.seed)")
      }
    }
  }
}
