public import Platform
import TextForms

/// Says what went wrong in the library, and what to do about it.
///
/// Its texts may be printed: what could move a cursor or forge a line, in a title or a file's name, is
/// escaped in all of them.
public struct AlbumenError: Error, Sendable {
  /// The kinds of failure; each has one exit code in the command line.
  public enum Code: Sendable, Hashable {
    /// Something failed that has no code of its own.
    case failed
    /// What was named is not there.
    case notFound
    /// A name fits several things.
    case ambiguous
    /// There is no library here.
    case noLibrary
    /// Another process holds the library's lock.
    case locked
    /// The root of a known library is not there, or cannot be read.
    case rootUnavailable
    /// A file of the library is damaged.
    case damaged
    /// The library was made by a newer version.
    case newerVersion
    /// What was given is not of the right form.
    case invalid
    /// The disk is full.
    case full
    /// A remote did not answer, or is not there.
    case unreachable
  }

  /// What kind of failure it is.
  public let code: Code
  /// What went wrong, for people.
  public let message: String
  /// What it concerns, such as a path or a title, made printable; empty where there is nothing.
  public let subject: String
  /// What to do about it; nil where there is nothing to advise.
  public let hint: String?
  /// Whether trying again may help, and who can help.
  public let disposition: Disposition
  /// What the operating system said, if that was the cause and is known.
  public let cause: PlatformError?
  /// Whether it is the catalogue that is damaged, which can be built anew.
  private(set) var isCatalogueDamage = false

  /// Creates an error; the texts are made printable, which changes nothing where they are already.
  package init(
    _ code: Code, _ message: String, subject: String = "", hint: String? = nil,
    disposition: Disposition = .userAction, cause: PlatformError? = nil
  ) {
    self.code = code
    self.message = TextForm.printable(message)
    self.subject = TextForm.printable(subject)
    self.hint = hint.map { TextForm.printable($0) }
    self.disposition = disposition
    self.cause = cause
  }

  /// Marks an error as damage of the catalogue.
  func ofDamagedCatalogue() -> AlbumenError {
    var error = self
    error.isCatalogueDamage = true
    return error
  }
}

extension AlbumenError: CustomStringConvertible {
  /// The message, and what it concerns.
  public var description: String { subject.isEmpty ? message : "\(message): \(subject)" }
}
