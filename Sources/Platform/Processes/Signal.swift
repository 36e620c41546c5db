import Glibc

/// Names the signals that a program deals with (signal(7)).
package enum Signal {
  /// Ctrl-C.
  package static let interrupt = SIGINT
  /// A request to end, as `kill` and service managers send it.
  package static let terminate = SIGTERM
  /// A write to a pipe that nobody reads.
  package static let brokenPipe = SIGPIPE
}
