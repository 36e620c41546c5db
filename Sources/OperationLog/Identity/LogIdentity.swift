package import Operations

/// Says which log is this machine's in one root, and how far that log was known to reach: what the
/// file `identity` in the machine's state directory holds (docs/formats/identity.md).
package struct LogIdentity: Hashable, Sendable {
  /// The library.
  package let library: LibraryID
  /// The machine.
  package let machine: MachineID
  /// The root.
  package let root: RootIdentity
  /// The log that the machine appends to in this root.
  package let log: LogID
  /// The sequence number up to which the log was on disk when this was written; 0 before its first.
  package let acknowledged: UInt64
  /// The chain there.
  package let chain: Chain

  /// Creates an identity.
  package init(
    library: LibraryID, machine: MachineID, root: RootIdentity, log: LogID, acknowledged: UInt64,
    chain: Chain
  ) {
    self.library = library
    self.machine = machine
    self.root = root
    self.log = log
    self.acknowledged = acknowledged
    self.chain = chain
  }

  /// Creates the identity of a log that is to be begun, under a random id.
  package static func minted(
    library: LibraryID, machine: MachineID, root: RootIdentity
  ) -> LogIdentity {
    let log = LogID.random()
    return LogIdentity(
      library: library, machine: machine, root: root, log: log, acknowledged: 0,
      chain: ChainHash.start(log))
  }

  /// The acknowledged place, to be looked for in the log; which segment it is in is not recorded.
  package var mark: LogMark {
    LogMark(segment: 0, offset: 0, seq: acknowledged, chain: chain)
  }

  /// The same, acknowledged farther.
  func advanced(to mark: LogMark) -> LogIdentity {
    LogIdentity(
      library: library, machine: machine, root: root, log: log, acknowledged: mark.seq,
      chain: mark.chain)
  }
}
