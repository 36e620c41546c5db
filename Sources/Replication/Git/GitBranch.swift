import GitKit
import Operations

/// Names the branches that hold logs (docs/formats/remote-git.md, "Branches").
enum GitBranch {
  /// In front of all that is Albumen's.
  static let prefix = "refs/heads/albumen/"
  /// The format that this version writes.
  static let format = 1

  /// The branch of a log.
  static func name(of log: LogID) -> String { "\(directory)/\(log)" }

  /// What holds the branches of this format.
  static let directory = "\(prefix)\(format)"

  /// Finds the logs among references; `isNewer` where there are branches of a later format.
  static func logs(
    in references: [(name: String, id: GitObjectID)]
  ) -> (tips: [LogID: GitObjectID], isNewer: Bool) {
    var tips: [LogID: GitObjectID] = [:]
    var isNewer = false
    for reference in references where reference.name.hasPrefix(prefix) {
      let parts = reference.name.dropFirst(prefix.count)
        .split(separator: "/", omittingEmptySubsequences: false)
      // Anything else is somebody's own branch.
      guard parts.count == 2, let log = LogID(parts[1]), let number = Int(parts[0]), number > 0,
        "\(number)" == parts[0]
      else { continue }
      if number > format { isNewer = true }
      if number == format { tips[log] = reference.id }
    }
    return (tips, isNewer)
  }
}
