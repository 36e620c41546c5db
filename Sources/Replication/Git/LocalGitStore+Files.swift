import GitKit
import Operations
import Platform

// What has the name of one of git's files and is none, such as a pipe, is found before libgit2 opens it: it
// would wait there for ever.
extension LocalGitStore {
  private static let ownFiles = ["HEAD", "config", "packed-refs"]

  /// Looks at the files that libgit2 reads of any repository.
  ///
  /// - Throws: `damaged` where one is something else; a repository that is not there is no matter of this.
  static func requireFiles(in path: Path) throws(GitError) {
    for directory in [path, path / ".git"] {
      // Beside a `.git` there may be anything of these names.
      guard (try? FileStatus.ofLink(at: directory / "HEAD")) != nil,
        (try? FileStatus.ofTarget(at: directory / "objects"))?.kind == .directory
      else { continue }
      for name in ownFiles {
        guard let file = directory.appending(name: name.utf8),
          let status = try? FileStatus.ofTarget(at: file), status.kind != .regular
        else { continue }
        throw GitError(.damaged, "\(name) of the repository is no file", path: file)
      }
    }
  }

  /// Walks the branches that have files of their own.
  ///
  /// - Returns: the names of the references that are files, and of those that are something else.
  static func branchFiles(
    in repository: Path
  ) throws(GitError) -> (files: [String], others: Set<String>) {
    guard let relative = Path(String(GitBranch.prefix.dropLast())) else { return ([], []) }
    let directory = repository / relative
    guard (try? FileStatus.ofTarget(at: directory))?.kind == .directory else { return ([], []) }
    var files: [String] = []
    var others: Set<String> = []
    try DirectoryWalk().run(
      root: directory,
      visit: { entry throws(GitError) in
        guard let text = entry.path.text else { return .skip }
        var kind = entry.kind
        if kind != .regular, kind != .directory {
          // A link that leads nowhere is no branch; one to a file is one.
          kind = (try? FileStatus.ofTarget(at: directory / entry.path))?.kind ?? .regular
        }
        switch kind {
        case .directory: return .descend
        case .regular: files.append(GitBranch.prefix + text)
        default: others.insert(GitBranch.prefix + text)
        }
        return .skip
      },
      failed: { path, error throws(GitError) in
        if error.code != .notFound { throw GitError(error, path: directory / path) }
      })
    return (files, others)
  }

  /// The names of the branches of logs that stand in git's file of many.
  static func packedBranches(in repository: Path) throws(GitError) -> [String] {
    let file = repository / "packed-refs"
    let bytes: [UInt8]
    do throws(PlatformError) { bytes = try DurableFile.contents(of: file, limit: 64 << 20) } catch {
      if error.code == .notFound { return [] }
      throw GitError(error, path: file)
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 2, words[1].hasPrefix(GitBranch.prefix) else { return nil }
      return String(words[1])
    }
  }
}
