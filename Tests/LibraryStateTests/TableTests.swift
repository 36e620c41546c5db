import LibraryState
import Operations
import TestSupport
import Testing

/// The tables of the fold hold what dictionaries would.
@Suite struct TableTests {
  @Test func aTableHoldsWhatADictionaryWould() {
    var random = SeededGenerator(seed: testSeed())
    // Few different words: many ids share parts, as a hostile log's might.
    let ids = (0..<3_000).map { _ in
      AssetID(
        words: (
          .random(in: 0..<4, using: &random), .random(in: 0..<4, using: &random),
          .random(in: 0..<4, using: &random), .random(in: 0..<200, using: &random)
        ))
    }
    var table = IDTable<AssetID, Int>()
    var model: [AssetID: Int] = [:]
    var places: [AssetID: Int] = [:]
    for (number, id) in ids.enumerated() {
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        table.updateValue(number, forKey: id)
        model[id] = number
      case 1:
        table[id, default: 5] += number
        model[id, default: 5] += number
      default:
        let place = table.place(of: id, orNew: number)
        model[id] = model[id] ?? number
        #expect(places[id, default: place] == place, "seed \(random.seed)")
        places[id] = place
      }
      #expect(table[id] == model[id], "seed \(random.seed)")
    }
    #expect(table.count == model.count, "seed \(random.seed)")
    #expect(Set(table.keys) == Set(model.keys), "seed \(random.seed)")
    for (id, place) in places { #expect(table.place(of: id) == place, "seed \(random.seed)") }
    for id in ids { #expect(table[id] == model[id], "seed \(random.seed)") }
    #expect(table[AssetID(words: (9, 9, 9, 9))] == nil)
    #expect(
      Dictionary(uniqueKeysWithValues: table.map { ($0.key, $0.value) }) == model,
      "seed \(random.seed)")

    var shuffled = IDTable<AssetID, Int>()
    for (id, value) in model.shuffled(using: &random) { shuffled.updateValue(value, forKey: id) }
    #expect(shuffled == table, "seed \(random.seed)")
    shuffled[ids[0], default: 0] += 1
    #expect(shuffled != table, "seed \(random.seed)")
    #expect(table.filter { $0.value % 2 == 0 }.count == model.filter { $0.value % 2 == 0 }.count)
    #expect(table.mapValues { $0 + 1 }[ids[0]] == model[ids[0]].map { $0 + 1 })
  }

  @Test func aCopyOfATableIsItsOwn() {
    var table = IDTable<AlbumID, Int>()
    for low in 0..<2_000 { table.updateValue(low, forKey: AlbumID(high: 0, low: UInt64(low))) }
    let copy = table
    table[AlbumID(high: 0, low: 3), default: 0] = -1
    table.updateValue(7, forKey: AlbumID(high: 1, low: 0))
    #expect(copy[AlbumID(high: 0, low: 3)] == 3)
    #expect(copy.count == 2_000)
    #expect(copy[AlbumID(high: 1, low: 0)] == nil)
  }

  @Test func registersHoldWhatADictionaryOfThemWould() {
    var random = SeededGenerator(seed: testSeed())
    let names: [FieldName] = [
      .filename, .captured, .size, .title, FieldName("later"), FieldName("Caf\u{e9}"),
      FieldName("Cafe\u{301}"),
    ]
    for round in 0..<rounds(200, nightly: 5_000) {
      var registers = Registers()
      var model: [FieldName: Register] = [:]
      for step in 0..<Int.random(in: 1...12, using: &random) {
        let stamp = Stamp(
          hlc: .random(in: 1...5, using: &random), dot: Dot(log: LogID(high: 0, low: 1), seq: 1))
        let value = Value.int(Int64(step))
        if Bool.random(using: &random) {
          let name = names[Int.random(in: 0..<names.count, using: &random)]
          registers.write(value, to: name, at: stamp)
          model[name, default: Register()].write(value, at: stamp)
        } else {
          let some = names.filter { _ in Bool.random(using: &random) }.sorted()
          registers.initialize(some.map { Field($0, value) }, at: stamp)
          for name in some { model[name, default: Register()].initialize(to: value, at: stamp) }
        }
      }
      let what: Comment = "round \(round), seed \(random.seed)"
      for name in names { #expect(registers[name] == model[name], what) }
      #expect(registers.ascending.map(\.key) == model.keys.sorted(), what)
      #expect(registers.compactMapValues { $0 } == model, what)
      #expect(registers.isEmpty == model.isEmpty, what)
      var others = Registers()
      for (name, register) in model.shuffled(using: &random) {
        if let entry = register.written { others.write(entry.value, to: name, at: entry.stamp) }
        if let entry = register.initial {
          others.initialize(name, to: entry.value, at: entry.stamp)
        }
      }
      #expect(others == registers, what)
    }
  }

  @Test func aVectorHoldsWhatADictionaryWould() {
    var random = SeededGenerator(seed: testSeed())
    var vector = VersionVector()
    var model: [LogID: UInt64] = [:]
    for _ in 0..<500 {
      let log = LogID(
        high: .random(in: 0...1, using: &random), low: .random(in: 0...9, using: &random))
      let seq = UInt64.random(in: 0...4, using: &random)
      vector[log] = seq
      model[log] = seq == 0 ? nil : seq
      #expect(vector[log] == seq, "seed \(random.seed)")
      #expect(vector.entries.map(\.log) == model.keys.sorted(), "seed \(random.seed)")
      #expect(vector.entries.allSatisfy { model[$0.log] == $0.seq }, "seed \(random.seed)")
      #expect(vector.isEmpty == model.isEmpty, "seed \(random.seed)")
      #expect(vector == VersionVector(model.shuffled(using: &random).map { ($0.key, $0.value) }))
    }
  }
}
