import Platform
import TestSupport

/// Is what a reader believes to be in a folder, from nothing but the events.
struct FolderModel {
  private(set) var paths: Set<Path> = []
  private(set) var rescans: [RescanReason] = []
  private let root: Path

  /// Begins with what is in the folder now.
  init(root: Path) throws {
    self.root = root
    paths = Set(try listTree(root))
  }

  /// Begins with an empty folder.
  init(emptyRoot root: Path) {
    self.root = root
  }

  /// Takes events in; a rescan reads the folder as it is now, as every reader must.
  mutating func apply(_ events: [FolderEvent]) throws {
    for event in events {
      switch event {
      case .created(let path, _): paths.insert(path)
      case .movedIn(let path, _):
        remove(path)
        paths.insert(path)
      case .moved(let from, let to, _):
        remove(to)
        for path in paths where path.isInside(from) {
          paths.remove(path)
          if let rest = path.relative(to: from) { paths.insert(to / rest) }
        }
        // What was reported under the old name after it had the new one.
        paths.insert(to)
      case .movedOut(let path, _), .deleted(let path, _): remove(path)
      case .modified, .closedAfterWriting, .attributes: break
      case .rescan(let reason):
        rescans.append(reason)
        paths = Set(try listTree(root))
      }
    }
  }

  private mutating func remove(_ path: Path) {
    for other in paths where other.isInside(path) { paths.remove(other) }
  }
}
