import CLinux
import Glibc

/// Examines the terminal that a descriptor may lead to.
package enum Terminal {
  /// Tells whether a descriptor is a terminal (`isatty(3)`).
  package static func isTerminal(_ raw: Int32) -> Bool {
    isatty(raw) == 1
  }

  /// The columns of the terminal (`ioctl_tty(2)`, TIOCGWINSZ); nil where it is none or does not say.
  package static func columns(_ raw: Int32) -> Int? {
    let columns = linux_terminal_columns(raw)
    return columns > 0 ? Int(columns) : nil
  }
}
