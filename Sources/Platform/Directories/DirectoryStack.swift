/// Holds the directories from the root of a walk to where it is, most of them closed.
struct DirectoryStack {
  private struct Frame {
    let name: Path
    let path: Path
    let status: FileStatus
    /// Nil while closed, to be found again when it is needed.
    var directory: OpenDirectory?
    /// Names of subdirectories still to be entered, the next one last.
    var pending: [Path] = []
  }

  private var frames: [Frame]
  private let limit: Int
  /// How many names are pending in all frames; at 0 there is no need to find any way back.
  private var pendingCount = 0

  init(root: OpenDirectory, limit: Int) {
    frames = [Frame(name: Path(), path: Path(), status: root.status, directory: root)]
    self.limit = limit
  }

  /// Notes what is to be entered below the directory that was read last.
  mutating func setPending(_ names: [Path]) {
    frames[frames.count - 1].pending = names.reversed()
    pendingCount += names.count
  }

  /// Takes the next directory to enter, going up where a directory is done; nil at the end.
  ///
  /// - Returns: its path relative to the root.
  mutating func nextPending() -> Path? {
    while pendingCount > 0, let last = frames.indices.last {
      if let name = frames[last].pending.popLast() {
        pendingCount -= 1
        return frames[last].path / name
      }
      if last == 0 { return nil }
      if frames[last - 1].directory == nil {
        // The way up is cheapest from here; where it fails, `enter` tries the way down.
        frames[last - 1].directory = reopened(last - 1, name: "..", from: frames[last].directory)
      }
      frames.removeLast()
    }
    return nil
  }

  /// Opens a directory that ``nextPending()`` has named.
  mutating func enter(_ path: Path) throws(PlatformError) -> OpenDirectory {
    let top = frames.count - 1
    let parent = try directory(at: top)
    let name = path.lastComponent
    let opened = try OpenDirectory(name: name, in: parent.raw, path: path)
    frames.append(Frame(name: name, path: path, status: opened.status, directory: opened))
    // Frame 0 stays open: it is where a lost way starts again.
    let closing = frames.count - limit
    if closing > 0 { frames[closing].directory = nil }
    return opened
  }

  /// Returns a directory of the stack, opened again if need be.
  private mutating func directory(at index: Int) throws(PlatformError) -> OpenDirectory {
    if let open = frames[index].directory { return open }
    var from = index
    while from > 0, frames[from].directory == nil { from -= 1 }
    guard var current = frames[from].directory else { throw Self.moved(frames[index].path) }
    for step in (from + 1)...index {
      guard let found = reopened(step, name: frames[step].name, from: current) else {
        throw Self.moved(frames[step].path)
      }
      current = found
    }
    frames[index].directory = current
    return current
  }

  /// Opens the directory of a frame from a neighbour; nil if what is there now is another one.
  private func reopened(
    _ index: Int, name: Path, from neighbour: OpenDirectory?
  ) -> OpenDirectory? {
    guard let neighbour,
      let found = try? OpenDirectory(name: name, in: neighbour.raw, path: frames[index].path),
      found.status.isSameFile(as: frames[index].status)
    else { return nil }
    return found
  }

  private static func moved(_ path: Path) -> PlatformError {
    PlatformError(
      code: .moved, message: "the directory was moved while it was read", operation: "openat",
      path: path)
  }
}
