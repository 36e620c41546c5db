import Platform

/// Removes what the cache holds of a log.
enum TransportDirectory {
  /// Removes a directory with everything in it, following no link; what cannot be removed stays.
  static func remove(_ root: Path) {
    var directories: [Path] = []
    DirectoryWalk().run(
      root: root,
      visit: { entry in
        if entry.kind == .directory {
          directories.append(root / entry.path)
          return .descend
        }
        try? Files.unlink(root / entry.path)
        return .skip
      },
      failed: { _, _ in })
    for directory in directories.reversed() { try? Files.removeDirectory(directory) }
    try? Files.removeDirectory(root)
  }
}
