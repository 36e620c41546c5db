extension DirectoryWalk {
  /// Returns the names in one directory, in no order; blocks.
  ///
  /// - Parameter kind: only those of this kind; nil for all.
  /// - Throws: whatever keeps the directory from being read to its end: part of a list is none.
  package static func names(
    in directory: Path, of kind: FileKind? = nil
  ) throws(PlatformError) -> [Path] {
    var names: [Path] = []
    try DirectoryWalk().run(
      root: directory,
      visit: { (entry) throws(PlatformError) in
        if kind.map({ $0 == entry.kind }) ?? true { names.append(entry.name) }
        return .skip
      }, failed: { (_, error) throws(PlatformError) in throw error })
    return names
  }

  /// The same, of a directory that need not be there: then there are none.
  package static func namesIfThere(
    in directory: Path, of kind: FileKind? = nil
  ) throws(PlatformError) -> [Path] {
    do throws(PlatformError) { return try names(in: directory, of: kind) } catch {
      guard error.code == .notFound else { throw error }
      return []
    }
  }
}
