import Glibc

/// Gives an executable what the system hands to its process; for executables only.
package enum ThisProcess {
  /// The environment as `NAME=value`, unread, each without a terminating NUL (environ(7)).
  package static var environment: [[UInt8]] {
    var result: [[UInt8]] = []
    var next = environ
    while let entry: UnsafeMutablePointer<CChar> = next.pointee {
      result.append(Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry))))
      next += 1
    }
    return result
  }

  /// The name of the machine, as the network knows it (`gethostname(2)`); empty where there is none.
  package static var hostName: String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let result = buffer.withUnsafeMutableBytes { bytes -> Int32 in
      let characters = bytes.assumingMemoryBound(to: CChar.self)
      guard let start = characters.baseAddress else { return -1 }
      return gethostname(start, characters.count - 1)
    }
    return result == 0 ? String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self) : ""
  }

  /// Makes sure that the numbers 0 to 2 are taken, so that no file opened later becomes a standard
  /// stream by accident; a stream that was closed can then be neither read nor written.
  package static func occupyStandardStreams() {
    for (number, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] {
      // The lowest free number is given out, and those below are taken by now.
      if fcntl(number, F_GETFD) < 0 { _ = Glibc.open("/dev/null", mode) }
    }
  }

  /// Ends the process at once with an exit code (`_exit(2)`); nothing is flushed.
  package static func end(_ code: Int32) -> Never {
    _exit(code)
  }
}
