import Platform

/// Makes the directories that copies go to, and takes them away again if nothing comes of it.
struct NewDirectories {
  private var made: [Path] = []

  /// Makes the directories of some destinations that are missing.
  ///
  /// - Throws: `.invalid` where a file has the name of one; `.full`.
  mutating func make(for items: [ImportStep.Item], in root: Path) throws(AlbumenError) {
    for directory in Set(items.map(\.destination.parent)) {
      try make(root / directory, below: root)
    }
  }

  private mutating func make(_ directory: Path, below root: Path) throws(AlbumenError) {
    if directory == root { return }
    do throws(PlatformError) {
      if try FileStatus.ofTarget(at: directory).kind == .directory { return }
      throw PlatformError(
        code: .notDirectory, message: "a file has the name of a directory that the copies go to",
        operation: "stat", path: directory)
    } catch {
      if error.code == .notFound {
        try make(directory.parent, below: root)
        return try create(directory)
      }
      throw AlbumenError(
        error, "the copies have no place to go to",
        code: error.code == .notDirectory ? .invalid : .failed)
    }
  }

  private mutating func create(_ directory: Path) throws(AlbumenError) {
    do throws(PlatformError) {
      try Files.createDirectory(directory)
      made.append(directory)
    } catch {
      if error.code == .alreadyExists { return }
      throw AlbumenError(error, "the copies have no place to go to")
    }
  }

  /// Removes those that were made and are still empty.
  mutating func remove() {
    for directory in made.reversed() { try? Files.removeDirectory(directory) }
    made = []
  }
}
