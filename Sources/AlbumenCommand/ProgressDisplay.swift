import Albumen
import Platform
import Synchronization
import TextForms

/// Words and paces the progress of a long task: a line drawn over on a terminal, otherwise a plain
/// line every few seconds.
final class ProgressDisplay: Sendable {
  private struct Pace {
    var activity = ""
    var start: UInt64 = 0
    var last: UInt64 = 0
    var isDrawn = false
  }

  private let canMoveCursor: Bool
  private let columns: Int
  private let pace = Mutex(Pace())

  /// Nanoseconds before anything is shown.
  private static let patience: UInt64 = 1_000_000_000
  private static let redraw: UInt64 = 100_000_000
  private static let nextLine: UInt64 = 5_000_000_000

  init(canMoveCursor: Bool, columns: Int) {
    self.canMoveCursor = canMoveCursor
    self.columns = columns
  }

  /// Returns what to write for a step; nil where nothing is due.
  func update(_ step: TaskProgress, now: UInt64 = SystemClock.monotonicNanoseconds) -> [UInt8]? {
    pace.withLock { pace in
      if pace.activity != step.activity {
        pace.activity = step.activity
        pace.start = now
        pace.last = pace.isDrawn ? pace.last : 0
      }
      let elapsed = now &- pace.start
      guard elapsed >= Self.patience else { return nil }
      let wanted = canMoveCursor ? Self.redraw : Self.nextLine
      guard pace.last == 0 || now &- pace.last >= wanted else { return nil }
      pace.last = now
      pace.isDrawn = canMoveCursor
      let text = Self.text(step, elapsed: Double(elapsed) / 1e9)
      guard canMoveCursor else { return Array("albumen: \(text)\n".utf8) }
      return Array("\r\(TextForm.truncated(text, to: columns - 1))\u{1B}[K".utf8)
    }
  }

  /// Returns what to write so that the line is free again; nil where nothing is drawn.
  func clear() -> [UInt8]? {
    pace.withLock { pace in
      guard pace.isDrawn else { return nil }
      pace.isDrawn = false
      pace.last = 0
      return Array("\r\u{1B}[K".utf8)
    }
  }

  /// Count, rate and time left, in words.
  static func text(_ step: TaskProgress, elapsed: Double) -> String {
    var text = "\(TextForm.printable(step.activity)): \(step.done)"
    if let total = step.total { text += " of \(total)" }
    guard elapsed > 0, step.done > 0 else { return text }
    let rate = Double(step.done) / elapsed
    text += rate >= 10 ? ", \(Int(rate))/s" : ", \(Int(rate * 60))/min"
    if let total = step.total, total > step.done {
      text += ", \(Wording.duration(seconds: Double(total - step.done) / rate)) left"
    }
    return text
  }
}
