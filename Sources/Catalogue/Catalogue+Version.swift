import SQLiteKit

extension Catalogue {
  /// The version of the SQLite that is installed.
  package static var libraryVersion: String { SQLiteLibrary.version }
}
