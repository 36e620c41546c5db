import Platform
import Reconciling

/// Is a file from outside that is to be taken in.
struct ImportSource: Sendable {
  /// As it was given, or found below a directory that was given.
  let path: Path
  /// Whether it was named itself: then it is an error if it is no photo or video.
  let isNamed: Bool

  /// Finds the files that are meant by paths that were given.
  ///
  /// - Parameters:
  ///   - paths: files, and directories that are looked through.
  ///   - root: the library's root, of which nothing can be imported.
  ///   - failed: what cannot be read is noted here.
  static func find(
    _ paths: [Path], outside root: Path, failed: inout [(path: Path, error: AlbumenError)]
  ) -> [ImportSource] {
    var sources: [ImportSource] = []
    for path in paths {
      do throws(PlatformError) {
        let status = try FileStatus.ofTarget(at: path)
        let resolved = try Files.resolve(path)
        if resolved.isInside(root) {
          failed.append(
            (
              path,
              AlbumenError(
                .invalid, "it is in the library's folder already", subject: path.display,
                hint: "run: albumen scan")
            ))
        } else if status.kind == .directory {
          sources += filesBelow(path, resolved, outside: root, failed: &failed)
        } else if let reason = IgnoreRules.reason(forFile: path.lastComponent.bytes) {
          // In the folder it would never be seen.
          failed.append(
            (
              path,
              AlbumenError(
                .invalid, "files of such a name are left alone: \(reason.rawValue)",
                subject: path.display, hint: "rename it first")
            ))
        } else {
          sources.append(ImportSource(path: path, isNamed: true))
        }
      } catch {
        let isMissing = error.code == .notFound
        failed.append(
          (
            path,
            AlbumenError(
              isMissing ? .notFound : .failed, isMissing ? "no such file" : error.message,
              subject: path.display)
          ))
      }
    }
    return sources
  }

  private static func filesBelow(
    _ top: Path, _ resolved: Path, outside root: Path,
    failed: inout [(path: Path, error: AlbumenError)]
  ) -> [ImportSource] {
    var sources: [ImportSource] = []
    DirectoryWalk().run(
      root: top,
      visit: { entry in
        let name = entry.name.bytes
        if entry.kind == .directory {
          let isLeftAlone = IgnoreRules.reason(forDirectory: name) != nil
          return isLeftAlone || (resolved / entry.path) == root ? .skip : .descend
        }
        if entry.kind == .regular, IgnoreRules.reason(forFile: name) == nil {
          sources.append(ImportSource(path: top / entry.path, isNamed: false))
        }
        return .skip
      },
      failed: { path, error in
        failed.append((top / path, AlbumenError(error)))
      })
    return sources.sorted { $0.path < $1.path }
  }
}
