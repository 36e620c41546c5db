public import Platform

/// Says what went wrong in the library, and what to do about it.
public struct AlbumenError: Error, Sendable {
  /// The kinds of failure; each has one exit code in the command line.
  public enum Code: Sendable, Hashable {
    /// Something failed that has no code of its own.
    case failed
    /// Some of what was asked for could not be done; the rest was.
    case partlyDone
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
    /// It would do so much that it must be confirmed.
    case needsConfirmation
    /// A file of the library is damaged.
    case damaged
    /// The library was made by a newer version.
    case newerVersion
    /// What was given is not of the right form.
    case invalid
    /// The disk is full.
    case full
  }

  /// What kind of failure it is.
  public let code: Code
  /// What went wrong, for people.
  public let message: String
  /// What it concerns, such as a path or a title, already safe to print; empty where there is nothing.
  public let subject: String
  /// What to do about it; nil where there is nothing to advise.
  public let hint: String?
  /// Whether trying again may help, and who can help.
  public let disposition: Disposition
  /// Whether it is the catalogue that is damaged, which can be built anew.
  private(set) var isCatalogueDamage = false

  /// Creates an error.
  public init(
    _ code: Code, _ message: String, subject: String = "", hint: String? = nil,
    disposition: Disposition = .userAction
  ) {
    self.code = code
    self.message = message
    self.subject = subject
    self.hint = hint
    self.disposition = disposition
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
