import FolderWatching
import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

/// Holds everything that needs the process's one queue, so that it runs one after the other.
@Suite(.serialized, .oneWatcher, .timeLimit(.minutes(10))) struct WatchingTests {
  @Test func `reports what happens to a file, in order`() async throws {
    try await withWatcher { folder, recorder in
      try writeFile(folder / "a", "1")
      try Files.rename(folder / "a", to: folder / "b")
      setPermissions(folder / "b", 0o600)
      try Files.symlink("/etc", as: folder / "link")
      try Files.link(folder / "b", as: folder / "c")
      try Files.unlink(folder / "b")
      try await recorder.settle()
      #expect(
        recorder.events == [
          .created("a", isDirectory: false), .modified("a"), .closedAfterWriting("a"),
          .moved(from: "a", to: "b", isDirectory: false), .attributes("b"),
          .created("link", isDirectory: false),
          .created("c", isDirectory: false), .deleted("b", isDirectory: false),
        ])
      #expect(recorder.watcher.health == .watching)
    }
  }

  @Test func `sees into what was there, and into names of any bytes`() async throws {
    let odd = try #require(Path(bytes: [0x2D, 0xFF, 0x0A, 0x20]))
    try await withWatcher(prepare: { folder in
      try writeFile(folder / "2024/may/old.jpg", "1")
      try Files.createDirectory(folder / odd)
    }) { folder, recorder in
      try writeFile(folder / "2024/may/new.jpg", "1")
      try writeFile(folder / odd / odd, "1")
      try await recorder.settle()
      #expect(recorder.events.contains(.closedAfterWriting("2024/may/new.jpg")))
      #expect(recorder.events.contains(.closedAfterWriting(odd / odd)))
      #expect(!recorder.events.contains(.created("2024/may/old.jpg", isDirectory: false)))
    }
  }

  @Test func `misses nothing in a chain of directories that is filled at once`() async throws {
    try await withWatcher { folder, recorder in
      for round in 0..<50 {
        let chain = try #require(Path("r\(round)/a/b/c/d/e"))
        try Files.createDirectories(folder / chain)
        try writeFile(folder / chain / "photo.jpg", "1")
      }
      try await recorder.settle()
      var model = FolderModel(emptyRoot: folder)
      try model.apply(recorder.events)
      #expect(model.paths == Set(try listTree(folder)))
      for round in 0..<50 {
        let path = try #require(Path("r\(round)/a/b/c/d/e/photo.jpg"))
        #expect(recorder.events.contains(.created(path, isDirectory: false)), "\(path)")
      }
    }
  }

  @Test func `misses nothing in 2,000 directories made at once`() async throws {
    try await withWatcher { folder, recorder in
      for number in 0..<2000 {
        let directory = try #require(Path("d\(number)"))
        try Files.createDirectory(folder / directory)
        try writeFile(folder / directory / "f", "1")
      }
      try await recorder.settle()
      let events = Set(recorder.events)
      for number in 0..<2000 {
        let file = try #require(Path("d\(number)/f"))
        #expect(events.contains(.created(file, isDirectory: false)), "\(file)")
      }
      // And every one of them has its watch: also the deletion is seen.
      #expect(try watchCount() == 2001)
      recorder.forget()
      for number in 0..<2000 { try Files.unlink(folder / (Path("d\(number)/f") ?? "")) }
      try await recorder.settle()
      #expect(recorder.events.count == 2000)
    }
  }

  @Test func `tells moves inside from moves in and out`() async throws {
    try await withWatcher { folder, recorder in
      let outside = folder.parent
      try writeFile(outside / "card/DCIM/1.jpg", "1")
      try writeFile(outside / "single.jpg", "1")
      try Files.rename(outside / "single.jpg", to: folder / "single.jpg")
      try Files.rename(outside / "card", to: folder / "card")
      try await recorder.settle()
      #expect(
        recorder.events == [
          .movedIn("single.jpg", isDirectory: false), .movedIn("card", isDirectory: true),
          .created("card/DCIM", isDirectory: true),
          .created("card/DCIM/1.jpg", isDirectory: false),
        ])
      recorder.forget()
      try Files.rename(folder / "card", to: folder / "phone")
      try writeFile(folder / "phone/DCIM/2.jpg", "1")
      try Files.rename(folder / "phone/DCIM/2.jpg", to: outside / "2.jpg")
      try await recorder.settle()
      #expect(
        recorder.events == [
          .moved(from: "card", to: "phone", isDirectory: true),
          .created("phone/DCIM/2.jpg", isDirectory: false), .modified("phone/DCIM/2.jpg"),
          .closedAfterWriting("phone/DCIM/2.jpg"),
          .movedOut("phone/DCIM/2.jpg", isDirectory: false),
        ])
      recorder.forget()
      try Files.rename(folder / "phone", to: outside / "gone")
      try writeFile(outside / "gone/DCIM/3.jpg", "1")
      try await recorder.settle()
      #expect(recorder.events == [.movedOut("phone", isDirectory: true)])
      #expect(try watchCount() == 1)
    }
  }

  @Test func `follows a directory that is renamed while it is being filled`() async throws {
    try await withWatcher { folder, recorder in
      try Files.createDirectory(folder / "trip")
      try Files.createDirectory(folder / "trip2")
      let files = 400
      let number = try Descriptor.open(folder / "trip", [.read, .directory]).take()
      let filler = Task.detached {
        // By descriptor, as a copy does that goes on while somebody renames.
        let directory = Descriptor(owning: number)
        for number in 0..<files {
          let name = try #require(Path("s\(number)"))
          let raw = directory.raw
          _ = try name.withCString { name in
            try SystemCall.retrying("mkdirat") { mkdirat(raw, name, 0o755) }
          }
          _ = try Descriptor.open(name / "f", in: directory, [.write, .create])
        }
      }
      var name: Path = "trip"
      for round in 0..<60 {
        let next = try #require(Path("name\(round)"))
        try Files.rename(folder / name, to: folder / next)
        name = next
        await Task.yield()
      }
      try await filler.value
      try await recorder.settle()
      var model = FolderModel(emptyRoot: folder)
      try model.apply(recorder.events)
      #expect(model.paths == Set(try listTree(folder)))
      #expect(model.paths.count == 2 + 2 * files)
      #expect(try watchCount() == 3 + files)
      recorder.forget()
      try writeFile(folder / name / "s7/late", "1")
      try await recorder.settle()
      #expect(recorder.events.first == .created(name / "s7/late", isDirectory: false))
    }
  }

  @Test func `two directories swapped, and one put over another, keep their watches`() async throws
  {
    try await withWatcher(prepare: { folder in
      for name in ["a/1", "b/2", "c/3", "e/x"] { try writeFile(folder / (Path(name) ?? ""), "1") }
    }) { folder, recorder in
      _ = try run(
        "/usr/bin/python3", ["-c", exchange, (folder / "a").display, (folder / "b").display])
      try Files.unlink(folder / "e/x")
      try Files.rename(folder / "c", to: folder / "e")
      try await recorder.settle()
      recorder.forget()
      for name in ["a/new", "b/new", "e/new"] { try writeFile(folder / (Path(name) ?? ""), "") }
      try await recorder.settle()
      let created = recorder.events.filter { if case .created = $0 { true } else { false } }
      #expect(
        created == [
          .created("a/new", isDirectory: false), .created("b/new", isDirectory: false),
          .created("e/new", isDirectory: false),
        ])
      #expect(try watchCount() == 4)
    }
  }

  private let exchange = """
    import ctypes, sys
    libc = ctypes.CDLL(None)
    sys.exit(libc.renameat2(-100, sys.argv[1].encode(), -100, sys.argv[2].encode(), 2))
    """

  @Test func `ignored directories get no watch, until they are renamed to another name`()
    async throws
  {
    let isWanted: @Sendable (Path) -> Bool = { !$0.components.contains(".git") }
    try await withWatcher(
      shouldDescend: isWanted, prepare: { try writeFile($0 / "a/.git/objects/1", "1") }
    ) { folder, recorder in
      #expect(try watchCount() == 2)
      try writeFile(folder / "a/.git/objects/2", "1")
      try writeFile(folder / ".git/x/y", "1")
      try await recorder.settle()
      #expect(recorder.events == [.created(".git", isDirectory: true)])
      #expect(try watchCount() == 2)
      recorder.forget()
      try Files.rename(folder / "a/.git", to: folder / "a/work")
      try await recorder.settle()
      #expect(recorder.events.first == .moved(from: "a/.git", to: "a/work", isDirectory: true))
      #expect(recorder.events.contains(.created("a/work/objects/2", isDirectory: false)))
      #expect(try watchCount() == 4)
      recorder.forget()
      try Files.rename(folder / "a", to: folder / ".git/a")
      try writeFile(folder / ".git/a/work/3", "1")
      try await recorder.settle()
      #expect(recorder.events == [.movedOut("a", isDirectory: true)])
      #expect(try watchCount() == 1)
    }
  }

  @Test func `does not follow links to directories`() async throws {
    try await withWatcher(prepare: { folder in
      try writeFile(folder.parent / "elsewhere/f", "1")
      try Files.symlink("../elsewhere", as: folder / "before")
    }) { folder, recorder in
      try Files.symlink("../elsewhere", as: folder / "after")
      try writeFile(folder.parent / "elsewhere/g", "1")
      try await recorder.settle()
      #expect(recorder.events == [.created("after", isDirectory: false)])
      #expect(try watchCount() == 1)
    }
  }
}
