import Operations
import Platform

extension ImportStep {
  /// Whether a transaction is in the log.
  enum Standing {
    case written
    case missing
    /// Its log cannot be read that far now.
    case unknown
  }

  /// One copy that is in its place, relative to the root.
  typealias Placed = (item: Item, path: Path)

  /// The steps whose process has died, as far as can be told without taking a lock.
  ///
  /// Changes nothing. Without the library's lock a step that is just being made can be among them.
  static func abandoned(in steps: Path) -> [Path] {
    self.steps(in: steps).filter { step in
      // What cannot be asked is taken to be somebody's.
      (try? FileLock.isHeld(step / lockName)) == false
    }
  }

  /// Whether a step, by what it holds, may have copies that belong to the library.
  static func hasIntent(_ step: Path) -> Bool {
    (try? FileStatus.ofLink(at: step / intentName)) != nil
  }

  /// Finishes or removes the steps whose process has died.
  ///
  /// - Parameters:
  ///   - root: the library's root.
  ///   - standing: whether a transaction, by its dot and time, is in the log.
  ///   - placing: called with what a step has still to put in its place, before that is done.
  ///   - placed: called with what has come to its place and is on disk.
  /// - Returns: copies that belong to the library but cannot be put in their places now; they stay.
  static func recover(
    in steps: Path, root: Path, standing: (Dot, UInt64) throws(AlbumenError) -> Standing,
    placing: ([Item]) -> Void, placed: ([Placed]) -> Void
  ) throws(AlbumenError) -> [(path: Path, error: PlatformError)] {
    var failed: [(path: Path, error: PlatformError)] = []
    for directory in self.steps(in: steps) {
      guard let lock = lock(directory) else { continue }
      var isFinished = true
      if let intent = intent(of: directory) {
        switch try standing(intent.dot, intent.hlc) {
        case .missing: break
        case .unknown: isFinished = false
        case .written:
          let items = intent.items.filter { (try? FileStatus.ofLink(at: $0.staged)) != nil }
          placing(items)
          let faults = finish(directory, items, root, placed)
          isFinished = faults.isEmpty
          failed += faults
        }
      } else if hasIntent(directory) {
        // A newer version's, or one that cannot be read now: it may still be needed.
        isFinished = false
      }
      lock.release()
      if isFinished { remove(directory) }
    }
    return failed
  }

  /// Places what a step has still to place, durably.
  private static func finish(
    _ directory: Path, _ items: [Item], _ root: Path, _ placed: ([Placed]) -> Void
  ) -> [(path: Path, error: PlatformError)] {
    var failed: [(path: Path, error: PlatformError)] = []
    var done: [Placed] = []
    let places = ImportPlaces(in: root)
    for item in items {
      do throws(PlatformError) { done.append((item, try places.place(item))) } catch {
        failed.append((item.destination, error))
      }
    }
    do throws(PlatformError) {
      // Also where there was nothing left to place: whoever placed it may not have come this far.
      try synchronize(done.map(\.path), in: root)
    } catch { failed.append((directory.relative(to: root) ?? directory, error)) }
    placed(done)
    return failed
  }

  /// Takes the lock of a step whose process has died; nil where it lives.
  private static func lock(_ step: Path) -> FileLock? {
    let path = step / lockName
    do throws(PlatformError) {
      if let lock = try FileLock.tryAcquire(path) { return lock }
      if try FileLock.isHeld(path) { return nil }
      // Somebody has only asked whether it is held.
      return try FileLock.acquire(path, until: Deadline(after: .seconds(1)))
    } catch { return nil }
  }
}
