package import Operations

/// Is what an exchange with one remote came to.
package struct ExchangeReport: Sendable {
  /// Is something that could not be taken over, and of which nothing was concluded.
  package struct Problem: Sendable, Hashable {
    /// The log that it concerns.
    package let log: LogID
    /// What it is.
    package let code: ReplicationError.Code
    /// What it is, in words.
    package let message: String
    /// The file or address.
    package let subject: String?

    init(_ log: LogID, _ error: ReplicationError) {
      self.log = log
      code = error.code
      message = error.message
      subject = error.subject
    }
  }

  /// How many transactions came.
  package var fetched = 0
  /// How many operations came of each log.
  package var fetchedLogs: [LogID: UInt64] = [:]
  /// How many operations of each log went.
  package var publishedLogs: [LogID: UInt64] = [:]
  /// How many operations of each log were missing or damaged here, and are here again.
  package var mended: [LogID: UInt64] = [:]
  /// How many pieces were written.
  package var pieces = 0
  /// How many bytes were written to the remote.
  package var bytesSent = 0
  /// How many bytes of pieces came from the remote.
  package var bytesReceived = 0
  /// What did not fit.
  package var problems: [Problem] = []
  /// Logs of which the remote has another history than the one here.
  package var forks: [LogFork] = []

  /// Begins with nothing.
  package init() {}
}

/// Is another history of a log, which a remote holds.
package struct LogFork: Sendable, Hashable {
  /// The log.
  package let log: LogID
  /// The first operation that is known to be another one, or to follow another one, than here.
  package let seq: UInt64

  package init(log: LogID, seq: UInt64) {
    self.log = log
    self.seq = seq
  }
}
