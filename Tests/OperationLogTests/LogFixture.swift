import OperationLog
import Operations
import Platform
import TestSupport

/// Makes logs and transactions for the tests, the same ones for the same seed.
struct LogFixture {
  let library = LibraryID(high: 0x1111, low: 0x2222)
  let log = LogID(high: 0xAAAA, low: 0xBBBB)
  let other = LogID(high: 0xCCCC, low: 0xDDDD)
  let store: LogStore
  let root: Path

  init(_ root: Path) {
    self.root = root
    store = LogStore(directory: root / "log", library: library)
  }

  var state: Path { root / "state" }
  var logDirectory: Path { root / "log" / (Path(log.description) ?? Path()) }

  static let rootIdentity = RootIdentity(device: 1, inode: 2, birth: 3, path: "/a b%\n/c")
  static let machine = MachineID(machineIdentifier: [1, 2, 3])

  func file(_ firstSeq: UInt64) -> Path {
    let digits = String(firstSeq)
    return logDirectory
      / (Path(String(repeating: "0", count: 20 - digits.count) + digits + ".segment") ?? Path())
  }

  func writer(
    segmentSize: Int64 = 4 << 20, acknowledged: LogMark? = nil, identity: LogIdentityFile? = nil
  ) throws(LogError) -> LogWriter {
    try LogWriter(
      store: store, log: log, acknowledged: acknowledged, identity: identity,
      settings: .init(segmentSize: segmentSize, application: "tests/1"))
  }

  func identityFile() throws -> LogIdentityFile {
    try LogIdentityFile.create(
      in: state,
      LogIdentity(
        library: library, machine: Self.machine, root: Self.rootIdentity, log: log,
        acknowledged: 0, chain: ChainHash.start(log)))
  }

  /// The transaction at a sequence number: what it holds depends on that and the salt alone.
  func transaction(_ seq: UInt64, operations count: Int = 3, salt: UInt64 = 0) throws -> Transaction
  {
    var generator = SeededGenerator(seed: seq &* 1_000_003 &+ salt)
    let album = AlbumID(high: 7, low: generator.next() % 4)
    let operations = (0..<count).map { index in
      let asset = AssetID(
        words: (generator.next(), generator.next(), generator.next(), generator.next()))
      switch index % 3 {
      case 0:
        return Operation(
          .addAsset(
            asset,
            initial: [
              Field(.type, .text("image/jpeg")),
              Field(FieldName("filename"), .text("IMG_\(seq).jpg")),
            ]))
      case 1: return Operation(.addTag(asset, "tag \(seq % 5)"))
      default: return Operation(.setAlbum(album, .title, .text("Title \(seq)")))
      }
    }
    let seen = seq < 4 ? [] : [Context.Entry(log: other, seq: seq / 4, chain: generator.next())]
    return try Transaction(
      log: log, seq: seq, hlc: (1_764_000_000_000 + seq) << 16, context: Context(seen),
      wall: Int64(1_764_000_000_000 + seq), origin: "command", label: "Change \(seq)",
      operations: operations)
  }

  /// Transactions from a sequence number on.
  func transactions(
    _ count: Int, from first: UInt64 = 1, operations: Int = 3, salt: UInt64 = 0
  ) throws -> [Transaction] {
    var seq = first
    return try (0..<count).map { _ in
      defer { seq += UInt64(operations) }
      return try transaction(seq, operations: operations, salt: salt)
    }
  }

  /// All that a log holds, from a mark on.
  func readAll(from mark: LogMark? = nil) throws(LogError) -> [Transaction] {
    var cursor = try store.reader(log).entries(from: mark)
    var result: [Transaction] = []
    while let entry = try cursor.next() { result.append(entry.transaction) }
    return result
  }

  func segments() throws -> [UInt64] {
    var result: [UInt64] = []
    DirectoryWalk().run(
      root: logDirectory,
      visit: { entry in
        if let text = entry.name.text, text.hasSuffix(".segment"), let seq = UInt64(text.prefix(20))
        {
          result.append(seq)
        }
        return .skip
      }, failed: { _, _ in })
    return result.sorted()
  }
}

/// Replaces a file's content without ceremony.
func overwrite(_ path: Path, _ bytes: [UInt8]) throws {
  try Descriptor.open(path, [.write, .create, .truncate]).writeAll(bytes)
}
