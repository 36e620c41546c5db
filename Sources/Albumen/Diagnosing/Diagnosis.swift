/// Is one thing that was looked at on this machine or in a library's folder, and how it is.
public struct Diagnosis: Sendable {
  /// How something is.
  public enum Verdict: String, Sendable, CaseIterable {
    /// As it should be.
    case ok
    /// Something does not work as well as it could.
    case warning
    /// Something does not work.
    case problem
  }

  /// What was looked at, in a few words that stay the same.
  public let subject: String
  /// How it is.
  public let verdict: Verdict
  /// What was found.
  public let text: String
  /// What to do about it; nil where there is nothing to do.
  public let remedy: String?

  init(_ subject: String, _ verdict: Verdict, _ text: String, remedy: String? = nil) {
    self.subject = subject
    self.verdict = verdict
    self.text = text
    self.remedy = remedy
  }
}
