import Operations
import Platform
import TestSupport
import Testing

@testable import OperationLog

/// Reads the segments that `Fixtures/golden/make.py` writes from the format documents.
@Suite struct GoldenTests {
  private struct Directory {
    let name: String
    let library: LibraryID
    let log: LogID
    let isSealed: Bool
    let segments: [String]
    let rows: [(seq: UInt64, canonical: String, chain: String)]

    var store: LogStore {
      LogStore(directory: golden / "segments" / part(name), library: library)
    }
    func file(_ segment: String) -> Path {
      store.directory / part(log.description) / part(segment)
    }
  }

  private static let golden: Path = {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return part("/\(root)/Fixtures/golden")
  }()

  private static func part(_ text: String) -> Path { Path(text) ?? Path() }
  private static func directories() throws -> [Directory] {
    let bytes = try DurableFile.contents(of: golden / "segments" / "index.json")
    return try JSONParser.parse(bytes).members.map { name, json in
      Directory(
        name: name, library: try #require(LibraryID(json["library"]?.text ?? "")),
        log: try #require(LogID(json["log"]?.text ?? "")),
        isSealed: json["sealed"]?.truth ?? false,
        segments: json["segments"]?.elements.compactMap(\.text) ?? [],
        rows: try (json["transactions"]?.elements ?? []).map {
          (
            UInt64(try #require($0["seq"]?.int)), try #require($0["canonical"]?.text),
            try #require($0["chain"]?.text)
          )
        })
    }
  }

  @Test func segmentsAreReadAsTheyWereMeant() throws {
    let directories = try Self.directories()
    #expect(directories.count >= 4)
    for directory in directories {
      #expect(try directory.store.logs() == [directory.log])
      var cursor = try directory.store.reader(directory.log).entries()
      for row in directory.rows {
        let entry = try #require(try cursor.next(), "\(directory.name)")
        #expect(entry.transaction.seq == row.seq)
        #expect(Hex.encode(TransactionEncoder.canonical(entry.transaction)) == row.canonical)
        #expect(entry.chain.description == row.chain)
        // And from here on, passing over what is before.
        var second = try directory.store.reader(directory.log).entries(from: entry.mark)
        let next = try second.next()
        #expect(next?.transaction.seq == directory.rows.first { $0.seq > row.seq }?.seq)
      }
      #expect(try cursor.next() == nil)
      let found = try LogVerification(of: directory.store)
      #expect(found.problems.isEmpty)
      #expect(found.transactions == directory.rows.count)
    }
  }

  /// The writer makes the same bytes, seal included.
  @Test func segmentsAreWrittenAsTheyWereMeant() throws {
    for directory in try Self.directories() {
      try withTemporaryDirectory { root in
        let store = LogStore(directory: root, library: directory.library)
        var cursor = try directory.store.reader(directory.log).entries()
        var entries: [LogEntry] = []
        while let entry = try cursor.next() { entries.append(entry) }
        let seal = Int64(1)
        for (index, name) in directory.segments.enumerated() {
          let first = try #require(UInt64(name.prefix(20)))
          let settings = LogWriter.Settings(segmentSize: 4 << 20, application: "tests/1")
          let writer = try LogWriter(store: store, log: directory.log, settings: settings)
          _ = try writer.append(
            contentsOf: entries.filter { $0.segment == first }.map(\.transaction))
          let isLast = index == directory.segments.count - 1
          if !isLast || directory.isSealed {
            // Sealing comes before the next transaction; the one after the golden log's end is ours.
            let sealing = try LogWriter(
              store: store, log: directory.log,
              settings: .init(segmentSize: seal, application: "tests/1"))
            try sealing.seal()
          }
          let written = store.directory / Self.part(directory.log.description) / Self.part(name)
          #expect(
            try DurableFile.contents(of: written)
              == DurableFile.contents(of: directory.file(name)), "\(directory.name) \(name)")
        }
      }
    }
  }

  @Test func anEmptySegmentIsAnEmptyLog() throws {
    let library = try #require(try Self.directories().first?.library)
    let store = LogStore(directory: Self.golden / "segments" / "empty", library: library)
    let log = try #require(try store.logs().first)
    var cursor = try store.reader(log).entries()
    #expect(try cursor.next() == nil)
    #expect(try store.reader(log).tip().seq == 0)
  }
}

extension JSONValue {
  fileprivate var members: [(name: String, value: JSONValue)] {
    if case .object(let members) = self { members } else { [] }
  }
  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var int: Int64? { if case .int(let number) = self { number } else { nil } }
  fileprivate var truth: Bool? { if case .bool(let truth) = self { truth } else { nil } }
  fileprivate subscript(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
}
