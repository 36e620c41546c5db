import CommandParsing
import TextForms

/// Checks texts that a person gives for the library to keep, before anything is opened.
enum GivenText {
  /// Returns a text, or that there is none.
  ///
  /// - Throws: `valueNotAllowed` for one that is empty.
  static func unlessEmpty(_ text: String?, _ name: String) throws(UsageError) -> String? {
    if text?.isEmpty == true { throw UsageError(.valueNotAllowed, "\(name) is empty") }
    return text
  }

  /// Returns a text that is neither empty nor steers a terminal.
  ///
  /// - Parameters:
  ///   - name: the option that gave it, for the message.
  ///   - hint: what to do where it is empty.
  ///   - allowed: control characters that may be in it.
  /// - Throws: `valueNotAllowed`.
  static func checked(
    _ text: String, _ name: String, hint: String? = nil, allowing allowed: Set<Unicode.Scalar> = []
  ) throws(UsageError) -> String {
    if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      throw UsageError(.valueNotAllowed, "\(name) is empty", hint: hint)
    }
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control || allowed.contains($0)
    }
    guard isPlain else {
      throw UsageError(
        .valueNotAllowed, "\(name) may not hold control characters",
        subject: TextForm.printable(text))
    }
    return text
  }
}
