extension Files {
  /// Returns an absolute path without `.` and `..`, which leads to the same.
  ///
  /// What `..` leads out of is resolved first (`realpath(3)`), as it may be a link; other links are kept.
  /// Where that is not there, and so nothing can be at the path, it is returned as it is. Blocks where
  /// there is a `..`.
  package static func plain(_ path: Path) -> Path {
    let up: Path = ".."
    let here: Path = "."
    let components = path.components
    guard path.isAbsolute, components.contains(where: { $0 == up || $0 == here }) else {
      return path
    }
    var plain: Path = "/"
    for component in components where component != here {
      guard component == up else {
        plain = plain / component
        continue
      }
      guard let resolved = try? resolve(plain),
        (try? FileStatus.ofTarget(at: resolved))?.kind == .directory
      else { return path }
      plain = resolved.parent
    }
    return plain
  }
}
