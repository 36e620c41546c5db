import CLinux

/// Owns both ends of a pipe (`pipe2(2)`, close-on-exec).
struct Pipe: ~Copyable {
  let readEnd: Descriptor
  let writeEnd: Descriptor

  init() throws(PlatformError) {
    var ends: [Int32] = [-1, -1]
    try SystemCall.retrying("pipe2") { linux_pipe(&ends) }
    readEnd = Descriptor(owning: ends[0])
    writeEnd = Descriptor(owning: ends[1])
  }

  /// Keeps the end to read from and closes the other.
  consuming func takeReadEnd() -> Descriptor { readEnd }

  /// Keeps the end to write to and closes the other.
  consuming func takeWriteEnd() -> Descriptor { writeEnd }
}
