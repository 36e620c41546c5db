package import OperationLog
package import Operations

/// Is the library that an exchange brings logs to and takes them from.
///
/// It says how logs are written on this machine. All calls block and are made from one thread.
package protocol ExchangeHost: AnyObject {
  /// The logs that are here.
  var logs: LogStore { get }
  /// What this device is called, for the commits that it makes.
  var deviceName: String { get }
  /// What writes, as `<name>/<version>`.
  var application: String { get }

  /// This machine's own log; nil before its first change.
  func ownLog() throws(ReplicationError) -> LogID?

  /// Makes sure that this machine's log is on disk and recorded, which comes before anything of it leaves.
  ///
  /// - Returns: where it ends; nil where there is none.
  func acknowledgeOwnLog() throws(ReplicationError) -> LogMark?

  /// Where a log ends, where that is known at little cost; nil where it is to be read.
  func knownEnd(of log: LogID) -> LogMark?

  /// Calls a function with the writer of a log, the only one while it runs.
  ///
  /// - Parameter mark: a place up to which the log is known to be on disk, for speed.
  func withWriter(
    of log: LogID, from mark: LogMark?, _ body: (LogWriter) throws(LogError) -> Void
  ) throws(ReplicationError)

  /// Notes durably that operations of this machine's log up to one may be elsewhere from now on; of
  /// another log it does nothing.
  func noteLeaving(_ log: LogID, upTo seq: UInt64) throws(ReplicationError)

  /// Whether it is certain that nobody else has anything of this machine's log behind an operation.
  func isAlone(with log: LogID, behind seq: UInt64) throws(ReplicationError) -> Bool

  /// Whether something of a log could not be read when that was last tried.
  func isDamaged(_ log: LogID) -> Bool

  /// Puts a segment in the place of what is missing or damaged; the damaged file is kept aside.
  func mend(_ log: LogID, _ fault: LogFault, with piece: LogPiece) throws(ReplicationError)

  /// The last operation of a log that is known to have been on disk here, or was delivered from it: 0
  /// where nothing is known.
  func knownSeq(of log: LogID) throws(ReplicationError) -> UInt64

  /// From where on nobody waits for the rest of a log, because it was retired; nil where it was not.
  func retirement(of log: LogID) throws(ReplicationError) -> UInt64?

  /// The last operation of a log that had two ends, both of which stand elsewhere: nothing behind it is
  /// part of the log any more; nil for any other log.
  func parting(of log: LogID) -> UInt64?

  /// Whether what a piece holds that is kept aside is in the library under another name; nil where none is
  /// kept that ends with the chain.
  func isSettled(_ piece: PieceName, chain: Chain) throws(ReplicationError) -> Bool?

  /// Writes what is kept aside behind the end of a log that had two ends into the logs that those were
  /// written again as.
  ///
  /// - Returns: whether all of it is there now.
  func settleLate(_ log: LogID) throws(ReplicationError) -> Bool

  /// Keeps a piece of another history of a log than the one here, so that it is not lost should the
  /// remote be.
  func holdAside(_ piece: PieceName, chain: Chain, _ bytes: [UInt8]) throws(ReplicationError)

  /// What is kept of a piece that is not of the history here; nil where none is kept that ends with the chain,
  /// or it cannot be read.
  func heldAside(_ piece: PieceName, chain: Chain) throws(ReplicationError) -> [UInt8]?

  /// Writes the ends of a log again as logs of their own, where that is one that nobody goes on with; of any
  /// other it does nothing.
  func settleAdopted(_ log: LogID, behind mark: LogMark) throws(ReplicationError)

  /// Gives this machine a new log, because somebody else goes on with the old one: what stands there
  /// behind a place is written again in the new one.
  ///
  /// - Parameters:
  ///   - mark: the place up to which both histories agree.
  ///   - adopting: whether the history here is taken back to that place, to take the other one over,
  ///     because nobody else has it; else it stays, and the old log is retired at that place.
  ///   - place: where the other history was found, for messages.
  func yieldOwnLog(
    _ log: LogID, behind mark: LogMark, adopting: Bool, foundAt place: String
  ) throws(ReplicationError)
}
