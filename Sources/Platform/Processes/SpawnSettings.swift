import CLinux
import Glibc

/// Gathers what `posix_spawn(3)` is to do; must be destroyed by its owner.
struct SpawnSettings {
  private var actions = posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()

  init(ownProcessGroup: Bool) {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // What this process ignores or waits for must not reach into the child.
    var all = sigset_t()
    sigfillset(&all)
    sigdelset(&all, SIGKILL)
    sigdelset(&all, SIGSTOP)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    if ownProcessGroup {
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= Int32(POSIX_SPAWN_SETPGROUP)
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// Gives the child a descriptor of this process under a number of its own.
  mutating func use(_ raw: Int32, as number: Int32) {
    posix_spawn_file_actions_adddup2(&actions, raw, number)
  }

  mutating func discardErrorOutput() {
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
  }

  /// Starts the program and returns its process id.
  mutating func run(
    _ executable: Path, arguments: [String], environment: [String]?, workingDirectory: Path?
  ) throws(PlatformError) -> Int32 {
    if let workingDirectory {
      _ = workingDirectory.withCString { linux_spawn_change_directory(&actions, $0) }
    }
    _ = linux_spawn_close_from(&actions, STDERR_FILENO + 1)
    let strings = CStringArray([String(decoding: executable.bytes, as: UTF8.self)] + arguments)
    defer { strings.free() }
    let variables = environment.map { CStringArray($0) }
    defer { variables?.free() }
    var process: pid_t = 0
    let result = executable.withCString {
      posix_spawn(
        &process, $0, &actions, &attributes, strings.pointer, variables?.pointer ?? environ)
    }
    if result != 0 {
      throw PlatformError(errno: result, operation: "posix_spawn", path: executable)
    }
    return process
  }

  mutating func destroy() {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
}

/// Holds texts as C wants an argument list: an array of pointers that ends with NULL.
private struct CStringArray {
  let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    pointer = .allocate(capacity: count + 1)
    for (index, text) in texts.enumerated() { pointer[index] = strdup(text) }
    pointer[count] = nil
  }

  func free() {
    for index in 0..<count { Glibc.free(pointer[index]) }
    pointer.deallocate()
  }
}
