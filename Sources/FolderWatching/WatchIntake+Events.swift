import CInotifyTools
import Platform

extension WatchIntake {
  /// Interprets a row of events.
  func process(_ events: [RawEvent]) {
    let pairing = RenamePairing(events)
    for (index, event) in events.enumerated() {
      if event.has(INOTIFY_Q_OVERFLOW) {
        compareTree(report: .nothing)
        sink.send(.rescan(.overflow))
        continue
      }
      if event.has(INOTIFY_MOVED_FROM), let second = pairing.second[index] {
        processRename(from: event, to: events[second])
      } else if !pairing.paired.contains(index) {
        process(event)
      }
    }
    // What was displaced and not found again by now has left; its watch still lives.
    for node in tree.displaced { drop(node) }
    if hasUnmounted {
      hasUnmounted = false
      compareTree(report: .nothing)
      sink.send(.rescan(.unmounted))
    }
    updateHealth()
  }

  private func process(_ event: RawEvent) {
    guard let node = tree.node(watch: event.watch) else { return }
    let isRoot = node === tree.root
    if event.has(INOTIFY_IGNORED) {
      if isRoot {
        loseRoot(.rootLost)
      } else {
        let others = tree.remove(node).filter { $0 != event.watch }
        for watch in others { queue?.remove(watch) }
        if !others.isEmpty { doubt() }
      }
      return
    }
    if event.has(INOTIFY_UNMOUNT) {
      if isRoot {
        loseRoot(.unmounted)
      } else {
        // The directory below the mount point is to be seen again, and has no watch.
        hasUnmounted = true
      }
      return
    }
    if event.has(INOTIFY_DELETE_SELF | INOTIFY_MOVE_SELF) {
      if isRoot { loseRoot(.rootLost) }
      return
    }
    guard !event.name.isEmpty, let directory = tree.path(of: node) else { return }
    let path = directory / event.name
    if event.has(INOTIFY_CREATE) {
      sink.send(.created(path, isDirectory: event.isDirectory))
      if event.isDirectory { watchTree(named: event.name, in: node, report: .everything) }
    } else if event.has(INOTIFY_MOVED_TO) {
      sink.send(.movedIn(path, isDirectory: event.isDirectory))
      if event.isDirectory { watchTree(named: event.name, in: node, report: .everything) }
    } else if event.has(INOTIFY_MOVED_FROM) {
      processDeparture(named: event.name, in: node, path: path, isDirectory: event.isDirectory)
    } else if event.has(INOTIFY_DELETE) {
      // A directory's watch goes with its own event; another may have the name already.
      sink.send(.deleted(path, isDirectory: event.isDirectory))
    } else if event.has(INOTIFY_CLOSE_WRITE) {
      sink.send(.closedAfterWriting(path))
    } else if event.has(INOTIFY_MODIFY) {
      sink.send(.modified(path))
    } else if event.has(INOTIFY_ATTRIB) {
      sink.send(.attributes(path))
      // It may have become readable.
      if event.isDirectory, node.children[event.name] == nil {
        watchTree(named: event.name, in: node, report: .everything)
      }
    }
  }

  private func processDeparture(
    named name: Path, in node: WatchNode, path: Path, isDirectory: Bool
  ) {
    sink.send(.movedOut(path, isDirectory: isDirectory))
    if isDirectory, let child = node.children[name] { drop(child) }
  }

  private func processRename(from first: RawEvent, to second: RawEvent) {
    let source = tree.node(watch: first.watch).flatMap { node in
      tree.path(of: node).map { (node: node, path: $0 / first.name) }
    }
    let target = tree.node(watch: second.watch).flatMap { node in
      tree.path(of: node).map { (node: node, path: $0 / second.name) }
    }
    // One half alone counts where the other is in a directory that has left the map.
    guard let source, let target else {
      if second.isDirectory { doubt() }
      return process(source == nil ? second : first)
    }
    guard second.isDirectory else {
      sink.send(.moved(from: source.path, to: target.path, isDirectory: false))
      return
    }
    let child = source.node.children[first.name]
    let found = identity(at: target.path)
    if child?.identity != found, child != nil || shouldDescend(source.path) { doubt() }
    // Without its own place in the map, what the reader believes of it is not to be carried along:
    // by now another directory may have the old name, whose own event is still to come, or a walk has
    // met it at the new one, and what was told of it since goes by that.
    // What was ignored up to now has no place, and nothing was told of it.
    guard shouldDescend(source.path) else {
      sink.send(.moved(from: source.path, to: target.path, isDirectory: true))
      watchTree(named: second.name, in: target.node, report: .everything)
      return
    }
    guard let child, found == nil || found == child.identity else {
      return processUnknownRename(
        from: source.path, to: target.path, named: second.name, in: target.node)
    }
    guard tree.relabel(child, parent: target.node, name: second.name) else {
      drop(child)
      doubt()
      return processUnknownRename(
        from: source.path, to: target.path, named: second.name, in: target.node)
    }
    sink.send(.moved(from: source.path, to: target.path, isDirectory: true))
    guard shouldDescend(target.path) else {
      drop(child)
      return
    }
    // Directories that were made in it while it had its old name could not be opened by that name.
    if found != nil { watchTree(named: second.name, in: target.node, report: .unknown) }
  }

  /// Tells of a directory's rename as of one that left and one that came.
  private func processUnknownRename(
    from source: Path, to target: Path, named name: Path, in node: WatchNode
  ) {
    sink.send(.movedOut(source, isDirectory: true))
    sink.send(.movedIn(target, isDirectory: true))
    watchTree(named: name, in: node, report: .everything)
  }
}
