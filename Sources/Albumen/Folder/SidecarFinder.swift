import MediaKit
import Platform
import Synchronization

/// Finds the sidecars of photos that are taken in together.
///
/// Of a directory with many of them it reads the names once; for a few photos it asks for each name
/// that a sidecar could have. Blocks for the disk.
final class SidecarFinder: Sendable {
  /// How many photos of one directory make it worth reading all its names.
  private static let many = 8

  /// How many photos are looked for in each directory.
  private let counts: [Path: Int]
  /// The names of the sidecars in the directories that were read.
  private let listings = Mutex<[Path: Set<Path>]>([:])

  /// - Parameter paths: all photos and videos that will be asked for.
  init(of paths: [Path]) {
    counts = paths.reduce(into: [:]) { counts, path in counts[path.parent, default: 0] += 1 }
  }

  /// Returns the sidecar of a photo or video: a plain file of one of the names that
  /// `MediaSidecar.paths` gives, the first that is there; nil where there is none.
  func sidecar(of path: Path) -> Path? {
    guard counts[path.parent] ?? 0 >= Self.many else {
      return MediaSidecar.paths(beside: path).first {
        (try? FileStatus.ofLink(at: $0))?.kind == .regular
      }
    }
    let names = names(in: path.parent)
    if names.isEmpty { return nil }
    return MediaSidecar.paths(beside: path).first { names.contains($0.lastComponent) }
  }

  private func names(in directory: Path) -> Set<Path> {
    listings.withLock { listings in
      if let names = listings[directory] { return names }
      // What could not be read has no sidecars: nothing else is concluded from it.
      let there = try? DirectoryWalk.names(in: directory.isEmpty ? "." : directory, of: .regular)
      let names = Set((there ?? []).filter { MediaSidecar.isSidecar($0) })
      listings[directory] = names
      return names
    }
  }
}
