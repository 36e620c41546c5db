import Glibc
import OperationLog
import Operations
import Platform
import TestSupport
import Testing

/// What a writer does when the disk refuses.
@Suite struct FailureTests {
  @Test func aFailedWriteIsTakenBackAndTheLogStaysUsable() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let transactions = try fixture.transactions(20)
      let reference = LogFixture(root / "reference")
      let other = try reference.writer(segmentSize: 700)
      let writer = try fixture.writer(segmentSize: 700)
      for transaction in transactions {
        _ = try other.append(transaction)
        for point in [
          "log.append.write", "log.segment.write", "log.segment.create", "log.seal.write",
        ] {
          let before = writer.mark
          _ = try Failpoint.withScope { () throws in
            Failpoint.arm(point, action: .error(ENOSPC))
            do throws(LogError) {
              // Where the failpoint is not passed the append succeeds: then nothing is left to do.
              _ = try writer.append(transaction)
            } catch {
              #expect(error.code == .appendFailed || error.code == .misplaced)
              #expect(error.disposition == (error.code == .misplaced ? .permanent : .userAction))
              if error.code == .appendFailed { #expect(writer.mark.seq == before.seq) }
            }
          }
        }
      }
      #expect(try fixture.readAll() == transactions)
      for segment in try reference.segments() {
        #expect(
          try DurableFile.contents(of: fixture.file(segment))
            == DurableFile.contents(of: reference.file(segment)))
      }
    }
  }

  @Test func afterAFailedSyncTheWriterRefuses() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let first = try fixture.transaction(1)
      let second = try fixture.transaction(4)
      let writer = try fixture.writer()
      _ = try writer.append(first)
      _ = try Failpoint.withScope {
        Failpoint.arm("log.append.fsync", action: .error(EIO))
        let error = #expect(throws: LogError.self) { try writer.append(second) }
        #expect(error?.code == .needsReopening)
      }
      for _ in 0..<2 {
        let error = #expect(throws: LogError.self) { try writer.append(second) }
        #expect(error?.code == .needsReopening)
        #expect(error?.disposition == .retry)
        #expect(throws: LogError.self) { try writer.synchronize() }
        #expect(throws: LogError.self) { try writer.acknowledge() }
      }
      // What was refused does not turn up.
      #expect(try fixture.readAll() == [first])
      _ = try fixture.writer().append(second)
      #expect(try fixture.readAll() == [first, second])
    }
  }

  @Test func whatCannotBeTakenBackNeedsReopening() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let writer = try fixture.writer()
      _ = try writer.append(try fixture.transaction(1))
      _ = try Failpoint.withScope {
        Failpoint.arm("log.append.write", action: .error(ENOSPC))
        Failpoint.arm("log.append.truncate", action: .error(EIO))
        #expect(throws: LogError.self) { try writer.append(try fixture.transaction(4)) }
      }
      let error = #expect(throws: LogError.self) { try writer.append(try fixture.transaction(4)) }
      #expect(error?.code == .needsReopening)
      _ = try fixture.writer().append(try fixture.transaction(4))
    }
  }

  @Test func aTransactionThatIsTooLargeIsRefused() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let writer = try fixture.writer()
      let text = String(repeating: "x", count: (64 << 20) + 1)
      let large = try Transaction(
        log: fixture.log, seq: 1, hlc: 1, context: .empty, wall: 0, origin: nil, label: text,
        operations: [Operation(.restoreAlbum(AlbumID(high: 1, low: 1)))])
      let error = #expect(throws: LogError.self) { try writer.append(large) }
      #expect(error?.code == .tooLarge)
      let small = try fixture.transaction(1)
      _ = try writer.append(small)
      #expect(try fixture.readAll() == [small])
    }
  }

  /// On a real file system that is full, not only where a failpoint says so.
  @Test(.enabled(if: FullDisk.canMount)) func aFullDiskLosesNothing() throws {
    try withTemporaryDirectory { root in
      let disk = try FullDisk(at: root, kilobytes: 64)
      defer { disk.unmount() }
      let fixture = LogFixture(root)
      let identity = try fixture.identityFile()
      let writer = try fixture.writer(segmentSize: 8000, identity: identity)
      let transactions = try fixture.transactions(400, operations: 6)
      var written = 0
      var failure: LogError?
      do throws(LogError) {
        for transaction in transactions {
          _ = try writer.append(transaction)
          written += 1
        }
      } catch {
        failure = error
      }
      #expect(failure?.disposition == .userAction)
      #expect(failure?.cause?.code == .noSpace)
      #expect(written > 20)
      #expect(try fixture.readAll() == Array(transactions.prefix(written)))
      // Room is made, and the same writer goes on.
      try disk.grow(kilobytes: 4096)
      for transaction in transactions.dropFirst(written) { _ = try writer.append(transaction) }
      #expect(try fixture.readAll() == transactions)
      #expect(try LogVerification(of: fixture.store).problems.isEmpty)
    }
  }
}

/// Is a small file system of its own in memory, for running out of room.
struct FullDisk {
  private let path: Path

  /// Whether this process may mount.
  static let canMount: Bool = {
    guard geteuid() == 0, let directory = try? TemporaryDirectory() else { return false }
    defer { directory.remove() }
    guard let disk = try? FullDisk(at: directory.path, kilobytes: 64) else { return false }
    disk.unmount()
    return true
  }()

  init(at path: Path, kilobytes: Int) throws {
    self.path = path
    try Self.mount(["-t", "tmpfs", "-o", "size=\(kilobytes)k", "none", "\(path)"])
  }

  func grow(kilobytes: Int) throws {
    try Self.mount(["-o", "remount,size=\(kilobytes)k", "\(path)"])
  }

  func unmount() { _ = try? run("/bin/umount", ["\(path)"]) }

  private static func mount(_ arguments: [String]) throws {
    let result = try run("/bin/mount", arguments)
    guard result.exitCode == 0 else { throw TestFailure(result.errorText) }
  }
}
