import Catalogue
import Platform

/// Reads files for a check on a thread of its own.
actor RotReader {
  /// What came of one file.
  enum Outcome: Sendable {
    /// It is what it was, of so many bytes.
    case same(Int64)
    /// Something does not fit; the bytes that were read, where it was read to its end.
    case finding(LibraryCheck.Finding, Int64?)
  }

  private let search: RotSearch
  private let executor: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(name: String, _ search: RotSearch) {
    self.search = search
    executor = ThreadExecutor(name: name)
  }

  func read(_ rows: [FileRow]) -> [Outcome] { rows.map { search.outcome(of: $0) } }
}
