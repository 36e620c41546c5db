import Platform
import Testing

@testable import FolderWatching

@Suite struct WatchTreeTests {
  @Test func `pairs the halves of renames by cookie`() {
    let events: [RawEvent] = [
      event(movedFrom, 7, "a"), event(create, 0, "x"),
      event(movedTo, 9, "in"), event(movedTo, 7, "b"),
    ]
    let pairing = RenamePairing(events)
    #expect(pairing.second == [0: 3])
    #expect(pairing.paired == [3])
    #expect(!pairing.hasOpenEnd)
    #expect(RenamePairing([event(movedFrom, 1, "a")]).hasOpenEnd)
  }

  // As in inotify(7); the module of the C library has one importer.
  private let movedFrom: UInt32 = 0x40
  private let movedTo: UInt32 = 0x80
  private let create: UInt32 = 0x100

  @Test func `relabels what is below with a directory`() throws {
    try withTree { tree, root, a, b in
      #expect(tree.path(of: b) == "a/b")
      let c = tree.insert(watch: 4, identity: FileIdentity(inode: 4), parent: root, name: "c")
      let isMoved = tree.relabel(a, parent: c, name: "x")
      #expect(isMoved)
      #expect(tree.path(of: b) == "c/x/b")
      #expect(tree.node(at: "c/x/b", below: root) === b)
      #expect(tree.node(at: "a", below: root) == nil)
      let isCycleMoved = tree.relabel(c, parent: b, name: "cycle")
      #expect(!isCycleMoved)
      #expect(tree.path(of: b) == "c/x/b")
    }
  }

  @Test func `keeps what was displaced until it is found or dropped`() throws {
    try withTree { tree, root, a, b in
      let new = tree.insert(watch: 4, identity: FileIdentity(inode: 4), parent: root, name: "a")
      #expect(tree.displaced.map(\.watch) == [2])
      #expect(tree.path(of: b) == nil)
      #expect(tree.node(at: "a", below: root) === new)
      let isFound = tree.relabel(a, parent: new, name: "old")
      #expect(isFound)
      #expect(tree.displaced.isEmpty)
      #expect(tree.path(of: b) == "a/old/b")
      let removed = Set(tree.remove(new))
      #expect(removed == [4, 2, 3])
      #expect(tree.count == 1 && tree.nodes.count == 1)
      #expect(tree.node(watch: 3) == nil)
    }
  }

  @Test func `removing a stale directory leaves the one that has its place and inode`() throws {
    try withTree { tree, root, a, b in
      let same = tree.insert(watch: 9, identity: a.identity, parent: root, name: "a")
      let removed = Set(tree.remove(a))
      #expect(removed == [2, 3])
      #expect(tree.node(identity: same.identity) === same)
      #expect(tree.node(at: "a", below: root) === same)
    }
  }

  @Test func `a full stream is told of as soon as there is room`() async {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FolderEvent.self, bufferingPolicy: .bufferingOldest(2))
    var sink = EventSink(continuation)
    sink.send(.modified("muted"))
    sink.isMuted = false
    for _ in 0..<3 { sink.send(.modified("a")) }
    #expect(!sink.hasLoss)
    for name in ["b", "c", "d"] as [Path] { sink.send(.modified(name)) }
    #expect(sink.hasLoss)
    var reader = stream.makeAsyncIterator()
    #expect(await reader.next() == .modified("a"))
    sink.send(.modified("e"))
    sink.finish()
    #expect(await reader.next() == .modified("b"))
    #expect(await reader.next() == .rescan(.dropped))
    #expect(await reader.next() == nil)
  }

  /// Makes a map of a root (watch 1), `a` (2) and `a/b` (3).
  private func withTree(
    _ body: (inout WatchTree, _ root: WatchNode, _ a: WatchNode, _ b: WatchNode) throws -> Void
  ) throws {
    var tree = WatchTree()
    let root = tree.insert(watch: 1, identity: FileIdentity(inode: 1), parent: nil, name: "")
    let a = tree.insert(watch: 2, identity: FileIdentity(inode: 2), parent: root, name: "a")
    let b = tree.insert(watch: 3, identity: FileIdentity(inode: 3), parent: a, name: "b")
    try body(&tree, root, a, b)
  }

  private func event(_ mask: UInt32, _ cookie: UInt32, _ name: Path) -> RawEvent {
    RawEvent(watch: 1, mask: mask, cookie: cookie, name: name)
  }
}

extension FileIdentity {
  fileprivate init(inode: UInt64) {
    self.init(device: 1, inode: inode, birthTime: nil)
  }
}
