import Albumen
import CommandParsing
import Platform

/// Reads points in a library's history as people write them.
enum PointPhrase {
  /// Is a point that may have to be looked up.
  enum Phrase: Hashable {
    case point(PointInTime)
    /// A transaction, by the beginning of its log's id and an operation's number.
    case transaction(String)
  }

  /// Returns what a phrase means: a time as `TimePhrase` has it, a date meaning its end; `now~3`, all but
  /// the newest three changes; or a transaction's id.
  ///
  /// - Parameter now: the milliseconds since 1970 at this moment.
  /// - Throws: `valueNotAllowed` for anything else, and for the future.
  static func read(_ text: String, now: Int64, for name: String) throws(UsageError) -> Phrase {
    if text == "now" { return .point(.now) }
    if text.hasPrefix("now~") {
      let digits = text.dropFirst(4)
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(digits) else {
        throw fault("\(name) takes a number behind now~", text)
      }
      return .point(.back(count))
    }
    if isTransaction(text) { return .transaction(text) }
    let start: Int64
    do throws(UsageError) {
      start = try TimePhrase.milliseconds(text, meaning: .start, now: now, for: name)
    } catch { throw fault("\(name) takes a time or a transaction", text) }
    guard start <= now else { throw fault("\(name) is in the future", text) }
    let end = try TimePhrase.milliseconds(text, meaning: .end, now: now, for: name)
    // A day that is not over means all of it that has been.
    return .point(.moment(min(end, now)))
  }

  private static func fault(_ message: String, _ text: String) -> UsageError {
    UsageError(
      .valueNotAllowed, message, subject: Argument(text).display,
      hint: "write 2026-05-03, 2026-05-03T12:00, yesterday, '3 days ago', now~3, or an id as "
        + "albumen log shows it")
  }

  /// Whether a text has the form of a transaction's id: digits of a log's, a colon, a number.
  private static func isTransaction(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 && (4...32).contains(parts[0].utf8.count)
      && parts[0].allSatisfy(\.isHexDigit) && !parts[1].isEmpty
      && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension OptionSpec {
  /// Asks for what was at a point in time.
  static let at = OptionSpec(
    "at", value: "TIME",
    summary: "as it was then: a time, an id as log shows it, or now~N for N changes back")
}

extension CommandContext {
  /// The point in time that an option names; nil where it is not given.
  func point(option: String, in library: PhotoLibrary) async throws -> PointInTime? {
    guard let text = try parsed.text(option) else { return nil }
    return try await point(text, for: "--\(option)", in: library)
  }

  /// The point in time that a text names.
  func point(
    _ text: String, for name: String, in library: PhotoLibrary
  ) async throws -> PointInTime {
    switch try PointPhrase.read(text, now: SystemClock.wallMilliseconds, for: name) {
    case .point(let point): point
    case .transaction(let id): .transaction(try await library.findTransaction(id))
    }
  }
}

/// What the commands that look back say of a point that is not there.
let pastExitCode = ExitCode(
  4, "the time is before the first change, or nothing was called that then")
