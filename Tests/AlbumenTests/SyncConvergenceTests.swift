import Operations
import Platform
import TestSupport
import Testing

/// Whatever several devices do, and whenever and through whatever they exchange: those that have the same
/// transactions have the same state, that of the set-based fold, and in the end all have all.
///
/// A seed that fails is replayed with ALBUMEN_TEST_SEED.
@Suite struct SyncConvergenceTests {
  /// Histories that once did not come to an end: a machine did not settle what it found of a log that it had
  /// given up; the other end of one parted once more.
  private static let troubled: [UInt64] = [
    2_743_031_690_682_647_558, 3_855_007_103_881_672_791,
  ]

  static let seeds: [UInt64] =
    environmentValue("ALBUMEN_TEST_SEED").flatMap { UInt64($0) }.map { [$0] }
    ?? Array(1...25) + troubled
    + (0..<rounds(25, nightly: 975)).map { _ in .random(in: .min ... .max) }

  /// In two parts, which can run beside each other.
  @Test(arguments: 0..<2) func equalVectorsGiveEqualStates(part: Int) async throws {
    // In memory where there is such a place: what is asked here is not what a disk keeps.
    let memory: Path = "/dev/shm"
    let isThere = (try? FileStatus.ofTarget(at: memory))?.kind == .directory
    var partedCount = 0
    for (index, seed) in Self.seeds.enumerated() where index % 2 == part {
      try await withTemporaryDirectory(below: isThere ? memory : "/tmp") { top in
        var run = try await SyncHistory(Devices(top: top), seed: seed)
        do {
          for _ in 0..<run.acts.number(20...40) { try await run.step() }
          try await run.finish()
          if try run.hasPartedLogs { partedCount += 1 }
        } catch {
          Issue.record("seed \(seed): \(error)")
        }
        await run.close()
      }
    }
    // Histories that hold nothing odd would prove nothing.
    #expect(partedCount > 0 || Self.seeds.count == 1)
  }
}
