import Operations
import Platform
import Reconciling
import Synchronization

/// Does many steps, links on two threads where there are very many.
///
/// Making a link is the kernel's work for the most part, and directories do not stand in each other's way.
extension ViewExecutor {
  /// From how many links on, one behind the other, a second thread is worth it.
  static let manyLinks = 2_000

  /// Does steps in their order, but for links beside each other in different directories.
  ///
  /// - Parameter base: what the view has, with all of them noted as intended. That directories were moved is
  ///   concluded at once: what is in them is found by their new names.
  mutating func perform(_ changes: [ViewChange], _ base: inout ViewBase) -> [ViewBase.Outcome] {
    var outcomes: [ViewBase.Outcome] = []
    outcomes.reserveCapacity(changes.count)
    while outcomes.count < changes.count {
      let rest = changes[outcomes.count...]
      let links = rest.prefix { Self.link($0) != nil }
      if links.count >= Self.manyLinks {
        outcomes += makeLinks(Array(links), base)
        continue
      }
      for change in rest.prefix(max(links.count, 1)) {
        let outcome = perform(change, base)
        if case .moveDirectory = change { base.conclude(change, outcome) }
        outcomes.append(outcome)
      }
    }
    return outcomes
  }

  /// The links that are to be made in one directory.
  private struct Directory: Sendable {
    /// The names that lead to it; nil where that is not known.
    let names: [[UInt8]]?
    var links: [(name: [UInt8], text: [UInt8])] = []
  }

  private typealias Made = Result<ViewBase.Outcome, PlatformError>

  private static func link(
    _ change: ViewChange
  ) -> (album: AlbumID, name: [UInt8], text: [UInt8])? {
    guard case .makeLink(let album, _, let name, let text) = change, StandIn(text: text) == nil
    else { return nil }
    return (album, name, text)
  }

  private mutating func makeLinks(
    _ changes: [ViewChange], _ base: ViewBase
  ) -> [ViewBase.Outcome] {
    var directories: [Directory] = []
    var last: AlbumID?
    for case let link? in changes.lazy.map({ Self.link($0) }) {
      if link.album != last {
        directories.append(Directory(names: base.path(of: link.album)))
        last = link.album
      }
      directories[directories.count - 1].links.append((link.name, link.text))
    }
    for names in directories.compactMap(\.names) { touch(names) }
    // The first half of the links here, and the rest beside.
    var count = 0
    let middle = directories.firstIndex { directory in
      count += directory.links.count
      return count >= changes.count / 2
    }
    let first = (middle ?? 0) + 1
    let (root, view) = (layout.root, view)
    let others = Others()
    let rest = Array(directories[first...])
    let thread =
      rest.isEmpty
      ? nil
      : PlatformThread(
        helping: "links",
        Failpoint.carried {
          others.made.withLock { $0 = Self.makeLinks(rest, in: view, of: root) }
        })
    var made = Self.makeLinks(Array(directories[..<first]), in: view, of: root)
    if let thread {
      thread.join()
    } else {
      made += Self.makeLinks(rest, in: view, of: root)
    }
    made += others.made.withLock { $0 }
    return zip(changes, made).map { change, made in
      switch made {
      case .success(let outcome): note(change, outcome, base)
      case .failure(let error): note(change, error, base)
      }
    }
  }

  /// What the other thread has made.
  private final class Others: Sendable {
    let made = Mutex<[Made]>([])
  }

  private static func makeLinks(
    _ directories: [Directory], in view: Path, of root: Path
  ) -> [Made] {
    let opened = ViewDirectories()
    var made: [Made] = []
    for directory in directories {
      for link in directory.links {
        do throws(PlatformError) {
          guard let names = directory.names else {
            made.append(.success(.failed))
            continue
          }
          let place = try opened.directory(of: names, in: view, of: root)
          let outcome = try makeLink(link.name, link.text, in: place.alias)
          // Until here it must stay open.
          withExtendedLifetime(place) {}
          made.append(.success(outcome))
        } catch {
          made.append(.failure(error))
        }
      }
    }
    return made
  }
}
