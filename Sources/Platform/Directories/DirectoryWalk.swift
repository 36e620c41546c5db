/// Walks a directory tree depth first, each directory before what is in it.
///
/// The walk goes from descriptor to descriptor, so a path may be longer than PATH_MAX, and a
/// directory that is swapped for a link meanwhile is not followed. It keeps its own stack and at most
/// ``openLimit`` directories open, so depth is bounded by memory alone. Links are reported, never
/// followed. Memory: the names of the subdirectories that are still to be entered.
package struct DirectoryWalk {
  /// Says how to go on after an entry.
  package enum Decision: Sendable {
    /// Enter it, if it is a directory.
    case descend
    /// Do not enter it.
    case skip
    /// End the whole walk.
    case stop
  }

  /// How many directories are open at one time.
  let openLimit: Int

  /// Makes a walk.
  package init(openLimit: Int = 64) {
    self.openLimit = max(2, openLimit)
  }

  /// Walks the tree below a directory; blocks.
  ///
  /// - Parameters:
  ///   - root: the directory; a link to one is followed.
  ///   - entered: called with each directory that was opened, the root first, before it is read; with
  ///     `skip` it is not read.
  ///   - visit: called with each entry, in the order in which the file system lists them; the
  ///     entries of a directory first, then those of its subdirectories.
  ///   - failed: called with a path relative to the root (empty for the root) and the error for each
  ///     directory that could not be read, or not to its end. Nothing may be concluded about what is
  ///     below it. The walk goes on elsewhere.
  /// - Throws: what the three functions throw; nothing of its own.
  package func run<Failure: Error>(
    root: Path,
    entered: ((Path, borrowing Descriptor) throws(Failure) -> Decision)? = nil,
    visit: (borrowing DirectoryEntry) throws(Failure) -> Decision,
    failed: (Path, PlatformError) throws(Failure) -> Void
  ) throws(Failure) {
    let directory: OpenDirectory
    do throws(PlatformError) {
      directory = try OpenDirectory(path: root)
    } catch {
      try failed(Path(), error)
      return
    }
    try run(from: directory, entered: entered, visit: visit, failed: failed)
  }

  /// Walks the tree below an open directory, which stays the caller's; otherwise like
  /// ``run(root:entered:visit:failed:)``.
  package func run<Failure: Error>(
    in directory: borrowing Descriptor,
    entered: ((Path, borrowing Descriptor) throws(Failure) -> Decision)? = nil,
    visit: (borrowing DirectoryEntry) throws(Failure) -> Decision,
    failed: (Path, PlatformError) throws(Failure) -> Void
  ) throws(Failure) {
    let opened: OpenDirectory
    do throws(PlatformError) {
      opened = try OpenDirectory(name: ".", in: directory.raw, path: Path())
    } catch {
      try failed(Path(), error)
      return
    }
    try run(from: opened, entered: entered, visit: visit, failed: failed)
  }

  private func run<Failure: Error>(
    from root: OpenDirectory,
    entered: ((Path, borrowing Descriptor) throws(Failure) -> Decision)?,
    visit: (borrowing DirectoryEntry) throws(Failure) -> Decision,
    failed: (Path, PlatformError) throws(Failure) -> Void
  ) throws(Failure) {
    var stack = DirectoryStack(root: root, limit: openLimit)
    var next: OpenDirectory? = root
    while true {
      if let directory = next {
        next = nil
        var subdirectories: [Path] = []
        switch try entered?(directory.path, directory.descriptor) ?? .descend {
        case .stop: return
        case .skip: break
        case .descend:
          do throws(WalkInterruption<Failure>) {
            let goesOn = try directory.read(visit: visit, subdirectories: &subdirectories)
            if !goesOn { return }
          } catch {
            switch error {
            case .caller(let failure): throw failure
            case .system(let failure): try failed(directory.path, failure)
            }
          }
        }
        stack.setPending(subdirectories)
      }
      guard let child = stack.nextPending() else { return }
      do throws(PlatformError) {
        next = try stack.enter(child)
      } catch {
        try failed(child, error)
      }
    }
  }
}

/// Carries the errors of the walk and of its caller apart through one typed `throws`.
enum WalkInterruption<Failure: Error>: Error {
  case caller(Failure)
  case system(PlatformError)
}
