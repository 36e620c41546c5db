package import Platform

/// Is a file system in memory that is soon full (tmpfs); mounting it takes root.
package struct SmallFileSystem: Sendable {
  /// Where it is mounted.
  package let path: Path

  /// Whether this process may mount.
  package static let canMount: Bool = {
    do {
      try withTemporaryDirectory { (top: Path) throws -> Void in
        try SmallFileSystem(at: top, kilobytes: 64).unmount()
      }
      return true
    } catch { return false }
  }()

  /// Mounts one at a directory.
  package init(at path: Path, kilobytes: Int) throws {
    self.path = path
    try Self.mount("-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path.display)
  }

  /// Changes its size.
  package func resize(kilobytes: Int) throws {
    try Self.mount("-o", "remount,size=\(kilobytes)k", path.display)
  }

  /// Takes it away.
  package func unmount() {
    KeptFiles.of(path)?.noteUnmount(path)
    _ = try? run("/bin/umount", ["-l", path.display])
  }

  /// Writes until nothing more fits, and returns what it has written.
  package func fill() throws -> Path {
    let filler = path / "filler"
    let file = try Descriptor.open(filler, [.write, .create])
    for size in [1 << 16, 1 << 12, 1 << 8, 1] {
      let bytes = [UInt8](repeating: 0, count: size)
      do throws(PlatformError) {
        while true { try file.writeAll(bytes, path: filler) }
      } catch {
        guard error.code == .noSpace else { throw error }
      }
    }
    return filler
  }

  private static func mount(_ arguments: String...) throws {
    let result = try run("/bin/mount", arguments)
    guard result.exitCode == 0 else { throw TestFailure("mount: \(result.errorText)") }
  }

  /// Whether one that shares blocks between files can be mounted here (`mkfs.xfs` or `mkfs.btrfs`, and a
  /// loop device).
  package static let canShareBlocks: Bool = {
    do {
      try withTemporaryDirectory { (top: Path) throws -> Void in
        let place = top / "mounted"
        try Files.createDirectory(place)
        try SmallFileSystem(sharingBlocksAt: place, image: top / "image").unmount()
      }
      return true
    } catch { return false }
  }()

  /// Mounts one at a directory that shares blocks between files: xfs or btrfs in a file.
  package init(sharingBlocksAt path: Path, image: Path) throws {
    self.path = path
    let file = try Descriptor.open(image, [.write, .create])
    // The least that mkfs.xfs takes is 300 MB; nothing is written of it but what is used.
    try file.setSize(400 << 20)
    var reasons: [String] = []
    for program: Path in ["/sbin/mkfs.xfs", "/sbin/mkfs.btrfs"] {
      guard (try? FileStatus.ofTarget(at: program)) != nil else { continue }
      let result = try run(program, ["-q", "-f", image.display])
      guard result.exitCode == 0 else {
        reasons.append("\(program): \(result.errorText)")
        continue
      }
      do {
        try Self.mount("-o", "loop", image.display, path.display)
        return
      } catch {
        reasons.append("\(error)")
      }
    }
    throw TestFailure("no file system that shares blocks: \(reasons)")
  }

  /// Runs a test's body with one that is mounted at a directory.
  package static func with(
    at path: Path, kilobytes: Int, _ body: (SmallFileSystem) async throws -> Void
  ) async throws {
    try Files.createDirectories(path)
    let disk = try SmallFileSystem(at: path, kilobytes: kilobytes)
    defer { disk.unmount() }
    try await body(disk)
  }
}
