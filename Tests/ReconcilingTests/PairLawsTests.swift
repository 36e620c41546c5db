import LibraryState
import Operations
import Reconciling
import TestSupport
import Testing

/// What holds of pairs for every folder; a failure prints the seed that replays it
/// (`ALBUMEN_TEST_SEED=…` tries it again).
@Suite struct PairLawsTests {
  private static let histories = rounds(150, nightly: 3_000)

  /// A folder with files that belong together and files that do not, none in doubt; and its pairs.
  private static func files(
    _ random: inout SeededGenerator
  ) -> (files: [(path: String, photo: FolderModel.Photo)], pairs: [String: String]) {
    var files: [(path: String, photo: FolderModel.Photo)] = []
    var pairs: [String: String] = [:]
    for number in 0..<Int.random(in: 1...6, using: &random) {
      let minute = 10 + number
      let time = "2026-05-03T12:\(minute):00"
      let directory = ["", "a/", "b/c/"].randomElement(using: &random) ?? ""
      let isJPEG = Bool.random(using: &random)
      let identifier = Bool.random(using: &random) ? "id \(number)" : nil
      let stem =
        ["IMG_\(number)", "IMG_1 (\(number))", "x.y \(number)"]
        .randomElement(using: &random) ?? ""
      let whole = "\(directory)\(stem).\(isJPEG ? "JPG" : "HEIC")"
      files.append(
        (
          whole,
          .init(
            captured: time, type: isJPEG ? "image/jpeg" : "image/heic", identifier: identifier)
        ))
      switch Int.random(in: 0..<5, using: &random) {
      case 0 where identifier != nil:
        // Far from its photo, and known by the identifier alone.
        let path = "videos/other \(number).mov"
        files.append(
          (path, .init(type: "video/quicktime", identifier: identifier, duration: 9)))
        pairs[path] = whole
      case 0, 1:
        let path = "\(directory)\(stem).MOV"
        files.append(
          (
            path,
            .init(
              captured: time + ".500", type: "video/quicktime", identifier: identifier,
              duration: 3)
          ))
        pairs[path] = whole
      case 2:
        // Too long for a motion part, or of another minute.
        let isLong = Bool.random(using: &random)
        files.append(
          (
            "\(directory)\(stem).MOV",
            .init(
              captured: isLong ? time : "2026-05-03T13:00:\(minute)", type: "video/quicktime",
              duration: isLong ? 30 : 3)
          ))
      default: break
      }
      if Bool.random(using: &random) {
        let path = "\(directory)\(stem).DNG"
        files.append((path, .init(captured: time, type: "image/x-adobe-dng")))
        pairs[path] = whole
      }
    }
    return (files, pairs)
  }

  private static func pairs(_ library: LibraryModel) -> [AssetID: AssetID] {
    pairs(library.state)
  }

  private static func pairs(_ state: LibraryState) -> [AssetID: AssetID] {
    var pairs: [AssetID: AssetID] = [:]
    for (id, asset) in state.assets {
      if let whole = asset.registers[.partOf]?.value?.asset { pairs[id] = whole }
    }
    return pairs
  }

  @Test("any order of arrival, in any number of looks, ends in the same pairs, and nothing is left")
  func arrival() throws {
    let seed = testSeed()
    for round in 0..<Self.histories {
      var random = SeededGenerator(seed: seed &+ UInt64(round))
      let (files, expected) = Self.files(&random)
      var atOnce = LibraryModel()
      // The bytes must be the same in both: made first, then put in their places.
      let bytes = files.map { atOnce.folder.newBytes($0.photo) }
      var oneByOne = atOnce
      for (file, bytes) in zip(files, bytes) {
        atOnce.folder.write(bytes, to: Array(file.path.utf8))
      }
      try atOnce.sync()
      #expect(atOnce.plan() == Plan(), "seed \(random.seed)")
      for index in files.indices.shuffled(using: &random) {
        oneByOne.folder.write(bytes[index], to: Array(files[index].path.utf8))
        guard Bool.random(using: &random) else { continue }
        try oneByOne.sync()
        #expect(oneByOne.plan() == Plan(), "seed \(random.seed)")
        // A touch, or a lost catalogue, makes the same look again.
        if Int.random(in: 0..<4, using: &random) == 0 { oneByOne.loseBase() }
      }
      try oneByOne.sync()
      #expect(oneByOne.plan() == Plan(), "seed \(random.seed)")
      #expect(Self.pairs(atOnce) == Self.pairs(oneByOne), "seed \(random.seed)")
      let assets = try expected.map {
        (try atOnce.asset(at: $0.key), try atOnce.asset(at: $0.value))
      }
      let wanted = Dictionary(uniqueKeysWithValues: assets)
      #expect(Self.pairs(atOnce) == wanted, "seed \(random.seed): \(files.map(\.path))")
      // Moving files about changes no pair.
      var moved = oneByOne
      for path in moved.folder.paths where Bool.random(using: &random) {
        moved.folder.move(path, to: Array("moved/".utf8) + path)
        if Bool.random(using: &random) { try moved.sync() }
      }
      try moved.sync()
      #expect(Self.pairs(moved) == wanted, "seed \(random.seed)")
      #expect(moved.plan() == Plan(), "seed \(random.seed)")
    }
  }

  @Test("a crash after any step, then another look, ends in the same pairs")
  func crashes() throws {
    let seed = testSeed()
    for round in 0..<Self.histories {
      var random = SeededGenerator(seed: seed &+ UInt64(round))
      let (files, _) = Self.files(&random)
      var library = LibraryModel()
      for file in files.shuffled(using: &random) {
        library.add(file.path, file.photo)
        if Int.random(in: 0..<4, using: &random) == 0 { try library.sync() }
      }
      library.folder.rest()
      let plan = library.plan()
      var whole = library
      try whole.execute(plan)
      for count in 0...plan.steps.count {
        var cut = library
        try cut.execute(plan, upTo: count)
        try cut.execute(cut.plan())
        let place = "seed \(random.seed), \(count) of \(plan.words)"
        #expect(Self.pairs(cut) == Self.pairs(whole), "\(place)")
        #expect(cut.plan() == Plan(), "\(place)")
      }
    }
  }

  @Test(
    "two devices that find the same pairs apart agree, and so they do on what a person took apart")
  func convergence() throws {
    let seed = testSeed()
    for round in 0..<Self.histories {
      var random = SeededGenerator(seed: seed &+ UInt64(round))
      let (files, _) = Self.files(&random)
      var one = LibraryModel()
      let bytes = files.map { one.folder.newBytes($0.photo) }
      for (file, bytes) in zip(files, bytes) {
        one.folder.write(bytes, to: Array(file.path.utf8))
      }
      // The other has the same files, and has looked at them in another order.
      var other = LibraryModel(log: LogID(high: 2, low: 2))
      other.folder = one.folder
      try one.sync()
      try other.sync()
      let parts = Self.pairs(one).keys.sorted()
      let apart = parts.randomElement(using: &random)
      if let apart {
        try one.write([Operation(.setAsset(apart, .partOf, .null))])
        one.decided.insert(apart)
      }
      var merged = LibraryState()
      for transaction in (one.transactions + other.transactions).shuffled(using: &random)
        .sorted(by: { $0.seq < $1.seq })
      {
        merged.deliver(transaction)
      }
      var wanted = Self.pairs(other)
      if let apart { wanted[apart] = nil }
      #expect(Self.pairs(merged) == wanted, "seed \(random.seed)")
    }
  }
}
