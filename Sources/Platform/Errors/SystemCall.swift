import CLinux
import Glibc

/// Calls C functions that report failure as -1 and errno.
package enum SystemCall {
  /// Repeats a call while it is interrupted, and turns any other failure into an error.
  ///
  /// This is the one place where EINTR is dealt with.
  ///
  /// - Returns: what the call returned, 0 or more.
  @discardableResult
  package static func retrying<Result: SignedInteger>(
    _ operation: StaticString, path: @autoclosure () -> Path? = nil, _ call: () -> Result
  ) throws(PlatformError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let number = errno
      if number == EINTR { continue }
      throw PlatformError(errno: number, operation: "\(operation)", path: path())
    }
  }

  /// Makes a call that must not be repeated after EINTR (`close(2)` on Linux has closed by then).
  package static func once(
    _ operation: StaticString, path: @autoclosure () -> Path? = nil, _ call: () -> Int32
  ) throws(PlatformError) {
    if call() >= 0 { return }
    let number = errno
    if number == EINTR { return }
    throw PlatformError(errno: number, operation: "\(operation)", path: path())
  }
}
