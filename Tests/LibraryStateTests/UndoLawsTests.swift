import LibraryState
import Operations
import TestSupport
import Testing

/// What undo, redo and revert promise, over random histories.
///
/// A seed that fails is replayed with ALBUMEN_TEST_SEED.
@Suite struct UndoLawsTests {
  private static func seeds(_ count: Int) -> [UInt64] {
    environmentValue("ALBUMEN_TEST_SEED").flatMap { UInt64($0) }.map { [$0] }
      ?? Array(1...UInt64(count)) + (0..<count / 4).map { _ in .random(in: .min ... .max) }
  }

  /// One device: each undo gives the state before, each redo the one after, to any depth and in any
  /// mixture, new changes between them.
  @Test func ofOneDevice() throws {
    var undone = 0
    for seed in Self.seeds(rounds(12, nightly: 500)) {
      var acts = RandomActs(seed: seed)
      var device = UndoingDevice(1)
      var states = [device.state]
      func check(_ depth: Int, _ what: String) throws {
        let expected = states[depth]
        try #require(
          device.state.seen(knownIn: expected) == expected.seen(knownIn: expected),
          "seed \(seed), \(what) to \(depth) of \(states.count - 1)")
      }
      func act() throws {
        try device.write(acts.act(device.state))
        states.append(device.state)
      }
      for _ in 0..<50 { try act() }
      // All the way back and forth.
      for depth in (0..<50).reversed() {
        try device.undo(try #require(device.newest))
        try check(depth, "undo")
        undone += 1
      }
      #expect(device.newest == nil)
      for depth in 1...50 {
        try device.redo(try #require(device.newestUndo))
        try check(depth, "redo")
      }
      #expect(device.newestUndo == nil)
      // Any mixture.
      var depth = 50
      for _ in 0..<40 {
        switch acts.number(0...4) {
        case 0, 1:
          guard depth > 0 else { continue }
          depth -= 1
          try device.undo(try #require(device.newest))
          try check(depth, "undo")
        case 2, 3:
          guard depth < states.count - 1 else { continue }
          depth += 1
          try device.redo(try #require(device.newestUndo))
          try check(depth, "redo")
        default:
          states.removeSubrange((depth + 1)...)
          try act()
          depth += 1
          #expect(device.newestUndo == nil)
        }
      }
    }
    #expect(undone >= 50)
  }

  /// What is seen after a return is what was seen then.
  @Test func ofReverting() throws {
    for seed in Self.seeds(rounds(40, nightly: 1_000)) {
      var acts = RandomActs(seed: seed)
      var device = UndoingDevice(1)
      var states = [device.state]
      for _ in 0..<30 {
        if acts.number(0...5) == 0 {
          let then = states[acts.number(0...(states.count - 1))]
          let plan = RevertPlanner(from: device.state, to: then) { _ in false }.plan()
          try device.write(plan.changes)
          #expect(plan.left.isEmpty)
          try #require(
            device.state.seen(knownIn: then) == then.seen(knownIn: then), "seed \(seed)")
          let again = RevertPlanner(from: device.state, to: then) { _ in false }.plan()
          #expect(again.changes.isEmpty, "seed \(seed)")
        } else {
          try device.write(acts.act(device.state))
        }
        states.append(device.state)
      }
      // The return itself can be undone like anything else.
      let before = device.state
      try device.write(
        RevertPlanner(from: device.state, to: states[5]) { _ in false }.plan().changes)
      if let newest = device.newest, device.state.vector != before.vector {
        try device.undo(newest)
        try #require(
          device.state.seen(knownIn: before) == before.seen(knownIn: before), "seed \(seed)")
      }
    }
  }

  /// Several devices at once: all come to one state, and no undo takes away what others did later.
  @Test func ofSeveralDevices() throws {
    var counts: [String: Int] = [:]
    for seed in Self.seeds(rounds(80, nightly: 1_500)) {
      var acts = RandomActs(seed: seed)
      var devices = (1...3 as ClosedRange<UInt64>).map { UndoingDevice($0) }
      for _ in 0..<60 {
        let index = acts.number(0...2)
        switch acts.number(0...9) {
        case 0...3: try devices[index].write(acts.act(devices[index].state))
        case 4, 5: devices[index].receive(devices[acts.number(0...2)].transactions)
        case 6:
          let ordinary = devices[index].transactions.filter {
            $0.undoes == nil && !devices[index].relation.isOff($0.dot)
          }
          guard let chosen = ordinary.randomElement(using: &acts.generator) else { continue }
          let before = devices[index]
          let plan = try devices[index].undo(chosen)
          try Self.checkThatNothingIsOverwritten(before, devices[index], chosen, "seed \(seed)")
          counts["undos", default: 0] += 1
          for left in plan.left { counts[left.reason.rawValue, default: 0] += 1 }
        case 7:
          let relation = devices[index].relation
          let undos = devices[index].transactions.filter {
            !relation.root(of: $0.dot).depth.isMultiple(of: 2)
              && relation.isOff(relation.root(of: $0.dot).dot)
          }
          guard let chosen = undos.randomElement(using: &acts.generator) else { continue }
          let plan = try devices[index].redo(chosen)
          counts["redos", default: 0] += 1
          for left in plan.left { counts[left.reason.rawValue, default: 0] += 1 }
        case 8:
          let delivered = devices[index].transactions
          guard let point = delivered.randomElement(using: &acts.generator) else { continue }
          let then = PastTests.state(
            delivered, CausalCut(VersionVector([(point.log, point.seq)]), followsContexts: true))
          let plan = RevertPlanner(from: devices[index].state, to: then) { _ in false }.plan()
          try devices[index].write(plan.changes)
          try #require(
            devices[index].state.seen(knownIn: then) == then.seen(knownIn: then), "seed \(seed)")
          counts["returns", default: 0] += 1
        default:
          if let newest = devices[index].newest { try devices[index].undo(newest) }
        }
      }
      for index in 0..<3 {
        for other in 0..<3 { devices[index].receive(devices[other].transactions) }
      }
      let all = devices[0].transactions
      for device in devices {
        try #require(device.state.pruned == devices[0].state.pruned, "seed \(seed)")
        try #require(
          Feeder(all.shuffled(using: &acts.generator)).state.pruned == device.state.pruned,
          "seed \(seed)")
      }
    }
    // Guards the rest: histories in which nothing meets prove nothing.
    guard environmentValue("ALBUMEN_TEST_SEED") == nil else { return }
    for name in ["undos", "redos", "returns", "changedSince", "usedSince", "removedByOthers"] {
      #expect(counts[name] ?? 0 >= 5, "\(name): \(counts)")
    }
  }

  /// Guards what others did behind a transaction: registers that ordinary transactions that are on wrote
  /// later, and what they added.
  private static func checkThatNothingIsOverwritten(
    _ before: UndoingDevice, _ after: UndoingDevice, _ undone: Transaction, _ what: String
  ) throws {
    let relation = before.relation
    let later = before.transactions.filter { transaction in
      transaction.stamp > undone.stamp && transaction.undoes == nil
        && !relation.isOff(transaction.dot)
    }
    for transaction in later {
      for (index, operation) in transaction.operations.enumerated() {
        let stamp = Stamp(hlc: transaction.hlc, dot: transaction.dot(at: index))
        let (old, new): (Register?, Register?)
        switch operation.change {
        case .setAsset(let asset, let field, _):
          (old, new) = (
            before.state.assets[asset]?.registers[field],
            after.state.assets[asset]?.registers[field]
          )
        case .setAlbum(let album, let field, _):
          (old, new) = (
            before.state.albums[album]?.registers[field],
            after.state.albums[album]?.registers[field]
          )
        case .moveReference(let album, let asset, _):
          (old, new) = (
            before.state.reference(album, asset)?.position,
            after.state.reference(album, asset)?.position
          )
        default: continue
        }
        if old?.written?.stamp == stamp { try #require(new == old, "\(what)") }
      }
    }
    // A dot that someone else added is never taken out.
    for (id, asset) in before.state.assets {
      let kept = Set(asset.life.sorted).subtracting(undone.dots)
      let there = Set(after.state.assets[id]?.life.sorted ?? [])
      let lost = kept.subtracting(there).filter { dot in
        before.transactions.contains { $0.undoes == nil && $0.dots.contains(dot) }
      }
      try #require(lost.isEmpty, "\(what)")
    }
  }
}

extension Transaction {
  /// The dots of its operations.
  var dots: Set<Dot> { Set(operations.indices.map { dot(at: $0) }) }
}
