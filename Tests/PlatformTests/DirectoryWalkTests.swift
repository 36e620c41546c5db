import Platform
import TestSupport
import Testing

@Suite struct DirectoryWalkTests {
  @Test func `visits everything once, links as links`() throws {
    try withTemporaryDirectory { root in
      try writeFile(root / "a/b/one.jpg", "1")
      try writeFile(root / "a/two.jpg", "2")
      try writeFile(root / "three.jpg", "3")
      try Files.symlink("a", as: root / "link")
      #expect(
        try listTree(root) == ["a", "a/b", "a/b/one.jpg", "a/two.jpg", "link", "three.jpg"])
    }
  }

  @Test func `walks a tree that is deeper than paths and open files may be`() throws {
    try withTemporaryDirectory { root in
      let depth = 4000
      var current = try Descriptor.open(root, [.read, .directory])
      for level in 0..<depth {
        let name = level.isMultiple(of: 100) ? "deep" : "d"
        try makeDirectory(Path(name) ?? Path(), in: current)
        if level.isMultiple(of: 100) { try makeDirectory("zz-side", in: current) }
        current = try Descriptor.open(Path(name) ?? Path(), in: current, [.read, .directory])
      }
      var deepest = 0
      var sides = 0
      var failures: [PlatformError] = []
      DirectoryWalk(openLimit: 8).run(
        root: root,
        visit: { entry in
          deepest = max(deepest, entry.path.components.count)
          if entry.name == "zz-side" { sides += 1 }
          return .descend
        },
        failed: { _, error in failures.append(error) })
      #expect(deepest == depth)
      #expect(sides == depth / 100)
      #expect(failures.isEmpty)
    }
  }
}
