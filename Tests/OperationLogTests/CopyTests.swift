import OperationLog
import Operations
import Platform
import TestSupport
import Testing

/// Copies of other machines' logs.
@Suite struct CopyTests {
  @Test func transactionsAreTakenOnceWhateverTheCuts() throws {
    var random = SeededGenerator(seed: testSeed())
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let all = try fixture.transactions(30)
      var chains = [ChainHash.start(fixture.log)]
      var chain = chains[0]
      for transaction in all {
        chain = ChainHash.next(chain, transaction)
        chains.append(chain)
      }
      var have = 0
      while have < all.count {
        let first = Int(random.next() % UInt64(have + 1))
        let end = min(all.count, first + 1 + Int(random.next() % 9))
        let copy = try fixture.writer(segmentSize: 600)
        let outcome = try copy.merge(Array(all[first..<end]), chainBefore: chains[first])
        let seen = min(end, have) - first
        #expect(
          outcome == .taken(seen: seen, appended: end - first - seen), "seed \(random.seed)")
        have = max(have, end)
        #expect(try fixture.readAll() == Array(all.prefix(have)))
      }
      let nothing = try fixture.writer().merge([], chainBefore: chains[0])
      #expect(nothing == .taken(seen: 0, appended: 0))
    }
  }

  @Test func anotherHistoryIsAForkAndIsNotMixedIn() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let ours = try fixture.transactions(10)
      let writer = try fixture.writer(segmentSize: 600)
      let entries = try writer.append(contentsOf: ours)
      // The same up to the sixth, then others.
      let theirs = try Array(ours.prefix(6)) + fixture.transactions(8, from: 19, salt: 5)
      let start = ChainHash.start(fixture.log)
      let sixth = entries[5]
      let theirChain = ChainHash.next(sixth.chain, theirs[6])
      let expected = LogWriter.CopyOutcome.fork(
        LogFork(
          log: fixture.log, seq: theirs[6].lastSeq, ours: entries[6].chain, theirs: theirChain))
      #expect(try writer.merge(theirs, chainBefore: start) == expected)
      #expect(try writer.merge(Array(theirs[6...]), chainBefore: sixth.chain) == expected)
      // Where what was given begins behind the place where they part.
      let behind = try writer.merge(Array(theirs[7...]), chainBefore: theirChain)
      #expect(behind == expected)
      // Where the transactions have other bounds.
      let longer = try fixture.transaction(19, operations: 5)
      guard case .fork(let fork) = try writer.merge([longer], chainBefore: sixth.chain) else {
        Issue.record("no fork")
        return
      }
      #expect(fork.seq == 23 && fork.ours == nil)
      #expect(try fixture.readAll() == ours)
    }
  }

  @Test func whatIsMissingBeforeIsAskedFor() throws {
    try withTemporaryDirectory { root in
      let fixture = LogFixture(root)
      let writer = try fixture.writer()
      _ = try writer.append(contentsOf: try fixture.transactions(2))
      let later = try fixture.transaction(10)
      let error = #expect(throws: LogError.self) {
        try writer.merge([later], chainBefore: writer.mark.chain)
      }
      #expect(error?.code == .misplaced)
    }
  }
}
