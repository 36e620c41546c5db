import Reconciling
import TestSupport
import Testing

/// When a file that is being changed is taken in; times are milliseconds of a virtual clock
/// (docs/design/0004-folder-sync.md, "Settling").
@Suite struct SettlingTests {
  private var settling = Settling()

  private mutating func note(_ happening: Settling.Happening, _ path: String, _ time: UInt64) {
    settling.note(happening, of: Array(path.utf8), at: time * 1_000_000)
  }

  private mutating func due(_ time: UInt64) -> [String] {
    settling.takeDue(at: time * 1_000_000).map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func putBack(_ path: String, _ time: UInt64) -> Bool {
    settling.putBackIncomplete(Array(path.utf8), at: time * 1_000_000)
  }

  private mutating func move(_ from: String, _ to: String) {
    settling.move(from: Array(from.utf8), to: Array(to.utf8))
  }

  private var next: UInt64? { settling.nextTime.map { $0 / 1_000_000 } }

  @Test("nothing is waited for at first")
  mutating func nothing() {
    #expect(next == nil)
    #expect(settling.isEmpty)
    #expect(due(1_000_000).isEmpty)
  }

  @Test(
    "each happening has its delay",
    arguments: [
      (Settling.Happening.arrived, 0 as UInt64), (.closed, 100), (.writing, 10_000),
    ])
  mutating func delays(happening: Settling.Happening, delay: UInt64) {
    note(happening, "a", 5_000)
    #expect(next == 5_000 + delay)
    if delay > 0 { #expect(due(4_999 + delay).isEmpty) }
    #expect(due(5_000 + delay) == ["a"])
    #expect(settling.isEmpty)
    #expect(due(100_000).isEmpty)
  }

  @Test("a file that is written to and then closed waits from the close")
  mutating func writingThenClosed() {
    note(.writing, "a", 0)
    note(.writing, "a", 9_000)
    #expect(next == 19_000)
    note(.closed, "a", 9_500)
    #expect(next == 9_600)
    #expect(due(9_600) == ["a"])
  }

  @Test("a file that is opened and written again after it was closed waits longer")
  mutating func closedThenWriting() {
    note(.closed, "a", 0)
    note(.writing, "a", 50)
    #expect(due(100).isEmpty)
    #expect(next == 10_050)
  }

  @Test("an incomplete file waits for ten seconds of stillness, and is then taken as it is")
  mutating func incomplete() {
    note(.closed, "a", 0)
    #expect(due(100) == ["a"])
    #expect(putBack("a", 120))
    #expect(next == 10_000)
    #expect(due(9_999).isEmpty)
    #expect(due(10_000) == ["a"])
    #expect(!putBack("a", 10_020))
    #expect(settling.isEmpty)
  }

  @Test("a sign of life starts the ten seconds again")
  mutating func incompleteAndWritten() {
    note(.arrived, "a", 0)
    #expect(due(0) == ["a"])
    #expect(putBack("a", 10))
    note(.writing, "a", 6_000)
    #expect(next == 16_000)
    note(.closed, "a", 7_000)
    #expect(due(7_100) == ["a"])
    #expect(putBack("a", 7_110))
    #expect(next == 17_000)
  }

  @Test("what happens during a look counts from when it happened")
  mutating func writtenDuringLook() {
    note(.closed, "a", 0)
    #expect(due(100) == ["a"])
    note(.closed, "a", 11_000)
    #expect(putBack("a", 11_010))
    #expect(next == 21_000)
    #expect(due(21_000) == ["a"])
    #expect(!putBack("a", 21_010))
  }

  @Test("a file that was never waited for can be put back too")
  mutating func putBackUnknown() {
    #expect(putBack("a", 500))
    #expect(next == 10_500)
  }

  @Test("a look in between that finds nothing due does not make a file wait for ever")
  mutating func emptyLooks() {
    note(.closed, "a", 0)
    #expect(due(10_000) == ["a"])
    #expect(due(10_001).isEmpty)
    #expect(!putBack("a", 10_002))
  }

  // MARK: Renames and removals

  @Test("the timer of a file goes with its new name")
  mutating func renamedFile() {
    note(.closed, "a.jpg", 0)
    move("a.jpg", "trip/b.jpg")
    #expect(next == 100)
    #expect(due(100) == ["trip/b.jpg"])
    #expect(settling.isEmpty)
  }

  @Test("the timers of all files in a directory go with its new name, and no others")
  mutating func renamedDirectory() {
    for path in ["trip/1", "trip/deep/2", "trip2/3", "trip", "a/trip/4"] { note(.closed, path, 0) }
    settling.remove(Array("trip".utf8))
    for path in ["trip/1", "trip/deep/2"] { note(.closed, path, 0) }
    move("trip", "Rome/2026")
    #expect(due(100) == ["Rome/2026/1", "Rome/2026/deep/2", "a/trip/4", "trip2/3"])
  }

  @Test("a directory that is renamed step by step keeps its timers")
  mutating func renamedAgain() {
    note(.closed, "new folder/1", 0)
    move("new folder", "Rome")
    move("Rome", "Rome 2026")
    move("Rome 2026", "Rome 2026")
    move("elsewhere", "Paris")
    #expect(due(100) == ["Rome 2026/1"])
  }

  @Test("a rename over a file that is waited for replaces it")
  mutating func renamedOver() {
    note(.closed, "new.jpg", 0)
    note(.writing, "a.jpg", 0)
    move("new.jpg", "a.jpg")
    #expect(settling.count == 1)
    #expect(due(100) == ["a.jpg"])
    note(.writing, "b.jpg", 200)
    move("unknown.jpg", "b.jpg")
    #expect(settling.isEmpty)
  }

  @Test("what is gone is not waited for: a file, a directory, everything")
  mutating func removed() {
    for path in ["a", "trip/1", "trip/deep/2", "trip2/3"] { note(.closed, path, 0) }
    settling.remove(Array("a".utf8))
    settling.remove(Array("unheard-of".utf8))
    settling.remove(Array("trip".utf8))
    #expect(settling.count == 1)
    #expect(due(100) == ["trip2/3"])
    for path in ["a", "trip/1"] { note(.closed, path, 0) }
    settling.remove([])
    #expect(settling.isEmpty)
    for path in ["a", "trip/1"] { note(.closed, path, 0) }
    settling.remove([])
    #expect(settling.isEmpty && next == nil)
    settling.remove(Array("trip".utf8))
    note(.closed, "trip/1", 0)
    settling.remove(Array("trip".utf8))
    #expect(settling.isEmpty)
  }

  // MARK: Bursts

  @Test("files of one burst go together")
  mutating func burst() {
    for (index, path) in ["c", "a", "b"].enumerated() { note(.closed, path, UInt64(index) * 80) }
    #expect(next == 260)
    #expect(due(200).isEmpty)
    #expect(due(259).isEmpty)
    #expect(due(260) == ["a", "b", "c"])
  }

  @Test("a file that is not part of the burst is not waited for")
  mutating func notOfTheBurst() {
    note(.closed, "a", 0)
    note(.closed, "late", 150)
    #expect(next == 100)
    #expect(due(100) == ["a"])
    #expect(next == 250)
    note(.writing, "download", 0)
    #expect(due(250) == ["late"])
    #expect(next == 10_000)
  }

  @Test("a late look takes the burst that is over, though another one is about to be ready")
  mutating func lateLook() {
    note(.closed, "a", 0)
    note(.closed, "b", 150)
    #expect(due(200) == ["a"])
    #expect(next == 250)
  }

  @Test("a burst that does not end is cut after two seconds")
  mutating func endlessBurst() {
    var taken: [UInt64: Int] = [:]
    for time in stride(from: 0 as UInt64, to: 10_000, by: 10) {
      note(.closed, "\(time)", time)
      let count = due(time).count
      if count > 0 { taken[time] = count }
    }
    // The first is ready at 100; then each batch begins with the file that became ready next.
    #expect(taken.keys.sorted() == [2_100, 4_110, 6_120, 8_130])
    #expect(taken[2_100] == 201)
  }

  @Test("a file that took long to be written does not cut the burst that it ends in")
  mutating func longWritten() {
    note(.writing, "film", 0)
    note(.writing, "film", 9_000)
    note(.closed, "film", 9_500)
    note(.closed, "film.srt", 9_550)
    #expect(due(9_600).isEmpty)
    #expect(next == 9_650)
    #expect(due(9_650) == ["film", "film.srt"])
  }

  // MARK: The loop

  /// Happenings at random: asked at `nextTime` something is given out, asked earlier nothing is, and
  /// `nextTime` never lies behind; what was noted comes out exactly once, in time.
  @Test("a loop that sleeps until nextTime neither spins nor waits too long")
  mutating func loop() {
    let seed = testSeed()
    for round in 0..<300 {
      var random = SeededGenerator(seed: seed &+ UInt64(round))
      settling = Settling()
      var now: UInt64 = 0
      var deadlines: [String: UInt64] = [:]
      var events = Int.random(in: 0...60, using: &random)
      let happenings: [Settling.Happening] = [.arrived, .closed, .closed, .writing]
      while events > 0 || !settling.isEmpty {
        let wake = next
        if let wake { #expect(wake >= now, "seed \(random.seed)") }
        let event = now + UInt64.random(in: 0...140, using: &random)
        if events > 0, wake.map({ event < $0 }) ?? true {
          events -= 1
          now = event
          // Asked for no reason, nothing is due.
          #expect(due(now).isEmpty, "seed \(random.seed)")
          let path = "d\(Int.random(in: 0...2, using: &random))/\(events % 20)"
          let happening = happenings.randomElement(using: &random) ?? .closed
          note(happening, path, now)
          let delay: UInt64 =
            switch happening {
            case .arrived: 0
            case .closed: 100
            case .writing: 10_000
            }
          deadlines[path] = now + delay + 2_000
          #expect(deadlines.count == settling.count, "seed \(random.seed)")
        } else if let wake {
          // Woken late sometimes.
          now =
            wake + (Bool.random(using: &random) ? UInt64.random(in: 0...150, using: &random) : 0)
          let out = due(now)
          #expect(!out.isEmpty, "seed \(random.seed)")
          if out.isEmpty { return }
          for path in out {
            let deadline = deadlines.removeValue(forKey: path)
            #expect(deadline.map { wake <= $0 } ?? false, "seed \(random.seed): \(path)")
          }
        }
      }
      #expect(deadlines.isEmpty, "seed \(random.seed)")
    }
  }

  /// Scanning all that is pending for each of them would be a billion comparisons.
  @Test(
    "thousands of pending files stay cheap: renames, removals and the next time",
    .timeLimit(.minutes(5)))
  mutating func many() {
    let count = 20_000
    for number in 0..<count { note(.writing, "big/\(number % 100)/\(number)", UInt64(number)) }
    for number in 0..<count { move("other/\(number)", "elsewhere/\(number)") }
    for number in 0..<count { settling.remove(Array("other/\(number)".utf8)) }
    for number in 0..<count {
      move("big/\(number % 100)/\(number)", "big/\(number % 100)/x\(number)")
    }
    for _ in 0..<20 { _ = next }
    #expect(settling.count == count)
    #expect(due(100_000).count == count)
  }
}
