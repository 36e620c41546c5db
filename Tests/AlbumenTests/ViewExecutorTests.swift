import Operations
import Reconciling
import TestSupport
import Testing

@testable import Albumen

/// Links that are made on two threads come out as those that are made one by one.
@Suite struct ViewExecutorTests {
  private static let titles = ["Rome", "Oslo", "Gone", "Taken", "Bergen"]
  private static let count = ViewExecutor.manyLinks / titles.count + 1

  /// What the view has, and the steps that make as many links in each of its directories.
  private static func steps() throws -> (base: ViewBase, changes: [ViewChange]) {
    var base = ViewBase()
    var changes: [ViewChange] = []
    for (index, title) in titles.enumerated() {
      let album = AlbumID(high: 1, low: UInt64(index))
      base.set(ViewBase.Directory(parent: nil, name: Array(title.utf8), title: title), of: album)
      for number in 0..<count {
        let asset = AssetID(words: (UInt64(index), UInt64(number), 0, 0))
        changes.append(
          .makeLink(
            album, asset, name: Array("\(number).jpg".utf8),
            text: Array("../../roll/\(number).jpg".utf8)))
      }
    }
    for change in changes { base.intend(change) }
    return (base, changes)
  }

  /// One directory is not there, and in another one something has a name that a link is to have.
  private static func makeView(in root: Path) throws {
    for title in titles where title != "Gone" {
      try Files.createDirectories(root / "Albums" / (Path(title) ?? Path()))
    }
    try writeFile(root / "Albums/Taken/7.jpg", "somebody's")
    try Files.symlink("../../roll/8.jpg", as: root / "Albums/Taken/8.jpg")
    try Files.symlink("../../roll/elsewhere.jpg", as: root / "Albums/Taken/9.jpg")
  }

  @Test func manyComeOutAsOneByOne() throws {
    try withTemporaryDirectory { top in
      let steps = try Self.steps()
      var base = steps.base
      let changes = steps.changes
      var ends: [(outcomes: [ViewBase.Outcome], tree: [String], failures: [String])] = []
      for isMany in [false, true] {
        let root = top / (isMany ? "many" : "one")
        try Self.makeView(in: root)
        var executor = ViewExecutor(LibraryLayout(root: root), view: "Albums")
        let outcomes =
          isMany
          ? executor.perform(changes, &base) : changes.map { executor.perform($0, base) }
        let tree = try listTree(root).map { path in
          let isLink = try FileStatus.ofLink(at: root / path).kind == .symbolicLink
          return isLink ? "\(path) -> \(try Files.readLink(root / path))" : "\(path)"
        }
        ends.append((outcomes, tree, executor.failures.map { "\($0.path): \($0.reason)" }))
        #expect(executor.touched.count == Self.titles.count)
        try executor.synchronize()
        #expect(executor.touched.isEmpty)
      }
      #expect(ends[0].outcomes == ends[1].outcomes)
      #expect(ends[0].tree == ends[1].tree)
      #expect(ends[0].failures == ends[1].failures)
      #expect(ends[1].failures.count == Self.count)
      let outcomes = ends[1].outcomes
      #expect(outcomes.count { $0 == .failed } == Self.count)
      #expect(outcomes.count { $0 == .notOurs } == 2)
      #expect(outcomes.count { $0 == .done } == 4 * Self.count - 2)
    }
  }

  /// Whichever thread makes a link, what is armed for the test acts on it.
  @Test func aFullDiskOnEitherThreadIsTold() throws {
    let steps = try Self.steps()
    for hit in [1, steps.changes.count] {
      try withTemporaryDirectory { root in
        for title in Self.titles {
          try Files.createDirectories(root / "Albums" / (Path(title) ?? Path()))
        }
        var base = steps.base
        var executor = ViewExecutor(LibraryLayout(root: root), view: "Albums")
        let noSpace: Int32 = 28
        let end = try Failpoint.withScope {
          Failpoint.arm("view.link", action: .error(noSpace), onHit: hit)
          return executor.perform(steps.changes, &base)
        }
        #expect(end.hits["view.link"] == steps.changes.count)
        #expect(end.result.count { $0 == .failed } == 1)
        #expect(executor.failures.count == 1)
      }
    }
  }
}
