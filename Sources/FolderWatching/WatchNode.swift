import Platform

/// Tells directories apart.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64
  /// A freed inode number is given to the very next new directory; this tells them apart.
  let birthTime: Int64?
}

extension FileIdentity {
  /// Takes the identity out of what the file system says.
  init(_ status: FileStatus) {
    self.init(
      device: status.device, inode: status.inode, birthTime: status.birthTimeNanoseconds)
  }
}

/// Is one watched directory, and where it is as far as the events up to now tell.
final class WatchNode {
  let watch: Int32
  let identity: FileIdentity
  fileprivate(set) var name: Path
  /// Nil for the root, and for a directory that another one has taken the place of.
  fileprivate(set) weak var parent: WatchNode?
  fileprivate(set) var children: [Path: WatchNode] = [:]
  /// The last comparison of the whole tree that met it.
  var generation: UInt64 = 0

  fileprivate init(watch: Int32, identity: FileIdentity, name: Path) {
    self.watch = watch
    self.identity = identity
    self.name = name
  }
}

/// Maps watches to places; knows nothing of the kernel.
struct WatchTree {
  private(set) var root: WatchNode?
  private var byWatch: [Int32: WatchNode] = [:]
  private var byIdentity: [FileIdentity: WatchNode] = [:]
  /// Directories that another one took the place of: their own event is still to come.
  private(set) var displaced: [WatchNode] = []

  /// How many watches there are.
  var count: Int { byWatch.count }

  /// Finds a directory by the watch of an event.
  func node(watch: Int32) -> WatchNode? { byWatch[watch] }

  /// Finds a directory by what it is.
  func node(identity: FileIdentity) -> WatchNode? { byIdentity[identity] }

  /// Finds a directory by its path below another.
  func node(at path: Path, below start: WatchNode) -> WatchNode? {
    var current = start
    for name in path.components {
      guard let child = current.children[name] else { return nil }
      current = child
    }
    return current
  }

  /// Returns a directory's path below the root; nil if it has no place at this moment.
  func path(of node: WatchNode) -> Path? {
    if node === root { return Path() }
    var names: [Path] = []
    var current = node
    while let parent = current.parent {
      names.append(current.name)
      current = parent
    }
    guard current === root else { return nil }
    return names.reversed().reduce(Path()) { $0 / $1 }
  }

  /// Enters a watched directory; with no parent it is the root.
  @discardableResult
  mutating func insert(
    watch: Int32, identity: FileIdentity, parent: WatchNode?, name: Path
  ) -> WatchNode {
    let node = WatchNode(watch: watch, identity: identity, name: name)
    byWatch[watch] = node
    byIdentity[identity] = node
    if let parent { attach(node, to: parent, name: name) } else { root = node }
    return node
  }

  /// Gives a directory another place; false if that is below itself, which only stale facts can say.
  mutating func relabel(_ node: WatchNode, parent: WatchNode, name: Path) -> Bool {
    var above: WatchNode? = parent
    while let current = above {
      if current === node { return false }
      above = current.parent
    }
    detach(node)
    displaced.removeAll { $0 === node }
    attach(node, to: parent, name: name)
    return true
  }

  /// Removes a directory and what is below it; returns the watches that there were.
  mutating func remove(_ node: WatchNode) -> [Int32] {
    detach(node)
    displaced.removeAll { $0 === node }
    if node === root { root = nil }
    var watches: [Int32] = []
    var pending = [node]
    while let next = pending.popLast() {
      pending.append(contentsOf: next.children.values)
      next.children = [:]
      watches.append(next.watch)
      byWatch[next.watch] = nil
      if byIdentity[next.identity] === next { byIdentity[next.identity] = nil }
    }
    return watches
  }

  /// The directories of the tree, those that have no place excepted, each before what is in it.
  var nodes: [WatchNode] {
    guard let root else { return [] }
    var result = [root]
    var index = 0
    while index < result.count {
      result.append(contentsOf: result[index].children.values)
      index += 1
    }
    return result
  }

  private mutating func attach(_ node: WatchNode, to parent: WatchNode, name: Path) {
    if let other = parent.children[name], other !== node {
      other.parent = nil
      displaced.append(other)
    }
    parent.children[name] = node
    node.parent = parent
    node.name = name
  }

  private func detach(_ node: WatchNode) {
    if let parent = node.parent, parent.children[node.name] === node {
      parent.children[node.name] = nil
    }
    node.parent = nil
  }
}
