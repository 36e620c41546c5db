import Platform

extension WatchIntake {
  /// Says what of a walked tree is reported as created.
  enum Report {
    case nothing
    /// What is in directories that had no watch, or had one at another place.
    case unknown
    /// All of it, where what is in the map may have run ahead of the events: what was reported before
    /// a deletion or a rename of the same name has been taken back by that.
    case everything
  }

  /// Watches a directory and everything below it that is not ignored.
  ///
  /// A directory that is gone by now is passed over: an event that is still to come tells where to.
  func watchTree(named name: Path, in parent: WatchNode, report: Report) {
    guard let base = tree.path(of: parent) else { return }
    let path = base / name
    guard shouldDescend(path) else { return }
    do throws(PlatformError) {
      let top = try Descriptor.open(root, [.read, .directory])
      let directory = try Descriptor.openDirectory(path, below: top)
      walk(directory, at: path, place: .child(parent, name), report: report)
    } catch {
      note(error)
    }
  }

  /// Makes the map and the watches agree with what is on disk now.
  func compareTree(report: Report) {
    guard mode.hasWatches, !isLost else { return }
    do throws(PlatformError) {
      let directory = try Descriptor.open(root, [.read, .directory])
      if FileIdentity(try directory.status()) == attached {
        compareTree(directory, report: report)
      } else {
        checkRoot()
      }
    } catch {
      if error.code == .descriptorLimit { note(error) } else { loseRoot(.rootLost) }
    }
  }

  /// Makes the map and the watches agree with an open root.
  func compareTree(_ directory: borrowing Descriptor, report: Report) {
    shortfall = nil
    generation += 1
    let unread = walk(directory, at: Path(), place: .root, report: report)
    for node in tree.nodes where node.generation != generation {
      // Removed with a directory above it, or below one that could not be read: that says nothing.
      guard let path = tree.path(of: node), !unread.contains(where: { path.isInside($0) })
      else { continue }
      if report != .nothing { sink.send(.movedOut(path, isDirectory: true)) }
      drop(node)
    }
    for node in tree.displaced { drop(node) }
    updateHealth()
  }

  /// Takes a directory and what is below it out of the map, and ends their watches.
  func drop(_ node: WatchNode) {
    for watch in tree.remove(node) { queue?.remove(watch) }
  }

  /// Returns what directory is at a path below the root now.
  func identity(at path: Path) -> FileIdentity? {
    guard let top = try? Descriptor.open(root, [.read, .directory]),
      let directory = try? Descriptor.openDirectory(path, below: top),
      let status = try? directory.status()
    else { return nil }
    return FileIdentity(status)
  }

  /// Says where a walk begins.
  private enum Place {
    case root
    case child(WatchNode, Path)
  }

  /// Walks an open directory, setting each watch before it reads; returns what could not be read.
  @discardableResult
  private func walk(
    _ directory: borrowing Descriptor, at base: Path, place: Place, report: Report
  ) -> [Path] {
    var start: WatchNode?
    var isReporting = false
    // The top of a part that is reported whole; a walk is done with a part before it goes on.
    var news: Path?
    var unread: [Path] = []
    DirectoryWalk().run(
      in: directory,
      entered: { path, directory in
        let outcome: Placement
        if path.isEmpty {
          switch place {
          case .root: outcome = self.place(directory, parent: nil, name: Path())
          case .child(let parent, let name):
            outcome = self.place(directory, parent: parent, name: name)
          }
          start = outcome.node
        } else if let start, let parent = self.tree.node(at: path.parent, below: start) {
          outcome = self.place(directory, parent: parent, name: path.lastComponent)
        } else {
          outcome = Placement()
        }
        guard let node = outcome.node else {
          unread.append(base / path)
          return .skip
        }
        node.generation = self.generation
        guard report != .nothing else { return .descend }
        if outcome.hasDisplaced || (outcome.isNews && !outcome.isAdded) { self.doubt() }
        if outcome.hasDisplaced {
          // What was reported under this name belongs to another directory.
          self.sink.send(.movedOut(base / path, isDirectory: true))
          self.sink.send(.created(base / path, isDirectory: true))
        }
        let isInNews = news.map { path.isInside($0) } ?? false
        if !isInNews { news = outcome.isNews || report == .everything ? path : nil }
        isReporting = news != nil
        return .descend
      },
      visit: { entry in
        let isDirectory = entry.kind == .directory
        guard isDirectory || isReporting else { return .skip }
        let path = base / entry.path
        if isReporting { self.sink.send(.created(path, isDirectory: isDirectory)) }
        return isDirectory && self.shouldDescend(path) ? .descend : .skip
      },
      failed: { path, error in
        unread.append(base / path)
        self.note(error)
      })
    return unread
  }

  /// Says what became of a directory that was to get a watch and a place.
  private struct Placement {
    /// Nil if it could not get them.
    var node: WatchNode?
    /// Whether it had no watch before, or was at another place of the map.
    var isNews = false
    /// Whether it had no watch before.
    var isAdded = false
    /// Whether the map had another directory at this place.
    var hasDisplaced = false
  }

  /// Gives an open directory its watch and its place in the map.
  private func place(
    _ directory: borrowing Descriptor, parent: WatchNode?, name: Path
  ) -> Placement {
    guard let queue, let status = try? directory.status() else { return Placement() }
    let identity = FileIdentity(status)
    if let parent, identity.device != parent.identity.device {
      noteForeignFileSystem(directory)
    }
    let known = tree.node(identity: identity)
    guard known != nil || tree.count < watchLimit else {
      shortfall = .limit(Self.systemWatchLimit)
      return Placement()
    }
    let other = parent?.children[name]
    let hasDisplaced = other != nil && other !== known
    switch queue.add(directory, isRoot: parent == nil) {
    case .added(let watch):
      let node = tree.insert(watch: watch, identity: identity, parent: parent, name: name)
      return Placement(node: node, isNews: true, isAdded: true, hasDisplaced: hasDisplaced)
    case .alreadyWatched:
      guard let known else {
        // The kernel has a watch that the map has not: there is no other way to learn its number.
        guard let watch = queue.adopt(directory, isRoot: parent == nil) else { return Placement() }
        let node = tree.insert(watch: watch, identity: identity, parent: parent, name: name)
        return Placement(node: node, isNews: true, isAdded: true, hasDisplaced: hasDisplaced)
      }
      let isNews = known.parent !== parent || known.name != name
      guard placeKnown(known, parent: parent, name: name) else { return Placement() }
      return Placement(node: known, isNews: isNews, hasDisplaced: hasDisplaced)
    case .limitReached:
      shortfall = .limit(Self.systemWatchLimit)
      return Placement()
    case .failed(let error):
      note(error)
      return Placement()
    }
  }

  /// Gives a directory that has a watch its place in the map; false if it cannot have that place.
  private func placeKnown(_ known: WatchNode, parent: WatchNode?, name: Path) -> Bool {
    guard let parent else { return known === tree.root }
    if known.parent === parent, known.name == name { return true }
    if let before = tree.path(of: known), let now = tree.path(of: parent).map({ $0 / name }),
      identity(at: now) == known.identity, identity(at: before) == known.identity,
      identity(at: now) == known.identity
    {
      // It is at both places, which bind mounts can do.
      shortfall = shortfall ?? .mountedTwice
      return false
    }
    guard tree.relabel(known, parent: parent, name: name) else {
      doubt()
      return false
    }
    return true
  }

  /// Draws the conclusion from a directory that could not be opened, read or watched.
  private func note(_ error: PlatformError) {
    switch error.code {
    case .notFound, .notDirectory, .symbolicLink, .moved: return
    // Nobody can read it, so nothing in it can be taken in; it shows when that changes.
    case .accessDenied: return
    default: shortfall = shortfall ?? .failure(error.message)
    }
  }

  private func noteForeignFileSystem(_ directory: borrowing Descriptor) {
    guard let path = Path("/proc/self/fd/\(directory.raw)") else { return }
    switch options.mode(path) {
    case .watch: return
    case .watchAndCompare(let type), .compare(let type):
      shortfall = shortfall ?? .foreignFileSystem(type: type)
    }
  }

  /// How many watches may be used here: a tenth is left for other programs of the user.
  private var watchLimit: Int {
    options.watchLimit ?? Self.systemWatchLimit / 10 * 9
  }

  /// How many watches a user has (inotify(7)).
  private static let systemWatchLimit: Int = {
    guard
      let bytes = try? DurableFile.contents(of: "/proc/sys/fs/inotify/max_user_watches"),
      let number = Int(String(decoding: bytes.prefix { $0 >= 0x30 }, as: UTF8.self))
    else { return 8192 }
    return number
  }()
}
