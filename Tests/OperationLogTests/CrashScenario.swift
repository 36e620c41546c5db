import Glibc
import OperationLog
import Operations
import Platform
import TestSupport

/// What a process does to a log in the crash tests; started again, it goes on where it was.
struct CrashScenario {
  let fixture: LogFixture
  static let segmentSize: Int64 = 700

  init(_ root: Path) { fixture = LogFixture(root) }

  /// All that the log holds in the end.
  func transactions() throws -> [Transaction] { try fixture.transactions(18, operations: 2) }

  private func identity() throws -> LogIdentityFile {
    if let there = try LogIdentityFile.read(in: fixture.state) { return there }
    return try fixture.identityFile()
  }

  /// Appends what is missing: one by one, then a batch, then one more.
  ///
  /// - Parameter acknowledged: called with a sequence number once it is on disk.
  func run(_ acknowledged: (UInt64) throws -> Void = { _ in }) throws {
    let identity = try identity()
    let writer = try fixture.writer(
      segmentSize: Self.segmentSize, acknowledged: identity.identity.mark, identity: identity)
    let all = try transactions()
    for transaction in all.prefix(10) where transaction.seq > writer.mark.seq {
      _ = try writer.append(transaction)
      try acknowledged(transaction.lastSeq)
    }
    _ = try writer.append(contentsOf: all.dropFirst(10).filter { $0.seq > writer.mark.seq })
    try acknowledged(writer.mark.seq)
    try writer.acknowledge()
  }

  /// Where a process notes what it has been told is on disk.
  private var note: Path { fixture.root / "acknowledged" }

  /// Like `run`, leaving a note of each acknowledgement that outlives the process.
  func runWithNote() throws {
    let file = try Descriptor.open(note, [.write, .create, .append])
    try run { seq in try file.writeAll(Array("\(seq)\n".utf8)) }
  }

  /// The last sequence number that was noted.
  func noted() throws -> UInt64 {
    guard let bytes = try? DurableFile.contents(of: note) else { return 0 }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.last.flatMap { UInt64($0) } ?? 0
  }

  /// Whether the log holds the beginning of what it should, at least to where it was acknowledged.
  func isIntact() throws -> Bool {
    let read = try fixture.readAll()
    let recorded = try LogIdentityFile.read(in: fixture.state)?.identity.acknowledged ?? 0
    let end = read.last?.lastSeq ?? 0
    return try transactions().starts(with: read) && end >= (try noted()) && end >= recorded
  }
}
