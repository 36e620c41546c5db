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

  @Test func `goes on where one directory cannot be read, and says which`() throws {
    try withTemporaryDirectory { root in
      try writeFile(root / "a/one", "")
      try writeFile(root / "b/c/two", "")
      try writeFile(root / "d/three", "")
      var seen: Set<Path> = []
      var failures: [Path: PlatformError.Code] = [:]
      DirectoryWalk().run(
        root: root,
        visit: { entry in
          seen.insert(entry.path)
          // Gone between being listed and being entered; permissions would not stop root.
          if entry.path == "b" { removeTree(root / "b") }
          return .descend
        },
        failed: { path, error in failures[path] = error.code })
      #expect(seen == ["a", "a/one", "b", "d", "d/three"])
      #expect(failures == ["b": .notFound])
      DirectoryWalk().run(
        root: root / "none", visit: { _ in .descend },
        failed: { path, error in failures[path] = error.code })
      #expect(failures[Path()] == .notFound)
    }
  }

  @Test func `obeys its visitor`() throws {
    try withTemporaryDirectory { root in
      for name in ["a/x", "b/x", "c/x"] { try writeFile(root / (Path(name) ?? Path()), "12") }
      var seen: [Path] = []
      var bytes: Int64 = 0
      try DirectoryWalk().run(
        root: root,
        visit: { entry in
          seen.append(entry.path)
          if entry.kind == .regular { bytes += try entry.status().size }
          return entry.name == "b" ? .skip : .descend
        },
        failed: { _, error in throw error })
      #expect(Set(seen) == ["a", "a/x", "b", "c", "c/x"])
      #expect(bytes == 4)
      var count = 0
      DirectoryWalk().run(
        root: root,
        visit: { _ in
          count += 1
          return .stop
        },
        failed: { _, _ in })
      #expect(count == 1)
      #expect(throws: TestFailure.self) {
        try DirectoryWalk().run(
          root: root, visit: { _ in throw TestFailure("enough") }, failed: { _, _ in })
      }
    }
  }

  @Test func `finds its way back, or says that it was lost`() throws {
    try withTemporaryDirectory { root in
      for side in ["p", "q"] {
        var deep = root / (Path(side) ?? Path())
        for _ in 0..<6 { deep = deep / "d" }
        try writeFile(deep / "end", "")
        try writeFile(root / (Path(side) ?? Path()) / "other/file", "")
      }
      var files = 0
      var failures: [Path] = []
      DirectoryWalk(openLimit: 2).run(
        root: root,
        visit: { entry in
          if entry.kind == .regular { files += 1 }
          return .descend
        },
        failed: { path, _ in failures.append(path) })
      #expect(files == 4)
      #expect(failures.isEmpty)
    }
  }

  @Test func `shows each directory before it is read`() throws {
    try withTemporaryDirectory { root in
      try writeFile(root / "a/b/f", "1")
      try writeFile(root / "c/f", "1")
      var order: [String] = []
      let top = try Descriptor.open(root, [.read, .directory])
      DirectoryWalk().run(
        in: top,
        entered: { path, directory in
          order.append("enter \(path)")
          // What comes after this call and before the reading is read.
          if path == "a" { try? writeFile(root / "a/late", "1") }
          return path == "c" ? .skip : .descend
        },
        visit: { entry in
          order.append(entry.path.display)
          return .descend
        },
        failed: { _, _ in order.append("failed") })
      #expect(order.first == "enter ")
      #expect(
        order.sorted() == [
          "a", "a/b", "a/b/f", "a/late", "c", "enter ", "enter a", "enter a/b", "enter c",
        ])
      #expect(order.firstIndex(of: "enter a") ?? 9 < order.firstIndex(of: "a/b") ?? 0)
    }
  }
}
