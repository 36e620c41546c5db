import CInotifyTools
import Platform
import Synchronization

/// Is the process's one inotify queue, as libinotifytools keeps it, lent to one watcher at a time.
///
/// The library has process-global state and is not thread-safe: whoever holds the lease calls it from
/// one thread at a time. It is initialised once and never cleaned up, because events of before would
/// turn up after the next initialisation. Only the calls that were found to be sound are used.
final class InotifyQueue {
  /// Says what became of a watch that was asked for.
  enum Addition {
    case added(Int32)
    /// The inode has a watch already.
    case alreadyWatched
    /// The user has no watches left (ENOSPC).
    case limitReached
    case failed(PlatformError)
  }

  private struct Shared {
    var descriptor: Int32?
    var isLent = false
    /// Makes each name that the library is given unique; see `name(for:)`.
    var lastName: UInt64 = 0
  }

  private static let shared = Mutex(Shared())

  /// The queue's descriptor, to be polled; never read from.
  let descriptor: Int32

  private init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Lends the queue, initialising the library the first time.
  static func lend() throws(FolderWatchingError) -> InotifyQueue {
    let outcome = shared.withLock { shared -> Result<InotifyQueue, FolderWatchingError> in
      if shared.isLent {
        return .failure(
          FolderWatchingError(
            code: .alreadyWatching,
            message: "this process watches a folder already; stop that watcher first",
            disposition: .permanent))
      }
      do throws(FolderWatchingError) {
        let descriptor: Int32
        if let known = shared.descriptor {
          descriptor = known
        } else {
          descriptor = try initialise()
        }
        shared.descriptor = descriptor
        shared.isLent = true
        return .success(InotifyQueue(descriptor: descriptor))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  /// Gives the queue back; every watch must have been removed.
  ///
  /// What is left in it is thrown away.
  func giveBack() {
    while next() != nil {}
    Self.shared.withLock { $0.isLent = false }
  }

  /// Watches an open directory (`inotify_add_watch(2)`).
  func add(_ directory: borrowing Descriptor, isRoot: Bool) -> Addition {
    if let watch = watch(directory, mask: Self.mask(isRoot: isRoot) | INOTIFY_MASK_CREATE) {
      return .added(watch)
    }
    let error = PlatformError(errno: inotifytools_error(), operation: "inotify_add_watch")
    switch error.code {
    case .alreadyExists: return .alreadyWatched
    case .noSpace: return .limitReached
    default: return .failed(error)
    }
  }

  /// Returns the watch that an open directory has, setting it once more; nil if that fails.
  func adopt(_ directory: borrowing Descriptor, isRoot: Bool) -> Int32? {
    watch(directory, mask: Self.mask(isRoot: isRoot))
  }

  private func watch(_ directory: borrowing Descriptor, mask: UInt32) -> Int32? {
    let name = Self.name(for: directory.raw)
    // The library takes the mask as a signed number and passes its bits on.
    guard inotifytools_watch_file(name, Int32(bitPattern: mask)) != 0 else { return nil }
    let watch = inotifytools_wd_from_filename(name)
    return watch > 0 ? watch : nil
  }

  /// Ends a watch, if the kernel has not done so already; the library keeps about 250 bytes of it.
  func remove(_ watch: Int32) {
    inotify_end_watch(descriptor, watch)
  }

  /// Takes the next event; nil if there is none at this moment.
  func next() -> RawEvent? {
    while true {
      // 0 seconds, one event: other values block for ever or spin.
      if let event = inotifytools_next_events(0, 1) { return RawEvent(copying: event) }
      let number = inotifytools_error()
      if number == 0 { return nil }
      guard PlatformError(errno: number, operation: "read").disposition == .retry else {
        return nil
      }
    }
  }

  private static func mask(isRoot: Bool) -> UInt32 {
    let mask =
      INOTIFY_CREATE | INOTIFY_DELETE | INOTIFY_MOVED_FROM | INOTIFY_MOVED_TO | INOTIFY_MODIFY
      | INOTIFY_CLOSE_WRITE | INOTIFY_ATTRIB | INOTIFY_ONLYDIR | INOTIFY_EXCL_UNLINK
    return isRoot ? mask | INOTIFY_DELETE_SELF | INOTIFY_MOVE_SELF : mask
  }

  /// Names an open directory in a spelling that the library has never seen.
  ///
  /// It finds a watch by the text it was made with; descriptor numbers come again, so a binary number
  /// is written behind them in steps that lead nowhere: `./` for 0 and `.//` for 1.
  private static func name(for raw: Int32) -> String {
    var number = shared.withLock { shared in
      shared.lastName += 1
      return shared.lastName
    }
    var name = "/proc/self/fd/\(raw)/"
    while number > 0 {
      name += number & 1 == 0 ? "./" : ".//"
      number >>= 1
    }
    return name
  }

  /// The library waits with `select(2)`, which ends the process for a descriptor above this.
  private static let highestDescriptor: Int32 = 1023

  private static func initialise() throws(FolderWatchingError) -> Int32 {
    let before = inotifyDescriptors()
    do throws(PlatformError) {
      guard try Descriptor.open("/dev/null", .read).raw <= highestDescriptor else {
        throw PlatformError(
          code: .descriptorLimit, message: "too many open files to start watching",
          operation: "inotify_init")
      }
      guard inotifytools_initialize() != 0 else {
        throw PlatformError(errno: inotifytools_error(), operation: "inotify_init")
      }
    } catch {
      throw FolderWatchingError(
        code: .queueUnavailable,
        message: error.code == .descriptorLimit
          ? "no inotify instance is left; raise the limit: sysctl fs.inotify.max_user_instances=1024"
          : error.message,
        cause: error, disposition: .userAction)
    }
    let made = inotifyDescriptors().subtracting(before)
    guard let descriptor = made.first, made.count == 1, descriptor <= highestDescriptor else {
      throw FolderWatchingError(
        code: .queueUnavailable,
        message: "the inotify queue cannot be told from others; start watching earlier",
        disposition: .permanent)
    }
    inotify_close_on_exec(descriptor)
    return descriptor
  }

  /// The descriptors of this process that are inotify queues.
  private static func inotifyDescriptors() -> Set<Int32> {
    var found: Set<Int32> = []
    for name in (try? DirectoryWalk.names(in: "/proc/self/fd")) ?? [] {
      let link = try? Files.readLink("/proc/self/fd" / name)
      if link == "anon_inode:inotify", let text = name.text, let number = Int32(text) {
        found.insert(number)
      }
    }
    return found
  }
}
