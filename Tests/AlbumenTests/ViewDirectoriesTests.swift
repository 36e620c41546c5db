import Platform
import TestSupport
import Testing

@testable import Albumen

/// The view's directory that stays open is left as soon as it is elsewhere.
@Suite struct ViewDirectoriesTests {
  private let names = [Array("Trip".utf8)]

  private func open(
    _ directories: ViewDirectories, in root: Path
  ) throws -> ViewDirectories.Directory {
    try directories.directory(of: names, in: "Albums", of: root)
  }

  @Test func oneThatStandsStaysOpen() throws {
    try withTemporaryDirectory { root in
      try Files.createDirectories(root / "Albums/Trip")
      let directories = ViewDirectories()
      let first = try open(directories, in: root)
      #expect(try open(directories, in: root) === first)
    }
  }

  @Test func oneThatWasMovedIsLeft() throws {
    try withTemporaryDirectory { root in
      try Files.createDirectories(root / "Albums/Trip")
      let directories = ViewDirectories()
      let first = try open(directories, in: root)
      try moveFile(root / "Albums/Trip", to: root / "Albums/Journey")
      #expect(throws: PlatformError.self) { try open(directories, in: root) }
      try Files.createDirectories(root / "Albums/Trip")
      let second = try open(directories, in: root)
      #expect(second !== first)
      let made = try FileStatus.ofTarget(at: second.alias)
      #expect(made.inode == (try FileStatus.ofLink(at: root / "Albums/Trip")).inode)
    }
  }

  @Test func oneThatWasRemovedOrReplacedByALinkIsLeft() throws {
    try withTemporaryDirectory { root in
      try Files.createDirectories(root / "Albums/Trip")
      try Files.createDirectories(root / "elsewhere")
      let directories = ViewDirectories()
      _ = try open(directories, in: root)
      try Files.removeDirectory(root / "Albums/Trip")
      #expect(throws: PlatformError.self) { try open(directories, in: root) }
      try Files.symlink("../elsewhere", as: root / "Albums/Trip")
      #expect(throws: PlatformError.self) { try open(directories, in: root) }
    }
  }

  @Test func whatIsChangedAgainIsPutOnDiskAgain() throws {
    try withTemporaryDirectory { root in
      try Files.createDirectories(root / "Albums/Trip")
      var executor = ViewExecutor(LibraryLayout(root: root), view: "Albums")
      executor.touch(names)
      executor.touch(names)
      #expect(executor.touched.count == 1)
      try executor.synchronize()
      #expect(executor.touched.isEmpty)
      executor.touch(names)
      #expect(executor.touched.count == 1)
    }
  }
}
