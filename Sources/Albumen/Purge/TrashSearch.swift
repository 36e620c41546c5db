import Operations
import Platform
import Reconciling

/// Finds files in the library's own trash by what they hold.
///
/// A purge gives a file another name there where its own is taken, and the recorded path of an asset can be
/// another one since. The trash is listed once, when it is first asked.
struct TrashSearch {
  private let layout: LibraryLayout
  private var bySize: [Int64: [Path]]?

  init(_ layout: LibraryLayout) { self.layout = layout }

  /// The first file, by path, of which `isWanted` says that it holds the right bytes; only files of that
  /// size are read, or all where none is known.
  mutating func first(
    ofSize size: Int64?, where isWanted: (ContentID) -> Bool
  ) -> (place: Path, content: ContentID)? {
    for place in candidates(ofSize: size) {
      if case .media(let content, _, _) = ContentHasher.look(into: layout.root / place),
        isWanted(content)
      {
        return (place, content)
      }
    }
    return nil
  }

  /// All files but one of which `isWanted` says that they hold the right bytes, by path; reads as `first`
  /// does.
  mutating func all(
    ofSize size: Int64?, besides known: Path?, where isWanted: (ContentID) -> Bool
  ) -> [(place: Path, content: ContentID)] {
    candidates(ofSize: size).compactMap { place in
      guard place != known,
        case .media(let content, _, _) = ContentHasher.look(into: layout.root / place),
        isWanted(content)
      else { return nil }
      return (place, content)
    }
  }

  private mutating func candidates(ofSize size: Int64?) -> [Path] {
    let listed = bySize ?? list()
    bySize = listed
    return size.map { listed[$0] ?? [] } ?? listed.values.flatMap { $0 }.sorted()
  }

  private func list() -> [Int64: [Path]] {
    var found: [Int64: [Path]] = [:]
    DirectoryWalk().run(
      root: layout.trash,
      visit: { entry in
        if entry.kind == .directory { return .descend }
        let place = TrashedFile.place(of: entry.path)
        if entry.kind == .regular, let status = try? FileStatus.ofLink(at: layout.root / place) {
          found[status.size, default: []].append(place)
        }
        return .skip
      }, failed: { _, _ in })
    return found.mapValues { $0.sorted() }
  }
}
