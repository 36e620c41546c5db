import Albumen
import CommandParsing
import FolderWatching
import Platform
import Synchronization
import TextForms

/// Writes errors, warnings and progress to standard error, one line each.
final class Diagnostics: Sendable {
  /// Whether only errors are told.
  let isQuiet: Bool
  private let stream = StandardStream.errorOutput
  private let progress: ProgressDisplay?

  init(isQuiet: Bool, showsProgress: Bool, environment: Environment) {
    self.isQuiet = isQuiet
    progress =
      isQuiet || !showsProgress
      ? nil
      : ProgressDisplay(
        canMoveCursor: environment.diagnosticsCanMoveCursor,
        columns: environment.columns ?? Terminal.columns(2) ?? 80)
  }

  /// Tells what ended the command, and what to do about it.
  func error(_ error: any Error) {
    switch error {
    case let error as UsageError:
      self.error(error.line, hint: error.hint)
    case let error as AlbumenError:
      self.error(error.description, hint: error.hint)
    case let error as PlatformError:
      self.error(error.description)
    case let error as FolderWatchingError:
      self.error(error.description)
    case is CancellationError:
      self.error("interrupted")
    case let error as any CustomStringConvertible:
      self.error(error.description)
    default:
      // The name of a type would help nobody.
      self.error("something failed that should not", hint: "please report how it came about")
    }
  }

  /// Writes an error line and a hint.
  func error(_ text: String, hint: String? = nil) {
    write("albumen: \(text)")
    if let hint { write("hint: \(hint)") }
  }

  /// Tells something that the command survives, unless asked to be quiet.
  func warning(_ text: String, hint: String? = nil) {
    if isQuiet { return }
    write("albumen: warning: \(text)")
    if let hint { write("hint: \(hint)") }
  }

  /// Shows how far a long task has come; nothing in its first second.
  func show(_ step: TaskProgress) {
    guard let bytes = progress?.update(step) else { return }
    try? stream.writeAll(bytes)
  }

  /// Takes the progress off the screen, because something else is to be written.
  func endProgress() {
    guard let bytes = progress?.clear() else { return }
    try? stream.writeAll(bytes)
  }

  /// Writes a question, and leaves the cursor behind it.
  func prompt(_ question: String) {
    endProgress()
    try? stream.writeAll(Array(TextForm.printable(question).utf8))
  }

  /// Writes a whole page of the program's own text.
  func page(_ text: String) {
    try? stream.writeAll(Array(text.utf8))
  }

  private func write(_ line: String) {
    endProgress()
    // Nothing can be told where even this fails.
    try? stream.writeAll(Array((TextForm.printable(line) + "\n").utf8))
  }
}
