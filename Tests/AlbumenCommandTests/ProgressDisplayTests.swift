import Albumen
import Testing

@testable import AlbumenCommand

@Suite struct ProgressDisplayTests {
  private func step(_ done: Int) -> TaskProgress {
    TaskProgress(activity: "reading files", done: done, total: 4000)
  }

  private func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a terminal gets a line that is drawn over, after a second`() {
    let display = ProgressDisplay(canMoveCursor: true, columns: 80)
    let second: UInt64 = 1_000_000_000
    #expect(display.update(step(0), now: 5 * second) == nil)
    #expect(display.update(step(10), now: 5 * second + second / 2) == nil)
    #expect(display.clear() == nil)
    #expect(
      text(display.update(step(100), now: 7 * second))
        == "\rreading files: 100 of 4000, 50/s, 78 s left\u{1B}[K")
    #expect(display.update(step(101), now: 7 * second + 50_000_000) == nil)
    #expect(display.update(step(110), now: 7 * second + 100_000_000) != nil)
    #expect(text(display.clear()) == "\r\u{1B}[K")
    #expect(display.clear() == nil)
  }

  @Test func `elsewhere a plain line comes every few seconds`() {
    let display = ProgressDisplay(canMoveCursor: false, columns: 80)
    let second: UInt64 = 1_000_000_000
    #expect(display.update(step(0), now: second) == nil)
    #expect(
      text(display.update(step(4), now: 3 * second))
        == "albumen: reading files: 4 of 4000, 120/min, 33 min left\n")
    #expect(display.update(step(5), now: 7 * second) == nil)
    #expect(display.update(step(6), now: 8 * second) != nil)
    #expect(display.clear() == nil)
  }

  @Test func `a line is never wider than the terminal`() {
    let display = ProgressDisplay(canMoveCursor: true, columns: 20)
    _ = display.update(step(0), now: 0)
    let line = text(display.update(step(100), now: 2_000_000_000))
    #expect(line == "\rreading files: 100…\u{1B}[K")
  }
}
