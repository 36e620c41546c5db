import FolderWatching
import Platform
import TestSupport
import Testing

extension WatchingTests {
  @Test func `stopping ends the stream and leaves nothing behind`() async throws {
    // The first rounds make what the process keeps: its queue, and what the runtime waits with.
    for _ in 0..<3 { try await useAndStop() }
    let before = try openDescriptorCount()
    // Other suites open and close in the same process, so the count is tried in a quiet moment.
    try await wait(for: "the count to see a descriptor") {
      let without = try openDescriptorCount()
      let probe = try Descriptor.open("/dev/null", .read)
      let with = try openDescriptorCount()
      try probe.close()
      return with == without + 1
    }
    for _ in 0..<20 { try await useAndStop() }
    // The last watcher goes when its reader's task has ended.
    try await wait(for: "the descriptors to be closed") { try openDescriptorCount() <= before }
  }

  private func useAndStop() async throws {
    try await withWatcher(prepare: { try Files.createDirectories($0 / "a/b/c") }) {
      folder, recorder in
      try writeFile(folder / "a/b/c/f", "1")
      try await recorder.settle()
      recorder.watcher.stop()
      recorder.watcher.stop()
      try await wait(for: "the end of the stream") { recorder.hasEnded }
    }
    #expect(try watchCount() == 0)
  }

  @Test func `nothing of a stopped watcher reaches the next`() async throws {
    try await withTemporaryDirectory { folder in
      for round in 0..<10 {
        let recorder = Recorder(
          try InotifyFolderWatcher(root: folder, shouldDescend: { _ in true }))
        let directory = try #require(Path("d\(round)"))
        try await recorder.settle()
        #expect(recorder.events.isEmpty)
        try writeFile(folder / directory / "f", "1")
        recorder.watcher.stop()
      }
    }
  }

  @Test func `a second watcher in the process is refused until the first has stopped`()
    async throws
  {
    try await withWatcher { folder, recorder in
      let error = #expect(throws: FolderWatchingError.self) {
        try InotifyFolderWatcher(root: folder, shouldDescend: { _ in true })
      }
      #expect(error?.code == .alreadyWatching)
      try await recorder.settle()
      recorder.watcher.stop()
      let second = try InotifyFolderWatcher(root: folder, shouldDescend: { _ in true })
      second.stop()
    }
  }

  @Test func `a folder that is not there is an error, and does not keep the queue`() throws {
    try withTemporaryDirectory { folder in
      try writeFile(folder / "file", "1")
      for (path, cause) in [("none", PlatformError.Code.notFound), ("file", .notDirectory)] {
        let error = #expect(throws: FolderWatchingError.self) {
          try InotifyFolderWatcher(
            root: folder / (Path(path) ?? ""), shouldDescend: { _ in true })
        }
        #expect(error?.code == .rootUnavailable)
        #expect(error?.cause?.code == cause)
      }
      try InotifyFolderWatcher(root: folder, shouldDescend: { _ in true }).stop()
    }
  }

  @Test func `a folder that goes and comes back is watched again`() async throws {
    var options = FolderWatchingOptions()
    options.rootCheckInterval = .milliseconds(30)
    try await withWatcher(options: options, prepare: { try writeFile($0 / "a/f", "1") }) {
      folder, recorder in
      try Files.rename(folder, to: folder.parent / "away")
      try await recorder.wait(for: .rescan(.rootLost))
      #expect("\(recorder.watcher.health)" == "lost (moved or deleted)")
      #expect(try watchCount() == 0)
      try Files.rename(folder.parent / "away", to: folder)
      try await recorder.wait(for: .rescan(.rootReturned))
      #expect(recorder.watcher.health == .watching)
      try writeFile(folder / "a/g", "1")
      try await recorder.wait(for: .closedAfterWriting("a/g"))
      recorder.forget()
      // Moved with a directory above it, which the kernel does not report.
      let above = folder.parent
      let elsewhere = try #require(above.appending(suffix: Array("-moved".utf8)))
      try Files.rename(above, to: elsewhere)
      try await recorder.wait(for: .rescan(.rootLost))
      try Files.rename(elsewhere, to: above)
      try await recorder.wait(for: .rescan(.rootReturned))
      recorder.forget()
      removeTree(folder)
      try await recorder.wait(for: .rescan(.rootLost))
    }
  }

  @Test(.enabled(if: canMount))
  func `a folder that is unmounted and mounted again is watched again`() async throws {
    var options = FolderWatchingOptions()
    options.rootCheckInterval = .milliseconds(30)
    try await withWatcher(options: options) { folder, recorder in
      let stick = folder / "stick"
      try Files.createDirectory(stick)
      try await recorder.settle()
      recorder.watcher.stop()
      #expect(try mount(stick) == 0)
      defer { _ = try? unmount(stick) }
      let inner = Recorder(
        try InotifyFolderWatcher(root: stick, options: options, shouldDescend: { _ in true }))
      defer { inner.watcher.stop() }
      try Files.createDirectory(stick / "d")
      try await inner.settle()
      #expect(try unmount(stick) == 0)
      // The look at the folder may find another one there before the kernel tells.
      try await inner.wait(for: .rescan(.unmounted), or: .rescan(.rootLost))
      try await inner.wait(for: .rescan(.rootReturned))
      inner.forget()
      // Something mounted over a directory is not reported by the kernel at all.
      #expect(try mount(stick) == 0)
      try await inner.wait(for: .rescan(.rootReturned))
      try writeFile(stick / "f", "1")
      try await inner.wait(for: .closedAfterWriting("f"))
      inner.watcher.stop()
    }
  }

  @Test(.enabled(if: canMount))
  func `a file system that is unmounted inside the folder leads to a rescan`() async throws {
    try await withWatcher(prepare: { folder in
      try Files.createDirectory(folder / "stick")
      _ = try mount(folder / "stick")
    }) { folder, recorder in
      defer { _ = try? unmount(folder / "stick") }
      try writeFile(folder / "stick/d/f", "1")
      try await recorder.settle()
      #expect(try watchCount() == 3)
      #expect(try unmount(folder / "stick") == 0)
      try await recorder.wait(for: .rescan(.unmounted))
      try await recorder.settle()
      recorder.forget()
      try writeFile(folder / "stick/below", "1")
      try await recorder.settle()
      #expect(recorder.events.first == .created("stick/below", isDirectory: false))
    }
  }
}

/// Whether these tests may mount file systems.
private let canMount: Bool = {
  guard let directory = try? TemporaryDirectory() else { return false }
  defer { directory.remove() }
  guard (try? mount(directory.path)) == 0 else { return false }
  return (try? unmount(directory.path)) == 0
}()

private func mount(_ path: Path) throws -> Int32? {
  try run("/bin/mount", ["-t", "tmpfs", "tmpfs", path.display]).exitCode
}

private func unmount(_ path: Path) throws -> Int32? {
  try run("/bin/umount", [path.display]).exitCode
}
