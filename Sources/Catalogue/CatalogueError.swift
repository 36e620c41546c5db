package import Platform
package import SQLiteKit

/// Describes why the catalogue could not be used.
package struct CatalogueError: Error, Sendable {
  /// Tells kinds of failure apart.
  package enum Code: Sendable, Hashable {
    /// The file is damaged, or holds something that no version of this program wrote.
    case damaged
    /// A newer version of the program made the file.
    case newerSchema
    /// It is the catalogue of another library.
    case otherLibrary
    /// Another process is using it.
    case busy
    /// No room on the disk.
    case full
    /// The operating system failed to read or write.
    case io
    /// The file or its directory cannot be opened or written.
    case inaccessible
    /// A transaction was recorded that is not the next one of its log.
    case outOfOrder
    /// A call was made where it may not be, such as a change outside `withChange`.
    case misuse
    /// Anything else that SQLite reports.
    case database
  }

  /// The kind of failure.
  package let code: Code
  /// What went wrong, and the remedy where there is one.
  package let message: String
  /// The catalogue's file.
  package let path: Path?
  /// What SQLite reported, if it was SQLite.
  package let cause: SQLiteError?
  /// What a caller may do about it.
  ///
  /// `.corrupt` means: remove the file, and build it anew from the logs.
  package let disposition: Disposition

  /// Makes an error that SQLite has no part in.
  package init(_ code: Code, _ message: String, path: Path?) {
    self.code = code
    self.message = message
    self.path = path
    cause = nil
    disposition = code.disposition
  }

  /// Makes an error from one of SQLite.
  init(_ error: SQLiteError) {
    let code = Code(error.code)
    self.code = code
    message = "the catalogue cannot be used: \(error.message)"
    path = error.path
    cause = error
    disposition = code == .database ? error.disposition : code.disposition
  }
}

extension CatalogueError: CustomStringConvertible {
  /// The message, then the path if there is one.
  package var description: String {
    guard let path, !path.isEmpty else { return message }
    return "\(message): \(path.display)"
  }
}

extension CatalogueError.Code {
  /// Sorts an error of SQLite.
  fileprivate init(_ code: SQLiteError.Code) {
    switch code {
    case .corrupt, .notADatabase, .foreignApplication: self = .damaged
    // In a sound catalogue all statements fit the schema, and no row breaks a constraint.
    case .constraint, .other(1): self = .damaged
    case .newerVersion: self = .newerSchema
    case .busy, .locked: self = .busy
    case .full: self = .full
    case .io: self = .io
    case .readOnly, .cannotOpen: self = .inaccessible
    case .misuse: self = .misuse
    case .schema, .outOfMemory, .tooLarge, .transactionLost, .other: self = .database
    }
  }

  fileprivate var disposition: Disposition {
    switch self {
    case .damaged, .otherLibrary: .corrupt
    case .busy: .retry
    case .newerSchema, .full, .io, .inaccessible: .userAction
    case .outOfOrder, .misuse, .database: .permanent
    }
  }
}
