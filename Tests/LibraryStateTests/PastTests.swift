import LibraryState
import Operations
import Platform
import TestSupport
import Testing

/// The states of the past are those that an independent reference computed (Fixtures/histories/README.md,
/// "past.txt").
@Suite struct PastTests {
  /// Where the histories are; `ALBUMEN_PAST` names a directory with others.
  private static let directory: Path = {
    if let other = environmentValue("ALBUMEN_PAST"), let path = Path(other) { return path }
    let file: Path = #filePath
    return file.parent.parent.parent / "Fixtures/histories"
  }()

  private static func transactions(_ name: String) throws -> [Transaction] {
    let file = try #require(Path("\(name).jsonl"))
    return try readFile(directory / file).split(separator: 10).map { try Transaction(jsonLine: $0) }
  }

  /// The state at a cut, from the transactions in any order.
  static func state(_ transactions: [Transaction], _ cut: CausalCut) -> LibraryState {
    var queues = Dictionary(
      grouping: Dictionary(transactions.map { ($0.dot, $0) }) { $1 }.values, by: \.log)
    for log in queues.keys { queues[log]?.sort { $0.seq > $1.seq } }
    var state = LibraryState()
    var cut = cut
    let vector = cut.deliver(
      queues.keys.sorted(), next: { log in queues[log]?.popLast() },
      { state.deliver($0) })
    #expect(state.vector == vector)
    return state
  }

  static func cut(_ delivered: [Transaction], upTo wall: Int64) -> CausalCut {
    var limits = VersionVector()
    for transaction in delivered where transaction.wall <= wall {
      limits[transaction.log] = max(limits[transaction.log], transaction.seq)
    }
    return CausalCut(limits, followsContexts: true)
  }

  static func cut(_ delivered: [Transaction], withoutNewest count: Int) -> CausalCut {
    var limits = VersionVector()
    for transaction in delivered {
      limits[transaction.log] = max(limits[transaction.log], transaction.lastSeq)
    }
    for transaction in delivered.sorted(by: { $0.stamp > $1.stamp }).prefix(count) {
      limits[transaction.log] = min(limits[transaction.log], transaction.seq - 1)
    }
    return CausalCut(limits, followsContexts: false)
  }

  @Test func everyPointIsWhatTheReferenceFound() throws {
    let points = try PastPoint.read(Self.directory / "past.txt")
    var count = 0
    for (name, points) in points.sorted(by: { $0.key < $1.key }) {
      let transactions = try Self.transactions(name)
      let delivered = Feeder(transactions).delivered
      for point in points {
        let cut: CausalCut
        switch point.kind {
        case .at:
          let dot = try #require(Dot(point.name))
          cut = CausalCut(VersionVector([(dot.log, dot.seq)]), followsContexts: true)
        case .back: cut = Self.cut(delivered, withoutNewest: try #require(Int(point.name)))
        case .wall: cut = Self.cut(delivered, upTo: try #require(Int64(point.name)))
        }
        // What never was delivered has no past, so it belongs to none.
        var out = JSONWriter()
        Self.state(delivered, cut).write(to: &out)
        let digest = try StateDigest.of(out.bytes)
        #expect(digest == point.digest, "\(name) \(point.kind) \(point.name)")
        count += 1
      }
    }
    #expect(count >= 1_700)
  }

  @Test func aWrongClockSpoilsOnlyItsOwnTransactions() throws {
    let year: Int64 = 31_557_600_000
    let now: Int64 = 1_777_809_600_000
    for skew in [-20 * year, 20 * year] {
      var right = Device(1)
      var wrong = Device(2)
      var all: [Transaction] = []
      func write(_ device: inout Device, _ number: UInt64, wall: Int64) throws {
        let transaction = try device.write([.addAsset(AssetID(number))], at: nil)
        all.append(
          try Transaction(
            log: transaction.log, seq: transaction.seq, hlc: transaction.hlc,
            context: transaction.context, wall: wall, origin: nil, label: "",
            operations: transaction.operations))
      }
      for step in 1...6 as ClosedRange<UInt64> {
        let wall = now + Int64(step) * 1000
        if step % 2 == 0 {
          try write(&wrong, step, wall: wall + skew)
        } else {
          try write(&right, step, wall: wall)
        }
      }
      let state = Self.state(all, Self.cut(all, upTo: now + 3500))
      let known = Set(state.assets.filter { $0.value.isKnown }.keys)
      // Of the device whose clock is right exactly what was written by then; of the other all or nothing.
      let others: [AssetID] = skew < 0 ? [AssetID(2), AssetID(4), AssetID(6)] : []
      #expect(known == Set([AssetID(1), AssetID(3)] + others))
    }
  }
}
